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
 * Load.  Up to `jobs` candidates run at once, but beyond one for each core a
 * new one starts only while the machine has a core to spare: candidates that
 * sleep then overlap, and candidates that compute do not starve each other.
 */
#include "runner/internal.h"

#include "base/clock.h"
#include "base/datadir.h"
#include "base/error.h"
#include "runner/load.h"
#include "runner/plan.h"
#include "runner/request.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#define HOLD_MS 5		/* how soon to look again for a free core */
#define LOSSES_MAX 5		/* launchers in a row without one result */
#define EPOLL_EVENTS 64
#define DESCRIPTORS_SPARE 40	/* the launcher's own, and those on their way */
#define ID_SOCKET 0
#define ID_COMMANDS 1		/* slots: (index + 1) << 8 | stream */

struct command {
	enum feed_command what;
	guint argument;
};

/* ---- telling ---- */

void
runner_emit_placed(struct runner *runner, struct event *event,
    guint64 *ret_offset, guint32 *ret_length)
{
	g_autoptr(GError) error = NULL;

	event->time_ms = clock_wall_ms();
	if (event->type != EVENT_TEST && !runner->fatal &&
	    !journal_append(runner->config.journal, event, &error))
		runner_fail(runner, error->message);
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

static void
emit_state(struct runner *runner, enum run_state state)
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

static bool
watch(struct runner *runner, int fd, guint64 id)
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

static void
restart_launcher(struct runner *runner)
{
	g_autoptr(GError) error = NULL;

	runner->launcher_is_stuck = false;
	launcher_stop(&runner->launcher);
	requeue_running(runner);
	if (runner->fatal)
		return;
	if (++runner->losses > LOSSES_MAX) {
		job_abandon_all(runner, "the launcher dies again and again");
		return;
	}
	if (!launcher_start(&runner->launcher, &error) ||
	    !watch(runner, runner->launcher.socket, ID_SOCKET))
		job_abandon_all(runner, error ? error->message :
		    "cannot watch the launcher");
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
	}
	if (r != -EAGAIN)
		restart_launcher(runner);
}

/* ---- starting candidates ---- */

