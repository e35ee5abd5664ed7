/* The state behind the screens: see app.h. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdarg.h>
#include <string.h>

#define FOLLOW_MS 250		/* the newest is shown, but not at every event */
#define FIGURES_MS 250
#define BIG_BOARD 20000		/* samples above which sorting is rationed */
#define REASONS_MAX 4096
#define LOST_MS 2000
#define LOG_MAX 500

static void app_order(struct app *app);

static void
detail_clear(struct case_detail *detail)
{
	guint serial = detail->serial;

	verdict_free(detail->verdict);
	sample_texts_clear(&detail->texts);
	g_free(detail->error);
	*detail = (struct case_detail){ .serial = serial };
}

/* All that hangs on the session. */
static void
session_start(struct app *app, struct session *session)
{
	const struct board *board = session->board;

	app->session = session;
	app->order = g_array_new(FALSE, FALSE, sizeof(guint));
	app->position = g_array_new(FALSE, FALSE, sizeof(guint));
	app->reasons = g_hash_table_new_full(g_int64_hash, g_int64_equal,
	    g_free, g_free);
	app->figures = (struct figures){ .passk = g_array_new(FALSE, TRUE,
	    sizeof(struct passk_estimate)) };
	app->marks = g_new0(guint8, board->samples->len + 1);
	app->cases = (struct cases){ .range_from = G_MAXUINT };
	app->pane_serial = G_MAXUINT;
	app->review = (struct review){ .serial = G_MAXUINT,
		.lower = PART_STDERR };
	app->review.pagers[PART_RESULT].wraps = true;
	if (app->config.wrap)
		for (int i = 0; i < PART__COUNT; i++)
			app->review.pagers[i].wraps = true;
	app->rate = (struct rate){ 0 };
	app->sample = G_MAXUINT;
	app->sort = TASK_SORT_NUMBER;
	app->is_reverse = app->is_zoomed = app->is_lost = false;
	app->focus = PANE_TASKS;
	app->strip_max = 0;
	app->id_width = 0;
	app->ordered_ms = app->lost_checked_ms = 0;
	app->was_live = app->notes_failed = false;
	for (guint i = 0; i < board->tasks->len; i++) {
		const struct board_task *task = board_task(board, i);

		app->strip_max = MAX(app->strip_max, task->samples);
		app->id_width = MAX(app->id_width,
		    draw_width(&app->draw, task->id));
	}
	app_order(app);
	if (app->order->len > 0)
		app_select_task(app, g_array_index(app->order, guint, 0));
	app->follows = app_is_live(app);
	app->tasks = app->samples = app->workers = (struct list){ 0 };
}

static void
session_stop(struct app *app)
{
	if (!app->session)
		return;
	cases_clear(app);
	reasons_clear(app);
	actions_clear(app);
	g_array_unref(app->order);
	g_array_unref(app->position);
	g_array_unref(app->figures.passk);
	g_hash_table_unref(app->reasons);
	g_clear_pointer(&app->marks, g_free);
	app->marked = 0;
	detail_clear(&app->detail);
	pager_clear(&app->code);
	pager_clear(&app->result);
	for (int i = 0; i < PART__COUNT; i++)
		pager_clear(&app->review.pagers[i]);
	pager_clear(&app->review.diff_right);
	g_free(app->review.diff_title);
	g_clear_pointer(&app->search, g_free);
	g_clear_pointer(&app->seen_message, g_free);
	if (app->owns_session)
		session_free(app->session);
	app->session = NULL;
	app->owns_session = false;
}

void
app_init(struct app *app, struct session *session, struct config *config)
{
	if (config)
		app->config = *config;
	else
		config_load(&app->config, "/dev/null");
	app->log = g_ptr_array_new_with_free_func(g_free);
	for (int i = 0; i < ASK__COUNT; i++)
		app->histories[i] = g_ptr_array_new_with_free_func(g_free);
	app_set_theme(app, app->config.theme ? config_theme(&app->config,
	    app->config.theme) : theme_builtin(0));
	app->has_mouse = app->config.mouse;
	if (app->config.complaint)
		app_say(app, ROLE_WARN, "%s", app->config.complaint);
	if (session) {
		session_start(app, session);
		app->screens[app->depth++] = &screen_overview;
	} else {
		app->screens[app->depth++] = &screen_runs;
		runs_start(app);
	}
}

void
app_clear(struct app *app)
{
	session_stop(app);
	runs_clear(app);
	compare_clear(app);
	prompt_clear(&app->prompt);
	for (int i = 0; i < ASK__COUNT; i++)
		g_ptr_array_unref(app->histories[i]);
	g_ptr_array_unref(app->log);
	pager_clear(&app->help);
	pager_clear(&app->text);
	g_free(app->text_title);
	g_free(app->message);
	g_free(app->search);
	g_free(app->completions);
	g_free(app->question_text);
	g_free(app->question_data);
	g_free(app->request_text);
	config_clear(&app->config);
}

