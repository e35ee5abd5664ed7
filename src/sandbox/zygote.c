/*
 * The launcher's side of warm starts: interpreters kept warm, started at the
 * first need, one for each command, renewed every few thousand clones.
 *
 * Nothing here waits.  Jobs queue at their interpreter while it starts, which
 * on a loaded machine may take many seconds, and hand it one request at a
 * time; the launcher's loop says when an interpreter has answered and when
 * one is overdue.  That one is killed.  If it did not get as far as being
 * warm, the jobs that wait for it fail by a fault of ours, and are tried
 * again; else only the one it was cloning, and the others get a new one.
 */
#include "config.h"

#include "sandbox/job.h"
#include "sandbox/packet.h"
#include "sandbox/warm.h"
#include "sandbox/zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define RENEW_AFTER 4000		/* clones */
#define START_MS 20000			/* imports on a loaded machine */
#define CLONE_MS 5000
#define STEP "warm interpreter"

static bool
has_argv(const struct zygote *zygote, char *const *argv)
{
	size_t i = 0;

	for (; argv[i] && zygote->argv[i]; i++) {
		if (strcmp(argv[i], zygote->argv[i]) != 0)
			return false;
	}
	return !argv[i] && !zygote->argv[i];
}

static int
keep_argv(struct zygote *zygote, char *const *argv)
{
	size_t at = 0, i = 0;

	for (; argv[i]; i++) {
		size_t length = strlen(argv[i]) + 1;

		if (i == ZYGOTE_ARGUMENTS_MAX || at + length > sizeof zygote->text)
			return -E2BIG;
		zygote->argv[i] = memcpy(zygote->text + at, argv[i], length);
		at += length;
	}
	zygote->argv[i] = NULL;
	return 0;
}

static struct zygote *
find(struct zygotes *zygotes, char *const *argv)
{
	for (size_t i = 0; i < ZYGOTES_MAX; i++) {
		struct zygote *zygote = &zygotes->rows[i];

		if (zygote->argv[0] && has_argv(zygote, argv))
			return zygote;
		if (!zygote->argv[0])
			return keep_argv(zygote, argv) == 0 ? zygote : NULL;
	}
	return NULL;
}

/* Between fork and exec: the socket as 3, nothing else of the launcher's. */
_Noreturn static void
become_zygote(const struct zygote *zygote, int socket)
{
	const struct jail_job_spec spec = {
		.argv = zygote->argv, .start = -1, .cgroup = -1,
		.work_path = "/w",
	};
	int null, pipes[2];

	(void)setsid();
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (socket != 3 && dup2(socket, 3) < 0)
		_exit(125);
	(void)fcntl(3, F_SETFD, 0);
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	(void)dup2(null, 0);
	/* Pipes, as a candidate has them: Python looks once what they are. */
	if (pipe2(pipes, O_CLOEXEC) < 0 || dup2(pipes[1], 1) < 0 ||
	    dup2(pipes[1], 2) < 0)
		_exit(125);
	(void)syscall(SYS_close_range, 4, ~0u, 0);
	jail_begin_exec(&spec);
	_exit(125);
}

static int
send_common(int socket, const struct jail_common *common)
{
	static struct jail_warm_common warm;

	if (common->filter.len > JAIL_WARM_FILTER_MAX)
		return -E2BIG;
	warm.landlock_abi = common->landlock_abi;
	warm.n_tasks = common->n_tasks;
	warm.n_filter = common->filter.len;
	memcpy(warm.filter, common->filter.filter,
	    common->filter.len * sizeof warm.filter[0]);
	return jail_packet_send(socket, &warm, sizeof warm, NULL, 0);
}

/* Those that were killed; they take a moment to die. */
static void
reap(struct zygotes *zygotes, int options)
{
	unsigned n = 0;

	for (unsigned i = 0; i < zygotes->n_dying; i++)
		if (waitpid(zygotes->dying[i], NULL, options) == 0)
			zygotes->dying[n++] = zygotes->dying[i];
	zygotes->n_dying = n;
}

