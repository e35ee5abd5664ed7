/*
 * The runner: theory of operation.
 *
 * Processes.  evaltop itself never forks a candidate.  It starts one small
 * launcher, evaltop-jail --serve, before it has a second thread; the
 * launcher sets up the outer namespaces once and starts every candidate in
 * inner ones, behind an init of its own.  A candidate is one run of the
 * Python harness, which loads the answer and the tests.
 *
 * Descriptors.  For each candidate the runner makes a request (a sealed
 * memory file, the harness's stdin) and three pipes: stdout, stderr, and the
 * one on which the harness answers.  The launcher gets the far ends through
 * its socket; the near ends are here, non-blocking, under one epoll, and are
 * read at all times, so that no candidate ever waits for us.
 *
 * Under the split guard a judge may stay for the next candidate: standing.c.
 *
 * Who kills whom.  The runner decides (timeout, too much output, cancel) and
 * asks the launcher; the candidate's init kills its whole tree and reports
 * what it used; the launcher passes that on as ENDED, the last word about a
 * job.  Closing the launcher's socket ends everything.  A launcher that dies
 * or sticks is started anew and its jobs run again.
 *
 * Facts.  Every fact becomes an event: first a line of the journal, then an
 * item of the queue to the main thread.  Commands come back through a second
 * queue.  Those two queues are all that the threads share.
 *
 * The end.  A run that has ended emits its end and gives its launcher up, but
 * the thread waits for reruns (rerun.c) until the feed is freed.
 *
 * Load.  Up to `jobs` candidates run at once, but beyond one for each core a
 * new one starts only while the machine has a core to spare: candidates that
 * sleep then overlap, and candidates that compute do not starve each other.
 * One whose verdict is here holds no place: while the kernel takes it down,
 * the next is set up.
 */
#include "runner/internal.h"

#include "base/clock.h"
#include "base/error.h"
#include "runner/load.h"

#include <errno.h>
#include <sys/epoll.h>

#define HOLD_MS 5		/* how soon to look again for a free core */
#define LOSSES_MAX 5		/* launchers in a row without one result */
#define EPOLL_EVENTS 64

/* ---- telling ---- */

void
runner_emit_placed(struct runner *runner, struct event *event,
    guint64 *ret_offset, guint32 *ret_length)
{
	g_autoptr(GError) error = NULL;

	event->time_ms = clock_wall_ms();
	if (event->type != EVENT_TEST && !runner->fatal &&
	    !journal_append(runner->config.journal, event, &error)) {
		runner_fail(runner, error->message);
		/* The last word comes through, but it is another one now. */
		event->state = RUN_INCOMPLETE;
		g_free(event->message);
		event->message = g_strdup(runner->fatal);
	}
	/* What is not in the journal did not happen. */
	if (runner->fatal && event->type != EVENT_END) {
		event_free(event);
		return;
	}
	*ret_offset = event->journal_offset;
	*ret_length = event->journal_length;
	queue_push(&runner->events, event);
}

void
runner_emit(struct runner *runner, struct event *event)
{
	guint64 offset;
	guint32 length;

	runner_emit_placed(runner, event, &offset, &length);
}

void
runner_fail(struct runner *runner, const char *why)
{
	if (!runner->fatal)
		runner->fatal = g_strdup(why);
}

void
runner_emit_state(struct runner *runner, enum run_state state)
{
	struct event *event = event_new(EVENT_STATE, 0);

	runner->state = state;
	event->state = state;
	event->jobs = runner->jobs;
	runner_emit(runner, event);
}

/* ---- slots ---- */

static struct slot *
slot_at(struct runner *runner, guint index)
{
	return g_ptr_array_index(runner->slots, index);
}

static struct slot *
free_slot(struct runner *runner)
{
	for (guint i = 0; i < runner->slots->len; i++) {
		if (!slot_at(runner, i)->is_busy)
			return slot_at(runner, i);
	}
	g_ptr_array_add(runner->slots, slot_new(runner->slots->len));
	return slot_at(runner, runner->slots->len - 1);
}

