/*
 * The launcher: theory of operation.
 *
 *   runner            evaltop; no part of this program
 *    | SOCK_SEQPACKET: wire.h
 *   waiter            as started by the runner; made the outer namespaces,
 *    |                forked, closed the socket; now waits and passes on
 *    |                the launcher's end.  A kill of it ends all the rest.
 *   launcher          PID 1 of the outer pid namespace: this loop
 *    |   |   |        (outer.c: user, mount, net, ipc, uts, pid)
 *   init ... ...      PID 1 of a job's own user, pid, mount, ipc namespace
 *    |                (inner.c, then init.c)
 *   candidate         PID 2 of the job, and whatever it starts
 *
 * Who ends whom.  The launcher tells a job's init to end it: init kills all
 * in its namespace, reaps it so that its CPU time is counted, reports, and
 * exits.  If init has not ended a second later it is killed by its pidfd,
 * and the kernel kills the namespace with it.  If the launcher ends, for
 * whatever reason, the kernel kills the outer pid namespace, and with it
 * every job.  The launcher ends when the runner's socket closes, when the
 * waiter dies (parent death signal), and so when the runner dies.
 *
 * What an attacker gains by each step left out:
 *
 *   not single-threaded   a lock held at the fork blocks a job for ever
 *   waiter, not launcher, in the host's pid namespace
 *                         host pids are seen in the launcher's proc
 *   not dumpable          a same-uid process on the host reads our memory
 *   close_range first     a descriptor left open by the runner's parent is
 *                         a way out that no namespace closes
 *   binds before pivot    paths below root-only folders could not be had
 *   root given up before  RLIMIT_NPROC does not bind for uid 0, and a
 *     any job             missed mount would be open to it
 *   capabilities dropped  a bug in this loop would be a bug with
 *     before READY        CAP_SYS_ADMIN in the outer namespaces
 *
 * The loop never blocks on a job: the start pipe is non-blocking, reports
 * are read when init has been reaped, and answers that the runner does not
 * take stay in the job's slot until it does.
 */
#include "config.h"

#include "sandbox/internal.h"
#include "sandbox/job.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 512		/* more at once are refused with EAGAIN */
#define SLOTS (JOBS_MAX + 32)	/* room for the refusals */
#define EVENTS_AT_ONCE 64
#define REQUESTS_AT_ONCE 16	/* then let the jobs have a turn */

enum event_kind {
	EVENT_SOCKET,
	EVENT_START,
	EVENT_PIDFD,
};

struct launcher {
	int socket;
	int epoll;
	struct jail_common common;
	unsigned n_used;		/* slots that are not free */
	unsigned n_killed;		/* live jobs with a deadline */
	uint32_t socket_events;		/* what epoll watches there now */
	struct job jobs[SLOTS];
	struct jail_launch request;	/* the packet being read */
};

static int64_t
now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static uint64_t
event_tag(enum event_kind kind, size_t slot)
{
	return (uint64_t)slot << 2 | (uint64_t)kind;
}

static int
watch(struct launcher *launcher, int fd, enum event_kind kind, size_t slot)
{
	struct epoll_event event = {
		.events = EPOLLIN, .data.u64 = event_tag(kind, slot),
	};

	return epoll_ctl(launcher->epoll, EPOLL_CTL_ADD, fd, &event);
}

static void
watch_socket(struct launcher *launcher, uint32_t events)
{
	struct epoll_event event = {
		.events = events, .data.u64 = event_tag(EVENT_SOCKET, 0),
	};

	if (events == launcher->socket_events)
		return;
	launcher->socket_events = events;
	(void)epoll_ctl(launcher->epoll, EPOLL_CTL_MOD, launcher->socket,
	    &event);
}

/* The runner is gone, or speaks another language: everything ends. */
_Noreturn static void
give_up(void)
{
	/* We are PID 1: the kernel kills all jobs and waits for their end. */
	_exit(0);
}

/* False when the runner does not take it now. */
static bool
send_packet(struct launcher *launcher, const void *packet, size_t size)
{
	ssize_t n;

	do
		n = send(launcher->socket, packet, size,
		    MSG_NOSIGNAL | MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n < 0 && errno != EAGAIN && errno != ENOBUFS)
		give_up();
	return n >= 0;
}

