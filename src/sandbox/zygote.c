/*
 * The launcher's side of warm starts: interpreters kept warm, started at the
 * first need, one for each command, renewed every few thousand clones.
 *
 * The exchange for one clone is synchronous, and takes the time of a fork:
 * the interpreter does nothing else.  One that does not answer in time is
 * killed; the job fails by a fault of ours and is tried again.
 */
#include "config.h"

#include "sandbox/packet.h"
#include "sandbox/warm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ZYGOTES_MAX 8			/* kinds of interpreter */
#define ARGUMENTS_MAX 16
#define RENEW_AFTER 4000		/* clones */
#define START_MS 20000			/* imports on a loaded machine */
#define CLONE_MS 5000

struct zygote {
	char text[JAIL_ARGV_BYTES];	/* the strings of argv */
	char *argv[ARGUMENTS_MAX + 1];	/* argv[0] NULL: the row is free */
	pid_t pid;
	int socket;
	bool is_running;
	unsigned clones;
};

/* The launcher is one process with one thread and one set of them. */
static struct zygote zygotes[ZYGOTES_MAX];

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

		if (i == ARGUMENTS_MAX || at + length > sizeof zygote->text)
			return -E2BIG;
		zygote->argv[i] = memcpy(zygote->text + at, argv[i], length);
		at += length;
	}
	zygote->argv[i] = NULL;
	return 0;
}

static struct zygote *
find(char *const *argv)
{
	for (size_t i = 0; i < ZYGOTES_MAX; i++) {
		struct zygote *zygote = &zygotes[i];

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

static int
start(struct zygote *zygote, const struct jail_common *common)
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
	zygote->is_running = true;
	return send_common(pair[0], common);
}

/* Its clones are the launcher's children and live on. */
static void
stop(struct zygote *zygote)
{
	if (!zygote->is_running)
		return;
	(void)close(zygote->socket);
	(void)kill(zygote->pid, SIGKILL);
	(void)waitpid(zygote->pid, NULL, 0);
	zygote->is_running = false;
}

static int
ask(struct zygote *zygote, const struct jail_job_spec *spec, int wait_ms,
    pid_t *ret_pid, int *ret_pidfd)
{
	struct jail_warm_request request = { .policy = *spec->policy };
	struct pollfd p = { .fd = zygote->socket, .events = POLLIN };
	struct jail_warm_answer answer;
	int fds[JAIL_WARM_FDS], r;
	unsigned n_fds;
	ssize_t n;

	memcpy(request.work_path, spec->work_path, sizeof request.work_path);
	memcpy(request.work_options, spec->work_options,
	    sizeof request.work_options);
	memcpy(fds, spec->fds, sizeof spec->fds);
	fds[JAIL_LAUNCH_FDS] = spec->control;
	fds[JAIL_LAUNCH_FDS + 1] = spec->start;
	fds[JAIL_WARM_FDS_MIN] = spec->cgroup;
	r = jail_packet_send(zygote->socket, &request, sizeof request, fds,
	    spec->cgroup >= 0 ? JAIL_WARM_FDS : JAIL_WARM_FDS_MIN);
	if (r < 0)
		return r;
	do
		r = poll(&p, 1, wait_ms);
	while (r < 0 && errno == EINTR);
	if (r <= 0)
		return r < 0 ? -errno : -ETIMEDOUT;
	n = jail_packet_receive(zygote->socket, &answer, sizeof answer,
	    ret_pidfd, 1, &n_fds);
	if (n != (ssize_t)sizeof answer)
		return n < 0 ? (int)n : -EPIPE;
	if (answer.err != 0 || n_fds != 1)
		return answer.err > 0 ? -answer.err : -EPROTO;
	*ret_pid = answer.pid;
	return 0;
}

int
jail_zygote_clone(const struct jail_job_spec *spec, pid_t *ret_pid,
    int *ret_pidfd, const char **ret_step)
{
	struct zygote *zygote = find(spec->argv);
	int r = 0, wait_ms = CLONE_MS;

	*ret_step = "warm interpreter";
	if (!zygote)
		return -E2BIG;
	if (zygote->is_running && zygote->clones >= RENEW_AFTER)
		stop(zygote);
	if (!zygote->is_running) {
		r = start(zygote, spec->common);
		wait_ms = START_MS;
	}
	if (r == 0)
		r = ask(zygote, spec, wait_ms, ret_pid, ret_pidfd);
	if (r < 0)
		stop(zygote);
	else
		zygote->clones++;
	return r;
}
