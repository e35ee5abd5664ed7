/*
 * One running candidate: its pipes, its clock, its end.
 *
 * The clock starts with the harness's start line, when the candidate's code
 * begins; launching has a clock of its own, and running out of that one is
 * our fault, not the candidate's.  The first thing that is done to a job is
 * its cause; whatever it looks like afterwards, the cause is the verdict.
 */
#include "runner/internal.h"

#include "base/clock.h"
#include "run/capture.h"
#include "runner/load.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define LAUNCH_MS 30000		/* from the launch to the start line */
#define LINGER_MS 2000		/* from the verdict to the end */
#define KILL_MS 10000		/* from a kill to the launcher's answer */
#define KILL_AGAIN_MS 5		/* how soon to offer it a kill once more */
#define TEST_EVENT_MS 200	/* quick candidates need no progress events */
#define READ_CHUNK 65536

struct slot *
slot_new(guint index)
{
	struct slot *slot = g_new0(struct slot, 1);

	slot->index = index;
	for (int i = 0; i < STREAM__COUNT; i++)
		slot->fds[i] = -1;
	return slot;
}

void
slot_close(struct slot *slot, enum stream stream)
{
	if (slot->fds[stream] >= 0)
		(void)close(slot->fds[stream]);
	slot->fds[stream] = -1;
}

/* Back to an empty slot; the job has been taken out. */
static void
reset(struct runner *runner, struct slot *slot)
{
	guint index = slot->index;

	if (slot->is_busy) {
		runner->running--;
		runner->ending -= slot->is_ending;
		if (slot->started_ms == 0)
			runner->starting--;
	}
	for (int i = 0; i < STREAM__COUNT; i++)
		slot_close(slot, (enum stream)i);
	output_clear(&slot->out[0]);
	output_clear(&slot->out[1]);
	envelope_clear(&slot->envelope);
	standing_free(slot->judge);
	memset(slot, 0, sizeof *slot);
	slot->index = index;
	for (int i = 0; i < STREAM__COUNT; i++)
		slot->fds[i] = -1;
}

void
slot_free(struct slot *slot)
{
	if (!slot)
		return;
	g_assert(!slot->is_busy);
	g_free(slot);
}

struct job *
slot_drop(struct runner *runner, struct slot *slot)
{
	struct job *job = g_steal_pointer(&slot->job);

	reset(runner, slot);
	return job;
}

/* ---- killing ---- */

/* A launcher whose socket is full takes a kill later (slot_check_time). */
static void
deliver_kills(struct runner *runner, struct slot *slot)
{
	int socket = runner->launcher.socket;

	if (slot->owes_kill)
		slot->owes_kill = !slot->has_ended &&
		    jail_send_kill(socket, slot->jail_job) == -EAGAIN;
	if (slot->owes_mate_kill)
		slot->owes_mate_kill = !slot->mate_has_ended &&
		    jail_send_kill(socket, slot->mate_job) == -EAGAIN;
}

void
slot_kill_mate(struct runner *runner, struct slot *slot)
{
	slot->owes_mate_kill = slot->mate_job != 0;
	deliver_kills(runner, slot);
}

/* ---- reading ---- */

/* The lowest that is not taken; what only ends has given its own up. */
static guint
free_place(const struct runner *runner)
{
	guint n = runner->slots->len, place = 0;
	g_autofree bool *is_taken = g_new0(bool, n + 1);

	for (guint i = 0; i < n; i++) {
		const struct slot *slot = g_ptr_array_index(runner->slots, i);

		if (slot->is_busy && slot->started_ms != 0 && !slot->is_ending)
			is_taken[slot->place] = true;
	}
	while (is_taken[place])
		place++;
	return place;
}

static void
emit_start(struct runner *runner, struct slot *slot)
{
	struct event *event = event_new(EVENT_START, slot->job->ordinal);

	slot->place = free_place(runner);
	slot->started_ms = clock_monotonic_ms();
	slot->idle_ms = load_idle_ms();
	runner->starting--;
	event->slot = slot->place;
	event->timeout_ms = slot->timeout_ms;
	event->tests_total = slot->plan->total;
	runner_emit(runner, event);
}

static void
emit_progress(struct runner *runner, struct slot *slot, gint64 now)
{
	struct event *event;

	if (slot->envelope.tests_done == slot->tests_told ||
	    now - slot->started_ms < TEST_EVENT_MS)
		return;
	slot->tests_told = slot->envelope.tests_done;
	event = event_new(EVENT_TEST, slot->job->ordinal);
	event->slot = slot->place;
	event->tests_done = slot->envelope.tests_done;
	event->tests_total = slot->plan->total;
	runner_emit(runner, event);
}

