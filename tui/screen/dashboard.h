/* The run dashboard: the screen of a live run and of a finished one. */
#ifndef EVALTOP_TUI_SCREEN_DASHBOARD_H
#define EVALTOP_TUI_SCREEN_DASHBOARD_H

#include "run/session.h"

struct dashboard_options {
	bool ascii;		/* no glyph outside ASCII */
	bool no_color;
};

enum dashboard_end {
	DASHBOARD_QUIT,		/* the user left; the run may have ended or not */
	DASHBOARD_INTERRUPTED,	/* by ^C: the run was stopped */
	DASHBOARD_SIGNAL,	/* by TERM, HUP, QUIT: *ret_signal says which */
	DASHBOARD_NO_TERMINAL,	/* this terminal cannot show it: use plain mode */
};

/*
 * Takes the terminal, shows the session until the user leaves, and gives the
 * terminal back in every case.  The run is still going when it returns only
 * after the user's word to leave it; the caller ends or keeps it.
 */
enum dashboard_end dashboard_run(struct session *session,
    const struct dashboard_options *options, int *ret_signal);

#endif
