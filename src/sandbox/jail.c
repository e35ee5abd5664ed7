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
 *   warm interpreter  a child of the launcher, in the outer namespaces only
 *                     (zygote.c); it clones itself for jobs that ask for a
 *                     warm start (warm.c).  The clone is a job like any other
 *                     and a child of the launcher, not of the interpreter.
 *
 * Who ends whom.  The launcher tells a job's init to end it: init kills all
 * in its namespace, reaps it so that its CPU time is counted, reports, and
 * exits.  If init has not ended a second later it is killed by its pidfd,
 * and the kernel kills the namespace with it.  If the launcher ends, for
 * whatever reason, the kernel kills the outer pid namespace, and with it
 * every job.  The launcher ends when the runner's socket closes, when the
 * waiter dies (parent death signal), and so when the runner dies.
 *
 * Without namespaces (tiers landlock and limits, plain.c) the processes are
 * the same, but the kernel ends nothing for us.  Waiter, launcher and each
 * init are child subreapers: what detaches itself, or outlives its init, is
 * found below the next of them and ended there (tree.c).  None of the three
 * dies with its parent, but each ends what is below it, and takes away the
 * work folders, when the line to its parent closes: so whichever of them is
 * killed, another cleans up.  Run by root, the waiter stays root until all
 * candidates are dead, so that none of them can kill it, and is nobody when
 * it walks through what they left.
 *
 * Where cgroups can be made (cgroup.h), each job has one, its init included,
 * and launcher and warm interpreters share another.  When the kernel ends a
 * job for want of memory, init goes with it, and the cgroup says what init
 * would have.  The waiter takes them away, being outside of them and the last
 * to end; so there it does not die with its parent, but kills the launcher,
 * and root's stays root, with the two capabilities that it takes.
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
 *   job's cgroup hidden   its path tells whose it is and how many were before
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

#define SLOTS (JAIL_JOBS_MAX + 32)	/* room for the refusals */
#define EVENTS_AT_ONCE 64
#define REQUESTS_AT_ONCE 16	/* then let the jobs have a turn */

enum event_kind {
	EVENT_SOCKET,
	EVENT_START,
	EVENT_PIDFD,
	EVENT_WAITER,
	EVENT_ZYGOTE,
};
#define KIND_BITS 3

