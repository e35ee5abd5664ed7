/* Asking a program with a deadline, and interpreters that are none. */
#include "base/error.h"
#include "base/spawn.h"
#include "runner/interp.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define LONG_MS 60000		/* never waited for */
#define SHORT_MS 150

/* One shell script, and what becomes of it. */
struct row {
	const char *name, *script;
	int timeout_ms;
	bool is_stopped;	/* the stop descriptor is readable */
	const char *out, *err;	/* NULL: it fails */
	int status;
	const char *message;	/* a part of it, where it fails */
	const char *program;	/* NULL: /bin/sh */
	gsize length;		/* of the output, instead of the output */
};

static const struct row rows[] = {
	{ "both streams", "echo a; echo b >&2", LONG_MS, .out = "a\n",
	    .err = "b\n" },
	{ "status", "exit 7", LONG_MS, .out = "", .err = "", .status = 7 << 8 },
	{ "stdin is empty", "cat; echo end", LONG_MS, .out = "end\n",
	    .err = "" },
	{ "dies", "kill -9 $$", LONG_MS, .out = "", .err = "", .status = 9 },
	{ "blocks no signals", "exec 2>/dev/null; sh -c 'kill -TERM $$'; "
	    "echo $?", LONG_MS, .out = "143\n", .err = "" },
	{ "hangs", "sleep 1000", SHORT_MS, .message = "within 0.15 s" },
	{ "hangs with closed streams", "exec >&- 2>&-; sleep 1000", SHORT_MS,
	    .message = "does not answer" },
	{ "leaves a child that holds its streams", "sleep 1000 & exit 0",
	    SHORT_MS, .message = "does not answer" },
	{ "deaf", "trap '' TERM INT HUP; sleep 1000 & wait", SHORT_MS,
	    .message = "does not answer" },
	{ "speaks without end", "while :; do echo xxxxxxxxxxxxxxxx; done",
	    SHORT_MS, .message = "does not answer" },
	{ "speaks for long", "head -c 6000000 /dev/zero | tr '\\0' x", LONG_MS,
	    .err = "", .length = SPAWN_OUTPUT_MAX },
	{ "is not there", "", LONG_MS, .program = "/nowhere/at-all",
	    .message = "cannot run /nowhere/at-all" },
	{ "stopped", "sleep 1000", LONG_MS, .is_stopped = true,
	    .message = "interrupted" },
};

static void
run(const struct row *row)
{
	const char *argv[] = { row->program ? row->program : "/bin/sh", "-c",
		row->script, NULL };
	int pair[2] = { -1, -1 };
	struct spawn_request request = {
		.argv = argv, .timeout_ms = row->timeout_ms, .stop_fd = -1,
	};
	g_autofree char *out = NULL, *err = NULL;
	g_autoptr(GError) error = NULL;
	int status = -1;
	bool ok;

	if (row->is_stopped) {
		assert_int_equal(pipe(pair), 0);
		assert_int_equal(write(pair[1], "x", 1), 1);
		request.stop_fd = pair[0];
	}
	ok = spawn_capture(&request, &out, &err, &status, &error);
	if (row->is_stopped) {
		(void)close(pair[0]);
		(void)close(pair[1]);
	}
	if (ok != !row->message)
		fail_msg("%s: %s", row->name, error ? error->message :
		    "did not fail");
	if (row->message) {
		if (!strstr(error->message, row->message))
			fail_msg("%s: says %s", row->name, error->message);
		assert_true(error->domain == EVALTOP_ERROR);
	} else {
		if (row->length)
			assert_int_equal(strlen(out), row->length);
		else
			assert_string_equal(out, row->out);
		assert_string_equal(err, row->err);
		assert_int_equal(status, row->status);
	}
	/* Ended and reaped, or never there. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void
test_spawn(void **state)
{
	sigset_t set;

	(void)state;
	/* As the caller has it while a run starts. */
	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigprocmask(SIG_BLOCK, &set, NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
		run(&rows[i]);
	(void)sigprocmask(SIG_UNBLOCK, &set, NULL);
}

#define IS_PYTHON "case $1 in --version) echo Python 3.9.1; exit;; esac; "

/* What stands in for an interpreter, and the sentence that the user reads. */
static const struct {
	const char *name, *script, *message;
} pythons[] = {
	{ "hangs", "sleep 1000", "does not answer within 0.15 s" },
	{ "hangs in its version", "case $1 in -I) exit 2;; esac; sleep 1000",
	    "does not work as a Python interpreter" },
	{ "too old to know -I", "case $1 in -I) echo 'Unknown option: -I' >&2; "
	    "exit 2;; esac; echo Python 2.7.18.",
	    "is Python 2.7.18, evaltop needs 3.8 or newer; install one" },
	{ "old", "echo '{\"is_old\":true,\"version\":\"3.6.15\"}'",
	    "is Python 3.6.15, evaltop needs 3.8 or newer; install one" },
	{ "broken", IS_PYTHON "echo no such module >&2; exit 1",
	    "does not work as a Python interpreter (no such module)" },
	{ "mute", IS_PYTHON "exit 0", "(it says nothing)" },
	{ "no JSON", IS_PYTHON "echo hello",
	    "does not work as a Python interpreter" },
	{ "another program", "for a; do echo \"bad: $a\" >&2; done; exit 2",
	    "/python is no Python interpreter; install one" },
};

static void
test_pythons(void **state)
{
	g_autofree char *folder = g_dir_make_tmp("evaltop-test-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "python", NULL);

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(pythons); i++) {
		g_autofree char *text = g_strconcat("#!/bin/sh\n",
		    pythons[i].script, "\n", NULL);
		const struct interp_question question = {
			.python = path, .folder = folder, .warm = path,
			.stop_fd = -1, .timeout_ms = strstr(pythons[i].name,
			"hangs") ? SHORT_MS : LONG_MS,
		};
		g_autoptr(GError) error = NULL;

		assert_true(g_file_set_contents(path, text, -1, NULL));
		assert_int_equal(chmod(path, 0700), 0);
		assert_null(interp_probe(&question, &error));
		if (!strstr(error->message, pythons[i].message))
			fail_msg("%s: says %s", pythons[i].name,
			    error->message);
		assert_int_equal(error->code, EVALTOP_ERROR_HOST);
	}
	(void)unlink(path);
	(void)rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spawn),
		cmocka_unit_test(test_pythons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
