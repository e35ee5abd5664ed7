/* The board: what events make of it, whatever order they come in. */
#include "fixture.h"
#include "run/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
apply(struct board *board, struct event *event)
{
	board_apply(board, event);
	event_free(event);
}

static void
apply_start(struct board *board, guint32 sample, guint32 slot)
{
	struct event *event = event_new(EVENT_START, sample);

	event->slot = slot;
	event->time_ms = 900;
	apply(board, event);
}

static void
board_counts_each_sample_once(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board;

	(void)state;
	small_index(&manifest->index);
	board = board_new(&manifest->index);
	assert_int_equal(board->samples->len, 5);
	assert_int_equal(board_sample(board, 4)->task, 2);

	apply_start(board, 0, 0);
	apply_start(board, 1, 1);
	assert_int_equal(board->running, 2);
	apply(board, judged_event(0, OUTCOME_PASS, DETAIL_NONE));
	assert_int_equal(board->running, 1);
	assert_int_equal(board->tasks_complete, 0);
	apply(board, judged_event(1, OUTCOME_ERROR, DETAIL_NO_CODE));
	assert_int_equal(board->tasks_complete, 1);
	assert_int_equal(board->no_code, 1);
	assert_int_equal(board_task(board, 0)->passed, 1);

	/* A rerun takes the old verdict back first. */
	apply_start(board, 1, 0);
	assert_int_equal(board->tasks_complete, 0);
	assert_int_equal(board->no_code, 0);
	apply(board, judged_event(1, OUTCOME_PASS, DETAIL_NONE));
	assert_int_equal(board->outcomes[OUTCOME_PASS], 2);
	assert_int_equal(board->judged, 2);
	assert_int_equal(board_remaining(board), 3);

	/* An event of another run, or a mad one, changes nothing. */
	apply(board, judged_event(99, OUTCOME_PASS, DETAIL_NONE));
	apply_start(board, 3, G_MAXUINT32);
	assert_int_equal(board->judged, 2);
	board_free(board);
	run_manifest_free(manifest);
}

/* The next sample starts before the verdict of the one before is applied. */
static void
a_worker_that_goes_on_is_busy_once(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board;

	(void)state;
	small_index(&manifest->index);
	board = board_new(&manifest->index);
	apply_start(board, 0, 0);
	apply_start(board, 1, 1);
	apply_start(board, 2, 0);
	assert_int_equal(board->running, 3);
	assert_int_equal(board_busy_slots(board), 2);
	apply(board, judged_event(0, OUTCOME_PASS, DETAIL_NONE));
	assert_int_equal(board->running, 2);
	assert_int_equal(board_busy_slots(board), 2);
	apply(board, judged_event(2, OUTCOME_PASS, DETAIL_NONE));
	assert_int_equal(board_busy_slots(board), 1);
	board_free(board);
	run_manifest_free(manifest);
}

static void
board_forgets_what_a_killed_session_ran(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board;
	struct event *event;

	(void)state;
	small_index(&manifest->index);
	board = board_new(&manifest->index);
	apply_start(board, 2, 0);
	event = event_new(EVENT_UNJUDGED, 3);
	event->message = g_strdup("no sandbox");
	apply(board, event);
	assert_int_equal(board->unjudged, 1);
	assert_string_equal(board->last_message, "no sandbox");
	apply(board, event_new(EVENT_BEGIN, 0));
	assert_int_equal(board->running, 0);
	assert_int_equal(board->unjudged, 0);
	assert_int_equal(board_remaining(board), 5);

	apply_start(board, 2, 0);
	event = event_new(EVENT_END, 0);
	event->state = RUN_STOPPED;
	apply(board, event);
	assert_int_equal(board->running, 0);
	assert_int_equal(board->state, RUN_STOPPED);
	board_free(board);
	run_manifest_free(manifest);
}

/* As the runner asks for it: queued again, with a timeout of its own. */
static void
apply_asked(struct board *board, guint32 sample, guint32 timeout_ms)
{
	struct event *event = event_new(EVENT_REQUEUED, sample);

	event->is_rerun = true;
	event->timeout_ms = timeout_ms;
	apply(board, event);
}

static void
apply_rejudged(struct board *board, guint32 sample, enum outcome outcome,
    guint32 timeout_ms)
{
	struct event *event = judged_event(sample, outcome, DETAIL_NONE);

	event->verdict->is_rerun = true;
	event->verdict->timeout_ms = timeout_ms;
	event->journal_offset = 500;
	event->journal_length = 50;
	apply(board, event);
}

static void
apply_word(struct board *board, enum event_type type, enum run_state state,
    gint64 time_ms)
{
	struct event *event = event_new(type, 0);

	event->state = state;
	event->time_ms = time_ms;
	event->is_rerun = type == EVENT_BEGIN;
	apply(board, event);
}

static struct board *
board_of(struct run_manifest *manifest)
{
	small_index(&manifest->index);
	return board_new(&manifest->index);
}

static guint
reruns_with(const struct board *board, guint32 timeout_ms)
{
	for (guint i = 0; board->reruns && i < board->reruns->len; i++) {
		const struct board_rerun *rerun = &g_array_index(
		    board->reruns, struct board_rerun, i);

		if (rerun->timeout_ms == timeout_ms)
			return rerun->count;
	}
	return 0;
}

