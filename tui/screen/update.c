/* What is brought up to date before a frame: order, follow, figures, news. */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/widget/keysort.h"

#define FOLLOW_MS 250		/* the newest is shown, but not at every event */
#define FIGURES_MS 250
#define BIG_BOARD 20000		/* samples above which sorting is rationed */
#define LOST_MS 2000
#define PENDING_MS 30		/* between looks whether the texts are there */

/* "HumanEval/9" before "HumanEval/10". */
int
compare_names(const char *a, const char *b)
{
	while (*a && *b) {
		if (g_ascii_isdigit(*a) && g_ascii_isdigit(*b)) {
			char *end_a, *end_b;
			guint64 na = g_ascii_strtoull(a, &end_a, 10);
			guint64 nb = g_ascii_strtoull(b, &end_b, 10);

			if (na != nb)
				return na < nb ? -1 : 1;
			a = end_a;
			b = end_b;
		} else if (*a != *b) {
			return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
		} else {
			a++;
			b++;
		}
	}
	return (*a != 0) - (*b != 0);
}

static int
compare_task_names(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct board *board = data;

	return compare_names(board_task(board, *(const guint *)pa)->id,
	    board_task(board, *(const guint *)pb)->id);
}

const guint32 *
app_name_ranks(struct app *app)
{
	struct board *board = app->session->board;
	guint count = board->tasks->len;
	g_autoptr(GArray) tasks = NULL;
	guint32 rank = 0;

	/* Tasks stay what they are: once is enough. */
	if (app->name_ranks)
		return app->name_ranks;
	app->name_ranks = g_new(guint32, (gsize)count + 1);
	tasks = g_array_sized_new(FALSE, FALSE, sizeof(guint), count);
	for (guint i = 0; i < count; i++)
		g_array_append_val(tasks, i);
	g_array_sort_with_data(tasks, compare_task_names, board);
	for (guint i = 0; i < count; i++) {
		const guint *at = &g_array_index(tasks, guint, i);

		rank += i > 0 && compare_task_names(at - 1, at, board) != 0;
		app->name_ranks[*at] = rank;
	}
	return app->name_ranks;
}

static guint32
task_key(struct app *app, guint index)
{
	const struct board_task *task = board_task(app->session->board,
	    index);

	switch (app->sort) {
	case TASK_SORT_NAME:
		return app_name_ranks(app)[index];
	case TASK_SORT_MEAN:
		/* Those without a verdict first; the mean is 1 at most. */
		return task->judged > 0 ? 1 + (guint32)(MAX(task->score_sum,
		    0) / task->judged * (1 << 30)) : 0;
	case TASK_SORT_FAILED:
		return ~(task->judged - task->passed);
	case TASK_SORT_NUMBER:
	case TASK_SORT__COUNT:
		break;
	}
	return 0;
}

void
app_order(struct app *app)
{
	const struct board *board = app->session->board;
	struct keysort *sort = keysort_new(board->tasks->len);
	guint count = 0;

	g_array_set_size(app->position, board->tasks->len);
	for (guint i = 0; i < board->tasks->len; i++) {
		g_array_index(app->position, guint, i) = G_MAXUINT;
		if (board_task(board, i)->samples == 0)
			continue;
		keysort_add(sort, task_key(app, i), i);
		count++;
	}
	while (!keysort_step(sort))
		;
	g_array_set_size(app->order, count);
	for (guint i = 0; i < count; i++) {
		guint task = keysort_row(sort, i, app->is_reverse);

		g_array_index(app->order, guint, i) = task;
		g_array_index(app->position, guint, task) = i;
	}
	keysort_free(sort);
	app->order_generation = board->generation;
	app->ordered_ms = app->now_ms;
	if (app_has_sample(app))
		list_follow(&app->tasks, (int)g_array_index(app->position,
		    guint, app_task(app)));
}

static void
update_order(struct app *app)
{
	const struct board *board = app->session->board;
	bool is_data_order = app->sort == TASK_SORT_MEAN ||
	    app->sort == TASK_SORT_FAILED;
	gint64 pause = board->samples->len > BIG_BOARD ? 2000 : 0;

	if (app->ordered_ms == 0 || (is_data_order &&
	    app->order_generation != board->generation &&
	    app->now_ms - app->ordered_ms >= pause))
		app_order(app);
}

static void
update_follow(struct app *app)
{
	guint32 last = app->session->board->last_sample;

	if (!app->follows || session_is_loading(app->session) ||
	    last >= app->session->board->samples->len)
		return;
	/* The last of all is shown, then nothing moves any more. */
	if (!app_is_live(app))
		app->follows = false;
	if (last == app->sample)
		return;
	if (app_is_live(app) && app->now_ms - app->followed_ms < FOLLOW_MS)
		return;
	app->followed_ms = app->now_ms;
	app_select_sample(app, last);
}

static void
update_figures(struct app *app)
{
	const struct board *board = app->session->board;
	const GArray *ks = app->session->manifest->settings.k;
	struct figures *figures = &app->figures;
	gint64 pause = board->samples->len > BIG_BOARD ? 1000 : FIGURES_MS;

	if (figures->is_valid && (figures->generation == board->generation ||
	    ((app_is_live(app) || session_is_loading(app->session)) &&
	    app->now_ms - figures->computed_ms < pause)))
		return;
	figures->is_valid = true;
	figures->generation = board->generation;
	figures->computed_ms = app->now_ms;
	figures->tasks_complete = board->tasks_complete;
	g_array_set_size(figures->passk, ks ? ks->len : 0);
	for (guint i = 0; i < figures->passk->len; i++)
		passk_estimate(board, g_array_index(ks, guint, i),
		    board->state == RUN_INCOMPLETE,
		    &g_array_index(figures->passk, struct passk_estimate, i));
	timing_compute(board, figures);
}

