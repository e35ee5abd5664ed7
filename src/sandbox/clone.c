/* The one call that makes a job's first process. */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static void
enter_cgroup(const struct jail_job_spec *spec)
{
	int r = jail_cgroup_enter(spec->cgroup);

	if (r < 0)
		jail_stop(spec->start, -r, "enter cgroup");
}

/*
 * Docker's default filter answers clone3 with ENOSYS, in the hope of the
 * older call, whose arguments it can look at.
 */
pid_t
jail_clone(const struct jail_job_spec *spec, uint64_t flags, int *ret_pidfd)
{
	bool has_cgroup = spec->cgroup >= 0;
	struct clone_args args = {
		.flags = flags | CLONE_PIDFD |
		    (has_cgroup ? CLONE_INTO_CGROUP : 0),
		.cgroup = has_cgroup ? (uint64_t)spec->cgroup : 0,
		.pidfd = (uint64_t)(uintptr_t)ret_pidfd,
		/* A sibling gets the signal that its parent's own end sends. */
		.exit_signal = flags & CLONE_PARENT ? 0 : SIGCHLD,
	};
	long pid;

	if (jail_inject("clone"))
		return -1;
	pid = syscall(SYS_clone3, &args, sizeof args);
#ifndef __s390__			/* other order of arguments there */
	if (pid < 0 && errno == ENOSYS) {
		pid = syscall(SYS_clone, flags | CLONE_PIDFD |
		    args.exit_signal, NULL, ret_pidfd, NULL, NULL);
		if (pid == 0 && has_cgroup)
			enter_cgroup(spec);
	}
#endif
	return (pid_t)pid;
}
