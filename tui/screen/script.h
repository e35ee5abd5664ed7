/*
 * A script of keys, for bug reports, tests and pictures: one step a line.
 *
 *	j j Enter          keys by their names, blanks between
 *	"text              the characters behind the quote, each a key
 *	:save-screen FILE  what the command line knows
 *	:size 160x50
 *	:wait-for TEXT     until the screen shows it, ten seconds at most
 *	:wait-judged N     until so many are judged, or no more will be
 *	:wait-end          until the run has ended
 *	# a remark
 *
 * At its end the program quits; a live run of ours is then stopped.
 */
#ifndef EVALTOP_TUI_SCREEN_SCRIPT_H
#define EVALTOP_TUI_SCREEN_SCRIPT_H

#include <glib.h>

struct app;
struct script;

struct script *script_load(const char *path, GError **error);
/* The same of a text; `name` is the file in what it says of failures. */
struct script *script_parse(const char *text, gsize length, const char *name,
    GError **error);
void script_free(struct script *script);

enum script_step {
	SCRIPT_DONE_STEP,	/* draw, then the next */
	SCRIPT_WAITS,		/* ask again after events, or soon */
	SCRIPT_ENDED,
	SCRIPT_FAILED,		/* script_error() says why */
};

/* Do the next step, on a screen that is drawn. */
enum script_step script_next(struct script *script, struct app *app,
    gint64 now_ms);
const char *script_error(const struct script *script);

#endif
