/*
 * PID 1 of a job.
 *
 * A candidate that is PID 1 itself behaves oddly (signals without a handler
 * are dropped, orphans are never reaped), and the CPU time of whatever is
 * alive when a pid namespace is killed from outside is lost.  So a tiny init
 * stands in front: it reaps, ends everything when told to or when the
 * candidate's first process has ended, and reports what was used in all.
 *
 * It is not dumpable: a candidate of the same uid could otherwise trace it.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct init_state {
	pid_t candidate;
	bool has_ended;			/* the candidate's first process */
	struct jail_report report;
};

static void
wake_up(int signal_number)
{
	(void)signal_number;
}

static void
note_ended(struct init_state *state, pid_t pid, int status)
{
	if (pid != state->candidate)
		return;
	state->has_ended = true;
	state->report.wait_status = status;
}

static void
reap(struct init_state *state, int options)
{
	for (;;) {
		int status;
		pid_t pid = waitpid(-1, &status, options | __WALL);

		if (pid > 0)
			note_ended(state, pid, status);
		else if (pid == 0 || errno != EINTR)
			return;
	}
}

static void
end_all(struct init_state *state)
{
	/* Everything in this pid namespace but us; forks cannot slip by. */
	(void)kill(-1, SIGKILL);
	reap(state, 0);
}

static uint64_t
microseconds(const struct timeval *time)
{
	return (uint64_t)time->tv_sec * 1000000u + (uint64_t)time->tv_usec;
}

static void
send_report(int control, struct init_state *state)
{
	struct rusage usage;

	if (getrusage(RUSAGE_CHILDREN, &usage) == 0) {
		state->report.cpu_user_us = microseconds(&usage.ru_utime);
		state->report.cpu_system_us = microseconds(&usage.ru_stime);
		state->report.peak_rss_bytes =
		    (uint64_t)usage.ru_maxrss * 1024u;
	}
	(void)send(control, &state->report, sizeof state->report,
	    MSG_NOSIGNAL);
}

_Noreturn void
jail_init_run(int control, pid_t candidate)
{
	struct init_state state = { .candidate = candidate };
	struct sigaction action = { .sa_handler = wake_up };
	struct pollfd poll_control = { .fd = control, .events = POLLIN };
	sigset_t child, none;

	/* SIGCHLD comes only inside ppoll: none is missed. */
	(void)sigemptyset(&none);
	(void)sigemptyset(&child);
	(void)sigaddset(&child, SIGCHLD);
	(void)sigprocmask(SIG_BLOCK, &child, NULL);
	(void)sigaction(SIGCHLD, &action, NULL);

	while (!state.has_ended) {
		int n;

		reap(&state, WNOHANG);
		if (state.has_ended)
			break;
		n = ppoll(&poll_control, 1, NULL, &none);
		if (n > 0) {		/* a byte, or the launcher is gone */
			char byte;

			(void)recv(control, &byte, 1, MSG_DONTWAIT);
			state.report.was_told = 1;
			break;
		}
	}
	end_all(&state);
	send_report(control, &state);
	_exit(0);
}
