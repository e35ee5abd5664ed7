/*
 * A run as lines: one event, one line, keys that are words, no colour and no
 * cursor movement.  For pipes, logs, CI, screen readers and dumb terminals.
 */
#ifndef EVALTOP_TUI_PLAIN_H
#define EVALTOP_TUI_PLAIN_H

#include "run/session.h"

struct plain_options {
	bool is_quiet;		/* no failures, no progress */
	bool is_verbose;	/* passes too */
	bool is_silent;		/* nothing on stdout at all (--json) */
};

enum plain_end {
	PLAIN_ENDED,		/* the run has, or there is nothing more to read */
	PLAIN_INTERRUPTED,	/* by ^C; a run of ours was stopped */
	PLAIN_SIGNAL,		/* by TERM, HUP, QUIT: *ret_signal; it was stopped */
};

/* Needs signals_start().  Prints events until the session ends. */
enum plain_end plain_run(struct session *session,
    const struct plain_options *options, int *ret_signal);

/* End a run of ours now and take its last events, with a deadline. */
void plain_kill(struct session *session);

/* "18m44s"; caller frees. */
char *plain_duration(guint64 ms);

/* " pass=22 assertion_fail=17 ..."; caller frees. */
char *plain_counts(const struct board *board);

#endif
