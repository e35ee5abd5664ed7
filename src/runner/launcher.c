/* Starting, asking and ending evaltop-jail --serve. */
#include "runner/launcher.h"

#include "base/clock.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define READY_MS 10000
#define END_MS 3000

static bool
fail(GError **error, const char *what, const char *step, int err)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "%s%s%s: %s; 'evaltop doctor' says what this host offers", what,
	    *step ? ": " : "", step, g_strerror(err));
	return false;
}

/* As the tier, it does not change in the middle of a run. */
static bool
check_memory(struct launcher *launcher, const struct jail_ready *ready,
    GError **error)
{
	if (launcher->was_ready && launcher->memory_by != ready->memory_by)
		return fail(error, "the sandbox cannot be set up as before",
		    ready->memory_lacks, ready->memory_err);
	launcher->memory_by = (enum jail_memory_by)ready->memory_by;
	launcher->was_ready = true;
	return true;
}

static bool
wait_ready(struct launcher *launcher, GError **error)
{
	gint64 until = clock_monotonic_ms() + READY_MS;
	union jail_reply reply;

	for (;;) {
		struct pollfd p[2] = {
			{ .fd = launcher->socket, .events = POLLIN },
			{ .fd = launcher->stop_fd, .events = POLLIN },
		};
		gint64 left = until - clock_monotonic_ms();
		int r;

		if (left <= 0)
			return fail(error, "the sandbox does not start", "",
			    ETIMEDOUT);
		if (poll(p, 2, (int)left) < 0 && errno != EINTR)
			return fail(error, "cannot poll", "", errno);
		if (p[1].revents)
			return fail(error, "the sandbox does not start", "",
			    EINTR);
		r = jail_receive(launcher->socket, &reply);
		if (r == -EAGAIN)
			continue;
		launcher->died_early = r == -EPIPE;
		if (r < 0)
			return fail(error, "the sandbox does not start", "",
			    -r);
		if (reply.head.type != JAIL_MSG_READY)
			return fail(error, "the sandbox does not start", "",
			    EPROTO);
		if (reply.ready.err != 0)
			return fail(error, "the sandbox cannot be set up",
			    reply.ready.step, reply.ready.err);
		return check_memory(launcher, &reply.ready, error);
	}
}

bool
launcher_start(struct launcher *launcher, GError **error)
{
	const struct jail_spawn_options options = {
		.jail_path = launcher->path,
		.binds = (const char *const *)launcher->interp->binds->pdata,
		.n_binds = launcher->interp->binds->len,
		.tier = launcher->tier,
		.no_cgroup = launcher->was_ready &&
		    launcher->memory_by == JAIL_MEMORY_WATCH,
	};
	int r = jail_spawn(&options, &launcher->socket, &launcher->pid);

	launcher->died_early = false;
	if (r < 0) {
		launcher->socket = -1;
		return fail(error, "cannot start", launcher->path, -r);
	}
	if (!wait_ready(launcher, error)) {
		launcher_stop(launcher);
		return false;
	}
	return true;
}

void
launcher_stop(struct launcher *launcher)
{
	gint64 until = clock_monotonic_ms() + END_MS;

	if (launcher->socket < 0)
		return;
	(void)close(launcher->socket);	/* its sign to end everything */
	launcher->socket = -1;
	while (waitpid(launcher->pid, NULL, WNOHANG) == 0) {
		if (clock_monotonic_ms() > until) {
			(void)kill(launcher->pid, SIGKILL);
			(void)waitpid(launcher->pid, NULL, 0);
			return;
		}
		(void)poll(NULL, 0, 1);
	}
}

static void
close_all(const int *fds, int n)
{
	for (int i = 0; i < n; i++) {
		if (fds[i] >= 0)
			(void)close(fds[i]);
	}
}

static int
make_pipe(int *ret_ours, int *ret_theirs)
{
	int pair[2];

	if (pipe2(pair, O_CLOEXEC) < 0)
		return -errno;
	*ret_ours = pair[0];
	*ret_theirs = pair[1];
	return fcntl(pair[0], F_SETFL, O_NONBLOCK) < 0 ? -errno : 0;
}

