/*
 * The interpreter's side of warm starts: a shared object that Python loads
 * (data/harness/warm.py).  It knows nothing of Python.
 *
 * A clone of a warm interpreter is a job like any other: jail_inner_run does
 * its set-up, step by step, init splits off, and the candidate is confined
 * before it begins.  Its beginning is a jump back into jail_warm_serve, which
 * returns to the interpreter that called it, now in the candidate's process.
 *
 * Only the candidate needs the interpreter's memory.  init is lent it, as by
 * vfork, while we stand still (clone.c), and execs a program of its own
 * (candidate.c, init_main.c) as soon as the candidate is there.  No line of
 * the candidate's runs before that: through an init that had our memory it
 * could write into it.
 *
 * The interpreter has one thread, so that a raw clone leaves nothing locked.
 */
#include "config.h"

#include "sandbox/packet.h"
#include "sandbox/warm.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static jmp_buf beginning;

/*
 * The start pipe's end tells the launcher that the candidate has begun.  What
 * kept places free goes, too: no exec will close it.
 */
static void
begin_return(const struct jail_job_spec *spec)
{
	(void)spec;
	(void)syscall(SYS_close_range, JAIL_FD_THIRD + 1, ~0u, 0);
	longjmp(beginning, 1);
}

static int
receive_common(int socket, struct jail_warm_common *warm,
    struct jail_common *common)
{
	unsigned n_fds;
	ssize_t n = jail_packet_receive(socket, warm, sizeof *warm, NULL, 0,
	    &n_fds);

	if (n < (ssize_t)offsetof(struct jail_warm_common, filter) ||
	    warm->n_filter > JAIL_WARM_FILTER_MAX)
		return -EPROTO;
	common->tier = JAIL_TIER_FULL;
	common->landlock_abi = warm->landlock_abi;
	common->n_tasks = warm->n_tasks;
	common->filter.len = (unsigned short)warm->n_filter;
	common->filter.filter = warm->filter;
	return 0;
}

/* The descriptors that a job's set-up writes over must not be in use. */
static int
reserve_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd < JAIL_FD__FREE);
	if (fd < 0)
		return -errno;
	(void)close(fd);
	return 0;
}

static int
answer(int socket, pid_t pid, int pidfd, int err)
{
	const struct jail_warm_answer answer = { .err = err, .pid = pid };
	int r = jail_packet_send(socket, &answer, sizeof answer, &pidfd,
	    pidfd >= 0 ? 1 : 0);

	if (pidfd >= 0)
		(void)close(pidfd);
	return r;
}

/*
 * Lend the memory where the program of init is there to give it back, else
 * have it copied.
 */
static pid_t
make_clone(struct jail_job_spec *spec, uint64_t flags, int *ret_pidfd)
{
	static bool can_lend = true;
	pid_t pid = -1;

	spec->is_lent = can_lend = can_lend &&
	    access(JAIL_INIT_PATH, X_OK) == 0;
	if (can_lend) {
		pid = jail_clone_lend(spec, flags, ret_pidfd);
		/* It is ours again, whatever became of the clone. */
		(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
		/* That job is tried again, and finds the older way. */
		if (jail_init_is_broken)
			can_lend = false;
		if (pid >= 0 || errno != ENOSYS)
			return pid;
		spec->is_lent = can_lend = false;
	}
	pid = jail_clone(spec, flags, ret_pidfd);
	if (pid == 0)
		jail_inner_run(spec);
	return pid;
}

/* Clone and answer; does not return in the clone. */
static int
serve_one(int socket, const struct jail_common *common,
    const struct jail_warm_request *request, const int fds[JAIL_WARM_FDS],
    unsigned n_fds)
{
	const uint64_t flags = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS |
	    CLONE_NEWIPC | CLONE_PARENT;
	struct jail_job_spec spec = {
		.common = common, .policy = &request->policy, .work = -1,
		.control = fds[JAIL_LAUNCH_FDS],
		.start = fds[JAIL_LAUNCH_FDS + 1],
		.cgroup = n_fds > JAIL_WARM_FDS_MIN ? fds[JAIL_WARM_FDS_MIN] :
		    -1,
		.begin = begin_return,
	};
	int pidfd = -1, err;
	pid_t pid;

	memcpy(spec.fds, fds, sizeof spec.fds);
	memcpy(spec.work_path, request->work_path, sizeof spec.work_path);
	memcpy(spec.work_options, request->work_options,
	    sizeof spec.work_options);
	pid = make_clone(&spec, flags, &pidfd);
	err = errno;
	for (unsigned i = 0; i < n_fds; i++)
		(void)close(fds[i]);
	return answer(socket, pid, pidfd, pid < 0 ? err : 0);
}

__attribute__((visibility("default"))) int
jail_warm_serve(int socket)
{
	static struct jail_warm_common warm;
	static struct jail_common common;
	static struct jail_warm_request request;
	int fds[JAIL_WARM_FDS];
	unsigned n_fds;

	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ||
	    reserve_descriptors() < 0 ||
	    receive_common(socket, &warm, &common) < 0)
		return 1;
	if (setjmp(beginning) != 0)
		return 0;
	if (answer(socket, 0, -1, 0) < 0)
		return 1;
	for (;;) {
		ssize_t n = jail_packet_receive(socket, &request,
		    sizeof request, fds, JAIL_WARM_FDS, &n_fds);

		if (n != (ssize_t)sizeof request || n_fds < JAIL_WARM_FDS_MIN)
			return 1;
		if (serve_one(socket, &common, &request, fds, n_fds) < 0)
			return 1;
	}
}
