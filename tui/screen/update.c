/* What is brought up to date before a frame: order, follow, figures, news. */
#include "tui/screen/app.h"

#define FOLLOW_MS 250		/* the newest is shown, but not at every event */
#define FIGURES_MS 250
#define BIG_BOARD 20000		/* samples above which sorting is rationed */
#define LOST_MS 2000

static double
task_mean(const struct board_task *task)
{
	return task->judged > 0 ? task->score_sum / task->judged : -1;
}

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
compare_tasks(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct app *app = data;
	guint a = *(const guint *)pa, b = *(const guint *)pb;
	const struct board_task *ta = board_task(app->session->board, a);
	const struct board_task *tb = board_task(app->session->board, b);
	double ma, mb;
	int order = 0;

	switch (app->sort) {
	case TASK_SORT_NAME:
		order = compare_names(ta->id, tb->id);
		break;
	case TASK_SORT_MEAN:
		ma = task_mean(ta);
		mb = task_mean(tb);
		order = (ma > mb) - (ma < mb);
		break;
	case TASK_SORT_FAILED:
		order = (int)(tb->judged - tb->passed) -
		    (int)(ta->judged - ta->passed);
		break;
	case TASK_SORT_NUMBER:
	case TASK_SORT__COUNT:
		break;
	}
	if (order == 0)
		order = (a > b) - (a < b);
	return app->is_reverse ? -order : order;
}

void
app_order(struct app *app)
{
	const struct board *board = app->session->board;

	g_array_set_size(app->order, 0);
	g_array_set_size(app->position, board->tasks->len);
	for (guint i = 0; i < board->tasks->len; i++) {
		g_array_index(app->position, guint, i) = G_MAXUINT;
		if (board_task(board, i)->samples > 0)
			g_array_append_val(app->order, i);
	}
	g_array_sort_with_data(app->order, compare_tasks, app);
	for (guint i = 0; i < app->order->len; i++)
		g_array_index(app->position, guint,
		    g_array_index(app->order, guint, i)) = i;
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

	if (!app->follows || last >= app->session->board->samples->len)
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
	    (app_is_live(app) &&
	    app->now_ms - figures->computed_ms < pause)))
		return;
	figures->is_valid = true;
	figures->generation = board->generation;
	figures->computed_ms = app->now_ms;
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

static void
update_message(struct app *app)
{
	const struct board *board = app->session->board;
	const char *last = board->last_message;

	if (app->was_live && !app_is_live(app) && !app->is_lost)
		app_say(app, STYLE_BOLD, "the run is %s: %u of %u judged "
		    "samples pass", run_state_word(board->state),
		    board->outcomes[OUTCOME_PASS], board->judged);
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

	if (session->is_live || !app_is_live(app) ||
	    app->now_ms - app->lost_checked_ms < LOST_MS)
		return;
	app->lost_checked_ms = app->now_ms;
	app->is_lost = !rundir_is_locked(session->rundir);
	if (app->is_lost)
		app_say(app, ROLE_WARN | STYLE_BOLD, "the process that did "
		    "this run is gone: %u of %u were judged; evaltop run "
		    "--resume goes on", session->board->judged,
		    session->board->samples->len);
}

void
app_update(struct app *app, gint64 now_ms)
{
	app->now_ms = now_ms;
	if (app->runs.is_open && app_screen(app) == &screen_runs)
		runs_update(app);
	if (!app->session)
		return;
	update_lost(app);
	app_note_progress(app, now_ms);
	update_order(app);
	update_follow(app);
	update_figures(app);
	update_message(app);
	cases_update(app);
	if (app->leaves_when_ended && !app_is_live(app)) {
		app->has_left = true;
		app->end = app->was_interrupted ? DASHBOARD_INTERRUPTED :
		    DASHBOARD_QUIT;
	}
}

bool
app_work(struct app *app)
{
	const struct screen *screen = app_screen(app);

	if (app->runs.is_open && screen == &screen_runs)
		return runs_work(app);
	if (app->session && screen == &screen_reasons)
		return reasons_work(app);
	return app->session && screen == &screen_cases && cases_work(app);
}

int
app_next_tick(const struct app *app)
{
	if (app->runs.is_open && app_screen(app) == &screen_runs)
		return runs_next_tick(app);
	if (!app_is_live(app))
		return -1;
	if (app->session->board->running > 0)
		return 250;
	/* Right after the second changes, so that the clock never stutters. */
	return 1000 - (int)(app_elapsed_ms(app) % 1000) + 5;
}