/* What the launcher would refuse must wait here. */
static bool
launcher_has_room(const struct runner *runner)
{
	guint n = 0;

	if (2 * (runner->running + 1) <= runner->processes_max)
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
	if (runner->running >= runner->jobs || !launcher_has_room(runner))
		return false;
	if (runner->running < runner->cores)
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

	if (runner->launcher.socket < 0 || job_is_alone(runner))
		return false;
	while (!runner->fatal && may_start(runner)) {
		if (!has_room(runner))
			return runner->running < runner->jobs;
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
			restart_launcher(runner);
			return false;
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
}

static void
obey(struct runner *runner, const struct command *command)
{
	switch (command->what) {
	case FEED_STOP:
		emit_state(runner, RUN_STOPPING);
		break;
	case FEED_KILL:
		runner->is_killed = true;
		break;
	case FEED_PAUSE:
		if (runner->state == RUN_RUNNING)
			emit_state(runner, RUN_PAUSED);
		break;
	case FEED_RESUME:
		if (runner->state == RUN_PAUSED)
			emit_state(runner, RUN_RUNNING);
		break;
	case FEED_JOBS:
		runner->jobs = CLAMP(command->argument, 1, RUNNER_JOBS_MAX);
		emit_state(runner, runner->state);
		break;
	case FEED_CANCEL:
		cancel(runner, command->argument);
		break;
	}
}

static void
take_commands(struct runner *runner)
{
	g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func(g_free);

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

static enum run_state
final_state(const struct runner *runner)
{
	if (runner->fatal)
		return RUN_INCOMPLETE;
	if (runner->is_killed || job_is_pending(runner))
		return RUN_STOPPED;
	return runner->unjudged > 0 ? RUN_INCOMPLETE : RUN_DONE;
}

static void *
runner_main(void *data)
{
	struct runner *runner = data;
	struct event *event = event_new(EVENT_BEGIN, 0);

	event->jobs = runner->jobs;
	runner_emit(runner, event);
	loop(runner);
	event = event_new(EVENT_END, 0);
	event->state = final_state(runner);
	event->message = g_strdup(runner->fatal);
	/* What still runs has no verdict; it waits for a resume. */
	for (guint i = 0; i < runner->slots->len; i++)
		job_free(slot_drop(runner, slot_at(runner, i)));
	launcher_stop(&runner->launcher);
	runner_emit(runner, event);
	return NULL;
}

/* ---- the feed: main thread ---- */

static void
runner_take(struct feed *feed, GPtrArray *into)
{
	queue_take(&((struct runner *)feed)->events, into);
}

static bool
runner_command(struct feed *feed, enum feed_command what, guint argument)
{
	struct command *command = g_new0(struct command, 1);

	command->what = what;
	command->argument = argument;
	queue_push(&((struct runner *)feed)->commands, command);
	return true;
}

static void
free_event(gpointer event)
{
	event_free(event);
}

static void
runner_free(struct feed *feed)
{
	struct runner *runner = (struct runner *)feed;

	if (runner->has_thread) {
		(void)runner_command(feed, FEED_KILL, 0);
		(void)pthread_join(runner->thread, NULL);
	}
	launcher_stop(&runner->launcher);
	for (guint i = 0; i < runner->slots->len; i++)
		slot_free(slot_at(runner, i));
	g_ptr_array_unref(runner->slots);
	job_clear_all(runner);
	queue_clear(&runner->events, free_event);
	queue_clear(&runner->commands, g_free);
	if (runner->plans)
		g_ptr_array_unref(runner->plans);
	if (runner->denylist)
		g_ptr_array_unref(runner->denylist);
	interp_free(runner->interp);
	g_free(runner->launcher.path);
	if (runner->epoll_fd >= 0)
		(void)close(runner->epoll_fd);
	g_free(runner->fatal);
	g_free(runner);
}

/* ---- starting ---- */

static GArray *
count_left(const struct runner_config *config)
{
	GArray *left = g_array_new(FALSE, TRUE, sizeof(guint32));

	g_array_set_size(left, config->suite->tasks->len);
	for (guint i = 0; i < config->samples->samples->len; i++) {
		guint32 task = sample_set_get(config->samples, i)->task;

		if (!config->done || !config->done[i])
			g_array_index(left, guint32, task)++;
	}
	return left;
}

/*
 * The launcher holds three descriptors for each process, as we do for each
 * slot, and raises its soft limit to the hard one, which it has from us.
 */
static guint
count_processes_max(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 ||
	    limit.rlim_max >= 3 * JAIL_JOBS_MAX + DESCRIPTORS_SPARE)
		return JAIL_JOBS_MAX;
	if (limit.rlim_max < DESCRIPTORS_SPARE + 3 * 2)
		return 2;
	return ((guint)limit.rlim_max - DESCRIPTORS_SPARE) / 3;
}

static struct runner *
runner_new(const struct runner_config *config)
{
	struct runner *runner = g_new0(struct runner, 1);

	runner->feed = (struct feed){
		.fd = -1,
		.take = runner_take,
		.command = runner_command,
		.free = runner_free,
	};
	runner->config = *config;
	runner->epoll_fd = -1;
	runner->launcher.socket = -1;
	runner->slots = g_ptr_array_new();
	runner->twins = g_ptr_array_new();
	g_ptr_array_set_size(runner->twins, (gint)config->suite->tasks->len);
	runner->left = count_left(config);
	runner->splits = g_new0(guint8, config->suite->tasks->len);
	runner->split_why = g_new0(char *, config->suite->tasks->len);
	runner->cores = MAX(g_get_num_processors(), 1);
	runner->jobs = CLAMP(config->manifest->settings.jobs, 1,
	    RUNNER_JOBS_MAX);
	runner->processes_max = count_processes_max();
	runner->state = RUN_RUNNING;
	runner->guard = GUARD_CONFIRM;
	(void)guard_from_word(config->manifest->settings.guard,
	    &runner->guard);
	return runner;
}

/*
 * In the tier asked for, or else in the strongest that this host gives;
 * limits, which confine little, are used only when asked for by name.
 */
static bool
start_launcher(struct launcher *launcher, const char *tier, GError **error)
{
	g_autoptr(GError) first = NULL;

	for (int i = 0; i < JAIL_TIER__COUNT; i++) {
		const char *name = jail_tier_name((enum jail_tier)i);

		if (tier ? strcmp(tier, name) != 0 : i == JAIL_TIER_LIMITS)
			continue;
		launcher->tier = (enum jail_tier)i;
		if (launcher_start(launcher, first ? NULL : &first))
			return true;
	}
	/* What the strongest lacks is what is worth telling. */
	g_propagate_error(error, g_steal_pointer(&first));
	return false;
}

static bool
set_up_jail(struct runner *runner, GError **error)
{
	struct run_manifest *manifest = runner->config.manifest;
	g_autofree char *folder = datadir_find("harness");
	g_autofree char *warm = datadir_find_warm();

	runner->interp = interp_probe(manifest->settings.python, folder, warm,
	    manifest->settings.site_packages, error);
	if (!runner->interp)
		return false;
	runner->launcher.path = datadir_find_jail();
	runner->launcher.interp = runner->interp;
	if (!start_launcher(&runner->launcher, manifest->settings.tier, error))
		return false;
	g_free(manifest->tier);
	manifest->tier = g_strdup(jail_tier_name(runner->launcher.tier));
	/* A warm interpreter forks into namespaces: there must be some. */
	runner->launcher.is_warm = !manifest->settings.is_cold &&
	    runner->launcher.tier == JAIL_TIER_FULL;
	g_free(manifest->interpreter);
	manifest->interpreter = g_strdup_printf("%s (Python %s)",
	    runner->interp->executable, runner->interp->version);
	return true;
}

static bool
set_up_loop(struct runner *runner, GError **error)
{
	if (!queue_init(&runner->events, error) ||
	    !queue_init(&runner->commands, error))
		return false;
	runner->feed.fd = runner->events.fd;
	runner->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (runner->epoll_fd >= 0 &&
	    watch(runner, runner->commands.fd, ID_COMMANDS) &&
	    watch(runner, runner->launcher.socket, ID_SOCKET))
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot set up the runner: %s", g_strerror(errno));
	return false;
}

struct feed *
runner_start(const struct runner_config *config, GError **error)
{
	struct runner *runner = runner_new(config);
	const struct run_settings *settings = &config->manifest->settings;
	int r;

	if (!set_up_jail(runner, error))
		goto fail;
	runner->plans = plan_tasks(&runner->launcher, config->suite,
	    config->samples, error);
	if (!runner->plans || !set_up_loop(runner, error))
		goto fail;
	runner->denylist = request_denylist(settings->deny, settings->allow);
	r = pthread_create(&runner->thread, NULL, runner_main, runner);
	if (r != 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot start the runner's thread: %s", g_strerror(r));
		goto fail;
	}
	runner->has_thread = true;
	return &runner->feed;
fail:
	runner_free(&runner->feed);
	return NULL;
}
