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
	int socket;		/* -1: not running */
	pid_t pid;
};

/* Start it and wait until it is ready (10 s at most). HOST errors. */
bool launcher_start(struct launcher *launcher, GError **error);

/* End it and all its jobs, and wait for it. Safe to call twice. */
void launcher_stop(struct launcher *launcher);

/*
 * One launch: stdin is `request`; the read ends of three fresh pipes (stdout,
 * stderr, the verdict) come back, non-blocking.  0, -EAGAIN (ask again
 * later), or another negative errno; then no descriptor is left open.
 * `request` is closed in every case but -EAGAIN.
 */
int launcher_launch(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int ret_pipes[3]);

#endif
