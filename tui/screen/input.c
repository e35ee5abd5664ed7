/* From keys to what they do: questions, the line at the bottom, the table. */
#include "tui/screen/app.h"

static bool
command(struct app *app, enum feed_command what, guint argument)
{
	struct feed *feed = app->session->feed;

	return feed->command && feed->command(feed, what, argument);
}

/* Why a command to the run cannot be given, or NULL. */
static const char *
why_not(const struct app *app)
{
	if (!app_is_live(app))
		return "the run has ended";
	if (!app->session->is_live)
		return "another process does this run";
	return NULL;
}

static void
leave(struct app *app, enum dashboard_end end)
{
	app->has_left = true;
	app->end = end;
}

/* As the command line and the runner have it. */
#define JOBS_MAX 1024
#define STRETCH_MAX 80

void
app_ask_quit(struct app *app)
{
	if (export_is_busy(app))
		return;
	if (!app_is_ours(app))
		leave(app, DASHBOARD_QUIT);
	else if (app->leaves_when_ended)
		app_say(app, ROLE_WARN, "stopping: %u still run; "
		    "^C ends them at once", app->session->board->running);
	else
		app->question = QUESTION_STOP;
}

void
app_interrupt(struct app *app)
{
	if (export_stop(app))
		return;
	app->goes_back = false;
	if (!app_is_ours(app)) {
		leave(app, DASHBOARD_QUIT);
		return;
	}
	if (app->question == QUESTION_STOP || app->leaves_when_ended) {
		command(app, FEED_KILL, 0);
		leave(app, DASHBOARD_INTERRUPTED);
		return;
	}
	app->asking = ASK_NOTHING;
	app->was_interrupted = true;
	app->question = QUESTION_STOP;
}

static void
answer_stop(struct app *app, bool yes)
{
	if (!yes) {
		app->was_interrupted = false;
		app_say(app, ROLE_NORMAL, "the run goes on");
		return;
	}
	app->leaves_when_ended = true;
	command(app, FEED_STOP, 0);
	app_say(app, ROLE_WARN, "stopping: %u still run; ^C ends them at once",
	    app->session->board->running);
}

static void
answer_cancel(struct app *app, enum question question)
{
	if (command(app, FEED_CANCEL, app->question_sample))
		app_say(app, ROLE_NORMAL, question == QUESTION_TAKE_BACK ?
		    "taken back" : "cancelled");
	else
		app_say(app, ROLE_WARN, "the run did not take it");
}

static void
answer_replace(struct app *app)
{
	g_autofree char *path = g_steal_pointer(&app->question_text);
	g_autofree char *data = g_steal_pointer(&app->question_data);

	if (data)
		commands_write(app, path, g_steal_pointer(&data), NULL, true);
	else
		export_start(app, path, true);
}

static void
answer(struct app *app, int key)
{
	bool yes = key == 'y' || key == 'Y';
	enum question question = app->question;

	if (!yes && key != 'n' && key != 'N' && key != K_ESCAPE &&
	    key != 'q')
		return;
	app->question = QUESTION_NONE;
	if (question == QUESTION_STOP)
		answer_stop(app, yes);
	else if (!yes)
		app_say(app, ROLE_NORMAL, "nothing was done");
	else if (question == QUESTION_CANCEL || question == QUESTION_TAKE_BACK)
		answer_cancel(app, question);
	else if (question == QUESTION_DELETE)
		runs_delete(app, app->question_text);
	else if (question == QUESTION_REPLACE)
		answer_replace(app);
	else if (question == QUESTION_RERUN)
		rerun_start(app);
}

/* What any screen does. */

static void
toggle_pause(struct app *app)
{
	const char *no = why_not(app);
	bool is_paused = app->session->board->state == RUN_PAUSED;

	if (no)
		app_say(app, ROLE_NORMAL, "cannot pause: %s", no);
	else if (!command(app, is_paused ? FEED_RESUME : FEED_PAUSE, 0))
		app_say(app, ROLE_WARN, "the run did not take it");
	else if (is_paused)
		app_say(app, ROLE_NORMAL, "going on");
	else
		app_say(app, ROLE_NORMAL,
		    "pausing: what runs may end, nothing new starts");
}

static void
ask_cancel(struct app *app)
{
	const char *no = why_not(app);
	const struct board *board = app->session->board;
	guint sample = app->sample, state = SAMPLE_JUDGED;

	if (app->focus == PANE_WORKERS &&
	    app->screens[app->depth - 1] == &screen_overview)
		sample = panes_worker_sample(app, app->workers.cursor);
	if (no) {
		app_say(app, ROLE_NORMAL, "cannot cancel: %s", no);
		return;
	}
	if (sample < board->samples->len)
		state = board_sample(board, sample)->state;
	if (state == SAMPLE_RUNNING)
		app->question = QUESTION_CANCEL;
	else if (state == SAMPLE_QUEUED &&
	    board_sample(board, sample)->has_verdict)
		app->question = QUESTION_TAKE_BACK;
	else
		app_say(app, ROLE_NORMAL,
		    "cannot cancel: this sample is not running");
	app->question_sample = sample;
}

