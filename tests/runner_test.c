/*
 * What the runner makes of a rerun, and of a judge that stays, without a
 * launcher or a thread.
 */
#include "fixture.h"
#include "base/clock.h"
#include "runner/internal.h"
#include "sandbox/packet.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define SAMPLES 4

/* One task of four samples; the events come to the board as they would. */
struct stage {
	struct runner runner;
	struct sample_set samples;
	struct suite suite;
	struct run_manifest *manifest;
	struct board *board;
};

static void
set_stage(struct stage *stage, const char *folder)
{
	struct runner *runner = &stage->runner;
	guint32 count = SAMPLES;

	memset(stage, 0, sizeof *stage);
	stage->manifest = run_manifest_new();
	g_ptr_array_add(stage->manifest->index.task_ids, g_strdup("t"));
	g_array_append_val(stage->manifest->index.counts, count);
	stage->board = board_new(&stage->manifest->index);
	stage->samples.samples = g_array_new(FALSE, TRUE,
	    sizeof(struct sample));
	g_array_set_size(stage->samples.samples, SAMPLES);
	stage->suite.tasks = g_array_new(FALSE, TRUE, sizeof(struct task));
	g_array_set_size(stage->suite.tasks, 1);
	runner->config.samples = &stage->samples;
	runner->config.suite = &stage->suite;
	runner->config.manifest = stage->manifest;
	runner->config.journal = journal_open(folder,
	    &stage->manifest->index, NULL);
	assert_non_null(runner->config.journal);
	assert_true(queue_init(&runner->events, NULL));
	runner->fates = g_new0(guint8, SAMPLES);
	runner->splits = splits_new(1);
	runner->left = g_array_new(FALSE, TRUE, sizeof(guint32));
	g_array_append_val(runner->left, count);
	runner->twins = g_ptr_array_new();
	g_ptr_array_set_size(runner->twins, 1);
	runner->launcher.socket = -1;
	runner->state = RUN_RUNNING;
}

static void
free_event(gpointer event)
{
	event_free(event);
}

static void
clear_stage(struct stage *stage)
{
	struct runner *runner = &stage->runner;

	journal_close((struct journal *)runner->config.journal);
	queue_clear(&runner->events, free_event);
	job_clear_all(runner);
	board_free(stage->board);
	run_manifest_free(stage->manifest);
	g_array_unref(stage->samples.samples);
	g_array_unref(stage->suite.tasks);
	g_free(runner->fatal);
}

/* What was emitted since goes onto the board; the last of it is returned. */
static enum event_type
drain(struct stage *stage)
{
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(
	    free_event);
	enum event_type last = EVENT_TEST;

	queue_take(&stage->runner.events, events);
	for (guint i = 0; i < events->len; i++) {
		const struct event *event = g_ptr_array_index(events, i);

		board_apply(stage->board, event);
		last = event->type;
	}
	return last;
}

static void
give(struct stage *stage, struct job *job, enum outcome outcome,
    guint32 timeout_ms)
{
	struct verdict *verdict = verdict_new(outcome, DETAIL_NONE);

	verdict->timeout_ms = timeout_ms;
	job_judged(&stage->runner, job, verdict);
	(void)drain(stage);
}

static void
ask(struct stage *stage, const guint32 *ordinals, guint n, guint32 timeout_ms)
{
	g_autoptr(GArray) asked = g_array_new(FALSE, FALSE, sizeof(guint32));

	g_array_append_vals(asked, ordinals, n);
	rerun_obey(&stage->runner, asked, timeout_ms);
}

