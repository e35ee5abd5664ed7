/* The run dashboard: the screen of a live run and of a finished one. */
#ifndef EVALTOP_TUI_SCREEN_DASHBOARD_H
#define EVALTOP_TUI_SCREEN_DASHBOARD_H

#include "run/session.h"
#include "tui/keys.h"

/* Where the reader is in a run. */
struct dashboard_place {
	guint sample;		/* ordinal */
	enum place screen;
	enum place below;	/* the list that this one was opened from; 0: none */
	char *filter;		/* of all samples; or NULL */
	GArray *marked;		/* guint32: ordinals; or NULL */
	GArray *bookmarks;	/* guint by letter, as in struct app; or NULL */
};

struct dashboard_options {
	bool ascii;		/* no glyph outside ASCII */
	bool no_color;
	const char *script;	/* a file of keys and commands, or NULL */
	const char *theme;	/* by its name; NULL: the configured one */
	const char *state;	/* see tui/state.h; NULL: nothing is kept */
	const char *runs_dir;	/* of the browser; NULL: evaltop's own */
	const char *run;	/* of the browser: where its cursor begins */
	const char *compare_a, *compare_b;	/* run folders; NULL: none */
	const struct dashboard_place *place;	/* to begin at; NULL: the top */
};

enum dashboard_end {
	DASHBOARD_QUIT,		/* the user left; the run may have ended or not */
	DASHBOARD_INTERRUPTED,	/* by ^C: the run was stopped */
	DASHBOARD_SIGNAL,	/* by TERM, HUP, QUIT: `signal` says which */
	DASHBOARD_NO_TERMINAL,	/* this terminal cannot show it: use plain mode */
	DASHBOARD_RESUME,	/* of the browser: go on with the run in `text` */
	DASHBOARD_RERUN,	/* judge samples of the run in `text` again */
	DASHBOARD_SCRIPT_FAILED,	/* `text` says why */
};

/* What goes with an end; zero is empty. */
struct dashboard_result {
	int signal;
	bool goes_back;		/* left by the key for back, not for the shell */
	char *text;
	GArray *ordinals;	/* guint32: DASHBOARD_RERUN; else NULL */
	guint32 timeout_ms;	/* for these; 0: the run's own */
	struct dashboard_place place;	/* to begin at, when they are judged */
};

void dashboard_result_clear(struct dashboard_result *result);

/*
 * Takes the terminal, shows the session until the user leaves, and gives the
 * terminal back in every case.  The run is still going when it returns only
 * after the user's word to leave it; the caller ends or keeps it.
 */
enum dashboard_end dashboard_run(struct session *session,
    const struct dashboard_options *options, struct dashboard_result *ret);

/*
 * The same without a session: the run browser, or with compare_a and
 * compare_b the comparison of two runs.
 */
enum dashboard_end dashboard_browse(const struct dashboard_options *options,
    struct dashboard_result *ret);

#endif
