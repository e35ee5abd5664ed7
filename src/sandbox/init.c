/*
 * The first process of a job, PID 1 where it has a pid namespace.
 *
 * A candidate that is PID 1 itself behaves oddly (signals without a handler
 * are dropped, orphans are never reaped), and the CPU time of whatever is
 * alive when a pid namespace is killed from outside is lost.  So a tiny init
 * stands in front: it reaps, ends everything when told to, when the
 * candidate's first process has ended, or when all processes together have
 * too much memory, and reports what was used in all.
 *
 * It is not dumpable: a candidate of the same uid could otherwise trace it.
 *
 * Behind a candidate that was exec'ed it goes on in the launcher's code; one
 * from a warm interpreter has it as a program (init_main.c).
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Most jobs are over before the first look. */
#define LOOK_EVERY_MS 25
/* In a row; one alone may have met a process between vfork and exec. */
#define LOOKS_TO_BELIEVE 2

struct init_state {
	const struct jail_job_spec *spec;
	pid_t candidate;
	int64_t next_look_ms;
	int looks_over;			/* in a row, above memory_bytes */
	bool has_ended;			/* the candidate's first process */
	struct jail_report report;
};

static void
wake_up(int signal_number)
{
	(void)signal_number;
}

static void
note_ended(void *data, pid_t pid, int status)
{
	struct init_state *state = data;

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
	if (state->spec->common->tier != JAIL_TIER_FULL) {
		/* Most are in one group; the walk is for those who left it. */
		(void)kill(-state->candidate, SIGKILL);
		jail_tree_end(NULL, 0, note_ended, state);
		return;
	}
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

static int64_t
now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/*
 * Look at the memory when it is time; a stream of signals does not put it
 * off.  Returns how long to wait until the next look.
 */
static struct timespec
watch_memory(struct init_state *state)
{
	int64_t now = now_ms(), left;

	if (now >= state->next_look_ms) {
		if (jail_memory_is_over(state->spec))
			state->looks_over++;
		else
			state->looks_over = 0;
		now = now_ms();
		state->next_look_ms = now + LOOK_EVERY_MS;
	}
	left = state->next_look_ms - now;
	return (struct timespec){ .tv_nsec = (long)left * 1000000 };
}

/*
 * After the report: this may take longer than the launcher wants to wait
 * for one.  Where the launcher is gone, the last init takes its folder.
 */
static void
take_work_away(const struct jail_job_spec *spec)
{
	char base[sizeof spec->work_path];

	jail_folder_empty(spec->work);
	(void)rmdir(spec->work_path);
	memcpy(base, spec->work_path, sizeof base);
	*strrchr(base, '/') = '\0';
	if (send(spec->control, "", 0, MSG_NOSIGNAL) < 0)
		(void)rmdir(base);
}

_Noreturn void
jail_init_run(const struct jail_job_spec *spec, pid_t candidate)
{
	int control = spec->control;
	struct init_state state = {
		.spec = spec,
		.candidate = candidate,
		.next_look_ms = now_ms() + LOOK_EVERY_MS,
	};
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
		struct timespec wait;
		int n;

		reap(&state, WNOHANG);
		if (state.has_ended)
			break;
		wait = watch_memory(&state);
		if (state.looks_over >= LOOKS_TO_BELIEVE) {
			state.report.hit_memory = 1;
			break;
		}
		n = ppoll(&poll_control, 1, &wait, &none);
		if (n > 0) {		/* a byte, or the launcher is gone */
			char byte;

			(void)recv(control, &byte, 1, MSG_DONTWAIT);
			state.report.was_told = 1;
			break;
		}
	}
	end_all(&state);
	send_report(control, &state);
	if (spec->work >= 0)
		take_work_away(spec);
	_exit(0);
}