static void
only_what_has_had_its_end_runs_again(void **state)
{
	static const guint32 asked[] = { 2, 0, 2, 1, 99 };
	struct stage stage;
	const struct job *job;

	set_stage(&stage, *state);
	give(&stage, job_new(2), OUTCOME_TIMEOUT, 3000);
	give(&stage, job_new(0), OUTCOME_PASS, 3000);
	/* One of them twice, one that has not run yet, one that is none. */
	ask(&stage, asked, G_N_ELEMENTS(asked), 12000);
	assert_int_equal(drain(&stage), EVENT_REQUEUED);
	assert_int_equal(stage.runner.again.length, 2);
	job = stage.runner.again.head->data;
	assert_int_equal(job->ordinal, 2);
	assert_true(job->is_rerun);
	assert_int_equal(job->timeout_ms, 12000);
	assert_int_equal(board_sample(stage.board, 2)->state, SAMPLE_QUEUED);
	assert_int_equal(board_sample(stage.board, 0)->state, SAMPLE_QUEUED);
	assert_int_equal(stage.board->judged, 0);
	/* While it waits it cannot be asked for again. */
	ask(&stage, asked, 1, 0);
	assert_int_equal(stage.runner.again.length, 2);
	/* When it has ended it can. */
	give(&stage, g_queue_pop_head(&stage.runner.again), OUTCOME_PASS,
	    12000);
	assert_int_equal(board_count_reruns(stage.board), 1);
	ask(&stage, asked, 1, 0);
	assert_int_equal(stage.runner.again.length, 2);
	clear_stage(&stage);
}

static void
samples_end_once_and_fail_until_judged(void **state)
{
	static const guint32 asked[] = { 1 };
	struct stage stage;

	set_stage(&stage, *state);
	job_unjudged(&stage.runner, job_new(1), "no room");
	(void)drain(&stage);
	assert_int_equal(stage.runner.failed, 1);
	assert_int_equal(stage.board->unjudged, 1);
	assert_int_equal(g_array_index(stage.runner.left, guint32, 0), 3);
	/* It fails again, then it does not. */
	ask(&stage, asked, 1, 0);
	job_unjudged(&stage.runner, g_queue_pop_head(&stage.runner.again),
	    "no room");
	assert_int_equal(stage.runner.failed, 1);
	ask(&stage, asked, 1, 0);
	give(&stage, g_queue_pop_head(&stage.runner.again), OUTCOME_PASS,
	    3000);
	assert_int_equal(stage.runner.failed, 0);
	assert_int_equal(stage.board->unjudged, 0);
	assert_int_equal(g_array_index(stage.runner.left, guint32, 0), 3);
	/* A verdict that stands is no reason to call the try a success. */
	ask(&stage, asked, 1, 0);
	job_unjudged(&stage.runner, g_queue_pop_head(&stage.runner.again),
	    "no room");
	(void)drain(&stage);
	assert_int_equal(stage.runner.failed, 1);
	assert_int_equal(stage.board->judged, 1);
	clear_stage(&stage);
}

static void
rerun_that_is_taken_back_leaves_nothing_missing(void **state)
{
	static const guint32 asked[] = { 1 };
	struct stage stage;
	struct job *job;

	set_stage(&stage, *state);
	give(&stage, job_new(1), OUTCOME_PASS, 3000);
	ask(&stage, asked, 1, 0);
	job = g_queue_pop_head(&stage.runner.again);
	job->is_cancelled = true;
	job_unjudged(&stage.runner, job, "cancelled");
	(void)drain(&stage);
	assert_int_equal(stage.runner.failed, 0);
	assert_int_equal(stage.board->judged, 1);
	/* A sample without a verdict is missing, whoever cancelled it. */
	job = job_new(2);
	job->is_cancelled = true;
	job_unjudged(&stage.runner, job, "cancelled");
	assert_int_equal(stage.runner.failed, 1);
	clear_stage(&stage);
}

static void
rerun_tells_its_own_timeout(void **state)
{
	static const guint32 asked[] = { 0, 1 };
	struct stage stage;

	set_stage(&stage, *state);
	stage.manifest->settings.timeout_ms = 3000;
	give(&stage, job_new(0), OUTCOME_TIMEOUT, 3000);
	give(&stage, job_new(1), OUTCOME_TIMEOUT, 3000);
	ask(&stage, &asked[0], 1, 12000);
	ask(&stage, &asked[1], 1, 0);
	/* A guard may give more than what was asked for. */
	give(&stage, g_queue_pop_head(&stage.runner.again), OUTCOME_PASS,
	    38000);
	give(&stage, g_queue_pop_head(&stage.runner.again), OUTCOME_PASS,
	    11000);
	assert_int_equal(stage.board->reruns->len, 2);
	assert_int_equal(g_array_index(stage.board->reruns, struct board_rerun,
	    0).timeout_ms, 12000);
	assert_int_equal(g_array_index(stage.board->reruns, struct board_rerun,
	    1).timeout_ms, 3000);
	clear_stage(&stage);
}

