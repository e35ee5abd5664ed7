/* The state behind the screens: see app.h. */
#include "tui/screen/app.h"

#include <stdarg.h>
#include <string.h>

#define LOG_MAX 500

/* What the figures are not about; the end says the same. */
static void
say_what_is_left_out(struct app *app)
{
	const struct run_counts *counts = &app->session->manifest->counts;
	g_autoptr(GString) text = g_string_new(NULL);
	const struct {
		guint count;
		const char *one, *many;
	} facts[] = {
		{ counts->unknown_samples, "sample is of no task of the suite",
		    "samples are of no task of the suite" },
		{ counts->broken_lines, "line could not be read",
		    "lines could not be read" },
	};

	for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
		if (facts[i].count > 0)
			g_string_append_printf(text, "%s%u %s", text->len ?
			    ", " : "left out: ", facts[i].count,
			    facts[i].count == 1 ? facts[i].one :
			    facts[i].many);
	if (text->len > 0)
		app_say(app, ROLE_WARN, "%s", text->str);
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
	bookmarks_start(app);
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
	app->placed = app->sample;
	app->follows = app_is_live(app);
	session_begin_texts(session);
	app->tasks = app->samples = app->workers = (struct list){ 0 };
	say_what_is_left_out(app);
}

static void
session_stop(struct app *app)
{
	if (!app->session)
		return;
	export_clear(app);
	cases_clear(app);
	reasons_clear(app);
	actions_clear(app);
	rerun_clear(app);
	g_array_unref(app->order);
	g_array_unref(app->position);
	g_array_unref(app->figures.passk);
	g_hash_table_unref(app->reasons);
	g_clear_pointer(&app->marks, g_free);
	g_clear_pointer(&app->name_ranks, g_free);
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
	saved_init(app);
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
	pager_clear(&app->help_right);
	pager_clear(&app->text);
	g_free(app->text_title);
	g_free(app->message);
	g_free(app->search);
	g_free(app->completions);
	g_free(app->filter_before);
	g_free(app->question_text);
	g_free(app->question_data);
	g_free(app->request_text);
	g_free(app->state_path);
	saved_clear(app);
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
		app_say(app, ROLE_NORMAL, "follow off: F in a list turns it "
		    "on again");
	app->follows = false;
}

bool
app_scroll(struct app *app, struct pager *pager, enum action action)
{
	if (!pager_act(pager, action))
		return false;
	/* These change how the text looks, not where the reader is. */
	if (action != ACTION_WRAP && action != ACTION_NUMBERS)
		app_unfollow(app);
	return true;
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

void
app_head(struct app *app, int x, int y, int width, int sort)
{
	if (app->head_count < HEADS_MAX)
		app->heads[app->head_count++] = (struct head){
			{ x, y, width, 1 }, sort };
}

/* A screen that is open already comes back instead of a second time. */
/*
 * What was opened is being read, so it must not be swapped for a newer one:
 * opening it is a move.  Follow stays off when the reader comes back.
 */
void
app_push(struct app *app, const struct screen *screen)
{
	if (screen == &screen_samples || screen == &screen_review)
		app_unfollow(app);
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
		app->goes_back = true;
		app_ask_quit(app);
		return;
	}
	if (left == &screen_overview && export_is_busy(app))
		return;
	app->depth--;
	if (left == &screen_overview)
		app_close(app);
	if (left == &screen_compare)
		compare_clear(app);
}
