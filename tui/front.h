/* Dashboard or plain lines: which one, and what its end means. */
#ifndef EVALTOP_TUI_FRONT_H
#define EVALTOP_TUI_FRONT_H

#include "run/session.h"
#include "tui/options.h"

enum front_end {
	FRONT_ENDED,		/* the run ended, or the user left it */
	FRONT_INTERRUPTED,	/* by ^C */
	FRONT_SIGNAL,		/* by TERM, HUP, QUIT: *ret_signal */
};

/*
 * Show a session until it ends or the user leaves; needs signals_start().
 * A run of ours that the user leaves goes on in plain lines.
 */
enum front_end front_run(struct session *session,
    const struct options *options, int *ret_signal);

#endif
