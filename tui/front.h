/* Dashboard or plain lines: which one, and what its end means. */
#ifndef EVALTOP_TUI_FRONT_H
#define EVALTOP_TUI_FRONT_H

#include "run/session.h"
#include "tui/options.h"

enum front_end {
	FRONT_ENDED,		/* the run ended, or the user left it */
	FRONT_INTERRUPTED,	/* by ^C */
	FRONT_SIGNAL,		/* by TERM, HUP, QUIT: *ret_signal */
	FRONT_FAILED,		/* a script did not come to its end */
};

/*
 * Show a session until it ends or the user leaves; needs signals_start().
 * A run of ours that the user leaves goes on in plain lines.
 */
enum front_end front_run(struct session *session,
    const struct options *options, int *ret_signal);

/* Whether this command, here, takes the terminal or prints lines. */
bool front_wants_screen(const struct options *options);

/*
 * The run browser of a folder (NULL: evaltop's own), or two runs compared
 * (their folders).  An exit status; FRONT_NO_SCREEN: this terminal cannot
 * show it, nothing has happened.
 */
#define FRONT_NO_SCREEN (-1)
int front_browse(const char *folder, const struct options *options);
int front_compare(const char *run_a, const char *run_b,
    const struct options *options);

#endif