struct launcher {
	int socket;
	int epoll;
	struct jail_common *common;
	unsigned n_used;		/* slots that are not free */
	unsigned n_killed;		/* live jobs with a deadline */
	uint32_t socket_events;		/* what epoll watches there now */
	struct job jobs[SLOTS];
	struct zygotes zygotes;
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
	return (uint64_t)slot << KIND_BITS | (uint64_t)kind;
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
give_up(struct launcher *launcher)
{
	if (launcher->common->tier != JAIL_TIER_FULL) {
		jail_tree_end(NULL, 0, NULL, NULL);
		jail_base_remove(launcher->common->base);
		_exit(0);
	}
	/*
	 * As PID 1 we could leave it to the kernel; but then nobody counts
	 * the CPU time of the warm interpreters, and what forks is theirs.
	 */
	if (kill(-1, SIGKILL) == 0)
		while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR)
			;
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
		give_up(launcher);
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
		if ((launcher->jobs[i].state == JOB_LIVE ||
		    launcher->jobs[i].state == JOB_WAITING) &&
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
watch_job(struct launcher *launcher, const struct job *job)
{
	size_t slot = (size_t)(job - launcher->jobs);

	if (watch(launcher, job->start, EVENT_START, slot) < 0 ||
	    watch(launcher, job->pidfd, EVENT_PIDFD, slot) < 0)
		give_up(launcher);
}

/* It has just ended: no process of it is alive. */
static void
take_leave(struct launcher *launcher, struct job *job)
{
	if (job->is_killed)
		launcher->n_killed--;
	job_clean_up(job, launcher->common);
}

/* For zygote.c. */

static int
watch_zygote(void *data, int fd, size_t row, bool is_on)
{
	struct launcher *launcher = data;

	if (is_on)
		return watch(launcher, fd, EVENT_ZYGOTE, row) < 0 ? -errno : 0;
	(void)epoll_ctl(launcher->epoll, EPOLL_CTL_DEL, fd, NULL);
	return 0;
}

static void
note_changed(void *data, struct job *job)
{
	struct launcher *launcher = data;

	if (job->state == JOB_LIVE)
		watch_job(launcher, job);
	else
		take_leave(launcher, job);
	settle_one(launcher, job);
}

static void
take_launch(struct launcher *launcher, int fds[JAIL_LAUNCH_FDS], int n_fds)
{
	const struct jail_launch *request = &launcher->request;
	size_t slot = find_free_slot(launcher);
	struct job *job;

	if (slot == SLOTS)	/* not read from the socket when all are taken */
		give_up(launcher);
	job = &launcher->jobs[slot];
	if (n_fds != JAIL_LAUNCH_FDS)
		job_refuse(job, request->head.job, EBADF, "descriptors");
	else if (launcher->n_used >= JAIL_JOBS_MAX)
		job_refuse(job, request->head.job, EAGAIN, "too many jobs");
	else
		job_launch(job, launcher->common, request, fds, now_ms());
	launcher->n_used++;
	if (job->state == JOB_LIVE)
		watch_job(launcher, job);
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
	if (job->state != JOB_ENDED)
		return;
	take_leave(launcher, job);
	settle_one(launcher, job);
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
		give_up(launcher);
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
			give_up(launcher);
		/* A sender may leave out the unused end of argv. */
		memset((char *)&launcher->request + size, 0,
		    sizeof launcher->request - size);
		if (head->type == JAIL_MSG_LAUNCH)
			take_launch(launcher, fds, n_fds);
		else if (head->type == JAIL_MSG_KILL)
			take_kill(launcher);
		else
			give_up(launcher);
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

static int
check_time(struct launcher *launcher)
{
	int force = force_overdue(launcher);
	int64_t zygote = zygotes_check_time(&launcher->zygotes, now_ms());

	if (force < 0 || (zygote >= 0 && zygote < force))
		return (int)zygote;
	return force;
}

/*
 * Without a pid namespace, what an init leaves behind that was killed (in
 * the weakest tier its own candidate can do that) is ours to end.
 */
static void
end_orphans(struct launcher *launcher)
{
	pid_t inits[SLOTS] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < SLOTS; i++)
		if (launcher->jobs[i].state == JOB_LIVE)
			inits[n++] = launcher->jobs[i].pid;
	jail_tree_end(inits, n, NULL, NULL);
}

static void
reap_job(struct launcher *launcher, struct job *job)
{
	job_reap(job);
	if (job->state != JOB_ENDED)
		return;
	if (!job->has_reported && launcher->common->tier != JAIL_TIER_FULL) {
		if (job->cgroup >= 0)	/* at a stroke, then reap them */
			jail_cgroup_kill(job->cgroup);
		end_orphans(launcher);
	}
	take_leave(launcher, job);
}

static void
handle(struct launcher *launcher, const struct epoll_event *event)
{
	size_t place = event->data.u64 >> KIND_BITS;
	enum event_kind kind = (enum event_kind)(event->data.u64 &
	    ((1u << KIND_BITS) - 1));
	struct job *job = &launcher->jobs[place];

	switch (kind) {
	case EVENT_SOCKET:
		if (event->events & (EPOLLHUP | EPOLLERR))
			give_up(launcher);
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
		if (job->state == JOB_LIVE)
			reap_job(launcher, job);
		break;
	case EVENT_ZYGOTE:
		zygotes_event(&launcher->zygotes, place, now_ms());
		break;
	case EVENT_WAITER:
		give_up(launcher);
	}
	if (kind != EVENT_ZYGOTE && job->state != JOB_FREE)
		settle_one(launcher, job);
	if (launcher->n_used < SLOTS)
		watch_socket(launcher, launcher->socket_events | EPOLLIN);
}

_Noreturn void
jail_run(struct jail_common *common, int socket, int alive)
{
	struct launcher *launcher = calloc(1, sizeof *launcher);
	struct epoll_event events[EVENTS_AT_ONCE];

	if (launcher == NULL)
		_exit(125);
	launcher->common = common;
	common->zygotes = &launcher->zygotes;
	launcher->zygotes.common = common;
	launcher->zygotes.watch = watch_zygote;
	launcher->zygotes.changed = note_changed;
	launcher->zygotes.data = launcher;
	launcher->socket = socket;
	launcher->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (launcher->epoll < 0 ||
	    watch(launcher, launcher->socket, EVENT_SOCKET, 0) < 0 ||
	    watch(launcher, alive, EVENT_WAITER, 0) < 0)
		give_up(launcher);
	launcher->socket_events = EPOLLIN;
	for (;;) {
		int n = epoll_wait(launcher->epoll, events, EVENTS_AT_ONCE,
		    check_time(launcher));

		for (int i = 0; i < n; i++)
			handle(launcher, &events[i]);
	}
}
