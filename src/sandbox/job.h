/*
 * One candidate as the launcher sees it, from LAUNCH to ENDED.  Internal to
 * the launcher; single-threaded; nothing here blocks.
 */
#ifndef EVALTOP_SANDBOX_JOB_H
#define EVALTOP_SANDBOX_JOB_H

#include "sandbox/internal.h"
#include "sandbox/warm.h"
#include "sandbox/zygote.h"

#include <stdbool.h>

enum job_state {
	JOB_FREE,
	JOB_WAITING,		/* for a warm interpreter's clone */
	JOB_LIVE,		/* init has not been reaped */
	JOB_ENDED,		/* only its answers are still to be sent */
};

/* What a job that waits holds ready for the interpreter. */
struct job_wait {
	struct zygote *zygote;
	struct jail_warm_request request;
	int fds[JAIL_WARM_FDS];	/* ours, but for the cgroup's */
	unsigned n_fds;
};

struct job {
	enum job_state state;
	uint64_t id;
	pid_t pid;		/* init */
	int pidfd;		/* of init; -1 when there is none */
	int control;		/* init's other end */
	int start;		/* read end; -1 once it has told all it can */
	bool exec_is_next;	/* nothing but the exec was left to do */
	bool owes_started;
	bool is_killed;		/* the runner asked for its end */
	bool has_reported;	/* init said what was used, and then ended */
	char work_path[80];	/* without namespaces: the folder */
	int cgroup;		/* its folder; -1: none */
	uint64_t cgroup_serial;
	int64_t force_at_ms;	/* when init is killed itself; 0: not set */
	struct job *next_waiting;
	struct job_wait wait;
	struct jail_ended ended;
};

/*
 * Start a job in a free slot.  Takes the four descriptors, which are closed
 * on return unless the job waits.  A fault leaves the slot in JOB_ENDED.
 */
void job_launch(struct job *job, const struct jail_common *common,
    const struct jail_launch *launch, int fds[JAIL_LAUNCH_FDS],
    int64_t now_ms);

/* What zygote.c says of one that waited: JOB_LIVE, or JOB_ENDED. */
void job_cloned(struct job *job, pid_t pid, int pidfd, int64_t now_ms);
void job_not_cloned(struct job *job, int err, const char *step);

/* A request that cannot be served: the slot only owes its ENDED. */
void job_refuse(struct job *job, uint64_t id, int err, const char *step);

/*
 * Tell init to end everything; it is killed itself a second later.  A job
 * that waits ends here, or with the clone that is just being made.
 */
void job_kill(struct job *job, int64_t now_ms);
void job_force(struct job *job);

/* Something was written to, or hung up on, the start pipe. */
void job_read_start(struct job *job);

/* Reap init if it has ended: JOB_LIVE becomes JOB_ENDED. */
void job_reap(struct job *job);

/*
 * Take away what is the launcher's to take: the cgroup, and without
 * namespaces the work folder if init could not.  No process of the job may
 * be alive.
 */
void job_clean_up(struct job *job, const struct jail_common *common);

#endif
