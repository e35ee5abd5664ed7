/* Jobs over the wire: how they start and end, and whose ends end theirs. */
#include "config.h"

#include "sandbox_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct line {
	int socket;
	pid_t pid;
};

static void
open_line(struct line *line)
{
	const char *binds[JAIL_SYSTEM_BINDS_MAX + 1];
	struct jail_spawn_options options = {
		.jail_path = jail_path(), .binds = binds,
		.tier = JAIL_TIER_FULL,
	};
	char *marker = expand("/usr/bin:/opt/NONCE");

	options.n_binds = jail_system_binds(binds);
	binds[options.n_binds++] = marker;
	assert_int_equal(jail_spawn(&options, &line->socket, &line->pid), 0);
	free(marker);
}

static void
close_line(struct line *line)
{
	(void)close(line->socket);
	assert_int_equal(waitpid(line->pid, NULL, 0), line->pid);
}

static void
await(struct line *line, union jail_reply *reply)
{
	double deadline = now_s() + DEADLINE_S;
	int r = -EAGAIN;

	while (r == -EAGAIN) {
		struct pollfd fd = { .fd = line->socket, .events = POLLIN };

		if (now_s() > deadline)
			fail_msg("no answer");
		(void)poll(&fd, 1, 100);
		r = jail_receive(line->socket, reply);
	}
	assert_int_equal(r, 0);
}

static void
await_type(struct line *line, uint32_t type, union jail_reply *reply)
{
	await(line, reply);
	if (reply->head.type != type)
		fail_msg("got answer %u, want %u", reply->head.type, type);
}

static void
test_binds_have_one_limit(void **state)
{
	const char *binds[JAIL_BINDS_MAX + 1];
	struct jail_spawn_options options = {
		.jail_path = jail_path(), .binds = binds,
		.tier = JAIL_TIER_FULL,
	};
	char targets[JAIL_BINDS_MAX][40];
	struct line line;
	union jail_reply reply;

	(void)state;
	options.n_binds = jail_system_binds(binds);
	while (options.n_binds < JAIL_BINDS_MAX) {
		size_t i = options.n_binds++;

		(void)snprintf(targets[i], sizeof targets[i],
		    "/usr/bin:/opt/%d", (int)i);
		binds[i] = targets[i];
	}
	assert_int_equal(jail_spawn(&options, &line.socket, &line.pid), 0);
	await_type(&line, JAIL_MSG_READY, &reply);
	assert_int_equal(reply.ready.err, 0);
	close_line(&line);
	binds[options.n_binds++] = "/usr/bin:/opt/more";
	assert_int_equal(jail_spawn(&options, &line.socket, &line.pid),
	    -E2BIG);
}