static struct slot *
slot_of_jail_job(struct runner *runner, guint64 jail_job)
{
	for (guint i = 0; i < runner->slots->len; i++) {
		struct slot *slot = slot_at(runner, i);

		if (slot->is_busy && (slot->jail_job == jail_job ||
		    slot->mate_job == jail_job))
			return slot;
	}
	return NULL;
}

/* ---- the launcher ---- */

bool
runner_watch(struct runner *runner, int fd, guint64 id)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = id };

	return epoll_ctl(runner->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

/*
 * Its jobs run again: a lost launcher is never a candidate's fault.  But one
 * of them may be what it is lost by, time after time.
 */
static void
requeue_running(struct runner *runner)
{
	for (guint i = 0; i < runner->slots->len; i++) {
		struct slot *slot = slot_at(runner, i);
		bool is_cancelled = slot->cause == CAUSE_CANCELLED;
		struct job *job;

		if (!slot->is_busy)
			continue;
		job = slot_drop(runner, slot);
		job->is_cancelled = is_cancelled;
		if (is_cancelled)
			job_unjudged(runner, job, "cancelled");
		else if (++job->losses >= JOB_LOSSES_MAX)
			job_gave_up(runner, job,
			    "the launcher dies whenever it runs");
		else
			job_requeue(runner, job, job->is_retry,
			    "the launcher was lost");
	}
}

bool
runner_start_launcher(struct runner *runner, GError **error)
{
	if (!launcher_start(&runner->launcher, error))
		return false;
	if (runner_watch(runner, runner->launcher.socket, ID_SOCKET))
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot watch the launcher: %s", g_strerror(errno));
	launcher_stop(&runner->launcher);
	return false;
}

/*
 * One that dies before it is ready is as lost as one that dies later; what
 * keeps it from being set up would keep the next one, too.
 */
static void
restart_launcher(struct runner *runner)
{
	g_autoptr(GError) error = NULL;

	runner->launcher_is_stuck = false;
	g_ptr_array_set_size(runner->standing, 0);
	launcher_stop(&runner->launcher);
	requeue_running(runner);
	if (runner->fatal)
		return;
	while (++runner->losses <= LOSSES_MAX) {
		if (runner_start_launcher(runner, &error))
			return;
		if (!runner->launcher.died_early) {
			job_abandon_all(runner, error->message);
			return;
		}
		g_clear_error(&error);
	}
	job_abandon_all(runner, "the launcher dies again and again");
}

static void
take_replies(struct runner *runner)
{
	union jail_reply reply;
	struct slot *slot;
	int r;

	while ((r = jail_receive(runner->launcher.socket, &reply)) == 0) {
		if (reply.head.type != JAIL_MSG_ENDED)
			continue;
		slot = slot_of_jail_job(runner, reply.head.job);
		if (slot)
			slot_ended(runner, slot, &reply.ended);
		else
			standing_ended(runner, reply.head.job);
	}
	if (r != -EAGAIN)
		restart_launcher(runner);
}

/* ---- starting candidates ---- */

/* What lingers after its verdict may still compute: not too many. */
static guint
places_taken(const struct runner *runner)
{
	return runner->running - MIN(runner->ending, runner->cores);
}

/* What the launcher would refuse must wait here. */
static bool
launcher_has_room(const struct runner *runner)
{
	guint n = runner->standing->len;

	if (n + 2 * (runner->running + 1) <= runner->processes_max)
		return true;
	for (guint i = 0; i < runner->slots->len; i++) {
		const struct slot *slot = g_ptr_array_index(runner->slots, i);

		if (slot->is_busy)
			n += slot->mate_job != 0 ? 2 : 1;
	}
	return n + 2 <= runner->processes_max;
}

/*
 * May one more start beside those that run?  Reading the number of runnable
 * tasks at this moment is cheap and needs no history; we are one of them.
 */
static bool
has_room(const struct runner *runner)
{
	if (places_taken(runner) >= runner->jobs ||
	    !launcher_has_room(runner))
		return false;
	if (places_taken(runner) < runner->cores)
		return true;
	return runner->starting < runner->cores &&
	    load_runnable() <= runner->cores;
}

/* What may start in the run's state; a run that stops ends what has begun. */
static bool
may_start(const struct runner *runner)
{
	switch (runner->state) {
	case RUN_RUNNING:
		return job_is_pending(runner);
	case RUN_STOPPING:
		return job_is_begun_pending(runner);
	case RUN_PAUSED:
	case RUN_DONE:
	case RUN_STOPPED:
	case RUN_INCOMPLETE:
	case RUN_STATE__COUNT:
		break;
	}
	return false;
}

/* True when something waits that may start without a further event. */
static bool
start_candidates(struct runner *runner)
{
	struct job *job;

	/* A rerun may be asked for just as the last launcher has failed. */
	if (runner->launcher.socket < 0 && may_start(runner))
		job_abandon_all(runner, "there is no launcher any more");
	if (runner->launcher.socket < 0 || job_is_alone(runner))
		return false;
	while (!runner->fatal && may_start(runner)) {
		/* A judge that waits is not to be all that there is room for. */
		if (runner->running == 0 && !launcher_has_room(runner))
			g_ptr_array_set_size(runner->standing, 0);
		if (!has_room(runner))
			return places_taken(runner) < runner->jobs;
		job = runner->state == RUN_STOPPING ?
		    job_next_begun(runner) : job_next(runner);
		if (!job)
			return false;
		switch (slot_launch(runner, free_slot(runner), job)) {
		case LAUNCH_DONE:
			break;
		case LAUNCH_LATER:
			return true;
		case LAUNCH_LOST:
			/* Nothing runs now whose end would wake us. */
			restart_launcher(runner);
			return true;
		}
		if (job_is_alone(runner))
			return false;
	}
	return false;
}

/* ---- commands ---- */

static void
cancel(struct runner *runner, guint32 ordinal)
{
	for (guint i = 0; i < runner->slots->len; i++) {
		struct slot *slot = slot_at(runner, i);

		if (slot->is_busy && slot->job->ordinal == ordinal)
			slot_kill(runner, slot, CAUSE_CANCELLED);
	}
	rerun_take_back(runner, ordinal);
}

static void
obey_feed(struct runner *runner, const struct command *command)
{
	/* A run that is over takes reruns only. */
	if (runner->state >= RUN_DONE)
		return;
	switch (command->what) {
	case FEED_STOP:
		runner_emit_state(runner, RUN_STOPPING);
		break;
	case FEED_KILL:
		runner->is_killed = true;
		break;
	case FEED_PAUSE:
		if (runner->state == RUN_RUNNING)
			runner_emit_state(runner, RUN_PAUSED);
		break;
	case FEED_RESUME:
		if (runner->state == RUN_PAUSED)
			runner_emit_state(runner, RUN_RUNNING);
		break;
	case FEED_JOBS:
		runner->jobs = CLAMP(command->argument, 1, RUNNER_JOBS_MAX);
		runner_emit_state(runner, runner->state);
		break;
	case FEED_CANCEL:
		cancel(runner, command->argument);
		break;
	}
}

static void
obey(struct runner *runner, const struct command *command)
{
	switch (command->type) {
	case COMMAND_FEED:
		obey_feed(runner, command);
		break;
	case COMMAND_RERUN:
		rerun_obey(runner, command->ordinals, command->timeout_ms);
		break;
	case COMMAND_LEAVE:
		runner->is_killed = runner->is_leaving = true;
		break;
	}
}

static void
take_commands(struct runner *runner)
{
	g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func(
	    command_free);

	queue_take(&runner->commands, commands);
	for (guint i = 0; i < commands->len; i++)
		obey(runner, g_ptr_array_index(commands, i));
}

/* ---- the loop ---- */

/* Milliseconds until the first slot wants to be asked; -1: none. */
static int
check_times(struct runner *runner)
{
	gint64 now = clock_monotonic_ms(), first = G_MAXINT64;

	for (guint i = 0; i < runner->slots->len; i++) {
		struct slot *slot = slot_at(runner, i);

		if (slot->is_busy)
			first = MIN(first, slot_check_time(runner, slot, now));
	}
	if (runner->launcher_is_stuck)
		restart_launcher(runner);
	if (first == G_MAXINT64)
		return -1;
	return (int)CLAMP(first - now, 0, 60000);
}

static void
dispatch(struct runner *runner, guint64 id)
{
	if (id == ID_SOCKET) {
		take_replies(runner);
	} else if (id == ID_COMMANDS) {
		take_commands(runner);
	} else {
		struct slot *slot = slot_at(runner, (guint)(id >> 8) - 1);

		if (slot->is_busy)
			slot_readable(runner, slot, (enum stream)(id & 0xff));
	}
}

static bool
is_finished(const struct runner *runner)
{
	if (runner->is_killed || runner->fatal)
		return true;
	if (runner->running > 0)
		return false;
	return runner->state == RUN_STOPPING ?
	    !job_is_begun_pending(runner) : !job_is_pending(runner);
}

static void
loop(struct runner *runner)
{
	struct epoll_event events[EPOLL_EVENTS];

	for (;;) {
		bool is_held = start_candidates(runner);
		int wait = check_times(runner), n;

		if (is_finished(runner))
			return;
		if (is_held && (wait < 0 || wait > HOLD_MS))
			wait = HOLD_MS;
		n = epoll_wait(runner->epoll_fd, events, EPOLL_EVENTS, wait);
		if (n < 0 && errno != EINTR) {
			runner_fail(runner, g_strerror(errno));
			return;
		}
		for (int i = 0; i < n; i++)
			dispatch(runner, events[i].data.u64);
	}
}

/* A sample that has had no end yet. */
static bool
has_left_some(const struct runner *runner)
{
	for (guint i = 0; i < runner->left->len; i++) {
		if (g_array_index(runner->left, guint32, i) > 0)
			return true;
	}
	return false;
}

static enum run_state
final_state(const struct runner *runner)
{
	if (runner->fatal)
		return RUN_INCOMPLETE;
	if (runner->is_killed || job_is_pending(runner) ||
	    has_left_some(runner))
		return RUN_STOPPED;
	return runner->failed > 0 ? RUN_INCOMPLETE : RUN_DONE;
}

static void
begin(struct runner *runner)
{
	const struct runner_config *config = &runner->config;
	struct event *event = event_new(EVENT_BEGIN, 0);

	event->jobs = runner->jobs;
	event->is_rerun = config->rerun != NULL;
	runner_emit(runner, event);
	if (!config->rerun)
		return;
	runner->is_closed = true;
	rerun_obey(runner, config->rerun, config->rerun_timeout_ms);
}

static void
end(struct runner *runner)
{
	struct event *event = event_new(EVENT_END, 0);

	runner->state = event->state = final_state(runner);
	event->message = g_strdup(runner->fatal);
	/* What still runs has no verdict; it waits for a resume. */
	for (guint i = 0; i < runner->slots->len; i++)
		job_free(slot_drop(runner, slot_at(runner, i)));
	rerun_drop_all(runner);
	g_ptr_array_set_size(runner->standing, 0);
	launcher_stop(&runner->launcher);
	if (runner->fatal || runner->is_leaving)
		g_atomic_int_set(&runner->is_gone, 1);
	runner_emit(runner, event);
}

/* The run is over; false when it stays so. */
static bool
wait_for_rerun(struct runner *runner)
{
	struct epoll_event event;

	while (!runner->fatal && !runner->is_leaving) {
		if (epoll_wait(runner->epoll_fd, &event, 1, -1) < 0 &&
		    errno != EINTR)
			break;
		take_commands(runner);
		if (runner->state < RUN_DONE)
			return true;
	}
	g_atomic_int_set(&runner->is_gone, 1);
	return false;
}

void *
runner_main(void *data)
{
	struct runner *runner = data;

	begin(runner);
	do {
		loop(runner);
		end(runner);
	} while (wait_for_rerun(runner));
	return NULL;
}
