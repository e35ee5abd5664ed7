/*
 * Places to come back to: m and a letter sets one, ' and the letter goes
 * there, '' to where one was before the last jump.  A place is a sample.
 */
#include "tui/screen/app.h"

#include <string.h>

void
bookmarks_start(struct app *app)
{
	for (gsize i = 0; i < G_N_ELEMENTS(app->bookmarks); i++)
		app->bookmarks[i] = G_MAXUINT;
	app->came_from = G_MAXUINT;
	app->waits = WAITS_FOR_NOTHING;
}

void
app_note_jump(struct app *app)
{
	if (app_has_sample(app))
		app->came_from = app->sample;
}

static void
go(struct app *app, guint ordinal, const char *what)
{
	g_autofree char *name = app_sample_name(app, ordinal);
	guint from = app->sample;

	if (!cases_go(app, ordinal)) {
		app_say(app, ROLE_WARN, "%s is %s, which the filter hides: "
		    "Esc drops it", what, name);
		return;
	}
	app_unfollow(app);
	app_select_sample(app, ordinal);
	app->came_from = from;
	app_say(app, ROLE_NORMAL, "%s: %s", what, name);
}

static void
set(struct app *app, int key)
{
	g_autofree char *name = NULL;

	if (!app_has_sample(app))
		return;
	app->bookmarks[key] = app->sample;
	name = app_sample_name(app, app->sample);
	app_say(app, ROLE_NORMAL, "mark %c is %s: '%c comes back here, until "
	    "the run is left", key, name, key);
}

static void
go_to(struct app *app, int key)
{
	char what[32];

	if (key == '\'') {
		if (app->came_from == G_MAXUINT)
			app_say(app, ROLE_NORMAL, "nothing to go back to: "
			    "there was no jump yet");
		else
			go(app, app->came_from, "back");
		return;
	}
	g_snprintf(what, sizeof(what), "mark %c", key);
	if (app->bookmarks[key] == G_MAXUINT)
		app_say(app, ROLE_NORMAL, "there is no %s: m%c sets it", what,
		    key);
	else
		go(app, app->bookmarks[key], what);
}

/* G_MAXUINT: there is none. */
static guint
find_sample(const struct app *app, const char *name)
{
	const struct board *board = app->session ? app->session->board : NULL;
	const char *dot = strrchr(name, '.');
	guint64 number = dot ? g_ascii_strtoull(dot + 1, NULL, 10) : 0;
	gsize length = dot ? (gsize)(dot - name) : 0;

	for (guint i = 0; board && i < board->tasks->len; i++) {
		const struct board_task *task = board_task(board, i);
		bool is_whole = strcmp(task->id, name) == 0;
		guint failed;

		if (task->samples == 0 || (!is_whole && !(dot &&
		    strlen(task->id) == length && strncmp(task->id, name,
		    length) == 0)))
			continue;
		if (!is_whole && number >= 1 && number <= task->samples)
			return task->first + (guint)number - 1;
		failed = app_first_failure(app, task);
		return failed == G_MAXUINT ? task->first : failed;
	}
	return G_MAXUINT;
}

void
bookmarks_go(struct app *app, const char *name)
{
	guint ordinal = find_sample(app, name);
	g_autofree char *full = NULL;

	if (ordinal == G_MAXUINT) {
		app_say(app, ROLE_WARN, "there is no task or sample '%s'",
		    name);
		return;
	}
	if (!cases_go(app, ordinal)) {
		full = app_sample_name(app, ordinal);
		app_say(app, ROLE_WARN, "the filter hides %s: Esc drops it",
		    full);
		return;
	}
	app_unfollow(app);
	app_note_jump(app);
	app_select_sample(app, ordinal);
}

void
bookmarks_key(struct app *app, int key)
{
	enum waits waits = app->waits;

	app->waits = WAITS_FOR_NOTHING;
	if (!app->session || key <= ' ' || key >= 0x7f) {
		app_say(app, ROLE_NORMAL, "no mark: marks are letters");
		return;
	}
	if (waits == WAITS_FOR_MARK && key != '\'')
		set(app, key);
	else
		go_to(app, key);
}

bool
bookmarks_act(struct app *app, enum action action)
{
	if (action != ACTION_BOOKMARK && action != ACTION_GO_TO_BOOKMARK)
		return false;
	app->waits = action == ACTION_BOOKMARK ? WAITS_FOR_MARK :
	    WAITS_FOR_PLACE;
	app_say(app, ROLE_NORMAL, action == ACTION_BOOKMARK ?
	    "mark: which letter?" : "go to mark: which letter?   ' goes back");
	return true;
}