/* The runner may be gone before the launcher has begun: no fault of ours. */
static void
test_line_that_has_hung_up_is_no_fault(void **state)
{
	int pair[2], status;
	pid_t pid;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
	    pair), 0);
	(void)close(pair[0]);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		/* dup2() to the same number would leave it close-on-exec. */
		int high = fcntl(pair[1], F_DUPFD_CLOEXEC, 4);

		(void)dup2(high, 3);
		(void)execl(jail_path(), jail_path(), "--serve", "--fd=3",
		    "--tier=limits", "--bind-ro=/usr/bin",
		    "--bind-ro=/usr/bin:/opt/more", NULL);
		_exit(126);
	}
	(void)close(pair[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void
launch_script(struct line *line, uint64_t job, int out, const char *script)
{
	char *expanded = expand(script);
	const char *argv[] = { "/bin/sh", "-c", expanded, NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fds[JAIL_LAUNCH_FDS] = { null_fd, out < 0 ? null_fd : out,
	    null_fd, null_fd };
	int r;

	assert_true(null_fd >= 0);
	assert_int_equal(jail_launch_init(&launch, job, &policy, argv), 0);
	free(expanded);
	while ((r = jail_send_launch(line->socket, &launch, fds)) == -EAGAIN) {
		struct pollfd fd = { .fd = line->socket, .events = POLLOUT };

		(void)poll(&fd, 1, 1000);
	}
	(void)close(null_fd);
	assert_int_equal(r, 0);
}

static void
open_ready_line(struct line *line)
{
	union jail_reply reply;

	open_line(line);
	await_type(line, JAIL_MSG_READY, &reply);
	if (reply.ready.err != 0)
		fail_msg("not ready: %s: %s", reply.ready.step,
		    strerror(reply.ready.err));
}

static void
test_started_then_ended(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 42, -1, "exit 9");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(reply.head.job, 42);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.head.job, 42);
	assert_int_equal(reply.ended.err, 0);
	assert_true(WIFEXITED(reply.ended.wait_status));
	assert_int_equal(WEXITSTATUS(reply.ended.wait_status), 9);
	assert_int_equal(reply.ended.was_killed, 0);
	assert_true(reply.ended.peak_rss_bytes > 0);
	close_line(&line);
}

static void
test_other_starts_are_refused(void **state)
{
	const char *argv[] = { "/bin/true", NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	struct line line;
	union jail_reply reply;
	int fds[JAIL_LAUNCH_FDS] = { 0, 0, 0, 0 };

	(void)state;
	open_ready_line(&line);
	assert_int_equal(jail_launch_init(&launch, 1, &policy, argv), 0);
	launch.start = 2;
	assert_int_equal(jail_send_launch(line.socket, &launch, fds), 0);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.ended.err, EINVAL);
	assert_string_equal(reply.ended.step, "start");
	close_line(&line);
}

/* A fault of ours, named, as often as it is asked for. */
static void
launch_warm(struct line *line, uint64_t job, const char *const *argv)
{
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	int fds[JAIL_LAUNCH_FDS] = { 0, 0, 0, 0 };

	assert_int_equal(jail_launch_init(&launch, job, &policy, argv), 0);
	launch.start = JAIL_START_WARM;
	assert_int_equal(jail_send_launch(line->socket, &launch, fds), 0);
}

static void
test_warm_start_of_no_interpreter(void **state)
{
	const char *argv[] = { "/bin/true", NULL };
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	for (uint64_t i = 0; i < 3; i++) {
		launch_warm(&line, i, argv);
		await_type(&line, JAIL_MSG_ENDED, &reply);
		assert_true(reply.ended.err != 0);
		assert_string_equal(reply.ended.step, "warm interpreter");
	}
	close_line(&line);
}

static void
expect_ended(const union jail_reply *reply, uint64_t job, bool was_killed)
{
	if (reply->head.job != job || reply->ended.err != 0 ||
	    (reply->ended.was_killed != 0) != was_killed)
		fail_msg("job %d: error %d at %s, killed: %u; want job %d",
		    (int)reply->head.job, reply->ended.err,
		    reply->ended.step, reply->ended.was_killed, (int)job);
}

/* This interpreter never gets warm: nobody but its own jobs may wait. */
static void
test_slow_interpreter_holds_nobody_up(void **state)
{
	const char *argv[] = { "/bin/sleep", "1000", NULL };
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_warm(&line, 1, argv);
	launch_warm(&line, 2, argv);
	launch_warm(&line, 3, argv);
	launch_script(&line, 4, -1, "exit 0");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	expect_ended(&reply, 4, false);
	/* One out of the middle, then the others. */
	for (size_t i = 0; i < 3; i++) {
		const uint64_t job = (uint64_t[]){ 2, 1, 3 }[i];

		assert_int_equal(jail_send_kill(line.socket, job), 0);
		await_type(&line, JAIL_MSG_ENDED, &reply);
		expect_ended(&reply, job, true);
		assert_int_equal(reply.ended.wait_status, SIGKILL);
	}
	/* Its next jobs start it no second time, and go with the line. */
	launch_warm(&line, 5, argv);
	launch_script(&line, 6, -1, "exit 0");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	expect_ended(&reply, 6, false);
	close_line(&line);
}

static void
test_kill(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 7, -1, "(while :; do :; done) & "
	    "/bin/sleep 4713NONCE & while :; do :; done");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(jail_send_kill(line.socket, 999), 0);
	assert_int_equal(jail_send_kill(line.socket, 7), 0);
	assert_int_equal(jail_send_kill(line.socket, 7), 0);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.ended.err, 0);
	assert_int_equal(reply.ended.was_killed, 1);
	assert_true(WIFSIGNALED(reply.ended.wait_status));
	assert_int_equal(WTERMSIG(reply.ended.wait_status), SIGKILL);
	close_line(&line);
}

