/*
 * Counters kept by events.  A sample is in one state at a time; every event
 * about it first takes it out of its old state, then puts it into the new
 * one, so that a rerun, a resume after a crash and a replay all come out the
 * same.  A sample keeps its verdict while it is judged again, uncounted, and
 * gets it back if no new one comes.
 */
#include "run/board.h"
#include "run/rundir.h"

#define SLOTS_MAX 4096		/* a journal cannot make us allocate more */
#define RERUNS_MAX 255		/* of a guint8 */

static void
board_task_clear(gpointer data)
{
	struct board_task *task = data;

	g_free(task->id);
}

struct board *
board_new(const struct run_index *index)
{
	struct board *board = g_new0(struct board, 1);
	guint32 ordinal = 0;

	board->tasks = g_array_sized_new(FALSE, TRUE, sizeof(struct board_task),
	    index->task_ids->len);
	g_array_set_clear_func(board->tasks, board_task_clear);
	board->samples = g_array_new(FALSE, TRUE, sizeof(struct board_sample));
	board->slots = g_array_new(FALSE, TRUE, sizeof(struct board_slot));
	for (guint i = 0; i < index->task_ids->len; i++) {
		struct board_task task = {
			.id = g_strdup(g_ptr_array_index(index->task_ids, i)),
			.first = ordinal,
			.samples = g_array_index(index->counts, guint32, i),
		};

		g_array_append_val(board->tasks, task);
		ordinal += task.samples;
	}
	g_array_set_size(board->samples, ordinal);
	for (guint i = 0; i < board->tasks->len; i++) {
		const struct board_task *task = board_task(board, i);

		for (guint j = 0; j < task->samples; j++)
			g_array_index(board->samples, struct board_sample,
			    task->first + j).task = i;
	}
	board->last_sample = G_MAXUINT32;
	return board;
}

void
board_free(struct board *board)
{
	if (!board)
		return;
	g_array_unref(board->tasks);
	g_array_unref(board->samples);
	g_array_unref(board->slots);
	if (board->reruns)
		g_array_unref(board->reruns);
	g_free(board->last_message);
	g_free(board->end_message);
	g_free(board);
}

/* Add (sign 1) or take back (sign -1) what a judged sample counts. */
static void
count_judged(struct board *board, struct board_task *task,
    const struct board_sample *sample, int sign)
{
	bool was_complete = board_task_is_complete(task);

	board->judged += (guint)sign;
	task->judged += (guint)sign;
	board->outcomes[sample->outcome] += (guint)sign;
	board->details[sample->detail] += (guint)sign;
	board->trusts[sample->trust] += (guint)sign;
	task->score_sum += sign * (double)sample->score;
	if (sample->outcome == OUTCOME_PASS) {
		task->passed += (guint)sign;
		if (sample->trust == TRUST_CONFIRMED)
			task->confirmed += (guint)sign;
	}
	if (sample->detail == DETAIL_NO_CODE)
		board->no_code += (guint)sign;
	if (sample->is_copy)
		board->copies += (guint)sign;
	if (sample->rerun)
		g_array_index(board->reruns, struct board_rerun,
		    sample->rerun - 1).count += (guint)sign;
	if (board_task_is_complete(task) != was_complete)
		board->tasks_complete += (guint)sign;
}

static void
set_state(struct board *board, guint ordinal, enum sample_state state)
{
	struct board_sample *sample = &g_array_index(board->samples,
	    struct board_sample, ordinal);
	struct board_task *task = &g_array_index(board->tasks,
	    struct board_task, sample->task);

	switch ((enum sample_state)sample->state) {
	case SAMPLE_RUNNING:
		board->running--;
		task->running--;
		break;
	case SAMPLE_JUDGED:
		count_judged(board, task, sample, -1);
		break;
	case SAMPLE_UNJUDGED:
		board->unjudged--;
		task->unjudged--;
		break;
	case SAMPLE_QUEUED:
		break;
	}
	sample->state = (guint8)state;
	switch (state) {
	case SAMPLE_RUNNING:
		board->running++;
		task->running++;
		break;
	case SAMPLE_JUDGED:
		count_judged(board, task, sample, 1);
		break;
	case SAMPLE_UNJUDGED:
		board->unjudged++;
		task->unjudged++;
		break;
	case SAMPLE_QUEUED:
		break;
	}
}

