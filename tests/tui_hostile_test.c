/*
 * Hostile programs on a real terminal, through the real evaltop: whatever
 * they print, raise or are called, the terminal sees text.  Titles, clipboard
 * and modes stay; nothing is asked of the emulator, so that nothing is
 * answered on our input.
 */
#include "pty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Titles, clipboard, links, reports, modes, resets, 8-bit forms, bells. */
#define HOSTILE "\\u001b[2J\\u001b[?1049h\\u001b]0;evil title\\u0007" \
	"\\u001b]52;c;ZXZpbA==\\u0007\\u001b]8;;http://evil\\u001b\\\\x" \
	"\\u001bP$qm\\u001b\\\\\\u001b[c\\u001b[6n\\u001b[5n\\u001bZ\\u0005" \
	"\\u001b[?2004h\\u001b[200~q\\u001b[201~\\u009b6n\\u009d0;evil\\u009c" \
	"\\u0007\\u0007\\u001b[?25l\\u001b[?1000h\\u001bc\\u001b[21t\\r\\b" \
	"\\u202e\\u200b\\u007f\\u000e"

static const char suite_text[] =
    "{\"task_id\":\"evil/" HOSTILE "\",\"prompt\":\"def f(x):\\n    # "
    HOSTILE "\\n\",\"entry_point\":\"f\",\"canonical_solution\":"
    "\"    return x\\n\",\"test\":\"def check(candidate):\\n"
    "    assert candidate(1) == 1, '" "evil" "'\\n\"}\n";

#define SAMPLE(text) "{\"task_id\":\"evil/" HOSTILE "\",\"solution\":\"" \
	text "\"}\n"
/* The bytes as such, printed: a program's text holds them escaped once more. */
#define PRINTS "import os, re, sys\\nraw = '''" HOSTILE "'''\\n" \
	"raw = raw.encode() + bytes(range(128, 256)) + b'z' * 3000\\n"

static const char samples_text[] =
    SAMPLE(PRINTS "os.write(1, raw)\\nos.write(2, raw)\\n"
	"def f(x):\\n    return 2\\n")
    SAMPLE(PRINTS "os.write(1, raw * 9)\\ndef f(x):\\n"
	"    raise ValueError(raw.decode('latin-1'))\\n")
    SAMPLE(PRINTS "def f(x):\\n    return raw.decode('latin-1')\\n")
    SAMPLE("def f(x):\\n    return x # " HOSTILE "\\n")
    SAMPLE(HOSTILE "\\ndef f(x) return\\n")
    SAMPLE("import os\\nos.execv('" HOSTILE "', [''])\\n");

struct fixture {
	char folder[64];
	char suite[96], samples[96], out[96];
};

static void
write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

static void
fixture_make(struct fixture *fixture)
{
	snprintf(fixture->folder, sizeof(fixture->folder),
	    "/tmp/evaltop-hostile-XXXXXX");
	assert_non_null(mkdtemp(fixture->folder));
	snprintf(fixture->suite, sizeof(fixture->suite), "%s/suite.jsonl",
	    fixture->folder);
	snprintf(fixture->samples, sizeof(fixture->samples),
	    "%s/samples.jsonl", fixture->folder);
	snprintf(fixture->out, sizeof(fixture->out), "%s/run",
	    fixture->folder);
	write_file(fixture->suite, suite_text);
	write_file(fixture->samples, samples_text);
	setenv("XDG_STATE_HOME", fixture->folder, 1);
	setenv("XDG_CONFIG_HOME", fixture->folder, 1);
	setenv("XDG_CACHE_HOME", fixture->folder, 1);
}

static void
fixture_remove(const struct fixture *fixture)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", fixture->folder);
	assert_int_equal(system(command), 0);
}