static void
test_pipes_end_with_the_job(void **state)
{
	struct line line;
	union jail_reply reply;
	int out[2];
	char byte;

	(void)state;
	open_ready_line(&line);
	assert_int_equal(pipe2(out, O_CLOEXEC | O_NONBLOCK), 0);
	launch_script(&line, 1, out[1], "/bin/sleep 4714NONCE & exit 0");
	(void)close(out[1]);
	do
		await(&line, &reply);
	while (reply.head.type != JAIL_MSG_ENDED);
	assert_int_equal(read(out[0], &byte, 1), 0);
	(void)close(out[0]);
	close_line(&line);
}

#define N_JOBS 64

static void
test_many_at_once(void **state)
{
	bool has_started[N_JOBS] = { false };
	struct line line;
	union jail_reply reply;
	int ended = 0, started = 0;

	(void)state;
	open_ready_line(&line);
	/* None ends by itself: all are there when the last has started. */
	for (uint64_t i = 0; i < N_JOBS; i++)
		launch_script(&line, i, -1, "while :; do kill -STOP $$; done");
	while (started < N_JOBS) {
		await_type(&line, JAIL_MSG_STARTED, &reply);
		assert_true(reply.head.job < N_JOBS);
		assert_false(has_started[reply.head.job]);
		has_started[reply.head.job] = true;
		started++;
	}
	for (uint64_t i = 0; i < N_JOBS; i++)
		assert_int_equal(jail_send_kill(line.socket, i), 0);
	while (ended < N_JOBS) {
		await_type(&line, JAIL_MSG_ENDED, &reply);
		assert_int_equal(reply.ended.err, 0);
		assert_int_equal(reply.ended.was_killed, 1);
		ended++;
	}
	close_line(&line);
}

static void
test_never_root_on_the_host(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 1, -1, "exec /bin/sleep 4715NONCE");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	/* For a moment in its exec a process has no command line. */
	while (count_processes("4715NONCE") == 0)
		(void)poll(NULL, 0, 5);
	/* So did the waiter, the launcher and the job's init. */
	assert_int_equal(count_processes("/opt/NONCE"), 3);
	close_line(&line);
	expect_no_process("4715NONCE");
}

static void
expect_gone_soon(const char *needle)
{
	double deadline = now_s() + DEADLINE_S;

	while (count_processes(needle) != 0 && now_s() < deadline)
		(void)poll(NULL, 0, 5);
	expect_no_process(needle);
}

static void
test_death_of_the_launcher_ends_jobs(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 1, -1,
	    "/bin/sleep 4716NONCE & /bin/sleep 4716NONCE");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(kill(line.pid, SIGKILL), 0);
	assert_int_equal(waitpid(line.pid, NULL, 0), line.pid);
	expect_gone_soon("4716NONCE");
	(void)close(line.socket);
}

static void
test_end_of_the_runner_ends_jobs(void **state)
{
	/* Here, because the child's pid would be another nonce. */
	char *script = expand("/bin/sleep 4717NONCE & /bin/sleep 4717NONCE");
	pid_t pid;

	(void)state;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct line line;
		union jail_reply reply;

		open_ready_line(&line);
		launch_script(&line, 1, -1, script);
		await_type(&line, JAIL_MSG_STARTED, &reply);
		(void)kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	free(script);
	expect_gone_soon("4717NONCE");
}

static int
run_group(const char *name)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_binds_have_one_limit),
		cmocka_unit_test(test_line_that_has_hung_up_is_no_fault),
		cmocka_unit_test(test_started_then_ended),
		cmocka_unit_test(test_other_starts_are_refused),
		cmocka_unit_test(test_warm_start_of_no_interpreter),
		cmocka_unit_test(test_slow_interpreter_holds_nobody_up),
		cmocka_unit_test(test_kill),
		cmocka_unit_test(test_pipes_end_with_the_job),
		cmocka_unit_test(test_many_at_once),
		cmocka_unit_test(test_never_root_on_the_host),
		cmocka_unit_test(test_death_of_the_launcher_ends_jobs),
		cmocka_unit_test(test_end_of_the_runner_ends_jobs),
	};

	return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

int
main(void)
{
	return run_for_all_users(run_group, "sandbox over the wire");
}