void
app_open(struct app *app, struct session *session)
{
	session_stop(app);
	session_start(app, session);
	app->owns_session = true;
	app_push(app, &screen_overview);
}

void
app_close(struct app *app)
{
	session_stop(app);
}

void
app_set_theme(struct app *app, const struct theme *theme)
{
	app->theme = theme;
	draw_set_theme(&app->draw, theme);
}

const struct screen *
app_screen(const struct app *app)
{
	return app->screens[app->depth - 1];
}

bool
app_is_live(const struct app *app)
{
	const struct session *session = app->session;

	if (!session || app->is_lost ||
	    (!session->is_live && session->feed->fd < 0))
		return false;
	switch (session->board->state) {
	case RUN_RUNNING:
	case RUN_PAUSED:
	case RUN_STOPPING:
		return true;
	default:
		return false;
	}
}

bool
app_is_ours(const struct app *app)
{
	return app->session && app->session->is_live && app_is_live(app);
}

gint64
app_since(const struct app *app, gint64 wall_ms)
{
	gint64 since = app->now_ms - wall_ms;

	if (wall_ms < app->continued_ms)
		since -= app->continued_ms - MAX(app->stopped_ms, wall_ms);
	return MAX(since, 0);
}

gint64
app_elapsed_ms(const struct app *app)
{
	const struct board *board = app->session->board;
	gint64 elapsed = (gint64)board->elapsed_ms;

	if (app_is_live(app) && board->last_ms > 0)
		elapsed += app_since(app, board->last_ms);
	return elapsed;
}

bool
app_has_sample(const struct app *app)
{
	return app->session &&
	    app->sample < app->session->board->samples->len;
}

guint
app_task(const struct app *app)
{
	return board_sample(app->session->board, app->sample)->task;
}

void
app_select_sample(struct app *app, guint ordinal)
{
	guint task = board_sample(app->session->board, ordinal)->task;
	guint row = g_array_index(app->position, guint, task);

	app->sample = ordinal;
	if (row != G_MAXUINT)
		app->tasks.cursor = (int)row;
	app->samples.cursor = (int)(ordinal -
	    board_task(app->session->board, task)->first);
}

char *
app_sample_name(const struct app *app, guint ordinal)
{
	const struct board *board = app->session->board;
	const struct board_task *task = board_task(board,
	    board_sample(board, ordinal)->task);

	return g_strdup_printf("%s.%u", task->id, ordinal - task->first + 1);
}

void
app_mark(struct app *app, guint ordinal, bool is_marked)
{
	app->marked += (guint)is_marked;
	app->marked -= app->marks[ordinal];
	app->marks[ordinal] = is_marked;
}

bool
app_is_marked(const struct app *app, guint ordinal)
{
	return app->marks[ordinal];
}

static bool
is_failure(const struct board_sample *sample)
{
	return sample->state == SAMPLE_JUDGED &&
	    sample->outcome != OUTCOME_PASS;
}

guint
app_first_failure(const struct app *app, const struct board_task *task)
{
	for (guint i = task->first; i < task->first + task->samples; i++)
		if (is_failure(board_sample(app->session->board, i)))
			return i;
	return G_MAXUINT;
}

void
app_select_task(struct app *app, guint task)
{
	const struct board_task *t = board_task(app->session->board, task);
	guint failed = app_first_failure(app, t);

	if (t->samples > 0)
		app_select_sample(app, failed != G_MAXUINT ? failed :
		    t->first);
}

void
app_unfollow(struct app *app)
{
	if (app->follows && app_is_live(app))
		app_say(app, ROLE_NORMAL, "follow off: F turns it on again");
	app->follows = false;
}

static bool
step_listed(struct app *app, int direction, bool only_failures)
{
	const GArray *rows = app->cases.rows;
	int row = app->cases.list.cursor;

	for (;;) {
		guint ordinal;

		row += direction;
		if (row < 0 || row >= (int)rows->len)
			return false;
		ordinal = g_array_index(rows, guint32, row);
		if (only_failures && !is_failure(board_sample(
		    app->session->board, ordinal)))
			continue;
		app->cases.list.cursor = row;
		app_select_sample(app, ordinal);
		return true;
	}
}

