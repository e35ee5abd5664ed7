/*
 * What a candidate prints, a benchmark calls its tasks and a user calls a run
 * is judged for real and walked through on every screen: none of it acts on
 * the terminal.  The program under test is $EVALTOP or ./evaltop.
 */
#include "pty.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

/* Sequences that act; each is looked for in what reaches the terminal. */
static const char *const corpus[] = {
	"\033]0;owned\007",			/* title */
	"\033]2;owned\033\\",
	"\033]52;c;b3duZWQ=\007",		/* clipboard */
	"\033]8;;http://example.org\007link\033]8;;\007",
	"\033]10;#ff0000\007",			/* palette */
	"\033]4;1;#000000\007",
	"\033]7777;9;9;9\007",			/* the tests' own mark */
	"\033[2J\033[3J\033[H",			/* clear */
	"\033[?1049l",				/* leave our screen */
	"\033[?1000h\033[?1006h",		/* mouse */
	"\033[?2004l",				/* pastes */
	"\033[6n", "\033[c", "\033[>c",		/* answer-back */
	"\033[?6n", "\033[5n", "\033[18t", "\033[21t",
	"\033P$q\"p\033\\", "\033P+q544e\033\\",	/* DECRQSS, XTGETTCAP */
	"\033_G\033\\", "\033^x\033\\", "\033Xx\033\\",
	"\033[200~rm -rf\n\033[201~",		/* a paste that is none */
	"\033c", "\033[!p", "\033#8",		/* resets, alignment */
	"\033(0", "\016",			/* line drawing */
	"\033[5;3r\033[?6h",			/* margins, origin */
	"\033[99999;99999H\033[99999b",
	"\xc2\x9b" "2J", "\xc2\x9d" "0;owned\xc2\x9c",	/* C1 as UTF-8 */
	"\xc2\x90" "x", "\xc2\x85",
	"\x9b" "6n", "\x9d" "0;owned\x07",	/* C1 as bytes */
	"\007\007\007\007",			/* bells */
	"\r\033[K", "\b\b\b\b", "\v\f", "\x7f\x7f",
	"\xe2\x80\xae" "gnidart\xe2\x80\xac",	/* bidi */
	"\xef\xbb\xbf\xe2\x80\x8b\xe2\x80\x8d",
	"\xff\xfe\xc0\x80\xf5\x90\x80\x80",	/* no UTF-8 */
};

/* Those that curses itself has no use for. */
static bool
is_foreign(const char *sequence)
{
	unsigned char first = (unsigned char)sequence[0];

	return (first == 033 && strlen(sequence) >= 2 && strcmp(sequence,
	    "\033(0") != 0) || first == 07 || (first == 0xc2 && (unsigned
	    char)sequence[1] < 0xa0) || (first >= 0x80 && first < 0xc0);
}

struct place {
	char *folder, *suite, *samples, *run;
};

static char *
json_text(const char *text)
{
	g_autoptr(GString) into = g_string_new("\"");

	for (const unsigned char *p = (const unsigned char *)text; *p; p++)
		/* Bytes become the characters of their number. */
		g_string_append_printf(into, "\\u%04x", *p);
	g_string_append_c(into, '"');
	return g_string_free(g_steal_pointer(&into), FALSE);
}

/* A program that prints every sequence, then fails with one. */
static char *
program_of(gsize which)
{
	g_autoptr(GString) into = g_string_new("import os\ndef f(x):\n");

	for (gsize i = 0; i < G_N_ELEMENTS(corpus); i++) {
		g_string_append(into, "    os.write(1 + (x & 1), b'");
		for (const unsigned char *p = (const unsigned char *)
		    corpus[i]; *p; p++)
			g_string_append_printf(into, "\\x%02x", *p);
		g_string_append(into, "\\n\\0')\n");
	}
	g_string_append_printf(into, "    os.write(1, b'x' * %u)\n"
	    "    raise ValueError(%s)\n", which == 0 ? 100000u : 10u,
	    "'\\x1b]0;owned\\x07' + chr(0x202e)");
	return g_string_free(g_steal_pointer(&into), FALSE);
}