static void
take_verdict_bytes(struct runner *runner, struct slot *slot,
    const char *bytes, gsize length)
{
	gint64 now = clock_monotonic_ms();
	bool had_verdict = slot->envelope.verdict != NULL;

	envelope_feed(&slot->envelope, bytes, length);
	if (slot->envelope.is_started && slot->started_ms == 0)
		emit_start(runner, slot);
	if (slot->envelope.is_flooded)
		slot_kill(runner, slot, CAUSE_VERDICT_FLOOD);
	if (!had_verdict && slot->envelope.verdict) {
		slot->ended_ms = now;
		slot->is_ending = true;
		runner->ending++;
		/* The judge has spoken; the candidate is not needed. */
		slot_kill_mate(runner, slot);
	}
	if (slot->started_ms)
		emit_progress(runner, slot, now);
}

static void
take_output_bytes(struct runner *runner, struct slot *slot,
    enum stream stream, const char *bytes, gsize length)
{
	guint64 cap = runner->config.manifest->settings.output_bytes;
	guint64 so_far = slot->out[0].bytes + slot->out[1].bytes;

	output_add(&slot->out[stream], bytes, length,
	    so_far < cap ? cap - so_far : 0);
	if (so_far + length > cap)
		slot_kill(runner, slot, CAUSE_OUTPUT);
}

/* One chunk; false when there is nothing more now (or ever). */
static bool
read_chunk(struct runner *runner, struct slot *slot, enum stream stream)
{
	char buffer[READ_CHUNK];
	ssize_t n;

	if (slot->fds[stream] < 0)
		return false;
	n = read(slot->fds[stream], buffer, sizeof buffer);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return errno == EINTR;
	if (n <= 0) {
		slot_close(slot, stream);
		return false;
	}
	if (stream == STREAM_VERDICT)
		take_verdict_bytes(runner, slot, buffer, (gsize)n);
	else
		take_output_bytes(runner, slot, stream, buffer, (gsize)n);
	return true;
}

static void conclude(struct runner *runner, struct slot *slot);

/* It waits for another slot's request; here it is as one that has ended. */
static void
let_judge_go(struct runner *runner, struct slot *slot)
{
	int verdict = slot->fds[STREAM_VERDICT];

	(void)epoll_ctl(runner->epoll_fd, EPOLL_CTL_DEL, verdict, NULL);
	slot->fds[STREAM_VERDICT] = -1;
	standing_keep(runner, g_steal_pointer(&slot->judge), verdict,
	    slot->envelope.cpu_us);
	slot->jail_job = 0;
	slot->has_ended = true;
	slot->ended.cpu_user_us = slot->envelope.cpu_us;
	if (slot->mate_has_ended)
		conclude(runner, slot);
}

static bool
has_free_judge(const struct slot *slot)
{
	return slot->judge && slot->envelope.is_free && slot->killed_ms == 0 &&
	    !slot->has_ended && slot->fds[STREAM_VERDICT] >= 0;
}

/* At most some chunks at a time: the other slots want their turn. */
void
slot_readable(struct runner *runner, struct slot *slot, enum stream stream)
{
	for (int i = 0; i < 4; i++) {
		if (!slot->is_busy || !read_chunk(runner, slot, stream))
			break;
	}
	if (has_free_judge(slot))
		let_judge_go(runner, slot);
}

/* ---- time ---- */

void
slot_kill(struct runner *runner, struct slot *slot, enum cause cause)
{
	/*
	 * A verdict that is here already stands, but for one thing: output
	 * beyond the cap may still lie in the pipes when the verdict comes,
	 * and what is found must not hang on which was read first.
	 */
	if (slot->cause == CAUSE_NONE &&
	    (!slot->envelope.verdict || cause == CAUSE_OUTPUT))
		slot->cause = cause;
	if (slot->killed_ms != 0)
		return;
	slot->killed_ms = clock_monotonic_ms();
	if (slot->ended_ms == 0)
		slot->ended_ms = slot->killed_ms;
	slot->owes_kill = true;
	slot_kill_mate(runner, slot);
}