bool
app_step(struct app *app, int direction, bool only_failures)
{
	const struct board *board = app->session->board;
	const struct board_task *task;
	gint64 row, sample;

	if (!app_has_sample(app))
		return false;
	/* From the list of all samples, one goes on in that list. */
	if (cases_are_open(app))
		return step_listed(app, direction, only_failures);
	row = g_array_index(app->position, guint, app_task(app));
	task = board_task(board, app_task(app));
	sample = (gint64)app->sample - task->first;
	for (;;) {
		sample += direction;
		while (sample < 0 || sample >= (gint64)task->samples) {
			row += direction;
			if (row < 0 || row >= (gint64)app->order->len)
				return false;
			task = board_task(board, g_array_index(app->order,
			    guint, row));
			sample = direction > 0 ? 0 : task->samples - 1;
		}
		if (!only_failures || is_failure(board_sample(board,
		    task->first + (guint)sample)))
			break;
	}
	app_select_sample(app, task->first + (guint)sample);
	return true;
}

/* The order of the list. */

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

static void
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

/* Texts on demand. */

const struct case_detail *
app_detail(struct app *app)
{
	struct case_detail *detail = &app->detail;
	const struct board_sample *sample;
	g_autoptr(GError) error = NULL;

	if (!app_has_sample(app))
		return detail;
	sample = board_sample(app->session->board, app->sample);
	if (detail->is_loaded && detail->ordinal == app->sample &&
	    detail->state == sample->state &&
	    detail->journal_offset == sample->journal_offset)
		return detail;
	detail_clear(detail);
	detail->is_loaded = true;
	detail->ordinal = app->sample;
	detail->state = sample->state;
	detail->journal_offset = sample->journal_offset;
	detail->serial++;
	detail->verdict = session_load_verdict(app->session, app->sample,
	    &error);
	if (error)
		detail->error = g_strdup(error->message);
	g_clear_error(&error);
	if (!session_load_texts(app->session, app->sample,
	    detail->verdict ? detail->verdict->program : 0, &detail->texts,
	    &error) && !detail->error)
		detail->error = g_strdup(error ? error->message : "no texts");
	return detail;
}

static char *
reason_of(const struct verdict *verdict)
{
	const char *detail = detail_word(verdict->detail);

	if (verdict->reason && *verdict->reason)
		return g_strdup(verdict->reason);
	return g_strdup(detail ? detail : "");
}

const char *
app_reason(struct app *app, guint ordinal)
{
	const struct board_sample *sample = board_sample(app->session->board,
	    ordinal);
	gint64 key = (gint64)sample->journal_offset;
	struct verdict *verdict;
	char *reason;

	if (sample->state != SAMPLE_JUDGED)
		return "";
	reason = g_hash_table_lookup(app->reasons, &key);
	if (reason)
		return reason;
	if (g_hash_table_size(app->reasons) >= REASONS_MAX)
		g_hash_table_remove_all(app->reasons);
	verdict = session_load_verdict(app->session, ordinal, NULL);
	reason = verdict ? reason_of(verdict) : g_strdup("");
	verdict_free(verdict);
	g_hash_table_insert(app->reasons, g_memdup2(&key, sizeof(key)),
	    reason);
	return reason;
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

void
app_say(struct app *app, unsigned style, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_free(app->message);
	app->message = g_strdup_vprintf(format, args);
	va_end(args);
	app->message_style = style;
	if (app->log->len == 0 || strcmp(g_ptr_array_index(app->log,
	    app->log->len - 1), app->message) != 0)
		g_ptr_array_add(app->log, g_strdup(app->message));
	if (app->log->len > LOG_MAX)
		g_ptr_array_remove_range(app->log, 0, LOG_MAX / 2);
}

void
app_request(struct app *app, enum request request, const char *text,
    const char *what, guint line)
{
	app->request = request;
	g_free(app->request_text);
	app->request_text = g_strdup(text);
	app->request_what = what;
	app->request_line = line;
}

void
app_hit(struct app *app, struct rect rect, struct list *list,
    struct pager *pager, int pane)
{
	if (app->hit_count < HITS_MAX)
		app->hits[app->hit_count++] = (struct hit){ rect, list, pager,
			pane };
}

/* A screen that is open already comes back instead of a second time. */
void
app_push(struct app *app, const struct screen *screen)
{
	for (int i = 0; i < app->depth; i++)
		if (app->screens[i] == screen) {
			app->depth = i + 1;
			return;
		}
	if (app->depth < SCREENS_MAX)
		app->screens[app->depth++] = screen;
}

void
app_pop(struct app *app)
{
	const struct screen *left = app_screen(app);

	if (app->depth == 1) {
		app_ask_quit(app);
		return;
	}
	app->depth--;
	if (left == &screen_overview)
		app_close(app);
	if (left == &screen_compare)
		compare_clear(app);
}
