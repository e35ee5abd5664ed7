/*
 * The launcher as the runner sees it: one child process, evaltop-jail
 * --serve, started at the first need and started anew when it dies.
 */
#ifndef EVALTOP_RUNNER_LAUNCHER_H
#define EVALTOP_RUNNER_LAUNCHER_H

#include "runner/interp.h"
#include "sandbox/client.h"

#include <glib.h>
#include <stdbool.h>

struct launcher {
	char *path;		/* of evaltop-jail */
	const struct interp *interp;	/* borrowed */
	enum jail_tier tier;
	bool is_warm;		/* launch() forks a warm interpreter */
	bool was_ready;		/* and memory_by holds for all later starts */
	bool died_early;	/* the last start ended before it was ready */
	enum jail_memory_by memory_by;
	int socket;		/* -1: not running */
	int stop_fd;		/* waits end once this is readable; -1: none */
	pid_t pid;
};

/*
 * Start it and wait until it is ready (10 s at most).  HOST errors, one of
 * them that a later start bounds memory in a weaker way than the first.
 */
bool launcher_start(struct launcher *launcher, GError **error);

/* End it and all its jobs, and wait for it. Safe to call twice. */
void launcher_stop(struct launcher *launcher);

/*
 * One launch: stdin is `request`; the read ends of three fresh pipes (stdout,
 * stderr, the verdict) come back, non-blocking.  0, -EAGAIN (its socket is
 * full, ask again later), or another negative errno; then no pipe is left
 * open and *ret_pipes is untouched.  `request` is closed in every case.
 */
int launcher_launch(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int ret_pipes[3]);

/*
 * Two launches that can talk to each other and to nobody else: the judge
 * has the line between them as its stdout and the verdict pipe as 3; the
 * candidate has the line as 3.  ret_pipes: the candidate's stdout and stderr,
 * the judge's verdict.  Errors as above; when only the second launch fails
 * the first job sees the line's end and is no job of the caller's any more.
 */
int launcher_launch_pair(struct launcher *launcher, const guint64 jobs[2],
    const struct jail_policy *policy, const int requests[2],
    int ret_pipes[3]);

/*
 * A judge that gets its requests one by one: the write end of its line to us
 * and the read end of its verdict pipe, both non-blocking.  Errors as above.
 */
int launcher_launch_judge(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int *ret_line, int *ret_verdict);

/*
 * The candidate's half of a pair: `line` is its end of the one to the judge.
 * ret_pipes: its stdout and stderr.  Errors as above; request and line are
 * closed in every case.
 */
int launcher_launch_candidate(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int line,
    int ret_pipes[2]);

#endif
