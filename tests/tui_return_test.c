/*
 * The whole program in a terminal's hands: from the list of runs to a run that
 * is gone on with, and back to the list; a terminal that shows no screen.
 */
#include "pty.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char suite[] = "{\"task_id\":\"t/1\",\"prompt\":\"def f(x):\\n\","
    "\"entry_point\":\"f\",\"test\":\"def check(c):\\n    assert c(1) == 2\\n"
    "\"}\n";
static const char samples[] = "{\"task_id\":\"t/1\",\"solution\":\"def f(x):\\n"
    "    return x\\n\"}\n";

static const char *
evaltop_path(void)
{
	const char *path = g_getenv("EVALTOP");

	return path ? path : "./evaltop";
}

static int
call(const char *const *argv)
{
	union {
		const char *const *in;
		char **out;
	} args = { .in = argv };
	int status;

	assert_true(g_spawn_sync(NULL, args.out, NULL, G_SPAWN_SEARCH_PATH |
	    G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
	    NULL, NULL, NULL, &status, NULL));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
folder_set_up(void **state)
{
	char *folder = g_dir_make_tmp("evaltop-return-XXXXXX", NULL);

	*state = folder;
	if (!folder)
		return -1;
	g_setenv("XDG_STATE_HOME", folder, TRUE);
	g_setenv("XDG_CONFIG_HOME", folder, TRUE);
	return 0;
}

static int
folder_tear_down(void **state)
{
	const char *const argv[] = { "rm", "-rf", "--", *state, NULL };

	(void)call(argv);
	g_free(*state);
	return 0;
}

static void
type(struct pty *pty, const char *keys, const char *until)
{
	pty_send(pty, keys, strlen(keys));
	pty_wait_text(pty, until);
}

/* False: no sandbox, no Python, nothing is judged. */
static bool
judge(const char *folder)
{
	g_autofree char *tasks = g_build_filename(folder, "suite.jsonl", NULL);
	g_autofree char *answers = g_build_filename(folder, "samples.jsonl",
	    NULL);
	const char *const run[] = { evaltop_path(), "run", tasks, answers,
		"--plain", "--label", "first", NULL };
	int status;

	assert_true(g_file_set_contents(tasks, suite, -1, NULL));
	assert_true(g_file_set_contents(answers, samples, -1, NULL));
	status = call(run);
	if (status != 4)
		assert_int_equal(status, 0);
	return status == 0;
}

static void
test_rerun_comes_back_to_the_list(void **state)
{
	const char *const runs[] = { evaltop_path(), "runs", "--browse",
		NULL };
	struct pty *pty;

	if (!judge(*state))
		skip();
	pty = pty_start(runs, 30, 100, "xterm-256color");
	pty_wait_text(pty, " Runs ");
	type(pty, "\r", "[DONE]");
	type(pty, "r", "Judge this sample again?");
	type(pty, "y", "the run is done");
	assert_true(pty_in_alternate(pty));
	type(pty, "q", " Runs ");
	/* From there once more, and now to the shell. */
	type(pty, "\r", "[DONE]");
	type(pty, "r", "Judge this sample again?");
	type(pty, "y", "the run is done");
	pty_send(pty, "Q", 1);
	assert_int_equal(WEXITSTATUS(pty_wait_exit(pty)), 0);
	pty_assert_restored(pty);
	pty_close(pty);
}

static void
test_unknown_terminal_is_told_of_and_gets_lines(void **state)
{
	const char *const view[] = { evaltop_path(), "view", "first", NULL };
	struct pty *pty;

	if (!judge(*state))
		skip();
	pty = pty_start(view, 30, 100, "no-such-terminal");
	assert_int_equal(WEXITSTATUS(pty_wait_exit(pty)), 0);
	assert_non_null(strstr(pty_screen(pty), "cannot show the screen (TERM "
	    "is 'no-such-terminal')"));
	assert_non_null(strstr(pty_screen(pty), "sample t/1 1 "
	    "assertion_fail"));
	pty_close(pty);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    test_rerun_comes_back_to_the_list, folder_set_up,
		    folder_tear_down),
		cmocka_unit_test_setup_teardown(
		    test_unknown_terminal_is_told_of_and_gets_lines,
		    folder_set_up, folder_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