/* When the patience with what is missing now is at its end. */
static gint64
due_at(const struct slot *slot)
{
	if (slot->killed_ms != 0)
		return slot->killed_ms + KILL_MS;
	if (slot->envelope.verdict)
		return slot->ended_ms + LINGER_MS;
	if (slot->started_ms != 0)
		return slot->started_ms + slot->timeout_ms;
	return slot->launched_ms + LAUNCH_MS;
}

gint64
slot_check_time(struct runner *runner, struct slot *slot, gint64 now)
{
	if (now >= due_at(slot) && slot->killed_ms == 0) {
		/* What lies in the pipe came in time: we are late. */
		while (slot->killed_ms == 0 &&
		    read_chunk(runner, slot, STREAM_VERDICT))
			;
		slot->has_lingered = slot->envelope.verdict &&
		    now >= due_at(slot) && slot->killed_ms == 0;
		if (now >= due_at(slot) && slot->killed_ms == 0)
			slot_kill(runner, slot, slot->started_ms == 0 ?
			    CAUSE_NO_START : CAUSE_TIMEOUT);
		/* Nothing is left to be read that would call slot_readable(). */
		if (has_free_judge(slot))
			let_judge_go(runner, slot);
		if (!slot->is_busy)	/* the next may start */
			return now;
	}
	deliver_kills(runner, slot);
	if (slot->killed_ms != 0 && now >= due_at(slot))
		runner->launcher_is_stuck = true;
	if (slot->owes_kill || slot->owes_mate_kill)
		return MIN(due_at(slot), now + KILL_AGAIN_MS);
	return due_at(slot);
}

/* ---- the end ---- */

/* Of all its processes. */
static guint64
cpu_us(const struct slot *slot)
{
	return slot->ended.cpu_user_us + slot->ended.cpu_system_us +
	    slot->mate_ended.cpu_user_us + slot->mate_ended.cpu_system_us;
}

/* By our clock, or by the one that the judge of a pair keeps. */
static bool
has_timed_out(const struct slot *slot)
{
	const struct verdict *verdict = slot->envelope.verdict;

	return slot->cause == CAUSE_TIMEOUT || (slot->cause == CAUSE_NONE &&
	    slot->mate_job != 0 && verdict &&
	    verdict->outcome == OUTCOME_TIMEOUT);
}

/* From its start to this moment of it cores were mostly busy. */
static bool
were_cores_busy(const struct slot *slot, gint64 until_ms)
{
	gint64 elapsed = until_ms - slot->started_ms;

	return elapsed > 0 &&
	    (load_idle_ms() - slot->idle_ms) * 2 < (guint64)elapsed;
}

/* Less than half of its time on a core, and no core was free: try again. */
static bool
was_starved(const struct slot *slot)
{
	return !slot->job->is_retry && has_timed_out(slot) &&
	    slot->ended.err == 0 && slot->mate_ended.err == 0 &&
	    cpu_us(slot) / 1000 * 2 < slot->timeout_ms &&
	    were_cores_busy(slot, slot->ended_ms);
}

/* It passed, and had no core to end on before it was ended. */
static bool
was_ended_starved(const struct slot *slot)
{
	return !slot->job->is_retry && slot->has_lingered &&
	    slot->envelope.verdict &&
	    slot->envelope.verdict->outcome == OUTCOME_PASS &&
	    were_cores_busy(slot, slot->killed_ms);
}

/*
 * A SIGKILL that neither we nor a limit sent: the host's, when its memory ran
 * out, or the candidate's own.  The second time it is the candidate's.
 */
static bool
was_killed_from_nowhere(const struct slot *slot,
    const struct verdict *verdict)
{
	return verdict && verdict->detail == DETAIL_SIGNAL &&
	    verdict->signal == SIGKILL && !slot->job->was_killed;
}

static bool
keep_capture(struct runner *runner, const struct slot *slot, int i)
{
	const GString *kept = slot->out[i].kept;
	g_autoptr(GError) error = NULL;

	if (capture_file_write(runner->config.rundir, slot->job->ordinal,
	    i + 1, kept->str, kept->len, &error))
		return true;
	runner_fail(runner, error->message);
	return false;
}

static void
fill_outputs(struct runner *runner, struct slot *slot,
    struct verdict *verdict)
{
	char **texts[2] = { &verdict->stdout_text, &verdict->stderr_text };

	verdict->stdout_bytes = slot->out[0].bytes;
	verdict->stderr_bytes = slot->out[1].bytes;
	for (int i = 0; i < 2; i++) {
		gboolean is_whole;

		*texts[i] = output_preview(&slot->out[i], &is_whole);
		if (!is_whole && keep_capture(runner, slot, i))
			verdict->has_capture = true;
	}
}