/* What is said of it no more: it waits, or its earlier verdict stands. */
static void
set_back(struct board *board, guint ordinal)
{
	set_state(board, ordinal, board_sample(board, ordinal)->has_verdict ?
	    SAMPLE_JUDGED : SAMPLE_QUEUED);
}

static struct board_slot *
slot_at(struct board *board, guint32 slot)
{
	if (slot >= SLOTS_MAX)
		return NULL;
	if (slot >= board->slots->len)
		g_array_set_size(board->slots, slot + 1);
	return &g_array_index(board->slots, struct board_slot, slot);
}

static void
free_slot_of(struct board *board, guint32 ordinal)
{
	for (guint i = 0; i < board->slots->len; i++) {
		struct board_slot *slot = &g_array_index(board->slots,
		    struct board_slot, i);

		if (slot->is_busy && slot->sample == ordinal)
			slot->is_busy = false;
	}
}

guint
board_busy_slots(const struct board *board)
{
	guint busy = 0;

	for (guint i = 0; i < board->slots->len; i++)
		busy += g_array_index(board->slots, struct board_slot,
		    i).is_busy;
	return busy;
}

/*
 * What ran in an earlier session is tried again, and so is what failed by our
 * fault, unless this one is for reruns only.
 */
static void
begin_session(struct board *board, bool is_rerun)
{
	for (guint i = 0; i < board->samples->len; i++) {
		guint8 state = board_sample(board, i)->state;

		if (state != SAMPLE_UNJUDGED || !is_rerun)
			set_back(board, i);
	}
	g_array_set_size(board->slots, 0);
	board->state = RUN_RUNNING;
}

/* What still ran was dropped without a verdict: it waits for a resume. */
static void
end_session(struct board *board)
{
	for (guint i = 0; i < board->samples->len; i++) {
		guint8 state = board_sample(board, i)->state;

		if (state == SAMPLE_RUNNING || state == SAMPLE_QUEUED)
			set_back(board, i);
	}
	for (guint i = 0; i < board->slots->len; i++)
		g_array_index(board->slots, struct board_slot, i).is_busy =
		    false;
}

/* The number of the row for this timeout. */
static guint8
rerun_row(struct board *board, guint32 timeout_ms)
{
	struct board_rerun fresh = { .timeout_ms = timeout_ms };

	if (!board->reruns)
		board->reruns = g_array_new(FALSE, TRUE,
		    sizeof(struct board_rerun));
	for (guint i = 0; i < board->reruns->len; i++) {
		if (g_array_index(board->reruns, struct board_rerun,
		    i).timeout_ms == timeout_ms)
			return (guint8)(i + 1);
	}
	if (board->reruns->len + 1 == RERUNS_MAX)
		fresh.timeout_ms = 0;
	if (board->reruns->len < RERUNS_MAX)
		g_array_append_val(board->reruns, fresh);
	return (guint8)board->reruns->len;
}

static void
apply_start(struct board *board, const struct event *event)
{
	struct board_slot *slot = slot_at(board, event->slot);

	free_slot_of(board, event->sample);
	set_state(board, event->sample, SAMPLE_RUNNING);
	if (!slot)
		return;
	*slot = (struct board_slot){
		.is_busy = true,
		.sample = event->sample,
		.started_ms = event->time_ms,
		.timeout_ms = event->timeout_ms,
		.tests_total = event->tests_total,
	};
}