static struct pty *
start(const struct fixture *fixture, const char *mode)
{
	const char *path = getenv("EVALTOP");
	const char *argv[] = {
		path ? path : "./evaltop", "run", fixture->suite,
		fixture->samples, "--out", fixture->out, mode, NULL
	};

	return pty_start(argv, 30, 120, "xterm-256color");
}

/* What no program that draws with curses sends of its own accord. */
static void
assert_untouched(struct pty *pty)
{
	static const char *const never[] = {
		"\033]0", "\033]52", "\033]8", "\033P", "\033[c", "\033[6n",
		"\033[5n", "\033Z", "\005", "\033[200~", "\302\233",
		"\302\235", "\033c", "\033[21t", "\342\200\256", "\016",
	};

	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (pty_has_sent(pty, never[i]))
			fail_msg("the terminal was sent %zu of the list", i);
	assert_int_equal(pty_intrusions(pty), 0);
}

static void
assert_left_as_it_was(struct pty *pty)
{
	struct termios before, after;

	pty_get_initial_termios(pty, &before);
	pty_get_termios(pty, &after);
	assert_int_equal(after.c_iflag, before.c_iflag);
	assert_int_equal(after.c_oflag, before.c_oflag);
	assert_int_equal(after.c_cflag, before.c_cflag);
	assert_int_equal(after.c_lflag, before.c_lflag);
	assert_memory_equal(after.c_cc, before.c_cc, sizeof(after.c_cc));
	assert_int_equal(pty_input_waiting(pty), 0);
	assert_false(pty_in_alternate(pty));
	assert_true(pty_cursor_visible(pty));
}

/* Every screen of the run, to and fro; a key more than we sent would count. */
static void
test_dashboard(void **state)
{
	static const char keys[] =
	    "jk\rjkjjjj\t\t\t\t\t\tz\t\tww>>nnppq\rGgq/evil\033e\033";
	struct fixture fixture;
	struct pty *pty;
	unsigned n = 0, seen, signals;
	int status;

	(void)state;
	fixture_make(&fixture);
	pty = start(&fixture, NULL);
	pty_wait_text(pty, "[DONE]");
	for (const char *p = keys; *p; p++) {
		pty_send(pty, p, 1);
		pty_wait_frame(pty, ++n, 0);
		pty_frames(pty, &seen, &signals);
		assert_int_equal(seen, n);
		assert_untouched(pty);
		assert_true(pty_in_alternate(pty));
	}
	kill(pty_pid(pty), SIGTERM);
	status = pty_wait_exit(pty);
	assert_true(WIFEXITED(status) || WIFSIGNALED(status));
	assert_untouched(pty);
	assert_left_as_it_was(pty);
	pty_close(pty);
	fixture_remove(&fixture);
}

static void
test_lines(void **state)
{
	static const char *const modes[] = { "--plain", "--json" };

	(void)state;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		struct fixture fixture;
		struct pty *pty;

		fixture_make(&fixture);
		pty = start(&fixture, modes[i]);
		assert_true(WIFEXITED(pty_wait_exit(pty)));
		/* A summary names no task. */
		assert_true(pty_has_sent(pty, i == 0 ? "evil" : "pass"));
		assert_untouched(pty);
		assert_left_as_it_was(pty);
		pty_close(pty);
		fixture_remove(&fixture);
	}
}

/* The same text through cat does reach the terminal: what we look for shows. */
static void
test_control(void **state)
{
	const char *argv[] = { "/bin/sh", "-c",
		"printf '\\033]0;evil title\\007\\033[6n\\007there'; exec sleep 9",
		NULL };
	struct pty *pty = pty_start(argv, 30, 120, "xterm-256color");

	(void)state;
	pty_wait_text(pty, "there");
	assert_true(pty_intrusions(pty) > 0);
	assert_true(pty_has_sent(pty, "\033]0"));
	/* The cursor's place was answered, as if somebody had typed it. */
	assert_true(pty_input_waiting(pty) > 0);
	pty_close(pty);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_dashboard),
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