static void
fill_usage(const struct slot *slot, struct verdict *verdict)
{
	const struct jail_ended *candidate = slot->mate_job != 0 ?
	    &slot->mate_ended : &slot->ended;
	gint64 from = slot->started_ms ? slot->started_ms : slot->launched_ms;
	gint64 to = slot->ended_ms ? slot->ended_ms : clock_monotonic_ms();
	gint64 wall = MAX(to - from, 0);

	/* The end is seen later than it was; what came in time was in time. */
	if (!has_timed_out(slot))
		wall = MIN(wall, (gint64)slot->timeout_ms);
	verdict->wall_ms = (guint32)wall;
	verdict->cpu_ms = (guint32)((cpu_us(slot) + 500) / 1000);
	verdict->timeout_ms = slot->timeout_ms;
	verdict->rss_bytes = candidate->peak_rss_bytes;
	verdict->memory_bytes = candidate->peak_memory_bytes;
}

static struct verdict *
judge_slot(const struct runner *runner, const struct slot *slot,
    char **ret_fault)
{
	const struct run_settings *settings =
	    &runner->config.manifest->settings;
	const struct evidence evidence = {
		.cause = slot->cause,
		/* A set-up that failed on either side is our fault. */
		.ended = slot->mate_ended.err != 0 ? &slot->mate_ended :
		    &slot->ended,
		.envelope = &slot->envelope,
		.plan = slot->plan,
		.timeout_ms = slot->timeout_ms,
		.output_cap = settings->output_bytes,
		.memory_limit = settings->memory_bytes,
		.cpu_limit_s = slot->cpu_limit_s,
	};

	return judge(&evidence, ret_fault);
}

/* All its processes are dead: what the pipes hold now is all there is. */
static void
conclude(struct runner *runner, struct slot *slot)
{
	g_autofree char *fault = NULL;
	struct verdict *verdict;

	for (int i = STREAM__COUNT - 1; i >= 0; i--) {
		while (read_chunk(runner, slot, (enum stream)i))
			;
	}
	runner->losses = 0;
	if (was_starved(slot)) {
		job_requeue(runner, slot_drop(runner, slot), true,
		    "timed out while starved of CPU; runs once more, alone");
		return;
	}
	if (was_ended_starved(slot)) {
		job_requeue(runner, slot_drop(runner, slot), true,
		    "could not end while starved of CPU; runs once more, "
		    "alone");
		return;
	}
	verdict = judge_slot(runner, slot, &fault);
	if (was_killed_from_nowhere(slot, verdict)) {
		verdict_free(verdict);
		slot->job->was_killed = true;
		job_requeue(runner, slot_drop(runner, slot), false,
		    "killed from outside, or by itself; runs once more");
	} else if (verdict) {
		fill_usage(slot, verdict);
		fill_outputs(runner, slot, verdict);
		job_guarded(runner, slot_drop(runner, slot), verdict);
	} else if (slot->cause == CAUSE_CANCELLED) {
		slot->job->is_cancelled = true;
		job_gave_up(runner, slot_drop(runner, slot), fault);
	} else {
		slot_give_back(runner, slot, fault);
	}
}

/* A judge that stayed has used some of it for the samples before this one. */
static void
leave_out(struct jail_ended *ended, guint64 earlier_us)
{
	guint64 user_us = MIN(ended->cpu_user_us, earlier_us);

	ended->cpu_user_us -= user_us;
	ended->cpu_system_us -= MIN(ended->cpu_system_us,
	    earlier_us - user_us);
}

void
slot_ended(struct runner *runner, struct slot *slot,
    const struct jail_ended *ended)
{
	if (ended->head.job == slot->jail_job) {
		slot->has_ended = true;
		slot->ended = *ended;
		if (slot->judge)
			leave_out(&slot->ended,
			    standing_cpu_us(slot->judge));
	} else {
		slot->mate_has_ended = true;
		slot->mate_ended = *ended;
	}
	if (slot->mate_job == 0 ||
	    (slot->has_ended && slot->mate_has_ended)) {
		conclude(runner, slot);
		return;
	}
	/*
	 * A judge that has ended leaves a candidate without use.  A judge
	 * whose candidate has ended sees it, and says what it means.
	 */
	if (slot->has_ended || slot->mate_ended.err != 0)
		slot_kill(runner, slot, CAUSE_NONE);
}