/* Before its turn came: no trace of it is left, and it can be asked for anew. */
static void
rerun_that_waits_is_taken_back(void **state)
{
	static const guint32 asked[] = { 0, 1 };
	struct stage stage;

	set_stage(&stage, *state);
	give(&stage, job_new(0), OUTCOME_PASS, 3000);
	give(&stage, job_new(1), OUTCOME_TIMEOUT, 3000);
	ask(&stage, asked, 2, 0);
	(void)drain(&stage);
	assert_int_equal(stage.board->judged, 0);
	rerun_take_back(&stage.runner, 1);
	assert_int_equal(drain(&stage), EVENT_UNJUDGED);
	assert_int_equal(stage.runner.again.length, 1);
	assert_int_equal(stage.runner.failed, 0);
	assert_int_equal(stage.board->judged, 1);
	assert_int_equal(stage.board->outcomes[OUTCOME_TIMEOUT], 1);
	/* What waits for a first verdict stays. */
	g_queue_push_tail(&stage.runner.again, job_new(2));
	rerun_take_back(&stage.runner, 2);
	assert_int_equal(stage.runner.again.length, 2);
	ask(&stage, &asked[1], 1, 0);
	assert_int_equal(stage.runner.again.length, 3);
	/* One that timed out, starved, waits to run alone. */
	g_queue_push_tail(&stage.runner.alone,
	    g_queue_pop_tail(&stage.runner.again));
	rerun_take_back(&stage.runner, 1);
	assert_int_equal(stage.runner.alone.length, 0);
	clear_stage(&stage);
}

static void
stopping_run_says_that_it_takes_none(void **state)
{
	static const guint32 asked[] = { 0 };
	struct stage stage;

	set_stage(&stage, *state);
	give(&stage, job_new(0), OUTCOME_PASS, 3000);
	stage.runner.state = RUN_STOPPING;
	ask(&stage, asked, 1, 0);
	assert_int_equal(drain(&stage), EVENT_WARNING);
	assert_string_equal(stage.board->last_message,
	    "nothing is judged again: the run is stopping");
	assert_int_equal(stage.runner.again.length, 0);
	assert_int_equal(stage.board->judged, 1);
	clear_stage(&stage);
}

/* In an ended run: without a launcher there is nothing to be had. */
static void
ended_run_without_a_launcher_says_so(void **state)
{
	static const guint32 asked[] = { 0 };
	g_autoptr(GPtrArray) binds = g_ptr_array_new();
	const struct interp interp = { .argv = binds, .binds = binds };
	struct stage stage;

	set_stage(&stage, *state);
	give(&stage, job_new(0), OUTCOME_PASS, 3000);
	stage.runner.state = RUN_DONE;
	stage.runner.launcher.path = g_strdup("/nonexistent/evaltop-jail");
	stage.runner.launcher.interp = &interp;
	ask(&stage, asked, 1, 0);
	assert_int_equal(drain(&stage), EVENT_WARNING);
	assert_int_equal(stage.runner.state, RUN_DONE);
	assert_int_equal(stage.runner.again.length, 0);
	g_free(stage.runner.launcher.path);
	clear_stage(&stage);
}

static void
dropped_reruns_can_be_asked_for_again(void **state)
{
	static const guint32 asked[] = { 0, 1 };
	struct stage stage;

	set_stage(&stage, *state);
	/* What a stopped run has left runs only when it is asked for. */
	stage.runner.is_closed = true;
	assert_false(job_is_pending(&stage.runner));
	ask(&stage, asked, 2, 0);
	assert_true(job_is_pending(&stage.runner));
	rerun_drop_all(&stage.runner);
	assert_false(job_is_pending(&stage.runner));
	ask(&stage, asked, 2, 0);
	assert_int_equal(stage.runner.again.length, 2);
	clear_stage(&stage);
}

/* A last word that cannot be written is not the one that was meant. */
static void
end_that_cannot_be_written_is_no_success(void **state)
{
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	struct event *event = event_new(EVENT_END, 0);
	struct stage stage;

	set_stage(&stage, *state);
	assert_int_equal(unlink(file), 0);
	event->state = RUN_DONE;
	runner_emit(&stage.runner, event);
	assert_int_equal(drain(&stage), EVENT_END);
	assert_int_equal(stage.board->state, RUN_INCOMPLETE);
	assert_non_null(strstr(stage.board->end_message, "was deleted"));
	clear_stage(&stage);
}

