/*
 * Samples that are judged again because somebody asks for it.
 *
 * A rerun is a real run, also of a sample that is another's twin, and its
 * verdict goes to no twin.  Until it is there the earlier verdict stands, and
 * where it never comes (a stop, a cancel, a fault of ours) it goes on
 * standing: the board (run/board.c) puts it back.
 *
 * A run that is over stays with its thread as long as the feed lives, and
 * goes back to running for a rerun; but only for that.  What a stopped run
 * has left waits for a resume.
 */
#include "runner/internal.h"

static bool
may_run_again(const struct runner *runner, guint32 ordinal)
{
	guint8 fate;

	if (ordinal >= runner->config.samples->samples->len)
		return false;
	fate = runner->fates[ordinal];
	/* What has had no end comes to its turn, unless nothing new does. */
	return !(fate & FATE_AGAIN) &&
	    ((fate & FATE_ENDED) || runner->is_closed);
}

static void
queue_rerun(struct runner *runner, guint32 ordinal, guint32 timeout_ms)
{
	struct event *event = event_new(EVENT_REQUEUED, ordinal);
	struct job *job = job_new(ordinal);

	runner->fates[ordinal] |= FATE_AGAIN;
	job->is_rerun = true;
	job->timeout_ms = timeout_ms;
	g_queue_push_tail(&runner->again, job);
	event->is_rerun = true;
	event->timeout_ms = timeout_ms;
	runner_emit(runner, event);
}

static void
warn(struct runner *runner, const char *why)
{
	struct event *event = event_new(EVENT_WARNING, 0);

	event->message = g_strdup_printf("nothing is judged again: %s", why);
	runner_emit(runner, event);
}

/* False: it cannot be, and that was said. */
static bool
go_back_to_running(struct runner *runner)
{
	g_autoptr(GError) error = NULL;

	if (!runner_start_launcher(runner, &error)) {
		warn(runner, error->message);
		return false;
	}
	runner->is_closed = true;
	runner->is_killed = false;
	runner->losses = 0;
	runner_emit_state(runner, RUN_RUNNING);
	return true;
}

void
rerun_obey(struct runner *runner, const GArray *ordinals, guint32 timeout_ms)
{
	bool is_over = runner->state >= RUN_DONE;

	if (runner->state == RUN_STOPPING) {
		warn(runner, "the run is stopping");
		return;
	}
	if (is_over && !go_back_to_running(runner))
		return;
	for (guint i = 0; i < ordinals->len && !runner->fatal; i++) {
		guint32 ordinal = g_array_index(ordinals, guint32, i);

		if (may_run_again(runner, ordinal))
			queue_rerun(runner, ordinal, timeout_ms);
	}
}

/* Nothing of a run is missing when a rerun was taken back. */
static bool
has_earlier_verdict(guint8 fate)
{
	return (fate & (FATE_ENDED | FATE_FAILED)) == FATE_ENDED;
}

void
rerun_note_end(struct runner *runner, const struct job *job,
    bool has_verdict)
{
	guint8 *fate = &runner->fates[job->ordinal];

	*fate &= (guint8)~FATE_AGAIN;
	if (job->is_cancelled && has_earlier_verdict(*fate))
		return;
	if (has_verdict && (*fate & FATE_FAILED))
		runner->failed--;
	else if (!has_verdict && !(*fate & FATE_FAILED))
		runner->failed++;
	if (has_verdict)
		*fate &= (guint8)~FATE_FAILED;
	else
		*fate |= FATE_FAILED;
}

static gint
is_rerun_of(gconstpointer data, gconstpointer ordinal)
{
	const struct job *job = data;

	return job->is_rerun && !job->disputed &&
	    job->ordinal == *(const guint32 *)ordinal ? 0 : 1;
}

void
rerun_take_back(struct runner *runner, guint32 ordinal)
{
	GQueue *queues[] = { &runner->again, &runner->alone };

	for (guint i = 0; i < G_N_ELEMENTS(queues); i++) {
		GList *link = g_queue_find_custom(queues[i], &ordinal,
		    is_rerun_of);
		struct job *job = link ? link->data : NULL;

		if (!job)
			continue;
		g_queue_delete_link(queues[i], link);
		job->is_cancelled = true;
		job_unjudged(runner, job, "taken back");
	}
}

void
rerun_drop_all(struct runner *runner)
{
	job_drop_waiting(runner);
	for (guint i = 0; i < runner->config.samples->samples->len; i++)
		runner->fates[i] &= (guint8)~FATE_AGAIN;
}
