/* See spawn.h. */
#include "base/spawn.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

#define REAP_MS 5		/* between two looks at one that closed its streams */

struct child {
	const struct spawn_request *request;
	GPid pid;
	int fds[2];		/* its stdout and stderr; -1: at their end */
	GString *texts[2];
	int status;
	bool has_ended;
	gint64 until;
};

/* Between fork and exec.  What it starts in turn is killed with it. */
static void
settle(gpointer data)
{
	sigset_t none;

	(void)data;
	/* The caller's blocked ones are its own matter. */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	(void)setpgid(0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static bool
start(struct child *child, GError **error)
{
	const char *const *argv = child->request->argv;
	g_autoptr(GError) cause = NULL;

	if (g_spawn_async_with_pipes(NULL, (char **)(guintptr)argv, NULL,
	    G_SPAWN_DO_NOT_REAP_CHILD, settle, NULL, &child->pid, NULL,
	    &child->fds[0], &child->fds[1], &cause))
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot run %s: %s", argv[0], cause->message);
	return false;
}

/* What there is of one stream; called when poll() says that there is some. */
static void
take(struct child *child, int i)
{
	char buffer[65536];
	ssize_t n = read(child->fds[i], buffer, sizeof buffer);
	gsize room = SPAWN_OUTPUT_MAX - child->texts[i]->len;

	if (n > 0) {
		g_string_append_len(child->texts[i], buffer,
		    (gssize)MIN((gsize)n, room));
	} else if (n == 0 || errno != EINTR) {
		(void)close(child->fds[i]);
		child->fds[i] = -1;
	}
}

static bool
wait_for_end(struct child *child, GError **error)
{
	for (;;) {
		struct pollfd p[3] = {
			{ .fd = child->fds[0], .events = POLLIN },
			{ .fd = child->fds[1], .events = POLLIN },
			{ .fd = child->request->stop_fd, .events = POLLIN },
		};
		gint64 left = child->until - clock_monotonic_ms();
		bool is_silent = child->fds[0] < 0 && child->fds[1] < 0;

		if (is_silent && waitpid(child->pid, &child->status,
		    WNOHANG) == child->pid) {
			child->has_ended = true;
			return true;
		}
		if (left <= 0) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
			    "%s does not answer within %g s",
			    child->request->argv[0],
			    child->request->timeout_ms / 1000.0);
			return false;
		}
		if (is_silent)
			left = MIN(left, REAP_MS);
		if (poll(p, 3, (int)left) < 0 && errno != EINTR)
			continue;
		if (p[2].revents) {
			g_set_error_literal(error, EVALTOP_ERROR,
			    EVALTOP_ERROR_HOST, "interrupted");
			return false;
		}
		for (int i = 0; i < 2; i++) {
			if (p[i].revents)
				take(child, i);
		}
	}
}

static void
end(struct child *child)
{
	if (!child->has_ended && child->pid > 0) {
		(void)kill(-child->pid, SIGKILL);
		(void)kill(child->pid, SIGKILL);
		while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	for (int i = 0; i < 2; i++) {
		if (child->fds[i] >= 0)
			(void)close(child->fds[i]);
		(void)g_string_free(child->texts[i], TRUE);
	}
}

bool
spawn_capture(const struct spawn_request *request, char **ret_out,
    char **ret_err, int *ret_status, GError **error)
{
	struct child child = {
		.request = request,
		.fds = { -1, -1 },
		.texts = { g_string_new(NULL), g_string_new(NULL) },
		.until = clock_monotonic_ms() + request->timeout_ms,
	};
	bool ok = start(&child, error) && wait_for_end(&child, error);

	if (ok) {
		*ret_out = g_strdup(child.texts[0]->str);
		*ret_err = g_strdup(child.texts[1]->str);
		*ret_status = child.status;
	}
	end(&child);
	return ok;
}
