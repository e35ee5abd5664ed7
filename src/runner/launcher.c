/* Starting, asking and ending evaltop-jail --serve. */
#include "runner/launcher.h"

#include "base/clock.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
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

static bool
wait_ready(struct launcher *launcher, GError **error)
{
	gint64 until = clock_monotonic_ms() + READY_MS;
	union jail_reply reply;

	for (;;) {
		struct pollfd p = { .fd = launcher->socket, .events = POLLIN };
		gint64 left = until - clock_monotonic_ms();
		int r;

		if (left <= 0)
			return fail(error, "the sandbox does not start", "",
			    ETIMEDOUT);
		if (poll(&p, 1, (int)left) < 0 && errno != EINTR)
			return fail(error, "cannot poll", "", errno);
		r = jail_receive(launcher->socket, &reply);
		if (r == -EAGAIN)
			continue;
		if (r < 0)
			return fail(error, "the sandbox does not start", "",
			    -r);
		if (reply.head.type != JAIL_MSG_READY)
			return fail(error, "the sandbox does not start", "",
			    EPROTO);
		if (reply.ready.err != 0)
			return fail(error, "the sandbox cannot be set up",
			    reply.ready.step, reply.ready.err);
		return true;
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
	};
	int r = jail_spawn(&options, &launcher->socket, &launcher->pid);

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

int
launcher_launch(struct launcher *launcher, guint64 job,
    const struct jail_policy *policy, int request, int ret_pipes[3])
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	int theirs[JAIL_LAUNCH_FDS] = { request, -1, -1, -1 };
	int ours[3] = { -1, -1, -1 }, r = 0;
	struct jail_launch launch;

	for (guint i = 0; i < launcher->interp->argv->len; i++)
		g_ptr_array_add(argv,
		    g_ptr_array_index(launcher->interp->argv, i));
	g_ptr_array_add(argv, NULL);
	for (int i = 0; i < 3 && r == 0; i++) {
		int pair[2];

		if (pipe2(pair, O_CLOEXEC) < 0) {
			r = -errno;
			break;
		}
		ours[i] = pair[0];
		theirs[i + 1] = pair[1];
		if (fcntl(pair[0], F_SETFL, O_NONBLOCK) < 0)
			r = -errno;
	}
	if (r == 0)
		r = jail_launch_init(&launch, job, policy,
		    (const char *const *)argv->pdata);
	if (r == 0)
		r = jail_send_launch(launcher->socket, &launch, theirs);
	close_all(theirs + 1, 3);
	if (r != -EAGAIN)
		(void)close(request);
	if (r < 0)
		close_all(ours, 3);
	else
		memcpy(ret_pipes, ours, sizeof ours);
	return r;
}
