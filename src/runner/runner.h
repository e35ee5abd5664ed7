/*
 * The runner: one background thread that judges samples through the launcher
 * and emits events.  See runner.c for the theory of operation.
 */
#ifndef EVALTOP_RUNNER_RUNNER_H
#define EVALTOP_RUNNER_RUNNER_H

#include "run/board.h"
#include "run/feed.h"
#include "run/journal.h"
#include "sample/sample.h"
#include "suite/suite.h"

struct runner_config {
	const struct suite *suite;		/* borrowed, as are all below */
	const struct sample_set *samples;
	struct run_manifest *manifest;		/* tier and interpreter get filled in */
	const char *rundir;
	struct journal *journal;
	/*
	 * A resumed run as its journal has it; NULL: a new run.  Read before
	 * runner_start() returns, and not later.
	 */
	const struct board *board;
	int stop_fd;	/* the start ends once this is readable; -1: never */
	/*
	 * Ordinals (guint32): judge these, whatever they are, and nothing
	 * else; NULL: judge what has no verdict.
	 */
	const GArray *rerun;
	guint32 rerun_timeout_ms;	/* for these; 0: the tasks' own */
};

/*
 * Start the launcher, probe the interpreter, plan the tests, then start the
 * thread.  Call before any other thread exists, with the signals blocked
 * that the main thread handles.  The feed is the runner: free() stops it
 * (as FEED_KILL), joins the thread and frees all.  Until then a run that has
 * ended takes reruns, and ends once more when they are judged.  NULL with a HOST error
 * when the tier asked for is not to be had, there is no interpreter, or
 * stop_fd became readable meanwhile; with
 * an INPUT error when a task's tests cannot be understood.
 */
struct feed *runner_start(const struct runner_config *config, GError **error);

#endif