/* ---- judges that stay ---- */

/* A stage with a launcher that is played by the test. */
struct court {
	struct stage stage;
	struct interp interp;
	struct plan plan;
	struct slot *slot;
	int launcher;		/* its end of the socket */
	int line, verdict;	/* the judge's ends */
	guint64 judge, candidate;	/* the jobs that it was asked to start */
};

static void
set_court(struct court *court, const char *folder)
{
	struct runner *runner = &court->stage.runner;
	int pair[2];

	memset(court, 0, sizeof *court);
	set_stage(&court->stage, folder);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	court->launcher = pair[1];
	court->line = court->verdict = -1;
	court->interp.argv = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(court->interp.argv, g_strdup("python3"));
	court->plan.total = court->plan.required = 1;
	court->plan.is_steady = true;
	court->stage.manifest->settings.timeout_ms = 3000;
	runner->launcher.socket = pair[0];
	runner->launcher.interp = &court->interp;
	runner->guard = GUARD_SPLIT;
	runner->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	runner->slots = g_ptr_array_new();
	court->slot = slot_new(0);
	g_ptr_array_add(runner->slots, court->slot);
	runner->standing = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)standing_free);
	runner->plans = g_ptr_array_new();
	g_ptr_array_add(runner->plans, &court->plan);
}

static void
clear_court(struct court *court)
{
	struct runner *runner = &court->stage.runner;

	slot_free(court->slot);
	g_ptr_array_unref(runner->slots);
	g_ptr_array_unref(runner->standing);
	g_ptr_array_unref(runner->plans);
	g_ptr_array_unref(court->interp.argv);
	(void)close(runner->epoll_fd);
	(void)close(runner->launcher.socket);
	(void)close(court->launcher);
	(void)close(court->line);
	(void)close(court->verdict);
	clear_stage(&court->stage);
}

/* Take the next launch, with what the process has as 0 and 3. */
static guint64
take_launch(struct court *court, int *ret_stdin, int *ret_third)
{
	struct jail_launch launch;
	int fds[JAIL_LAUNCH_FDS];
	unsigned n;

	do
		assert_true(jail_packet_receive(court->launcher, &launch,
		    sizeof launch, fds, JAIL_LAUNCH_FDS, &n) > 0);
	while (launch.head.type == JAIL_MSG_KILL);
	assert_int_equal(launch.head.type, JAIL_MSG_LAUNCH);
	assert_int_equal(n, JAIL_LAUNCH_FDS);
	(void)close(fds[1]);
	(void)close(fds[2]);
	*ret_stdin = fds[0];
	*ret_third = fds[3];
	return launch.head.job;
}

/* Start a sample, with a new judge if none waits, up to its start line. */
static void
open_case(struct court *court, guint32 ordinal)
{
	struct runner *runner = &court->stage.runner;
	struct job *job = job_new(ordinal);
	bool is_new = runner->standing->len == 0;
	int request, line;

	job->is_split = true;
	job->questions.shared = g_strdup("{}");
	job->questions.judge = g_strdup("{}");
	job->questions.candidate = g_strdup("{}");
	assert_int_equal(slot_launch(runner, court->slot, job), LAUNCH_DONE);
	if (is_new)
		court->judge = take_launch(court, &court->line,
		    &court->verdict);
	court->candidate = take_launch(court, &request, &line);
	(void)close(request);
	(void)close(line);
	assert_int_equal(court->slot->jail_job, court->judge);
	assert_int_equal(court->slot->mate_job, court->candidate);
}

/* The judge writes a line. */
static void
speak(struct court *court, const char *words)
{
	g_autofree char *line = g_strdup_printf("{\"nonce\":\"%s\",%s}\n",
	    court->slot->envelope.nonce, words);

	assert_int_equal(write(court->verdict, line, strlen(line)),
	    strlen(line));
}

#define VERDICT(outcome, letter) "\"verdict\":{\"outcome\":\"" outcome \
	"\",\"strip\":\"" letter "\",\"executed\":1}"

