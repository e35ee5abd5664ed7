/* From keys to what they do: questions, the search, then the table. */
#include "tui/screen/app.h"

#include <string.h>

#define REASONS_SEARCHED 2000	/* tasks */

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

void
app_ask_quit(struct app *app)
{
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
	if (!app_is_ours(app)) {
		leave(app, DASHBOARD_QUIT);
		return;
	}
	if (app->question == QUESTION_STOP || app->leaves_when_ended) {
		command(app, FEED_KILL, 0);
		leave(app, DASHBOARD_INTERRUPTED);
		return;
	}
	app->has_prompt = false;
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
answer(struct app *app, int key)
{
	bool yes = key == 'y' || key == 'Y';
	enum question question = app->question;

	if (!yes && key != 'n' && key != 'N' && key != K_ESCAPE &&
	    key != 'q')
		return;
	app->question = QUESTION_NONE;
	if (question == QUESTION_STOP) {
		answer_stop(app, yes);
	} else if (yes) {
		if (command(app, FEED_CANCEL, app->question_sample))
			app_say(app, ROLE_NORMAL, "cancelled");
		else
			app_say(app, ROLE_WARN, "it cannot be cancelled");
	}
}

/* Searching.  It moves the cursor and never hides a row. */

/* Lower-case needles match any case. */
static bool
text_matches(const char *text, const char *needle)
{
	g_autofree char *lower = NULL, *folded = NULL;

	folded = g_utf8_validate(needle, -1, NULL) ?
	    g_utf8_strdown(needle, -1) : g_ascii_strdown(needle, -1);
	if (strcmp(folded, needle) != 0)
		return strstr(text, needle);
	lower = g_utf8_validate(text, -1, NULL) ?
	    g_utf8_strdown(text, -1) : g_ascii_strdown(text, -1);
	return strstr(lower, needle);
}

static bool
in_samples(const struct app *app)
{
	return app->screens[app->depth - 1] == &screen_samples;
}

static bool
sample_matches(struct app *app, guint ordinal)
{
	const struct board_sample *sample = board_sample(app->session->board,
	    ordinal);
	const char *detail;

	if (sample->state != SAMPLE_JUDGED)
		return false;
	detail = detail_word((enum detail)sample->detail);
	return text_matches(outcome_info((enum outcome)sample->outcome)->word,
	    app->search) || (detail && text_matches(detail, app->search)) ||
	    text_matches(app_reason(app, ordinal), app->search);
}

static bool
row_matches(struct app *app, guint row)
{
	const struct board *board = app->session->board;
	const struct board_task *task;
	guint failed;

	if (in_samples(app))
		return sample_matches(app,
		    board_task(board, app_task(app))->first + row);
	task = board_task(board, g_array_index(app->order, guint, row));
	if (text_matches(task->id, app->search))
		return true;
	/* The reason shown in the row; each costs a read, so not of masses. */
	failed = app->order->len <= REASONS_SEARCHED ?
	    app_first_failure(app, task) : G_MAXUINT;
	return failed != G_MAXUINT &&
	    text_matches(app_reason(app, failed), app->search);
}

static void
select_row(struct app *app, guint row)
{
	if (in_samples(app))
		app_select_sample(app, board_task(app->session->board,
		    app_task(app))->first + row);
	else
		app_select_task(app, g_array_index(app->order, guint, row));
}

void
app_search(struct app *app, int direction, bool from_here)
{
	guint count, row;

	if (!app->search || !*app->search) {
		app_say(app, ROLE_NORMAL, "nothing to search for: / starts");
		return;
	}
	if (!app_has_sample(app))
		return;
	count = in_samples(app) ? board_task(app->session->board,
	    app_task(app))->samples : app->order->len;
	row = (guint)(in_samples(app) ? app->samples.cursor :
	    app->tasks.cursor);
	for (guint i = from_here ? 0 : 1; i <= count; i++) {
		guint at = (guint)(((gint64)row + count +
		    direction * (gint64)i) % count);

		if (!row_matches(app, at))
			continue;
		app->follows = false;
		select_row(app, at);
		if (at == row && !from_here)
			app_say(app, ROLE_NORMAL, "/%s   the only hit",
			    app->search);
		else if (direction > 0 ? at < row : at > row)
			app_say(app, ROLE_NORMAL, "/%s   wrapped around the "
			    "%s", app->search, direction > 0 ? "end" :
			    "start");
		else
			app_say(app, ROLE_NORMAL, "/%s   n next  N previous",
			    app->search);
		return;
	}
	app_say(app, ROLE_WARN, "/%s   no hit%s", app->search, in_samples(app)
	    ? " in outcomes and reasons" : app->order->len <=
	    REASONS_SEARCHED ? " in task ids and reasons" : " in task ids");
}

static void
search_key(struct app *app, int key)
{
	enum prompt_end end = prompt_key(&app->prompt, key);

	if (end == PROMPT_DROPPED) {
		app->has_prompt = false;
		app_select_sample(app, app->search_origin);
		g_clear_pointer(&app->search, g_free);
		app_say(app, ROLE_NORMAL, "search dropped");
		return;
	}
	g_free(app->search);
	app->search = prompt_text(&app->prompt);
	if (end == PROMPT_ACCEPTED) {
		app->has_prompt = false;
		if (*app->search)
			app_search(app, 1, true);
		return;
	}
	app_select_sample(app, app->search_origin);
	if (*app->search)
		app_search(app, 1, true);
}

static void
start_search(struct app *app)
{
	if (!app_has_sample(app)) {
		app_say(app, ROLE_NORMAL, "there is nothing to search");
		return;
	}
	app->has_prompt = true;
	app->search_origin = app->sample;
	prompt_start(&app->prompt);
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
	guint sample = app->sample;

	if (app->focus == PANE_WORKERS &&
	    app->screens[app->depth - 1] == &screen_overview)
		sample = panes_worker_sample(app, app->workers.cursor);
	if (no) {
		app_say(app, ROLE_NORMAL, "cannot cancel: %s", no);
	} else if (sample >= app->session->board->samples->len ||
	    board_sample(app->session->board, sample)->state !=
	    SAMPLE_RUNNING) {
		app_say(app, ROLE_NORMAL,
		    "cannot cancel: this sample is not running");
	} else {
		app->question = QUESTION_CANCEL;
		app->question_sample = sample;
	}
}

static void
change_jobs(struct app *app, int by)
{
	const char *no = why_not(app);
	guint jobs = app->session->board->jobs;

	if (no)
		app_say(app, ROLE_NORMAL, "cannot change workers: %s", no);
	else if (by < 0 && jobs <= 1)
		app_say(app, ROLE_NORMAL, "one worker is the least");
	else if (command(app, FEED_JOBS, (guint)((int)jobs + by)))
		app_say(app, ROLE_NORMAL, "workers: %d", (int)jobs + by);
	else
		app_say(app, ROLE_WARN, "the run did not take it");
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
	else
		app_select_sample(app, (guint)to);
}

static void
drop_search(struct app *app)
{
	if (app->search)
		app_say(app, ROLE_NORMAL, "search dropped");
	else
		g_clear_pointer(&app->message, g_free);
	g_clear_pointer(&app->search, g_free);
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
	case ACTION_MORE_JOBS:
		change_jobs(app, 1);
		return true;
	case ACTION_FEWER_JOBS:
		change_jobs(app, -1);
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
	default:
		return false;
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
		app_ask_quit(app);
		return true;
	case ACTION_HELP:
		app_push(app, &screen_help);
		return true;
	case ACTION_REPAINT:
		app->wants_repaint = true;
		return true;
	case ACTION_SEARCH:
		start_search(app);
		return true;
	case ACTION_NEXT_HIT:
		app_search(app, 1, false);
		return true;
	case ACTION_PREV_HIT:
		app_search(app, -1, false);
		return true;
	case ACTION_DROP:
		drop_search(app);
		return true;
	default:
		return act_on_run(app, action);
	}
}

void
app_key(struct app *app, int key)
{
	const struct screen *screen = app->screens[app->depth - 1];
	enum action action;

	if (key == K_RESIZE)
		return;
	if (app->question != QUESTION_NONE) {
		answer(app, key);
		return;
	}
	if (app->has_prompt) {
		search_key(app, key);
		return;
	}
	action = keys_find(key, screen->place);
	if (action == ACTION_NONE) {
		app_say(app, ROLE_NORMAL, "this key does nothing here; "
		    "? lists those that do");
		return;
	}
	if (!screen->act(app, action, key) && !act_anywhere(app, action))
		app_say(app, ROLE_NORMAL, "nothing to do for this key here");
}
