/* One slot of the runner against a launcher that is only a socket. */
#include "runner/internal.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define NONCE "0123456789abcdef0123456789abcdef"
#define VERDICT "{\"nonce\":\"" NONCE "\",\"verdict\":{" \
	"\"outcome\":\"pass\",\"strip\":\"p\",\"executed\":1}}\n"
#define JOB 7
#define MATE 8

struct stage {
	struct runner runner;
	struct slot *slot;
	int far;		/* the launcher's end */
	int verdict;		/* the harness's end */
};

/* A candidate that began at 1000 and has 500 ms. */
static void
set_stage(struct stage *stage)
{
	int pair[2], pipes[2];

	memset(stage, 0, sizeof *stage);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK |
	    SOCK_CLOEXEC, 0, pair), 0);
	assert_int_equal(pipe2(pipes, O_NONBLOCK | O_CLOEXEC), 0);
	stage->runner.launcher.socket = pair[0];
	stage->runner.running = 1;
	stage->far = pair[1];
	stage->verdict = pipes[1];
	stage->slot = slot_new(0);
	stage->slot->is_busy = true;
	stage->slot->fds[STREAM_VERDICT] = pipes[0];
	stage->slot->jail_job = JOB;
	stage->slot->launched_ms = stage->slot->started_ms = 1000;
	stage->slot->timeout_ms = 500;
	envelope_init(&stage->slot->envelope, NONCE);
}

static void
clear_stage(struct stage *stage)
{
	(void)slot_drop(&stage->runner, stage->slot);
	slot_free(stage->slot);
	(void)close(stage->runner.launcher.socket);
	(void)close(stage->far);
	(void)close(stage->verdict);
}

/* How many packets there are, and how many of them are kills of `job`. */
static guint
drain(const struct stage *stage, guint64 job, guint *ret_kills)
{
	struct jail_msg_head head;
	guint n = 0;

	for (*ret_kills = 0; recv(stage->far, &head, sizeof head, 0) ==
	    (ssize_t)sizeof head; n++)
		*ret_kills += head.type == JAIL_MSG_KILL && head.job == job;
	return n;
}

static void
a_kill_that_the_launcher_cannot_take_comes_later(void **state)
{
	struct stage stage;
	guint kills, n = 0;

	(void)state;
	set_stage(&stage);
	stage.slot->mate_job = MATE;
	while (jail_send_kill(stage.runner.launcher.socket, 1) == 0)
		n++;
	slot_kill(&stage.runner, stage.slot, CAUSE_CANCELLED);
	assert_int_equal(drain(&stage, JOB, &kills), n);
	assert_int_equal(kills, 0);
	(void)slot_check_time(&stage.runner, stage.slot,
	    stage.slot->killed_ms + 1);
	assert_int_equal(drain(&stage, JOB, &kills), 2);
	assert_int_equal(kills, 1);
	/* And only once. */
	(void)slot_check_time(&stage.runner, stage.slot,
	    stage.slot->killed_ms + 2);
	assert_int_equal(drain(&stage, MATE, &kills), 0);
	clear_stage(&stage);
}

static void
a_verdict_found_at_the_deadline_may_end_in_order(void **state)
{
	struct stage stage;
	guint kills;

	(void)state;
	set_stage(&stage);
	assert_int_equal(write(stage.verdict, VERDICT, strlen(VERDICT)),
	    strlen(VERDICT));
	/* It lingers from when it was found, by the machine's clock. */
	assert_true(slot_check_time(&stage.runner, stage.slot, 1500) > 1500);
	assert_non_null(stage.slot->envelope.verdict);
	assert_int_equal(drain(&stage, JOB, &kills), 0);
	assert_int_equal(stage.slot->cause, CAUSE_NONE);
	clear_stage(&stage);
}

static void
one_that_lingers_after_its_verdict_is_ended(void **state)
{
	struct stage stage;
	gint64 due;
	guint kills;

	(void)state;
	set_stage(&stage);
	assert_int_equal(write(stage.verdict, VERDICT, strlen(VERDICT)),
	    strlen(VERDICT));
	due = slot_check_time(&stage.runner, stage.slot, 1500);
	assert_false(stage.slot->has_lingered);
	(void)slot_check_time(&stage.runner, stage.slot, due);
	assert_true(stage.slot->has_lingered);
	assert_int_equal(drain(&stage, JOB, &kills), 1);
	assert_int_equal(kills, 1);
	assert_int_equal(stage.slot->cause, CAUSE_NONE);
	clear_stage(&stage);
}

static void
a_deadline_without_a_verdict_kills(void **state)
{
	struct stage stage;
	guint kills;

	(void)state;
	set_stage(&stage);
	assert_int_equal(slot_check_time(&stage.runner, stage.slot, 1499),
	    1500);
	assert_int_equal(drain(&stage, JOB, &kills), 0);
	(void)slot_check_time(&stage.runner, stage.slot, 1500);
	assert_int_equal(stage.slot->cause, CAUSE_TIMEOUT);
	(void)drain(&stage, JOB, &kills);
	assert_int_equal(kills, 1);
	clear_stage(&stage);
}

/* The judge ended first: what its candidate does then is no timeout. */
static void
a_judge_that_ended_takes_its_candidate_along(void **state)
{
	struct stage stage;
	struct jail_ended ended = { .head.job = JOB };
	guint kills, n = 0;

	(void)state;
	set_stage(&stage);
	stage.slot->mate_job = MATE;
	while (jail_send_kill(stage.runner.launcher.socket, 1) == 0)
		n++;
	slot_ended(&stage.runner, stage.slot, &ended);
	assert_int_equal(drain(&stage, MATE, &kills), n);
	(void)slot_check_time(&stage.runner, stage.slot, 1500);
	assert_int_equal(drain(&stage, MATE, &kills), 1);
	assert_int_equal(kills, 1);
	assert_int_equal(stage.slot->cause, CAUSE_NONE);
	clear_stage(&stage);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_kill_that_the_launcher_cannot_take_comes_later),
		cmocka_unit_test(
		    a_verdict_found_at_the_deadline_may_end_in_order),
		cmocka_unit_test(one_that_lingers_after_its_verdict_is_ended),
		cmocka_unit_test(a_deadline_without_a_verdict_kills),
		cmocka_unit_test(a_judge_that_ended_takes_its_candidate_along),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
