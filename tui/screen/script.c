/* See script.h. */
#include "tui/screen/script.h"

#include "base/error.h"
#include "tui/format.h"
#include "tui/screen/app.h"

#include <string.h>

#define WAIT_MS 10000
#define WAIT_END_MS 600000

struct script {
	char *path;
	GStrv lines;
	guint at;		/* the line to do, from 0 */
	const char *key;	/* within it: the next key, or NULL */
	bool is_text;
	gint64 waits_since_ms;	/* 0: it does not */
	char *error;
};

struct script *
script_parse(const char *text, gsize length, const char *name, GError **error)
{
	struct script *script;

	/* A NUL would end it in the middle, without a word. */
	if (!g_utf8_validate_len(text, length, NULL)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s is no script: it is not UTF-8", name);
		return NULL;
	}
	script = g_new0(struct script, 1);
	script->path = g_strdup(name);
	script->lines = g_strsplit(text, "\n", -1);
	return script;
}

struct script *
script_load(const char *path, GError **error)
{
	g_autofree char *text = NULL;
	gsize length;
	GError *cause = NULL;

	if (!g_file_get_contents(path, &text, &length, &cause)) {
		/* GLib's sentence names the file too, in its own way. */
		const char *why = g_strrstr(cause->message, ": ");

		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "cannot read the script %s: %s", path, why ? why + 2 :
		    cause->message);
		g_error_free(cause);
		return NULL;
	}
	return script_parse(text, length, path, error);
}

void
script_free(struct script *script)
{
	if (!script)
		return;
	g_strfreev(script->lines);
	g_free(script->path);
	g_free(script->error);
	g_free(script);
}

const char *
script_error(const struct script *script)
{
	return script->error;
}

static enum script_step
fail(struct script *script, const char *what, const char *which)
{
	g_free(script->error);
	script->error = g_strdup_printf("%s:%u: %s '%s'", script->path,
	    script->at + 1, what, which);
	return SCRIPT_FAILED;
}

static void
next_line(struct script *script)
{
	script->at++;
	script->key = NULL;
	script->waits_since_ms = 0;
}

static enum script_step
wait(struct script *script, bool is_there, gint64 now_ms, gint64 limit_ms,
    const char *what)
{
	if (is_there) {
		next_line(script);
		return SCRIPT_DONE_STEP;
	}
	if (script->waits_since_ms == 0)
		script->waits_since_ms = now_ms;
	if (now_ms - script->waits_since_ms > limit_ms)
		return fail(script, "this never came:", what);
	return SCRIPT_WAITS;
}

static bool
screen_shows(struct app *app, const char *text)
{
	g_autofree char *dump = draw_dump(&app->draw);

	return strstr(dump, text);
}

/* One key of the line; the line ends with its last one. */
static enum script_step
press(struct script *script, struct app *app)
{
	g_autofree char *name = NULL;
	gsize length;
	int key;

	if (script->is_text) {
		key = (int)g_utf8_get_char(script->key);
		script->key = utf8_next(script->key);
	} else {
		length = strcspn(script->key, " \t");
		name = g_strndup(script->key, length);
		key = keys_from_name(name);
		if (key == KEY_NONE_)
			return fail(script, "there is no key", name);
		script->key += length;
		script->key += strspn(script->key, " \t");
	}
	if (!*script->key)
		next_line(script);
	app_key(app, key);
	return SCRIPT_DONE_STEP;
}

enum script_step
script_next(struct script *script, struct app *app, gint64 now_ms)
{
	char *line;

	if (script->key)
		return press(script, app);
	while (script->lines[script->at] && (!*g_strstrip(
	    script->lines[script->at]) || *script->lines[script->at] == '#'))
		script->at++;
	line = script->lines[script->at];
	if (!line)
		return SCRIPT_ENDED;
	if (g_str_has_prefix(line, ":wait-for "))
		return wait(script, screen_shows(app, line + 10), now_ms,
		    WAIT_MS, line + 10);
	if (g_str_has_prefix(line, ":wait-judged "))
		return wait(script, !app_is_live(app) ||
		    app->session->board->judged >= g_ascii_strtoull(line + 13,
		    NULL, 10) || app->session->board->state == RUN_PAUSED,
		    now_ms, WAIT_END_MS, line + 13);
	if (strcmp(line, ":wait-end") == 0)
		return wait(script, !app_is_live(app) && !app_work(app),
		    now_ms, WAIT_END_MS, "the run's end");
	if (line[0] == ':' && line[1]) {
		next_line(script);
		commands_run(app, line + 1);
		return SCRIPT_DONE_STEP;
	}
	script->is_text = line[0] == '"' && line[1];
	script->key = line + script->is_text;
	return press(script, app);
}
