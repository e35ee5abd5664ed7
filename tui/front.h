/* Dashboard or plain lines: which one, and what its end means. */
#ifndef EVALTOP_TUI_FRONT_H
#define EVALTOP_TUI_FRONT_H

#include "run/session.h"
#include "tui/options.h"
#include "tui/screen/dashboard.h"

enum front_end {
	FRONT_ENDED,		/* the run ended, or the user left it */
	FRONT_INTERRUPTED,	/* by ^C */
	FRONT_SIGNAL,		/* by TERM, HUP, QUIT: ret->signal */
	FRONT_FAILED,		/* a script did not come to its end */
	FRONT_RERUN,		/* a run that was looked at: front_rerun(ret) */
};

/*
 * Show a session until it ends or the user leaves; needs signals_start().
 * A run of ours that the user leaves goes on in plain lines.  `place` (or
 * NULL) is where a screen begins; dashboard_result_clear(ret) afterwards.
 */
enum front_end front_run(struct session *session,
    const struct options *options, const struct dashboard_place *place,
    struct dashboard_result *ret);

/*
 * Judge samples of a run again, as FRONT_RERUN asks for it, when its session
 * is freed.  An exit status.
 */
int front_rerun(const struct dashboard_result *rerun,
    const struct options *options);

/*
 * Whether what the options name for the screen is there, also where lines are
 * printed: a USAGE error otherwise, INPUT for a script that cannot be read.
 */
bool front_check(const struct options *options, GError **error);

/* Whether this command, here, takes the terminal or prints lines. */
bool front_wants_screen(const struct options *options);

/*
 * The run browser of a folder (NULL: evaltop's own), or two runs compared
 * (their folders).  A run that is gone on with from there comes back to it.
 * An exit status; FRONT_NO_SCREEN: this terminal cannot
 * show it, nothing has happened.
 */
#define FRONT_NO_SCREEN (-1)
int front_browse(const char *folder, const struct options *options);
int front_compare(const char *run_a, const char *run_b,
    const struct options *options);

#endif
