/* The one call that makes a job's first process. */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Docker's default filter answers clone3 with ENOSYS, in the hope of the
 * older call, whose arguments it can look at.
 */
pid_t
jail_clone(uint64_t flags, int *ret_pidfd)
{
	struct clone_args args = {
		.flags = flags | CLONE_PIDFD,
		.pidfd = (uint64_t)(uintptr_t)ret_pidfd,
		/* A sibling gets the signal that its parent's own end sends. */
		.exit_signal = flags & CLONE_PARENT ? 0 : SIGCHLD,
	};
	long pid;

	if (jail_inject("clone"))
		return -1;
	pid = syscall(SYS_clone3, &args, sizeof args);
#ifndef __s390__			/* other order of arguments there */
	if (pid < 0 && errno == ENOSYS)
		pid = syscall(SYS_clone, flags | CLONE_PIDFD |
		    args.exit_signal, NULL, ret_pidfd, NULL, NULL);
#endif
	return (pid_t)pid;
}
