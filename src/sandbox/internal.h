/*
 * What the files of the launcher share among themselves.  Nothing here is
 * for the runner: its side is client.h, wire.h and policy.h.
 */
#ifndef EVALTOP_SANDBOX_INTERNAL_H
#define EVALTOP_SANDBOX_INTERNAL_H

#include "sandbox/wire.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define JAIL_HOST_NOBODY 65534u	/* whom root becomes for the candidates */
#define JAIL_INSIDE_ID 1000u	/* uid and gid that a candidate sees */

/* Where the descriptors of a job lie between clone and exec. */
enum jail_child_fd {
	JAIL_FD_THIRD = 3,	/* 0 to 3 are the candidate's */
	JAIL_FD_CONTROL,	/* init <-> launcher, a SEQPACKET pair */
	JAIL_FD_START,		/* write end: set-up faults, "exec comes next" */
	JAIL_FD__FREE		/* the launcher's own descriptors lie above */
};

/* The step that failed and why; err is a positive errno, 0 when all is well. */
struct jail_fault {
	int err;
	char step[JAIL_TEXT_BYTES];
};

struct jail_bind {
	const char *source;	/* borrowed from argv */
	const char *target;
};

struct jail_options {
	enum jail_tier tier;
	int socket;
	unsigned n_binds;
	struct jail_bind binds[JAIL_BINDS_MAX];
};

/* What every job of a launcher has in common; made once, then only read. */
struct jail_common {
	enum jail_tier tier;
	int landlock_abi;		/* 0: this kernel has none */
	struct sock_fprog filter;
};

/* One packet or pipe record from a job's set-up; fits in PIPE_BUF. */
struct jail_note {
	int32_t err;			/* 0: the next call is the exec */
	char step[60];
};

/* What init says last. */
struct jail_report {
	int32_t wait_status;
	uint32_t was_told;		/* 1: it ended because of the control */
	uint32_t hit_memory;		/* 1: of the memory of all together */
	uint32_t reserved;
	uint64_t cpu_user_us;
	uint64_t cpu_system_us;
	uint64_t peak_rss_bytes;
};

/* All that a job needs after the clone; nothing is allocated there. */
struct jail_job_spec {
	const struct jail_common *common;
	const struct jail_policy *policy;
	char *const *argv;
	int fds[JAIL_LAUNCH_FDS];
	int control;
	int start;
	char work_options[128];		/* of the tmpfs on /w */
};

/* Note the failure and return -err; err is a positive errno. */
int jail_fault_set(struct jail_fault *fault, int err, const char *step);
int jail_fault_set_path(struct jail_fault *fault, int err, const char *step,
    const char *path);

/* outer.c: the namespaces and the root that all candidates share. */
int jail_outer_unshare(struct jail_fault *fault);
int jail_outer_build(const struct jail_options *options, uid_t host_uid,
    struct jail_fault *fault);

/* inner.c: runs in the clone; never returns. */
_Noreturn void jail_inner_run(const struct jail_job_spec *spec);

/* init.c: PID 1 of a job; never returns. */
_Noreturn void jail_init_run(int control, pid_t candidate,
    uint64_t memory_bytes);

/*
 * memory.c: whether all processes of this pid namespace but PID 1 together
 * have more than that.  False where there is no proc.  Async-signal-safe.
 */
bool jail_memory_is_over(uint64_t limit_bytes);

/* limits.c */
int jail_limits_set(const struct jail_policy *policy, const char **ret_step);

/*
 * privileges.c: give up every capability for good, bounding set included,
 * and set no_new_privs.  Async-signal-safe.
 */
int jail_privileges_drop(const char **ret_step);

/* filter.c: compile the deny list once; the array lives until exit. */
int jail_filter_compile(struct sock_fprog *ret_filter,
    struct jail_fault *fault);
int jail_filter_load(const struct sock_fprog *filter);

/* landlock.c */
int jail_landlock_abi(void);
int jail_landlock_restrict(int abi, const char **ret_step);

/* jail.c: serve until the socket closes; the return value is for exit. */
int jail_serve(const struct jail_options *options);

/* hand.c: run one command by hand; the return value is for exit. */
struct jail_hand {
	enum jail_tier tier;
	struct jail_policy policy;
	const char *binds[JAIL_BINDS_MAX];
	unsigned n_binds;
	double time_s;
	uint64_t output_bytes;		/* 0: stdout and stderr pass untouched */
	int report_fd;			/* -1: none */
	char **argv;
};
int jail_hand_run(const struct jail_hand *hand);

#endif