void
app_set_jobs(struct app *app, gint64 jobs)
{
	const char *no = why_not(app);

	if (no)
		app_say(app, ROLE_NORMAL, "cannot change workers: %s", no);
	else if (jobs < 1 || jobs > JOBS_MAX)
		app_say(app, ROLE_NORMAL, "1 worker is the least, %d are the "
		    "most", JOBS_MAX);
	else if (command(app, FEED_JOBS, (guint)jobs))
		app_say(app, ROLE_NORMAL, "workers: %d", (int)jobs);
	else
		app_say(app, ROLE_WARN, "the run did not take it");
}

/* Of the pane with the focus: tasks are left, code and result below. */
static void
change_size(struct app *app, int by)
{
	struct stretch *stretch = &app->stretch;

	if (app->focus == PANE_WORKERS) {
		app_set_jobs(app, (gint64)app->session->board->jobs + by);
		return;
	}
	if (app->is_zoomed || app->layout.size < LAYOUT_MEDIUM) {
		app_say(app, ROLE_NORMAL, "the pane has all the room already");
		return;
	}
	if (app->focus == PANE_CODE || app->focus == PANE_RESULT)
		stretch->rows = CLAMP(stretch->rows + 2 * by, -STRETCH_MAX,
		    STRETCH_MAX);
	else
		stretch->cols = CLAMP(stretch->cols + (app->focus ==
		    PANE_TASKS ? 4 : -4) * by, -STRETCH_MAX, STRETCH_MAX);
}

static void
toggle_follow(struct app *app)
{
	if (app->follows) {
		app_unfollow(app);
	} else if (!app_is_live(app)) {
		app_say(app, ROLE_NORMAL, "cannot follow: the run has ended");
	} else {
		app->follows = true;
		app->followed_ms = 0;
		app_say(app, ROLE_NORMAL,
		    "following the newest; any move ends it");
	}
}

static void
step_failure(struct app *app, int direction)
{
	app_unfollow(app);
	app_note_jump(app);
	if (app_step(app, direction, true))
		g_clear_pointer(&app->message, g_free);
	else
		app_say(app, ROLE_NORMAL, "no %s failure", direction > 0 ?
		    "further" : "earlier");
}

static void
step_case(struct app *app, int direction)
{
	app_unfollow(app);
	if (!app_step(app, direction, false))
		app_say(app, ROLE_NORMAL, "this is the %s case",
		    direction > 0 ? "last" : "first");
}

static void
step_sample(struct app *app, int direction)
{
	const struct board_task *task;
	gint64 to;

	if (!app_has_sample(app))
		return;
	app_unfollow(app);
	task = board_task(app->session->board, app_task(app));
	to = (gint64)app->sample + direction;
	if (to < task->first || to >= (gint64)task->first + task->samples)
		app_say(app, ROLE_NORMAL, "this is the %s sample of the task",
		    direction > 0 ? "last" : "first");
	else if (!cases_go(app, (guint)to))
		app_say(app, ROLE_NORMAL, "the filter hides the %s sample of "
		    "the task", direction > 0 ? "next" : "previous");
	else
		app_select_sample(app, (guint)to);
}

/* Esc: what is being written, the search, the filter, then nothing. */
static void
drop_search(struct app *app)
{
	const struct screen *screen = app_screen(app);

	if (export_stop(app))
		return;
	if (app->search) {
		g_clear_pointer(&app->search, g_free);
		app->text.found = app->help.found = 0;
		for (int i = 0; i < PART__COUNT; i++)
			app->review.pagers[i].found = 0;
		app_say(app, ROLE_NORMAL, "search dropped");
	} else if (screen == &screen_cases && app->cases.filter) {
		cases_set_filter(app, "");
		app_say(app, ROLE_NORMAL, "filter dropped");
	} else if (screen == &screen_cases && app->cases.from) {
		cases_show(app, NULL, NULL);
		app_say(app, ROLE_NORMAL, "all samples");
	} else if (screen == &screen_runs && app->runs.filter) {
		g_clear_pointer(&app->runs.filter, g_free);
		runs_arrange(app);
		app_say(app, ROLE_NORMAL, "filter dropped");
	} else {
		g_clear_pointer(&app->message, g_free);
	}
}

static void
next_theme(struct app *app)
{
	const struct theme *theme = NULL;
	guint i = 0;

	while ((theme = config_theme_at(&app->config, i)) &&
	    theme != app->theme)
		i++;
	theme = config_theme_at(&app->config, i + 1);
	app_set_theme(app, theme ? theme : config_theme_at(&app->config, 0));
	app->wants_repaint = true;
	app_say(app, ROLE_NORMAL, app->draw.has_colors ? "theme %s" :
	    "theme %s (there are no colors here)", app->theme->name);
}

static void
toggle_mouse(struct app *app)
{
	app->has_mouse = !app->has_mouse;
	app_say(app, ROLE_NORMAL, app->has_mouse ?
	    "mouse on: click selects, the wheel scrolls; hold Shift for the "
	    "terminal's own selection" : "mouse off");
}

