/*
 * Warm starts: the launcher's line to an interpreter that it keeps warm.
 *
 * The interpreter is a process inside the launcher's outer namespaces that
 * has loaded what candidates need and then sits in jail_warm_serve().  It
 * clones itself for every job, as the launcher would: the clone enters fresh
 * namespaces, goes through the whole policy, and its candidate, instead of
 * an exec, returns from jail_warm_serve() into the interpreter.  The clone is
 * a child of the launcher (CLONE_PARENT), which reaps it like any other.
 *
 * A SOCK_SEQPACKET pair; the interpreter says once that it is warm (an
 * answer without a descriptor), then answers each request at once with the
 * clone's pid and a pidfd, or with an errno.
 */
#ifndef EVALTOP_SANDBOX_WARM_H
#define EVALTOP_SANDBOX_WARM_H

#include "sandbox/internal.h"

/* And control, start; the job's cgroup only where there is one. */
#define JAIL_WARM_FDS_MIN (JAIL_LAUNCH_FDS + 2)
#define JAIL_WARM_FDS (JAIL_WARM_FDS_MIN + 1)
#define JAIL_WARM_FILTER_MAX 2048		/* instructions */

/* First packet: what all jobs have in common. */
struct jail_warm_common {
	int32_t landlock_abi;
	uint32_t n_filter;
	uint64_t n_tasks;
	struct sock_filter filter[JAIL_WARM_FILTER_MAX];
};

struct jail_warm_request {
	struct jail_policy policy;
	char work_path[80];
	char work_options[128];
};

struct jail_warm_answer {		/* with the pidfd, when err is 0 */
	int32_t err;
	int32_t pid;
};

/*
 * In the interpreter: serve until the socket closes (returns 1).  Returns 0
 * in each confined candidate.
 */
int jail_warm_serve(int socket);

#endif
