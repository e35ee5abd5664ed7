/*
 * A run from the command line to its exit status: what demo, run and check
 * have in common.
 */
#ifndef EVALTOP_TUI_LAUNCH_H
#define EVALTOP_TUI_LAUNCH_H

#include "run/session.h"
#include "tui/options.h"
#include "tui/screen/dashboard.h"

#define LAUNCH_DEMO "demo"	/* as SUITE or SAMPLES: the built-in one */

struct launch_job {
	const char *suite;	/* NULL with --resume: the run's own */
	const char *samples;	/* NULL: the run's own, or the demo's */
	bool is_check;		/* the suite's references are the samples */
	/*
	 * With --resume: ordinals (guint32) to judge again, nothing else, and
	 * with which timeout (0: their own).  NULL: as the options say.
	 */
	const GArray *rerun;
	guint32 rerun_timeout_ms;
	const struct dashboard_place *place;	/* of the screen; NULL: the top */
	/* Set to whether the reader wants back to what was before; or NULL. */
	bool *ret_goes_back;
	/*
	 * After the run: print what the command has to say to `out` (NULL:
	 * nothing may be printed); an exit status that counts unless the run
	 * itself ended badly.  May be NULL.
	 */
	int (*finish)(struct session *session, FILE *out);
};

/* Returns the exit status, or dies of the signal that ended the run. */
int launch_run(const struct launch_job *job, const struct options *options);

#endif