static bool
send_started(struct launcher *launcher, uint64_t id)
{
	struct jail_msg_head head = {
		.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
		.type = JAIL_MSG_STARTED, .job = id,
	};

	return send_packet(launcher, &head, sizeof head);
}

/* Say what the slot owes; false when the runner does not take it now. */
static bool
settle(struct launcher *launcher, struct job *job)
{
	if (job->owes_started) {
		if (!send_started(launcher, job->id))
			return false;
		job->owes_started = false;
	}
	if (job->state == JOB_ENDED) {
		if (!send_packet(launcher, &job->ended, sizeof job->ended))
			return false;
		job->state = JOB_FREE;
		launcher->n_used--;
	}
	return true;
}

static void
settle_all(struct launcher *launcher)
{
	uint32_t events = 0;

	for (size_t i = 0; i < SLOTS; i++)
		if (launcher->jobs[i].state != JOB_FREE &&
		    !settle(launcher, &launcher->jobs[i])) {
			events = EPOLLOUT;
			break;
		}
	if (launcher->n_used < SLOTS)
		events |= EPOLLIN;
	watch_socket(launcher, events);
}

static void
settle_one(struct launcher *launcher, struct job *job)
{
	if (!settle(launcher, job))
		watch_socket(launcher, launcher->socket_events | EPOLLOUT);
}

static struct job *
find_job(struct launcher *launcher, uint64_t id)
{
	for (size_t i = 0; i < SLOTS; i++)
		if (launcher->jobs[i].state == JOB_LIVE &&
		    launcher->jobs[i].id == id)
			return &launcher->jobs[i];
	return NULL;
}

static size_t
find_free_slot(const struct launcher *launcher)
{
	for (size_t i = 0; i < SLOTS; i++)
		if (launcher->jobs[i].state == JOB_FREE)
			return i;
	return SLOTS;
}

static void
take_launch(struct launcher *launcher, int fds[JAIL_LAUNCH_FDS], int n_fds)
{
	const struct jail_launch *request = &launcher->request;
	size_t slot = find_free_slot(launcher);
	struct job *job;

	if (slot == SLOTS)	/* not read from the socket when all are taken */
		give_up();
	job = &launcher->jobs[slot];
	if (n_fds != JAIL_LAUNCH_FDS)
		job_refuse(job, request->head.job, EBADF, "descriptors");
	else if (launcher->n_used >= JOBS_MAX)
		job_refuse(job, request->head.job, EAGAIN, "too many jobs");
	else
		job_launch(job, &launcher->common, request, fds);
	launcher->n_used++;
	if (job->state == JOB_LIVE &&
	    (watch(launcher, job->start, EVENT_START, slot) < 0 ||
	    watch(launcher, job->pidfd, EVENT_PIDFD, slot) < 0))
		give_up();
	settle_one(launcher, job);
}

static void
take_kill(struct launcher *launcher)
{
	struct job *job = find_job(launcher, launcher->request.head.job);

	if (job == NULL || job->is_killed)	/* it has just ended */
		return;
	job_kill(job, now_ms());
	launcher->n_killed++;
}