static void
later_verdict_counts_alone(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board = board_of(manifest);

	(void)state;
	apply(board, judged_event(0, OUTCOME_TIMEOUT, DETAIL_NONE));
	apply(board, judged_event(1, OUTCOME_PASS, DETAIL_NONE));
	assert_int_equal(board->tasks_complete, 1);
	apply_asked(board, 0, 12000);
	assert_int_equal(board_sample(board, 0)->state, SAMPLE_QUEUED);
	assert_true(board_sample(board, 0)->has_verdict);
	assert_int_equal(board->outcomes[OUTCOME_TIMEOUT], 0);
	assert_int_equal(board->tasks_complete, 0);
	apply_start(board, 0, 0);
	apply_rejudged(board, 0, OUTCOME_PASS, 12000);
	assert_int_equal(board->outcomes[OUTCOME_PASS], 2);
	assert_int_equal(board->judged, 2);
	assert_int_equal(board->tasks_complete, 1);
	assert_int_equal(board_sample(board, 0)->journal_offset, 500);
	assert_int_equal(reruns_with(board, 12000), 1);

	/* Once more, with less: it is counted where it is now. */
	apply_asked(board, 0, 0);
	assert_int_equal(board_count_reruns(board), 0);
	apply_rejudged(board, 0, OUTCOME_TIMEOUT, 3000);
	assert_int_equal(reruns_with(board, 12000), 0);
	assert_int_equal(reruns_with(board, 3000), 1);
	board_free(board);
	run_manifest_free(manifest);
}

static void
rerun_without_a_verdict_leaves_the_earlier_one(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board = board_of(manifest);
	struct event *event;

	(void)state;
	apply(board, judged_event(0, OUTCOME_TIMEOUT, DETAIL_NONE));
	apply(board, judged_event(1, OUTCOME_PASS, DETAIL_NONE));
	/* By a fault of ours, or a cancel. */
	apply_asked(board, 0, 0);
	apply_start(board, 0, 0);
	event = event_new(EVENT_UNJUDGED, 0);
	event->message = g_strdup("cancelled");
	apply(board, event);
	assert_int_equal(board_sample(board, 0)->state, SAMPLE_JUDGED);
	assert_int_equal(board->unjudged, 0);
	assert_string_equal(board->last_message, "cancelled");
	/* By a stop: one waits, one runs. */
	apply_asked(board, 0, 0);
	apply_asked(board, 1, 0);
	apply_start(board, 1, 0);
	apply_word(board, EVENT_END, RUN_STOPPED, 0);
	assert_int_equal(board->judged, 2);
	assert_int_equal(board->running, 0);
	assert_int_equal(board->outcomes[OUTCOME_TIMEOUT], 1);
	assert_int_equal(board_task(board, 0)->passed, 1);
	/* By a kill: the next session finds it. */
	apply_asked(board, 0, 0);
	apply_start(board, 0, 0);
	apply_word(board, EVENT_BEGIN, RUN_RUNNING, 0);
	assert_int_equal(board->judged, 2);
	assert_int_equal(board->running, 0);
	board_free(board);
	run_manifest_free(manifest);
}

static void
session_of_reruns_leaves_the_unjudged_alone(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board = board_of(manifest);
	struct event *event = event_new(EVENT_UNJUDGED, 3);

	(void)state;
	event->journal_offset = 70;
	event->journal_length = 7;
	apply(board, event);
	assert_int_equal(board_sample(board, 3)->journal_offset, 70);
	apply_word(board, EVENT_BEGIN, RUN_RUNNING, 0);
	assert_int_equal(board->unjudged, 1);
	apply(board, event_new(EVENT_BEGIN, 0));
	assert_int_equal(board->unjudged, 0);
	board_free(board);
	run_manifest_free(manifest);
}

static void
time_after_the_end_is_not_the_runs(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board = board_of(manifest);

	(void)state;
	apply_word(board, EVENT_BEGIN, RUN_RUNNING, 1000);
	apply_word(board, EVENT_END, RUN_DONE, 3000);
	apply_word(board, EVENT_STATE, RUN_RUNNING, 90000);
	assert_int_equal(board->state, RUN_RUNNING);
	apply_word(board, EVENT_END, RUN_DONE, 90500);
	assert_int_equal(board->elapsed_ms, 2500);
	board_free(board);
	run_manifest_free(manifest);
}

/* A journal may have been edited: no number of timeouts is too large. */
static void
board_keeps_a_bounded_number_of_timeouts(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct board *board = board_of(manifest);

	(void)state;
	for (guint i = 1; i < 1000; i++)
		apply_rejudged(board, i % 5, OUTCOME_PASS, i);
	assert_true(board->reruns->len <= 255);
	assert_int_equal(board_count_reruns(board), 5);
	board_free(board);
	run_manifest_free(manifest);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(board_counts_each_sample_once),
		cmocka_unit_test(a_worker_that_goes_on_is_busy_once),
		cmocka_unit_test(board_forgets_what_a_killed_session_ran),
		cmocka_unit_test(later_verdict_counts_alone),
		cmocka_unit_test(
		    rerun_without_a_verdict_leaves_the_earlier_one),
		cmocka_unit_test(session_of_reruns_leaves_the_unjudged_alone),
		cmocka_unit_test(time_after_the_end_is_not_the_runs),
		cmocka_unit_test(board_keeps_a_bounded_number_of_timeouts),
	};

	return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
