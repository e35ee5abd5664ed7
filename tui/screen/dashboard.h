/* The run dashboard: the screen of a live run and of a finished one. */
#ifndef EVALTOP_TUI_SCREEN_DASHBOARD_H
#define EVALTOP_TUI_SCREEN_DASHBOARD_H

#include "run/session.h"

struct dashboard_options {
	bool ascii;		/* no glyph outside ASCII */
	bool no_color;
	const char *script;	/* a file of keys and commands, or NULL */
	const char *theme;	/* by its name; NULL: the configured one */
	const char *runs_dir;	/* of the browser; NULL: evaltop's own */
	const char *compare_a, *compare_b;	/* run folders; NULL: none */
};

enum dashboard_end {
	DASHBOARD_QUIT,		/* the user left; the run may have ended or not */
	DASHBOARD_INTERRUPTED,	/* by ^C: the run was stopped */
	DASHBOARD_SIGNAL,	/* by TERM, HUP, QUIT: *ret_signal says which */
	DASHBOARD_NO_TERMINAL,	/* this terminal cannot show it: use plain mode */
	DASHBOARD_RESUME,	/* of the browser: go on with the run in *ret_text */
	DASHBOARD_SCRIPT_FAILED,	/* *ret_text says why */
};

/*
 * Takes the terminal, shows the session until the user leaves, and gives the
 * terminal back in every case.  The run is still going when it returns only
 * after the user's word to leave it; the caller ends or keeps it.  *ret_text
 * (or NULL) goes with two of the ends; the caller frees it.
 */
enum dashboard_end dashboard_run(struct session *session,
    const struct dashboard_options *options, int *ret_signal,
    char **ret_text);

/*
 * The same without a session: the run browser, or with compare_a and
 * compare_b the comparison of two runs.
 */
enum dashboard_end dashboard_browse(const struct dashboard_options *options,
    int *ret_signal, char **ret_text);

#endif