/* One packet and its descriptors; false when there is none now. */
static bool
receive(struct launcher *launcher, size_t *ret_size,
    int fds[JAIL_LAUNCH_FDS], int *ret_n_fds)
{
	union {
		char bytes[CMSG_SPACE(JAIL_LAUNCH_FDS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec iov = { &launcher->request, sizeof launcher->request };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof control.bytes,
	};
	struct cmsghdr *cmsg;
	ssize_t n;

	n = recvmsg(launcher->socket, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0 || msg.msg_flags & MSG_TRUNC)
		give_up();
	*ret_n_fds = 0;
	cmsg = CMSG_FIRSTHDR(&msg);
	if (cmsg != NULL && cmsg->cmsg_level == SOL_SOCKET &&
	    cmsg->cmsg_type == SCM_RIGHTS) {
		*ret_n_fds = (int)((cmsg->cmsg_len - CMSG_LEN(0)) /
		    sizeof(int));
		memcpy(fds, CMSG_DATA(cmsg),
		    (size_t)*ret_n_fds * sizeof(int));
	}
	*ret_size = (size_t)n;
	return true;
}

static void
take_requests(struct launcher *launcher)
{
	for (int i = 0; i < REQUESTS_AT_ONCE &&
	    launcher->n_used < SLOTS; i++) {
		const struct jail_msg_head *head = &launcher->request.head;
		int fds[JAIL_LAUNCH_FDS] = { -1, -1, -1, -1 };
		size_t size;
		int n_fds;

		if (!receive(launcher, &size, fds, &n_fds))
			return;
		if (size < sizeof *head || head->magic != JAIL_WIRE_MAGIC ||
		    head->version != JAIL_WIRE_VERSION)
			give_up();
		/* A sender may leave out the unused end of argv. */
		memset((char *)&launcher->request + size, 0,
		    sizeof launcher->request - size);
		if (head->type == JAIL_MSG_LAUNCH)
			take_launch(launcher, fds, n_fds);
		else if (head->type == JAIL_MSG_KILL)
			take_kill(launcher);
		else
			give_up();
		for (int j = 0; j < JAIL_LAUNCH_FDS; j++)
			if (fds[j] >= 0)
				(void)close(fds[j]);
	}
	if (launcher->n_used >= SLOTS)
		watch_socket(launcher, launcher->socket_events &
		    ~(uint32_t)EPOLLIN);
}

/* How long to wait: for ever, or until the first init has to be forced. */
static int
force_overdue(struct launcher *launcher)
{
	int64_t now, first = -1;

	if (launcher->n_killed == 0)
		return -1;
	now = now_ms();
	for (size_t i = 0; i < SLOTS; i++) {
		struct job *job = &launcher->jobs[i];

		if (job->state != JOB_LIVE || job->force_at_ms == 0)
			continue;
		if (job->force_at_ms <= now)
			job_force(job);
		else if (first < 0 || job->force_at_ms - now < first)
			first = job->force_at_ms - now;
	}
	return (int)first;
}

static void
handle(struct launcher *launcher, const struct epoll_event *event)
{
	enum event_kind kind = (enum event_kind)(event->data.u64 & 3);
	struct job *job = &launcher->jobs[event->data.u64 >> 2];

	switch (kind) {
	case EVENT_SOCKET:
		if (event->events & (EPOLLHUP | EPOLLERR))
			give_up();
		if (event->events & EPOLLOUT)
			settle_all(launcher);
		if (event->events & EPOLLIN)
			take_requests(launcher);
		return;
	case EVENT_START:
		/* An earlier event of this batch may have ended the job. */
		if (job->state == JOB_LIVE)
			job_read_start(job);
		break;
	case EVENT_PIDFD:
		if (job->state == JOB_LIVE) {
			job_reap(job);
			if (job->state == JOB_ENDED && job->is_killed)
				launcher->n_killed--;
		}
		break;
	}
	if (job->state != JOB_FREE)
		settle_one(launcher, job);
	if (launcher->n_used < SLOTS)
		watch_socket(launcher, launcher->socket_events | EPOLLIN);
}

_Noreturn static void
run_loop(struct launcher *launcher)
{
	struct epoll_event events[EVENTS_AT_ONCE];

	launcher->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (launcher->epoll < 0 ||
	    watch(launcher, launcher->socket, EVENT_SOCKET, 0) < 0)
		give_up();
	launcher->socket_events = EPOLLIN;
	for (;;) {
		int n = epoll_wait(launcher->epoll, events, EVENTS_AT_ONCE,
		    force_overdue(launcher));

		for (int i = 0; i < n; i++)
			handle(launcher, &events[i]);
	}
}

static void
send_ready(int socket, enum jail_tier tier, const struct jail_fault *fault)
{
	struct jail_ready ready = {
		.head = {
			.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
			.type = JAIL_MSG_READY,
		},
		.tier = (uint32_t)tier,
		.err = fault->err,
	};

	(void)snprintf(ready.step, sizeof ready.step, "%s", fault->step);
	(void)send(socket, &ready, sizeof ready, MSG_NOSIGNAL);
}

/*
 * What we inherit must reach no candidate.  The raw call, because libc keeps
 * two signals for itself and refuses to touch them; some parents ignore them.
 */
static void
reset_signals(void)
{
	const unsigned long defaults[8] = { 0 };  /* the kernel's sigaction */
	sigset_t none;

	for (int i = 1; i < NSIG; i++)
		(void)syscall(SYS_rt_sigaction, i, defaults, NULL,
		    (size_t)(NSIG - 1) / 8);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Leave nothing open but the socket, which moves to JAIL_FD__FREE; the
 * numbers below are kept occupied, so that no descriptor of ours is ever in
 * the way of a job's.
 */
static int
tidy_descriptors(int *socket)
{
	int null_fd, moved;

	moved = fcntl(*socket, F_DUPFD_CLOEXEC, JAIL_FD__FREE + 1);
	if (moved < 0 || dup3(moved, JAIL_FD__FREE, O_CLOEXEC) < 0)
		return -errno;
	*socket = JAIL_FD__FREE;
	null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null_fd < 0)
		return -errno;
	for (int i = 0; i < JAIL_FD__FREE; i++) {
#ifdef EVALTOP_SANITIZED
		if (i == STDERR_FILENO)	/* where the sanitizers report */
			continue;
#endif
		if (i != null_fd && dup3(null_fd, i, O_CLOEXEC) < 0)
			return -errno;
	}
	if (syscall(SYS_close_range, JAIL_FD__FREE + 1, ~0u, 0) < 0)
		return -errno;
	return 0;
}

static bool
has_hung_up(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) > 0 &&
	    (poll_fd.revents & (POLLHUP | POLLERR)) != 0;
}

/* The process that the runner started: hold the namespaces' pid, no more. */
_Noreturn static void
wait_for_launcher(pid_t pid)
{
	const char *step;
	int status = 0;

	if (geteuid() == 0) {
		if (setgroups(0, NULL) < 0 || setresgid(JAIL_HOST_NOBODY,
		    JAIL_HOST_NOBODY, JAIL_HOST_NOBODY) < 0 ||
		    setresuid(JAIL_HOST_NOBODY, JAIL_HOST_NOBODY,
		    JAIL_HOST_NOBODY) < 0)
			_exit(125);
	}
	(void)jail_privileges_drop(&step);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

/* The launcher proper, PID 1 of the outer pid namespace. */
_Noreturn static void
launch_for_ever(const struct jail_options *options, uid_t host_uid, int alive)
{
	struct launcher *launcher = calloc(1, sizeof *launcher);
	struct jail_fault fault = { 0 };
	const char *step = "";
	int r;

	if (launcher == NULL)
		_exit(125);
	launcher->socket = options->socket;
	launcher->common.tier = options->tier;
	launcher->common.landlock_abi = jail_landlock_abi();
	r = jail_filter_compile(&launcher->common.filter, &fault);
	if (r == 0)
		r = jail_outer_build(options, host_uid, &fault);
	if (r == 0) {
		r = jail_privileges_drop(&step);
		if (r < 0)
			(void)jail_fault_set(&fault, -r, step);
	}
	/* Late, because a change of credentials clears it. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	if (has_hung_up(alive))
		_exit(0);
	(void)close(alive);
	send_ready(options->socket, options->tier, &fault);
	if (r < 0)
		_exit(125);
	run_loop(launcher);
}

int
jail_serve(const struct jail_options *given)
{
	struct jail_options options = *given;
	struct jail_fault fault = { 0 };
	uid_t host_uid = geteuid();
	int alive[2];
	pid_t pid;
	int r;

	reset_signals();
	(void)umask(022);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	r = tidy_descriptors(&options.socket);
	if (r < 0)
		return 125;
	/* The death we wait for may have come before we asked. */
	if (has_hung_up(options.socket))
		return 0;
	if (options.tier != JAIL_TIER_FULL) {
		(void)jail_fault_set(&fault, ENOSYS, "tier not available");
		r = -ENOSYS;
	} else {
		r = jail_outer_unshare(&fault);
	}
	if (r == 0 && pipe2(alive, O_CLOEXEC) < 0)
		r = jail_fault_set(&fault, errno, "pipe");
	if (r < 0) {
		send_ready(options.socket, options.tier, &fault);
		return 125;
	}
	pid = fork();
	if (pid < 0) {
		(void)jail_fault_set(&fault, errno, "fork");
		send_ready(options.socket, options.tier, &fault);
		return 125;
	}
	if (pid == 0) {
		(void)close(alive[1]);
		launch_for_ever(&options, host_uid, alive[0]);
	}
	(void)close(options.socket);
	(void)close(alive[0]);
	wait_for_launcher(pid);
}