static void
write_inputs(const struct place *place)
{
	g_autoptr(GString) suite = g_string_new(NULL);
	g_autoptr(GString) samples = g_string_new(NULL);

	for (gsize i = 0; i < G_N_ELEMENTS(corpus); i += 6) {
		g_autofree char *name = g_strdup_printf("%s task %zu",
		    corpus[i], i);
		g_autofree char *id = json_text(name);
		g_autofree char *program = program_of(i);
		g_autofree char *code = json_text(program);

		g_string_append_printf(suite, "{\"task_id\":%s,\"prompt\":"
		    "%s,\"entry_point\":\"f\",\"test\":\"def check(c):\\n"
		    "    c(0)\\n\"}\n", id, code);
		g_string_append_printf(samples, "{\"task_id\":%s,"
		    "\"solution\":%s}\n", id, code);
	}
	assert_true(g_file_set_contents(place->suite, suite->str, -1, NULL));
	assert_true(g_file_set_contents(place->samples, samples->str, -1,
	    NULL));
}

static const char *
evaltop_path(void)
{
	const char *path = getenv("EVALTOP");

	return path ? path : "./evaltop";
}

static int
place_open(void **state)
{
	struct place *place = g_new0(struct place, 1);

	*state = place;
	place->folder = g_dir_make_tmp("evaltop-hostile-XXXXXX", NULL);
	if (!place->folder)
		return -1;
	place->suite = g_build_filename(place->folder, "suite.jsonl", NULL);
	place->samples = g_build_filename(place->folder, "samples.jsonl",
	    NULL);
	place->run = g_build_filename(place->folder, "run", NULL);
	g_setenv("XDG_STATE_HOME", place->folder, TRUE);
	g_setenv("XDG_CONFIG_HOME", place->folder, TRUE);
	return 0;
}

static int
place_close(void **state)
{
	struct place *place = *state;
	const char *argv[] = { "rm", "-rf", "--", place->folder, NULL };
	union {
		const char *const *in;
		char **out;
	} args;

	args.in = argv;
	(void)g_spawn_sync(NULL, args.out, NULL, G_SPAWN_SEARCH_PATH, NULL,
	    NULL, NULL, NULL, NULL, NULL);
	g_free(place->folder);
	g_free(place->suite);
	g_free(place->samples);
	g_free(place->run);
	g_free(place);
	return 0;
}

/* Its exit status; what it printed, both streams, is for the caller. */
static int
judge(const struct place *place, char **ret_out, char **ret_err)
{
	const char *argv[] = { evaltop_path(), "run", place->suite,
		place->samples, "--plain", "-v", "--out", place->run,
		"--label", "\033]0;owned\007 label \xe2\x80\xae", NULL };
	union {
		const char *const *in;
		char **out;
	} args;
	int status;

	args.in = argv;
	assert_true(g_spawn_sync(NULL, args.out, NULL, G_SPAWN_DEFAULT, NULL,
	    NULL, ret_out, ret_err, &status, NULL));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
check_lines(const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p; p++)
		if ((*p < 0x20 && *p != '\n') || *p == 0x7f)
			fail_msg("a control character %02x in: %s", *p,
			    text);
	assert_true(g_utf8_validate(text, -1, NULL));
	assert_null(strstr(text, "\xc2\x9b"));
	assert_null(strstr(text, "\xe2\x80\xae"));
}

/* After each key, as many as were sent have arrived, and nothing acted. */
static void
walk(struct pty *pty, const char *keys, unsigned *count)
{
	for (const char *p = keys; *p; p++) {
		unsigned arrived, signals;

		pty_send(pty, p, 1);
		pty_wait_frame(pty, ++*count, 0);
		pty_frames(pty, &arrived, &signals);
		assert_int_equal(arrived, *count);
		assert_int_equal(pty_intrusions(pty), 0);
		assert_true(pty_in_alternate(pty));
	}
}

static void
check_screens(int rows, int cols, const char *const *argv, const char *keys)
{
	struct pty *pty = pty_start(argv, rows, cols, "xterm-256color");
	unsigned count = 0;

	pty_wait_frame(pty, 0, 0);
	walk(pty, keys, &count);
	for (gsize i = 0; i < G_N_ELEMENTS(corpus); i++)
		if (is_foreign(corpus[i]) && pty_has_sent(pty, corpus[i]))
			fail_msg("sequence %zu reached the terminal", i);
	pty_send(pty, "Q", 1);
	assert_int_equal(WEXITSTATUS(pty_wait_exit(pty)), 0);
	assert_int_equal(pty_intrusions(pty), 0);
	pty_assert_restored(pty);
	pty_close(pty);
}