/* Its clones are the launcher's children and live on. */
static void
stop(struct zygotes *zygotes, struct zygote *zygote)
{
	if (zygote->state == ZYGOTE_NONE)
		return;
	zygotes->watch(zygotes->data, zygote->socket,
	    (size_t)(zygote - zygotes->rows), false);
	(void)close(zygote->socket);
	(void)kill(zygote->pid, SIGKILL);
	if (zygotes->n_dying == ZYGOTES_MAX)
		reap(zygotes, 0);
	zygotes->dying[zygotes->n_dying++] = zygote->pid;
	reap(zygotes, WNOHANG);
	zygote->state = ZYGOTE_NONE;
	zygote->deadline_ms = 0;
}

static int
start(struct zygotes *zygotes, struct zygote *zygote, int64_t now_ms)
{
	int pair[2], r;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	zygote->pid = fork();
	r = zygote->pid < 0 ? -errno : 0;
	if (zygote->pid == 0)
		become_zygote(zygote, pair[1]);
	(void)close(pair[1]);
	if (r < 0) {
		(void)close(pair[0]);
		return r;
	}
	zygote->socket = pair[0];
	zygote->clones = 0;
	zygote->state = ZYGOTE_STARTING;
	zygote->deadline_ms = now_ms + START_MS;
	r = zygotes->watch(zygotes->data, pair[0],
	    (size_t)(zygote - zygotes->rows), true);
	return r < 0 ? r : send_common(pair[0], zygotes->common);
}

/* ---- the queue of jobs ---- */

/* Out of the queue, which it may be anywhere in. */
static void
take_out(struct zygote *zygote, struct job *job)
{
	struct job **at = &zygote->first;

	while (*at != NULL && *at != job)
		at = &(*at)->next_waiting;
	if (*at != NULL)
		*at = job->next_waiting;
	job->next_waiting = NULL;
}

static void
fail_first(struct zygotes *zygotes, struct zygote *zygote, int r)
{
	struct job *job = zygote->first;

	take_out(zygote, job);
	job_not_cloned(job, -r, STEP);
	zygotes->changed(zygotes->data, job);
}

/* Send the next request, if there is one and the interpreter is free. */
static int
serve_queue(struct zygotes *zygotes, struct zygote *zygote, int64_t now_ms)
{
	const struct job_wait *wait;
	int r;

	if (zygote->first == NULL)
		return 0;
	if (zygote->state == ZYGOTE_READY && zygote->clones >= RENEW_AFTER)
		stop(zygotes, zygote);
	if (zygote->state == ZYGOTE_NONE)
		return start(zygotes, zygote, now_ms);
	if (zygote->state != ZYGOTE_READY)
		return 0;
	wait = &zygote->first->wait;
	r = jail_packet_send(zygote->socket, &wait->request,
	    sizeof wait->request, wait->fds, wait->n_fds);
	zygote->state = ZYGOTE_BUSY;
	zygote->deadline_ms = now_ms + CLONE_MS;
	return r;
}

/* It is of no use any more. */
static void
give_up(struct zygotes *zygotes, struct zygote *zygote, int r, int64_t now_ms)
{
	while (r < 0) {
		enum zygote_state state = zygote->state;

		stop(zygotes, zygote);
		if (state == ZYGOTE_BUSY && zygote->first != NULL)
			fail_first(zygotes, zygote, r);
		while (state != ZYGOTE_BUSY && zygote->first != NULL)
			fail_first(zygotes, zygote, r);
		r = serve_queue(zygotes, zygote, now_ms);
	}
}

int
zygotes_add(struct zygotes *zygotes, const struct jail_job_spec *spec,
    struct job *job, int64_t now_ms, const char **ret_step)
{
	struct zygote *zygote = find(zygotes, spec->argv);
	struct job_wait *wait = &job->wait;
	struct job **at;
	int r;

