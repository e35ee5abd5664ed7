/* The run browser: what its keys do. */
#include "tui/screen/app.h"

#include <string.h>

const struct run_row *
runs_selected(const struct app *app)
{
	const struct runs *runs = &app->runs;

	return runs->list.cursor < (int)runs->shown->len ?
	    g_ptr_array_index(runs->shown, runs->list.cursor) : NULL;
}

static void
open_selected(struct app *app)
{
	const struct run_row *row = runs_selected(app);
	g_autoptr(GError) error = NULL;
	struct session *session;

	if (!row) {
		app_say(app, ROLE_NORMAL, "there is no run to open");
		return;
	}
	/* Who has it open may judge some of it again. */
	session = session_open(row->path, row->state == RUNLIST_LIVE ||
	    rundir_is_locked(row->path), &error);
	if (!session) {
		app_say(app, ROLE_WARN, "%s", error->message);
		return;
	}
	/* The rest comes in slices: app_work(). */
	(void)session_drain(session);
	g_clear_pointer(&app->message, g_free);
	g_clear_pointer(&app->search, g_free);
	app_open(app, session);
}

static void
set_side(struct app *app, char **side, const char *name)
{
	const struct run_row *row = runs_selected(app);

	if (!row)
		return;
	if (g_strcmp0(*side, row->path) == 0) {
		g_clear_pointer(side, g_free);
		app_say(app, ROLE_NORMAL, "%s is no run any more", name);
		return;
	}
	g_free(*side);
	*side = g_strdup(row->path);
	app_say(app, ROLE_NORMAL, app->runs.a && app->runs.b ?
	    "%s is %s   c compares" : "%s is %s", name, row->label);
}

static void
compare_sides(struct app *app)
{
	const struct run_row *row = runs_selected(app);

	/* With one of them set, the run under the cursor is the other. */
	if (row && app->runs.a && !app->runs.b &&
	    strcmp(row->path, app->runs.a) != 0)
		app->runs.b = g_strdup(row->path);
	if (!app->runs.a || !app->runs.b)
		app_say(app, ROLE_NORMAL, "nothing to compare: a and b choose "
		    "two runs");
	else
		compare_open(app, app->runs.a, app->runs.b);
}

static void
swap_sides(struct app *app)
{
	char *a = app->runs.a;

	app->runs.a = app->runs.b;
	app->runs.b = a;
	app_say(app, ROLE_NORMAL, "A and B swapped");
}

static void
resume_selected(struct app *app)
{
	const struct run_row *row = runs_selected(app);

	if (!row)
		return;
	if (row->state == RUNLIST_LIVE) {
		app_say(app, ROLE_NORMAL, "cannot resume: another process "
		    "does this run");
	} else if (row->state == RUNLIST_DONE) {
		app_say(app, ROLE_NORMAL, "cannot resume: all of its samples "
		    "are judged");
	} else if (rundir_is_locked(row->path)) {
		app_say(app, ROLE_NORMAL, "cannot resume: another process "
		    "has this run open");
	} else {
		app->runs.resume = g_strdup(row->path);
		app->end = DASHBOARD_RESUME;
		app->has_left = true;
	}
}

static void
ask_delete(struct app *app)
{
	const struct run_row *row = runs_selected(app);

	if (!row)
		return;
	if (row->state == RUNLIST_LIVE) {
		app_say(app, ROLE_NORMAL, "cannot delete: the run is live");
		return;
	}
	if (rundir_is_locked(row->path)) {
		app_say(app, ROLE_NORMAL, "cannot delete: another process "
		    "has this run open");
		return;
	}
	app->question = QUESTION_DELETE;
	g_free(app->question_text);
	app->question_text = g_strdup(row->path);
}

static void
start_note(struct app *app, enum asking what)
{
	const struct run_row *row = runs_selected(app);
	const char *now;

	if (!row) {
		app_say(app, ROLE_NORMAL, "there is no run to note this of");
		return;
	}
	now = what == ASK_LABEL ? row->note_label : row->note;
	app_ask(app, what, now ? now : "");
}

void
runs_answer_note(struct app *app, enum asking what, const char *text)
{
	const struct run_row *row = runs_selected(app);
	g_autoptr(GError) error = NULL;
	struct notes *notes = row ? notes_load(row->path, &error) : NULL;
	const struct note *now = notes ? notes_get_run(notes) : NULL;
	g_autofree char *label = g_strdup(now ? now->label : NULL);
	g_autofree char *words = g_strdup(now ? now->text : NULL);
	g_autofree char *name = g_strdup(row ? row->label : NULL);

	if (notes && notes_set_run(notes, what == ASK_LABEL ? text : label,
	    what == ASK_NOTE ? text : words, app->now_ms, &error)) {
		runs_look_again(app);
		app_say(app, ROLE_NORMAL, *text ? "%s: %s" :
		    "%s: taken back", name, text);
	} else if (error) {
		app_say(app, ROLE_WARN, "%s", error->message);
	}
	notes_free(notes);
}

static bool
runs_act(struct app *app, enum action action, int key)
{
	struct runs *runs = &app->runs;
	const struct run_row *row;

	(void)key;
	switch (action) {
	case ACTION_OPEN:
	case ACTION_RIGHT:
		open_selected(app);
		return true;
	case ACTION_LEFT:
		app_say(app, ROLE_NORMAL, "this is the top; q quits");
		return true;
	case ACTION_SET_A:
		set_side(app, &runs->a, "A");
		return true;
	case ACTION_SET_B:
		set_side(app, &runs->b, "B");
		return true;
	case ACTION_COMPARE:
		compare_sides(app);
		return true;
	case ACTION_SWAP:
		swap_sides(app);
		return true;
	case ACTION_RESUME:
		resume_selected(app);
		return true;
	case ACTION_DELETE:
		ask_delete(app);
		return true;
	case ACTION_LABEL:
		start_note(app, ASK_LABEL);
		return true;
	case ACTION_NOTE:
		start_note(app, ASK_NOTE);
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		if (action == ACTION_SORT)
			runs->sort = (runs->sort + 1) % RUN_SORT__COUNT;
		else
			runs->is_reverse = !runs->is_reverse;
		runs_arrange(app);
		return true;
	default:
		break;
	}
	if (!list_act(&runs->list, action))
		return false;
	row = runs_selected(app);
	g_free(runs->selected);
	runs->selected = g_strdup(row ? row->path : NULL);
	return true;
}

static int
runs_rows(struct app *app, int *ret_at)
{
	*ret_at = app->runs.list.cursor;
	return (int)app->runs.shown->len;
}

static bool
runs_matches(struct app *app, int index)
{
	const struct run_row *row = g_ptr_array_index(app->runs.shown, index);

	return text_matches(row->name, app->search) ||
	    text_matches(row->label, app->search) ||
	    text_matches(row->suite, app->search);
}

static void
runs_select(struct app *app, int index)
{
	app->runs.list.cursor = index;
	runs_act(app, ACTION_SELECT, 0);
}

const struct screen screen_runs = {
	PLACE_RUNS, runs_draw, runs_act, runs_rows, runs_matches, runs_select,
	"in labels, suites and folders"
};