void
app_note_progress(struct app *app, gint64 now_ms)
{
	guint judged = app->session->board->judged;
	struct rate *rate = &app->rate;
	gint64 second = now_ms / 1000;

	if (rate->since_ms == 0 || second < rate->second) {
		*rate = (struct rate){ .since_ms = now_ms, .second = second,
			.judged = judged };
		return;
	}
	while (rate->second < second) {
		rate->second++;
		rate->counts[rate->second % RATE_SECONDS] = 0;
		if (second - rate->second > RATE_SECONDS)
			rate->second = second - RATE_SECONDS;
	}
	if (judged > rate->judged)
		rate->counts[second % RATE_SECONDS] += judged - rate->judged;
	rate->judged = judged;
}

double
app_rate(const struct app *app)
{
	const struct rate *rate = &app->rate;
	const struct board *board = app->session->board;
	gint64 seen = rate->since_ms > 0 ? app->now_ms - rate->since_ms : 0;
	guint sum = 0;

	if (!app_is_live(app)) {
		return board->elapsed_ms > 0 ?
		    board->judged * 1000.0 / (double)board->elapsed_ms : 0;
	}
	if (seen < 1000)
		return 0;
	for (gint64 s = 0; s <= 30 && s <= seen / 1000; s++)
		sum += rate->counts[(rate->second - s + RATE_SECONDS) %
		    RATE_SECONDS];
	return sum * 1000.0 / (double)MIN(seen, 30000 + app->now_ms % 1000);
}

/* A journal that is being read tells of the past: that is no news. */
static void
update_message(struct app *app)
{
	const struct board *board = app->session->board;
	const char *last = board->last_message;

	if (session_is_loading(app->session))
		return;
	if (app->was_live && !app_is_live(app) && !app->is_lost)
		app_say(app, STYLE_BOLD, "the run is %s: %u of %u judged "
		    "samples pass", run_state_word(board->state),
		    board->outcomes[OUTCOME_PASS], board->judged);
	if (app->was_live && !app_is_live(app))
		app->wants_bell = app->config.bell;
	app->was_live = app_is_live(app);
	if (g_strcmp0(last, app->seen_message) == 0)
		return;
	g_free(app->seen_message);
	app->seen_message = g_strdup(last);
	if (last)
		app_say(app, ROLE_WARN, "%s", last);
}

/* A run that says it is live, while nobody holds its lock any more. */
static void
update_lost(struct app *app)
{
	const struct session *session = app->session;

	if (session->is_live || session_is_loading(session) ||
	    !app_is_live(app) || app->now_ms - app->lost_checked_ms < LOST_MS)
		return;
	app->lost_checked_ms = app->now_ms;
	app->is_lost = !rundir_is_locked(session->rundir);
	if (app->is_lost)
		app_say(app, ROLE_WARN | STYLE_BOLD, "the process that did "
		    "this run is gone: %u of %u were judged; evaltop run "
		    "--resume goes on", session->board->judged,
		    session->board->samples->len);
}

/*
 * Where the reader still stands where we put them, the first failure of that
 * task is the better place, once it is known.
 */
static void
update_place(struct app *app)
{
	if (session_is_loading(app->session)) {
		/* What is read now was judged at another time. */
		app->rate = (struct rate){ 0 };
		return;
	}
	if (app->placed != G_MAXUINT && app->placed == app->sample &&
	    app_screen(app) == &screen_overview)
		app_select_task(app, app_task(app));
	app->placed = G_MAXUINT;
}

void
app_update(struct app *app, gint64 now_ms)
{
	app->now_ms = now_ms;
	if (app->runs.is_open && app_screen(app) == &screen_runs)
		runs_update(app);
	if (!app->session)
		return;
	session_take_texts(app->session);
	update_lost(app);
	app_note_progress(app, now_ms);
	update_place(app);
	update_order(app);
	update_follow(app);
	update_figures(app);
	update_message(app);
	cases_update(app);
	if (app->leaves_when_ended && !app_is_live(app) && !app->exporting) {
		app->has_left = true;
		app->end = app->was_interrupted ? DASHBOARD_INTERRUPTED :
		    DASHBOARD_QUIT;
	}
}

/* A portion takes about a millisecond: see struct feed. */
static void
load_some(struct app *app)
{
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;

	do
		(void)session_drain(app->session);
	while (session_is_loading(app->session) &&
	    clock_monotonic_ms() < until);
}

static bool
work_in_view(struct app *app)
{
	const struct screen *screen = app_screen(app);

	if (app_search_work(app))
		return true;
	if (app->runs.is_open && screen == &screen_runs)
		return runs_work(app);
	if (screen == &screen_compare)
		return compare_work(app);
	if (app->session && screen == &screen_reasons)
		return reasons_work(app);
	return app->session && screen == &screen_cases && cases_work(app);
}

bool
app_work(struct app *app)
{
	bool is_loading = app->session && session_is_loading(app->session);

	if (is_loading)
		load_some(app);
	/* Who looks at a list does not wait for the rest of the journal. */
	return work_in_view(app) || export_work(app) || is_loading;
}

bool
app_texts_are_pending(const struct app *app)
{
	return (app->session && session_texts_are_pending(app->session)) ||
	    compare_texts_are_pending(app);
}

int
app_next_tick(const struct app *app)
{
	if (app->runs.is_open && app_screen(app) == &screen_runs)
		return runs_next_tick(app);
	if (app_texts_are_pending(app))
		return PENDING_MS;
	if (!app_is_live(app))
		return -1;
	if (app->session->board->running > 0)
		return 250;
	/* Right after the second changes, so that the clock never stutters. */
	return 1000 - (int)(app_elapsed_ms(app) % 1000) + 5;
}