	*ret_step = STEP;
	if (zygote == NULL)
		return -E2BIG;
	wait->zygote = zygote;
	wait->request.policy = *spec->policy;
	memcpy(wait->request.work_path, spec->work_path,
	    sizeof wait->request.work_path);
	memcpy(wait->request.work_options, spec->work_options,
	    sizeof wait->request.work_options);
	memcpy(wait->fds, spec->fds, sizeof spec->fds);
	wait->fds[JAIL_LAUNCH_FDS] = spec->control;
	wait->fds[JAIL_LAUNCH_FDS + 1] = spec->start;
	wait->fds[JAIL_WARM_FDS_MIN] = spec->cgroup;
	wait->n_fds = spec->cgroup >= 0 ? JAIL_WARM_FDS : JAIL_WARM_FDS_MIN;
	for (at = &zygote->first; *at != NULL; at = &(*at)->next_waiting)
		;
	*at = job;
	/* Alone, it fails here and now, before the job counts as waiting. */
	r = zygote->first == job ? serve_queue(zygotes, zygote, now_ms) : 0;
	if (r < 0) {
		take_out(zygote, job);
		stop(zygotes, zygote);
	}
	return r;
}

bool
zygotes_cancel(struct job *job)
{
	struct zygote *zygote = job->wait.zygote;

	if (zygote->state == ZYGOTE_BUSY && zygote->first == job)
		return false;
	take_out(zygote, job);
	return true;
}

/* 1: a clone and its pidfd; 0: it is warm; or a negative errno. */
static int
receive(const struct zygote *zygote, pid_t *ret_pid, int *ret_pidfd)
{
	struct jail_warm_answer answer;
	unsigned n_fds;
	ssize_t n = jail_packet_receive(zygote->socket, &answer,
	    sizeof answer, ret_pidfd, 1, &n_fds);

	if (n != (ssize_t)sizeof answer)
		return n < 0 ? (int)n : -EPIPE;
	if (answer.err != 0)
		return answer.err > 0 ? -answer.err : -EPROTO;
	if (zygote->state == ZYGOTE_STARTING)
		return n_fds == 0 ? 0 : -EPROTO;
	*ret_pid = answer.pid;
	return zygote->state == ZYGOTE_BUSY && n_fds == 1 ? 1 : -EPROTO;
}

void
zygotes_event(struct zygotes *zygotes, size_t row, int64_t now_ms)
{
	struct zygote *zygote = &zygotes->rows[row];
	int pidfd = -1, r;
	pid_t pid = -1;

	if (zygote->state == ZYGOTE_NONE)	/* stopped a moment ago */
		return;
	r = receive(zygote, &pid, &pidfd);
	if (r >= 0) {
		zygote->state = ZYGOTE_READY;
		zygote->deadline_ms = 0;
	}
	if (r > 0) {
		struct job *job = zygote->first;

		zygote->clones++;
		take_out(zygote, job);
		job_cloned(job, pid, pidfd, now_ms);
		zygotes->changed(zygotes->data, job);
	}
	if (r >= 0)
		r = serve_queue(zygotes, zygote, now_ms);
	give_up(zygotes, zygote, r, now_ms);
}

int64_t
zygotes_check_time(struct zygotes *zygotes, int64_t now_ms)
{
	int64_t first = -1;

	if (zygotes->n_dying > 0)
		reap(zygotes, WNOHANG);
	for (size_t i = 0; i < ZYGOTES_MAX; i++) {
		struct zygote *zygote = &zygotes->rows[i];

		if (zygote->deadline_ms != 0 && zygote->deadline_ms <= now_ms)
			give_up(zygotes, zygote, -ETIMEDOUT, now_ms);
		if (zygote->deadline_ms != 0 && (first < 0 ||
		    zygote->deadline_ms - now_ms < first))
			first = zygote->deadline_ms - now_ms;
	}
	return first;
}