static void
test_nothing_acts_on_the_terminal(void **state)
{
	const struct place *place = *state;
	const char *const view[] = { evaltop_path(), "view", place->run,
		NULL };
	const char *const compare[] = { evaltop_path(), "compare", place->run,
		place->run, NULL };
	const char *const runs[] = { evaltop_path(), "runs", "--browse",
		place->folder, NULL };
	g_autofree char *out = NULL, *err = NULL;
	int status;

	write_inputs(place);
	status = judge(place, &out, &err);
	if (status == 4)	/* no sandbox, no Python: nothing is judged */
		skip();
	if (status != 0)
		fail_msg("status %d: %s", status, err);
	check_lines(out);
	check_lines(err);
	/* The dashboard's panes; a sample and all of its texts; the lists. */
	check_screens(50, 160, view, "jjkk\t\t\t\t\t\tz\tz\r\r12345678"
	    "jjGgw>>0\tz\t\t\t\t\t\t#dd/owned\rnN\033qqaf\033");
	check_screens(24, 80, view, "e\r\r\t\t\t\tz3wjjj4wjjj5w6w8qq");
	check_screens(24, 80, view, "aGgsS/owned\rn\033\r\tqq=jj\r\rqqq"
	    ":status\rjjq:messages\rq?jjq");
	check_screens(10, 40, view, "jj\r\r\t\t\tqqa\rqq=q");
	check_screens(24, 80, compare, "\t\tjj\rd.,w");
	check_screens(24, 80, runs, "tbad\033iowned\rj/owned\r\rq");
	check_screens(50, 160, runs, "\rqab");
}

static void
test_sequences_are_shown_as_text(void **state)
{
	const struct place *place = *state;
	const char *const view[] = { evaltop_path(), "view", place->run,
		NULL };
	g_autofree char *out = NULL, *err = NULL;
	unsigned count = 0;
	struct pty *pty;

	write_inputs(place);
	if (judge(place, &out, &err) == 4)
		skip();
	pty = pty_start(view, 50, 160, "xterm-256color");
	pty_wait_frame(pty, 0, 0);
	walk(pty, "e\r\r3z", &count);
	pty_wait_text(pty, "\u241b]0;owned\u2407");
	pty_wait_text(pty, "\\x9b6n");
	pty_wait_text(pty, "<U+202E>");
	pty_close(pty);
}

/* The same, while a run goes on and through its end; SIGTERM ends it. */
static void
test_live_run(void **state)
{
	const struct place *place = *state;
	const char *const argv[] = { evaltop_path(), "run", place->suite,
		place->samples, "--out", place->run, NULL };
	struct pty *pty;
	unsigned count = 0;

	write_inputs(place);
	pty = pty_start(argv, 30, 120, "xterm-256color");
	pty_wait_text(pty, "[DONE]");
	walk(pty, "jk\rjkjj\t\t\t\tz\tww>>nnpp", &count);
	for (gsize i = 0; i < G_N_ELEMENTS(corpus); i++)
		if (is_foreign(corpus[i]) && pty_has_sent(pty, corpus[i]))
			fail_msg("sequence %zu reached the terminal", i);
	kill(pty_pid(pty), SIGTERM);
	(void)pty_wait_exit(pty);
	assert_int_equal(pty_intrusions(pty), 0);
	assert_int_equal(pty_input_waiting(pty), 0);
	pty_assert_restored(pty);
	pty_close(pty);
}

/* By cat the same does reach the terminal: what we look for shows. */
static void
test_control(void **state)
{
	static const char *const argv[] = { "/bin/sh", "-c",
		"printf '\\033]0;title\\007\\033[6n\\007there'; exec sleep 99",
		NULL };
	struct pty *pty = pty_start(argv, 30, 120, "xterm-256color");

	(void)state;
	pty_wait_text(pty, "there");
	assert_true(pty_intrusions(pty) > 0);
	assert_true(pty_has_sent(pty, "\033]0"));
	/* The cursor's place was answered, as if somebody had typed it. */
	assert_true(pty_input_waiting(pty) > 0);
	kill(pty_pid(pty), SIGKILL);
	(void)pty_wait_exit(pty);
	pty_close(pty);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_control),
		cmocka_unit_test_setup_teardown(test_live_run, place_open,
		    place_close),
		cmocka_unit_test_setup_teardown(
		    test_nothing_acts_on_the_terminal, place_open,
		    place_close),
		cmocka_unit_test_setup_teardown(
		    test_sequences_are_shown_as_text, place_open,
		    place_close),
	};

	return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