static void
apply_judged(struct board *board, const struct event *event)
{
	const struct verdict *verdict = event->verdict;
	struct board_sample *sample = &g_array_index(board->samples,
	    struct board_sample, event->sample);

	free_slot_of(board, event->sample);
	set_state(board, event->sample, SAMPLE_QUEUED);
	sample->has_verdict = true;
	sample->rerun = verdict->is_rerun ?
	    rerun_row(board, verdict->timeout_ms) : 0;
	sample->journal_offset = event->journal_offset;
	sample->journal_length = event->journal_length;
	sample->wall_ms = verdict->wall_ms;
	sample->cpu_ms = verdict->cpu_ms;
	sample->rss_kib = (guint32)MIN(verdict->rss_bytes >> 10, G_MAXUINT32);
	sample->score = (float)verdict->score;
	sample->outcome = (guint8)verdict->outcome;
	sample->detail = (guint8)verdict->detail;
	sample->trust = (guint8)verdict->trust;
	sample->retried = verdict->retried;
	sample->is_copy = verdict->same_as >= 0;
	set_state(board, event->sample, SAMPLE_JUDGED);
	board->last_sample = event->sample;
	timeline_add(&board->timeline, board->elapsed_ms);
}

/* A rerun that came to nothing leaves the verdict that there is. */
static void
apply_unjudged(struct board *board, const struct event *event)
{
	struct board_sample *sample = &g_array_index(board->samples,
	    struct board_sample, event->sample);

	free_slot_of(board, event->sample);
	if (sample->has_verdict) {
		set_state(board, event->sample, SAMPLE_JUDGED);
		return;
	}
	sample->journal_offset = event->journal_offset;
	sample->journal_length = event->journal_length;
	set_state(board, event->sample, SAMPLE_UNJUDGED);
}

static void
note_time(struct board *board, const struct event *event)
{
	if (event->time_ms == 0)
		return;
	if (board->started_ms == 0)
		board->started_ms = event->time_ms;
	/* Between two sessions, or an end and a rerun, nothing ran. */
	if (event->type != EVENT_BEGIN && board->state < RUN_DONE &&
	    event->time_ms > board->last_ms)
		board->elapsed_ms += (guint64)(event->time_ms - board->last_ms);
	board->last_ms = event->time_ms;
}

static void
set_message(struct board *board, const char *message)
{
	if (!message)
		return;
	g_free(board->last_message);
	board->last_message = g_strdup(message);
}

void
board_apply(struct board *board, const struct event *event)
{
	struct board_slot *slot;

	if (event_is_about_sample(event->type) && event->sample >= board->samples->len)
		return;		/* a journal of another run */
	note_time(board, event);
	board->generation++;
	switch (event->type) {
	case EVENT_BEGIN:
		begin_session(board, event->is_rerun);
		g_clear_pointer(&board->end_message, g_free);
		board->jobs = event->jobs;
		break;
	case EVENT_START:
		apply_start(board, event);
		break;
	case EVENT_TEST:
		slot = slot_at(board, event->slot);
		if (slot && slot->sample == event->sample)
			slot->tests_done = event->tests_done;
		break;
	case EVENT_JUDGED:
		apply_judged(board, event);
		break;
	case EVENT_UNJUDGED:
		apply_unjudged(board, event);
		set_message(board, event->message);
		break;
	case EVENT_REQUEUED:
		free_slot_of(board, event->sample);
		set_state(board, event->sample, SAMPLE_QUEUED);
		break;
	case EVENT_STATE:
		board->state = event->state;
		if (event->jobs > 0)
			board->jobs = event->jobs;
		break;
	case EVENT_WARNING:
		set_message(board, event->message);
		break;
	case EVENT_END:
		end_session(board);
		board->state = event->state;
		set_message(board, event->message);
		g_free(board->end_message);
		board->end_message = g_strdup(event->message);
		break;
	}
}

guint
board_count_reruns(const struct board *board)
{
	guint count = 0;

	for (guint i = 0; board->reruns && i < board->reruns->len; i++)
		count += g_array_index(board->reruns, struct board_rerun,
		    i).count;
	return count;
}

guint
board_remaining(const struct board *board)
{
	return board->samples->len - board->judged - board->unjudged;
}
