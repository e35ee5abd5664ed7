/*
 * The memory and the tasks of a whole job, bounded by the kernel: one child
 * of cgroup v2 for each job, where this user may make them.
 *
 *   place                 an ancestor of ours in which we may make cgroups,
 *    |                    or our own ("evaltop.main" then takes us all)
 *   evaltop-PID-N         the launcher's, with a lock while it lives
 *    |         |
 *   launcher   1, 2 ...   a leaf for launcher and warm interpreters; the jobs
 *
 * Where none can be made, the watch of memory.c is all there is, and
 * jail_cgroup.lacks says why.  It goes on in either case: it is what the
 * policy means, the cgroup what the kernel grants for the policy and its own
 * tables of it (JAIL_CGROUP_EXTRA).
 *
 * Nothing here allocates.  Internal to the launcher.
 */
#ifndef EVALTOP_SANDBOX_CGROUP_H
#define EVALTOP_SANDBOX_CGROUP_H

#include "sandbox/policy.h"
#include "sandbox/wire.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Page tables, stacks and other things of the kernel's count there, too. */
#define JAIL_CGROUP_EXTRA(bytes) ((bytes) / 16 + (16u << 20))
#define JAIL_CGROUP_LEFT_MAX 64

struct jail_cgroup {
	int place;			/* -1: none */
	int base;			/* -1: none, the memory is watched */
	char name[48];			/* of the base, in the place */
	bool has_pids;
	bool has_enabled;		/* the place's controllers, by us */
	bool is_main_ours;		/* "evaltop.main" was made by us */
	uint64_t serial;		/* the last job's */
	unsigned n_left;		/* jobs' cgroups still to be removed */
	uint64_t left[JAIL_CGROUP_LEFT_MAX];
	char lacks[JAIL_TEXT_BYTES];	/* the step that failed; or empty */
	int err;			/* and its errno */
};

/* What a job's cgroup says of it. */
struct jail_cgroup_use {
	uint64_t n_limit;		/* how often it was at its limit */
	uint64_t n_killed;		/* processes killed for want of memory */
	uint64_t peak_bytes;		/* 0: this kernel does not say */
	uint64_t cpu_user_us, cpu_system_us;
};

/* ---- cgroup_place.c ---- */

/*
 * Where cgroups can be made: the folder's path and 0, or a negative errno
 * and what is lacking.  *ret_is_own: it is our own, which must be emptied
 * first.  Looks only.
 */
int jail_cgroup_find(char path[PATH_MAX], bool *ret_is_own,
    const char **ret_lacks);

/* Small files of a cgroup; 0 or a negative errno. */
int jail_cgroup_write(int folder, const char *file, const char *text);
int jail_cgroup_read(int folder, const char *file, char *text, size_t size);
/* Whether a file of words and blanks has this one. */
bool jail_cgroup_has(int folder, const char *file, const char *word);

/* ---- cgroup.c ---- */

/*
 * In the waiter, as whoever started it: make the base, and take away those
 * whose launchers are dead.  If owner is not root it gets the base.  Failure
 * is no fault: base is then -1, and lacks is set.
 */
void jail_cgroup_make(struct jail_cgroup *cgroup, uid_t owner);

/* In the launcher, before it gives up anything: move there.  0 or -errno. */
int jail_cgroup_enter_launcher(const struct jail_cgroup *cgroup);

/*
 * In the waiter, when the launcher has ended: kill what is there, take all
 * away, and let the place be as it was.
 */
void jail_cgroup_remove(struct jail_cgroup *cgroup);

/* Take away what a waiter that was killed left where we would make ours. */
void jail_cgroup_sweep(pid_t waiter);

/*
 * One more job's: a descriptor of its folder and its serial number, or
 * -errno and the step.
 */
int jail_cgroup_add(struct jail_cgroup *cgroup,
    const struct jail_policy *policy, uint64_t *ret_serial,
    const char **ret_step);

/* The caller moves itself there: where clone3 cannot.  0 or -errno. */
int jail_cgroup_enter(int folder);

void jail_cgroup_measure(int folder, struct jail_cgroup_use *use);
void jail_cgroup_kill(int folder);

/* Closes folder and removes it, now or together with a later one. */
void jail_cgroup_drop(struct jail_cgroup *cgroup, int folder,
    uint64_t serial);

#endif