static bool
act_on_run(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_PAUSE:
		toggle_pause(app);
		return true;
	case ACTION_CANCEL:
		ask_cancel(app);
		return true;
	case ACTION_RERUN:
		rerun_ask(app, false);
		return true;
	case ACTION_RERUN_TIMEOUT:
		rerun_ask(app, true);
		return true;
	case ACTION_LARGER:
		change_size(app, 1);
		return true;
	case ACTION_SMALLER:
		change_size(app, -1);
		return true;
	case ACTION_FOLLOW:
		toggle_follow(app);
		return true;
	case ACTION_NEXT_FAILURE:
		step_failure(app, 1);
		return true;
	case ACTION_PREV_FAILURE:
		step_failure(app, -1);
		return true;
	case ACTION_NEXT_CASE:
		step_case(app, 1);
		return true;
	case ACTION_PREV_CASE:
		step_case(app, -1);
		return true;
	case ACTION_NEXT_SAMPLE:
		step_sample(app, 1);
		return true;
	case ACTION_PREV_SAMPLE:
		step_sample(app, -1);
		return true;
	case ACTION_ALL_SAMPLES:
		cases_show(app, NULL, NULL);
		return true;
	case ACTION_GROUP:
		app_push(app, &screen_reasons);
		return true;
	default:
		return bookmarks_act(app, action) ||
		    actions_act(app, action);
	}
}

static bool
act_anywhere(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_BACK:
		app_pop(app);
		return true;
	case ACTION_QUIT:
		app->goes_back = false;
		app_ask_quit(app);
		return true;
	case ACTION_HELP:
		app_push(app, &screen_help);
		return true;
	case ACTION_REPAINT:
		app->wants_repaint = true;
		return true;
	case ACTION_SEARCH:
		ask_search(app);
		return true;
	case ACTION_NEXT_HIT:
		app_search(app, 1, false);
		return true;
	case ACTION_PREV_HIT:
		app_search(app, -1, false);
		return true;
	case ACTION_FILTER:
		ask_filter(app);
		return true;
	case ACTION_DROP:
		drop_search(app);
		return true;
	case ACTION_COMMAND:
		app_ask(app, ASK_COMMAND, "");
		return true;
	case ACTION_THEME:
		next_theme(app);
		return true;
	case ACTION_MOUSE:
		toggle_mouse(app);
		return true;
	default:
		return app->session ? act_on_run(app, action) :
		    actions_act(app, action);
	}
}

void
app_act(struct app *app, enum action action, int key)
{
	if (action == ACTION_FIRST || action == ACTION_LAST)
		app_note_jump(app);
	if (!app_screen(app)->act(app, action, key) &&
	    !act_anywhere(app, action))
		app_say(app, ROLE_NORMAL, "nothing to do for this key here");
}

/* What is said of a key that does nothing is no news after the next key. */
static const char no_key_text[] =
    "this key does nothing here; ? lists those that do";

void
app_key(struct app *app, int key)
{
	enum action action;

	if (key == K_RESIZE || key == K_MOUSE)
		return;
	app->searching.is_busy = false;
	if (app->question != QUESTION_NONE) {
		answer(app, key);
		return;
	}
	if (app->waits != WAITS_FOR_NOTHING) {
		bookmarks_key(app, key);
		return;
	}
	if (app->asking != ASK_NOTHING) {
		ask_key(app, key);
		return;
	}
	action = keymap_find(&app->config.keymap, key, app_screen(app)->place);
	if (action == ACTION_NONE) {
		app_say(app, ROLE_NORMAL, "%s", no_key_text);
		return;
	}
	if (g_strcmp0(app->message, no_key_text) == 0)
		g_clear_pointer(&app->message, g_free);
	app_act(app, action, key);
}

void
app_mouse(struct app *app, int x, int y, enum mouse what)
{
	if (app->question != QUESTION_NONE || app->asking != ASK_NOTHING)
		return;
	for (int i = 0; i < app->head_count && (what == MOUSE_CLICK || what ==
	    MOUSE_DOUBLE); i++) {
		struct rect r = app->heads[i].rect;

		if (y == r.y && x >= r.x && x < r.x + r.w) {
			sorting_clicked(app, app->heads[i].sort);
			return;
		}
	}
	for (int i = app->hit_count - 1; i >= 0; i--) {
		struct hit hit = app->hits[i];
		struct rect r = hit.rect;

		if (x < r.x || x >= r.x + r.w || y < r.y || y >= r.y + r.h)
			continue;
		if (hit.pane >= 0)
			app_act(app, ACTION_PANE, '1' + hit.pane);
		if (what == MOUSE_WHEEL_UP || what == MOUSE_WHEEL_DOWN) {
			enum action act = what == MOUSE_WHEEL_UP ? ACTION_UP :
			    ACTION_DOWN;

			for (int n = 0; n < 3; n++)
				app_act(app, act, 0);
			return;
		}
		if (!hit.list || hit.list->top + y - r.y >= hit.list->count)
			return;
		hit.list->cursor = hit.list->top + y - r.y;
		app_act(app, ACTION_SELECT, 0);
		if (what == MOUSE_DOUBLE)
			app_act(app, ACTION_OPEN, 0);
		return;
	}
}