static int
send_launch(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, const int fds[JAIL_LAUNCH_FDS])
{
	const GPtrArray *words = launcher->is_warm ?
	    launcher->interp->warm_argv : launcher->interp->argv;
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	struct jail_launch launch;
	int r;

	for (guint i = 0; i < words->len; i++)
		g_ptr_array_add(argv, g_ptr_array_index(words, i));
	g_ptr_array_add(argv, NULL);
	r = jail_launch_init(&launch, job, policy,
	    (const char *const *)argv->pdata);
	if (r < 0)
		return r;
	if (launcher->is_warm)
		launch.start = JAIL_START_WARM;
	return jail_send_launch(launcher->socket, &launch, fds);
}

/* With pipes as its descriptors 1 to n; closes all of theirs. */
static int
launch_with_pipes(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int theirs[JAIL_LAUNCH_FDS], int n,
    int *ret_pipes)
{
	int ours[3] = { -1, -1, -1 }, r = 0;

	for (int i = 0; i < n && r == 0; i++)
		r = make_pipe(&ours[i], &theirs[i + 1]);
	if (r == 0)
		r = send_launch(launcher, job, policy, theirs);
	close_all(theirs, JAIL_LAUNCH_FDS);
	if (r < 0)
		close_all(ours, n);
	else
		memcpy(ret_pipes, ours, (size_t)n * sizeof ours[0]);
	return r;
}

int
launcher_launch(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int ret_pipes[3])
{
	int theirs[JAIL_LAUNCH_FDS] = { request, -1, -1, -1 };

	return launch_with_pipes(launcher, job, policy, theirs, 3, ret_pipes);
}

/* line: the two ends of the line between judge and candidate. */
static int
send_pair(struct launcher *launcher, const guint64 jobs[2],
    const struct jail_policy *policy, const int requests[2],
    const int theirs[3], const int line[2])
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	const int judge[JAIL_LAUNCH_FDS] = { requests[0], line[0], null,
		theirs[2] };
	const int candidate[JAIL_LAUNCH_FDS] = { requests[1], theirs[0],
		theirs[1], line[1] };
	int r = null < 0 ? -errno : 0;

	if (r == 0)
		r = send_launch(launcher, jobs[0], policy, judge);
	if (r == 0) {
		r = send_launch(launcher, jobs[1], policy, candidate);
		/* If it is lost too: a judge without a line ends by itself. */
		if (r < 0)
			(void)jail_send_kill(launcher->socket, jobs[0]);
	}
	if (null >= 0)
		(void)close(null);
	return r;
}

int
launcher_launch_pair(struct launcher *launcher, const guint64 jobs[2],
    const struct jail_policy *policy, const int requests[2],
    int ret_pipes[3])
{
	int theirs[3] = { -1, -1, -1 }, ours[3] = { -1, -1, -1 };
	int line[2] = { -1, -1 }, r = 0;

	for (int i = 0; i < 3 && r == 0; i++)
		r = make_pipe(&ours[i], &theirs[i]);
	if (r == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
	    line) < 0)
		r = -errno;
	if (r == 0)
		r = send_pair(launcher, jobs, policy, requests, theirs, line);
	close_all(theirs, 3);
	close_all(line, 2);
	close_all(requests, 2);
	if (r < 0)
		close_all(ours, 3);
	else
		memcpy(ret_pipes, ours, sizeof ours);
	return r;
}

int
launcher_launch_judge(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int *ret_line, int *ret_verdict)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int line[2] = { -1, -1 }, verdict[2] = { -1, -1 };
	int r = null < 0 ? -errno : 0;

	if (r == 0)
		r = make_pipe(&verdict[0], &verdict[1]);
	if (r == 0 && (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
	    line) < 0 || fcntl(line[0], F_SETFL, O_NONBLOCK) < 0))
		r = -errno;
	if (r == 0) {
		const int theirs[JAIL_LAUNCH_FDS] = { line[1], null, null,
			verdict[1] };

		r = send_launch(launcher, job, policy, theirs);
	}
	close_all((int[]){ null, line[1], verdict[1] }, 3);
	if (r < 0) {
		close_all((int[]){ line[0], verdict[0] }, 2);
		return r;
	}
	*ret_line = line[0];
	*ret_verdict = verdict[0];
	return 0;
}

int
launcher_launch_candidate(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int line,
    int ret_pipes[2])
{
	int theirs[JAIL_LAUNCH_FDS] = { request, -1, -1, line };

	return launch_with_pipes(launcher, job, policy, theirs, 2, ret_pipes);
}
