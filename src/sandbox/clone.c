/* The calls that make a job's first process. */
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

static struct clone_args
make_args(const struct jail_job_spec *spec, uint64_t flags, int *ret_pidfd)
{
	bool has_cgroup = spec->cgroup >= 0;

	return (struct clone_args){
		.flags = flags | CLONE_PIDFD |
		    (has_cgroup ? CLONE_INTO_CGROUP : 0),
		.cgroup = has_cgroup ? (uint64_t)spec->cgroup : 0,
		.pidfd = (uint64_t)(uintptr_t)ret_pidfd,
		/* A sibling gets the signal that its parent's own end sends. */
		.exit_signal = flags & CLONE_PARENT ? 0 : SIGCHLD,
	};
}

/*
 * Docker's default filter answers clone3 with ENOSYS, in the hope of the
 * older call, whose arguments it can look at.
 */
pid_t
jail_clone(const struct jail_job_spec *spec, uint64_t flags, int *ret_pidfd)
{
	struct clone_args args = make_args(spec, flags, ret_pidfd);
	long pid;

	if (jail_inject("clone"))
		return -1;
	pid = syscall(SYS_clone3, &args, sizeof args);
#ifndef __s390__			/* other order of arguments there */
	if (pid < 0 && errno == ENOSYS) {
		pid = syscall(SYS_clone, flags | CLONE_PIDFD |
		    args.exit_signal, NULL, ret_pidfd, NULL, NULL);
		if (pid == 0 && spec->cgroup >= 0)
			enter_cgroup(spec);
	}
#endif
	return (pid_t)pid;
}

/*
 * The system call, inline: the child goes on on our stack, below this frame,
 * and would destroy what a function called for it returns by.  The frame is
 * nobody else's, so that the child writes over nothing of ours.
 */
__attribute__((noinline)) static long
clone_lend(struct clone_args *args, const struct jail_job_spec *spec)
{
#if defined __x86_64__
	long pid;

	__asm__ volatile("syscall" : "=a"(pid) : "0"((long)SYS_clone3),
	    "D"(args), "S"(sizeof *args) : "rcx", "r11", "memory");
#elif defined __aarch64__
	register long number __asm__("x8") = SYS_clone3;
	register long size __asm__("x1") = sizeof *args;
	register long pid __asm__("x0") = (long)args;

	__asm__ volatile("svc 0" : "+r"(pid) : "r"(size), "r"(number) :
	    "memory");
#else
	long pid = -ENOSYS;

	(void)args;
#endif
	if (pid == 0)
		jail_inner_run(spec);
	return pid;
}

pid_t
jail_clone_lend(const struct jail_job_spec *spec, uint64_t flags,
    int *ret_pidfd)
{
	struct clone_args args = make_args(spec, flags | CLONE_VM |
	    CLONE_VFORK, ret_pidfd);
	long pid = clone_lend(&args, spec);

	if (pid >= 0)
		return (pid_t)pid;
	errno = (int)-pid;
	return -1;
}