static void
end_process(struct court *court, guint64 job, guint64 cpu_user_us,
    guint64 cpu_system_us)
{
	const struct jail_ended ended = {
		.head = { .type = JAIL_MSG_ENDED, .job = job },
		.cpu_user_us = cpu_user_us, .cpu_system_us = cpu_system_us,
	};

	slot_ended(&court->stage.runner, court->slot, &ended);
}

/* Of the one that has just been judged. */
static const struct board_sample *
judged(struct court *court, guint32 ordinal)
{
	const struct board_sample *sample;

	assert_false(court->slot->is_busy);
	assert_int_equal(drain(&court->stage), EVENT_JUDGED);
	sample = board_sample(court->stage.board, ordinal);
	assert_int_equal(sample->state, SAMPLE_JUDGED);
	return sample;
}

/* Both samples' processes are the candidates alone, but for the first judge. */
static void
free_judge_has_the_next_sample(void **state)
{
	struct court court;

	set_court(&court, *state);
	for (guint32 i = 0; i < 2; i++) {
		open_case(&court, i);
		speak(&court, "\"start\":true,\"program\":0");
		speak(&court, VERDICT("pass", "p"));
		speak(&court, "\"free\":true,\"cpu_us\":2000");
		slot_readable(&court.stage.runner, court.slot, STREAM_VERDICT);
		assert_int_equal(court.stage.runner.standing->len, 1);
		end_process(&court, court.candidate, 1000, 0);
		assert_int_equal(judged(&court, i)->outcome, OUTCOME_PASS);
		assert_int_equal(board_sample(court.stage.board, i)->cpu_ms,
		    3);
	}
	clear_court(&court);
}

/* What it spoke in time holds, and it is no worse for our being late. */
static void
judge_that_is_heard_late_stays_too(void **state)
{
	struct court court;
	struct runner *runner = &court.stage.runner;

	set_court(&court, *state);
	open_case(&court, 0);
	speak(&court, "\"start\":true,\"program\":0");
	slot_readable(runner, court.slot, STREAM_VERDICT);
	speak(&court, VERDICT("pass", "p"));
	speak(&court, "\"free\":true,\"cpu_us\":2000");
	court.slot->started_ms -= court.slot->timeout_ms;
	(void)slot_check_time(runner, court.slot, clock_monotonic_ms());
	assert_int_equal(runner->standing->len, 1);
	end_process(&court, court.candidate, 1000, 0);
	assert_int_equal(judged(&court, 0)->outcome, OUTCOME_PASS);
	clear_court(&court);
}

/* The last sample of a judge has not used what those before it did. */
static void
judge_that_ends_has_used_what_its_last_sample_did(void **state)
{
	struct court court;
	struct runner *runner = &court.stage.runner;

	set_court(&court, *state);
	open_case(&court, 0);
	speak(&court, "\"start\":true,\"program\":0");
	speak(&court, VERDICT("pass", "p"));
	speak(&court, "\"free\":true,\"cpu_us\":500000");
	slot_readable(runner, court.slot, STREAM_VERDICT);
	end_process(&court, court.candidate, 1000, 0);
	assert_int_equal(judged(&court, 0)->cpu_ms, 501);
	open_case(&court, 1);
	speak(&court, "\"start\":true,\"program\":0");
	speak(&court, VERDICT("assertion_fail", "f"));
	slot_readable(runner, court.slot, STREAM_VERDICT);
	end_process(&court, court.candidate, 1000, 0);
	end_process(&court, court.judge, 400000, 120000);
	assert_int_equal(judged(&court, 1)->cpu_ms, 21);
	assert_int_equal(runner->standing->len, 0);
	clear_court(&court);
}

#define T(test) cmocka_unit_test_setup_teardown(test, folder_set_up, \
	folder_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(only_what_has_had_its_end_runs_again),
		T(samples_end_once_and_fail_until_judged),
		T(rerun_that_is_taken_back_leaves_nothing_missing),
		T(rerun_tells_its_own_timeout),
		T(rerun_that_waits_is_taken_back),
		T(stopping_run_says_that_it_takes_none),
		T(ended_run_without_a_launcher_says_so),
		T(dropped_reruns_can_be_asked_for_again),
		T(end_that_cannot_be_written_is_no_success),
		T(free_judge_has_the_next_sample),
		T(judge_that_is_heard_late_stays_too),
		T(judge_that_ends_has_used_what_its_last_sample_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
