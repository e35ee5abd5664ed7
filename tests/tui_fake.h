/*
 * A made-up run: tasks, samples, and a simulation that judges them in a
 * virtual time, the same at every start.  It replaces the session's way to
 * verdicts and texts, so tests of the screens need no files and no sandbox.
 */
#ifndef EVALTOP_TESTS_TUI_FAKE_H
#define EVALTOP_TESTS_TUI_FAKE_H

#include "run/session.h"

struct fake_options {
	guint tasks, n, jobs;
	bool is_live;		/* the feed follows the real clock */
	bool is_hostile;	/* escape sequences in every text */
	bool has_disputes;	/* the second guard denies some passes */
	guint portion;		/* events of a take(), as of a journal; 0: all */
	bool has_pending_texts;	/* suite and samples are still being read */
	const char *tier;	/* NULL: full */
	guint32 salt;		/* other outcomes */
	double speed;		/* of the live clock; 0: 1 */
};

#define FAKE_START_MS G_GINT64_CONSTANT(1760000000000)

struct session *fake_session_new(const struct fake_options *options);
/* Let the simulation run up to this virtual time after the start. */
void fake_advance(struct session *session, gint64 ms);
/* Suite and samples are read, or not yet. */
void fake_set_pending_texts(struct session *session, bool pending);
/* The last command that the feed was given, or -1. */
int fake_last_command(const struct session *session);

#endif
