/* The dashboard as a process in a real terminal's hands: its bytes count. */
#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct run {
	struct pty *pty;
};

static const char *
demo_path(void)
{
	const char *path = getenv("TUI_DEMO");

	return path ? path : "tests/tui_demo";
}

static void
run_start(struct run *run, const char *mode, int rows, int cols,
    const char *term)
{
	const char *argv[] = { demo_path(), mode, NULL };

	run->pty = pty_start(argv, rows, cols, term);
}

static void
run_open(struct run *run, const char *mode)
{
	run_start(run, mode, 24, 80, "xterm-256color");
	pty_wait_frame(run->pty, 0, 0);
	assert_true(pty_in_alternate(run->pty));
	assert_false(pty_cursor_visible(run->pty));
}

static void
send_text(struct run *run, const char *text)
{
	pty_send(run->pty, text, strlen(text));
}

static void
run_in_shell(struct run *run, const char *format)
{
	char script[400];
	const char *argv[] = { "/bin/sh", "-c", script, NULL };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(script, sizeof(script), format, demo_path());
#pragma GCC diagnostic pop
	run->pty = pty_start(argv, 24, 80, "xterm-256color");
}

static void
test_q_gives_the_terminal_back(void **state)
{
	struct run run;
	int status;

	(void)state;
	run_open(&run, "done");
	assert_non_null(strstr(pty_screen(run.pty), "[DONE]"));
	send_text(&run, "q");
	status = pty_wait_exit(run.pty);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	pty_assert_restored(run.pty);
	assert_non_null(strstr(pty_screen(run.pty), "quit"));
	pty_close(run.pty);
}

static void
test_signals_give_the_terminal_back(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGSEGV,
		SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS };

	(void)state;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct run run;
		int status;

		run_open(&run, i % 2 ? "live" : "done");
		kill(pty_pid(run.pty), signals[i]);
		status = pty_wait_exit(run.pty);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		pty_assert_restored(run.pty);
		pty_close(run.pty);
	}
}

/* Whatever is on the screen: a list, a text, a prompt, a question, the help. */
static void
test_signals_give_it_back_from_any_screen(void **state)
{
	static const char *const places[] = { "\r\r", "a", "=", "?", "/abc",
		":messages\r", "\033OQ" /* mouse on */ };
	static const int signals[] = { SIGTERM, SIGSEGV, SIGQUIT };

	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct run run;
		int sig = signals[i % 3];

		run_open(&run, "done");
		send_text(&run, places[i]);
		pty_wait_frame(run.pty, places[i][0] == '\033' ? 1 :
		    (unsigned)strlen(places[i]), 0);
		kill(pty_pid(run.pty), sig);
		assert_int_equal(WTERMSIG(pty_wait_exit(run.pty)), sig);
		pty_assert_restored(run.pty);
		pty_close(run.pty);
	}
}

/* The keys that stty has for signals; ^\\ is told of by the status. */
static void
test_keys_of_stty_give_the_terminal_back(void **state)
{
	struct run run;
	int status;

	(void)state;
	run_open(&run, "live");
	send_text(&run, "\034");
	status = pty_wait_exit(run.pty);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGQUIT);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
	/* Another key for the interrupt is as good. */
	run_in_shell(&run, "stty intr ^G; exec %s done");
	pty_wait_text(run.pty, "[DONE]");
	send_text(&run, "\003\007");
	status = pty_wait_exit(run.pty);
	assert_true(WIFEXITED(status));
	assert_false(pty_in_alternate(run.pty));
	pty_close(run.pty);
}

static void
test_stty_says_the_same_after_each_way_out(void **state)
{
	static const char *const ways[] = { "q", "\r\rQ", "\003",
		":quit\r", "\033[21~" /* F10 */ };

	(void)state;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct run run;

		run_in_shell(&run, "trap : INT; a=$(stty -a); %s done; "
		    "b=$(stty -a); "
		    "test \"$a\" = \"$b\" && echo all as before");
		pty_wait_text(run.pty, "[DONE]");
		send_text(&run, ways[i]);
		pty_wait_text(run.pty, "all as before");
		pty_wait_exit(run.pty);
		pty_assert_restored(run.pty);
		pty_close(run.pty);
	}
}

/* The loop wakes up for a run that had ended, and leaves it when it has again. */
static void
test_ended_run_goes_on_for_a_rerun(void **state)
{
	const char *argv[] = { demo_path(), "live", "1", "2", "1", "50", NULL };
	struct run run;
	int status;

	(void)state;
	run.pty = pty_start(argv, 24, 80, "xterm-256color");
	pty_wait_text(run.pty, "[DONE]");
	send_text(&run, "\r\rr");
	pty_wait_text(run.pty, "Judge this sample again?");
	send_text(&run, "y");
	pty_wait_text(run.pty, "timeout 3 s (rerun)");
	pty_wait_text(run.pty, "[DONE]");
	/* Nothing is left to be asked about. */
	send_text(&run, "Q");
	status = pty_wait_exit(run.pty);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_interrupt_leaves_a_finished_run(void **state)
{
	struct run run;
	int status;

	(void)state;
	run_open(&run, "done");
	send_text(&run, "\003");
	status = pty_wait_exit(run.pty);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_interrupt_twice_ends_a_live_run(void **state)
{
	struct run run;
	int status;

	(void)state;
	run_open(&run, "live");
	send_text(&run, "\003");
	pty_wait_text(run.pty, "Stop the run?");
	send_text(&run, "\003");
	status = pty_wait_exit(run.pty);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 130);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_hang_up_ends_it(void **state)
{
	struct run run;

	(void)state;
	run_open(&run, "done");
	pty_hang_up(run.pty);
	assert_true(WIFSIGNALED(pty_wait_exit(run.pty)));
	pty_close(run.pty);
}

static void
test_suspend_and_come_back(void **state)
{
	struct run run;
	char script[400];
	const char *argv[] = { "/bin/sh", "-mc", script, NULL };

	(void)state;
	/* Only a shell with job control can stop and continue a job. */
	snprintf(script, sizeof(script),
	    "%s done; echo it stopped; read x; fg; echo it ended",
	    demo_path());
	run.pty = pty_start(argv, 24, 80, "xterm-256color");
	pty_wait_text(run.pty, "[DONE]");
	assert_true(pty_in_alternate(run.pty));
	send_text(&run, "\032");
	pty_wait_text(run.pty, "it stopped");
	pty_assert_restored(run.pty);
	pty_resize(run.pty, 30, 100);
	send_text(&run, "\n");
	pty_wait_text(run.pty, "[DONE]");
	assert_true(pty_in_alternate(run.pty));
	send_text(&run, "?");
	pty_wait_text(run.pty, "j k scroll");
	send_text(&run, "qq");
	pty_wait_text(run.pty, "it ended");
	pty_wait_exit(run.pty);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_suspending_a_live_run_waits_for_what_runs(void **state)
{
	struct run run;
	char script[400];
	const char *argv[] = { "/bin/sh", "-mc", script, NULL };

	(void)state;
	snprintf(script, sizeof(script),
	    "%s live 200 10 2; echo it stopped; read x; fg; echo it ended",
	    demo_path());
	run.pty = pty_start(argv, 24, 80, "xterm-256color");
	pty_wait_text(run.pty, "[LIVE]");
	send_text(&run, "\032");
	pty_wait_text(run.pty, "it stopped");
	pty_assert_restored(run.pty);
	send_text(&run, "\n");
	/* It goes on by itself: it was not paused before. */
	pty_wait_text(run.pty, "[LIVE]");
	send_text(&run, "qy");
	pty_wait_text(run.pty, "it ended");
	pty_wait_exit(run.pty);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_editor_gets_the_terminal_and_gives_it_back(void **state)
{
	struct run run;

	(void)state;
	setenv("VISUAL", "sh -c 'echo edits \"$1\"; test -w \"$1\" || "
	    "echo cannot write; read x' sh", 1);
	run_in_shell(&run, "exec %s done");
	pty_wait_text(run.pty, "[DONE]");
	send_text(&run, "\r\rv");
	pty_wait_text(run.pty, "edits --");
	assert_false(pty_in_alternate(run.pty));
	send_text(&run, "\n");
	pty_wait_text(run.pty, "8 Diff");
	assert_true(pty_in_alternate(run.pty));
	send_text(&run, "qqq");
	assert_int_equal(WEXITSTATUS(pty_wait_exit(run.pty)), 0);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
	unsetenv("VISUAL");
}

static void
test_pager_gets_the_terminal_and_gives_it_back(void **state)
{
	struct run run;

	(void)state;
	setenv("PAGER", "sh -c 'echo pages; stty -a | grep -q -e -icanon && "
	    "echo raw; read x; kill -9 $$' sh", 1);
	run_in_shell(&run, "exec %s done");
	pty_wait_text(run.pty, "[DONE]");
	send_text(&run, "\r\ro");
	pty_wait_text(run.pty, "pages");
	assert_false(pty_in_alternate(run.pty));
	assert_null(strstr(pty_screen(run.pty), "raw"));
	/* Killed itself: the screen comes back all the same. */
	send_text(&run, "\n");
	pty_wait_text(run.pty, "8 Diff");
	/* And a signal while it has the terminal. */
	send_text(&run, "o");
	pty_wait_text(run.pty, "pages");
	kill(pty_pid(run.pty), SIGTERM);
	assert_true(WIFSIGNALED(pty_wait_exit(run.pty)));
	pty_assert_restored(run.pty);
	pty_close(run.pty);
	unsetenv("PAGER");
}

/* Not unasked; then what was said is taken back, also by a crash. */
static void
test_titles_and_progress_are_taken_back(void **state)
{
	static const char config[] = "title: true\nprogress: true\n";
	char folder[] = "/tmp/evaltop-title-XXXXXX", path[200], file[250];
	struct run run;
	FILE *out;

	(void)state;
	run_open(&run, "live");
	assert_false(pty_has_sent(run.pty, "\033]"  "2;"));
	assert_false(pty_has_sent(run.pty, "\033]9;4"));
	pty_close(run.pty);
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/evaltop", folder);
	snprintf(file, sizeof(file), "%s/config.yaml", path);
	assert_int_equal(mkdir(path, 0700), 0);
	out = fopen(file, "w");
	assert_non_null(out);
	assert_int_equal(fputs(config, out) >= 0 && fclose(out) == 0, 1);
	setenv("XDG_CONFIG_HOME", folder, 1);
	for (int i = 0; i < 3; i++) {
		static const int signals[] = { SIGTERM, SIGSEGV, 0 };

		run_open(&run, i == 2 ? "done" : "live");
		assert_true(pty_has_sent(run.pty, "\033[22;2t\033]2;evaltop "
		    "starling-7b "));
		assert_true(i == 2 || pty_has_sent(run.pty, "\033]9;4;1;"));
		if (signals[i])
			kill(pty_pid(run.pty), signals[i]);
		else
			send_text(&run, "q");
		pty_wait_exit(run.pty);
		assert_true(pty_has_sent(run.pty, "\033[23;2t"));
		assert_true(i == 2 || pty_has_sent(run.pty,
		    "\033]9;4;0;0\007"));
		pty_assert_restored(run.pty);
		pty_close(run.pty);
	}
	unsetenv("XDG_CONFIG_HOME");
	(void)unlink(file);
	(void)rmdir(path);
	(void)rmdir(folder);
}

static void
test_mouse_is_off_until_asked_for_and_after(void **state)
{
	static const char on[] = "1000h", off[] = "1000l";
	struct run run;

	(void)state;
	run_open(&run, "done");
	assert_false(pty_has_sent(run.pty, on));
	send_text(&run, "\033OQ");	/* F2 */
	pty_wait_text(run.pty, "mouse on");
	assert_true(pty_has_sent(run.pty, on));
	/* A click on the third row of tasks. */
	send_text(&run, "\033[<0;10;8M\033[<0;10;8m");
	pty_wait_text(run.pty, "\u25b8 caesar");
	kill(pty_pid(run.pty), SIGSEGV);
	pty_wait_exit(run.pty);
	assert_true(pty_has_sent(run.pty, off));
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_copying_over_ssh_goes_to_the_terminal(void **state)
{
	struct run run;

	(void)state;
	setenv("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22", 1);
	run_open(&run, "done");
	send_text(&run, "\r\ry");
	pty_wait_text(run.pty, "copied the code");
	/* "def pascal_row" */
	assert_true(pty_has_sent(run.pty, "\033]52;c;ZGVmIHBhc2NhbF9yb3c"));
	pty_close(run.pty);
	unsetenv("SSH_CONNECTION");
}

static void
test_pastes_are_text_in_prompts(void **state)
{
	struct run run;

	(void)state;
	run_open(&run, "done");
	assert_true(pty_has_sent(run.pty, "\033[?2004h"));
	send_text(&run, "/");
	pty_wait_frame(run.pty, 1, 0);
	/* Neither Enter nor what the tty makes signals of acts in it. */
	send_text(&run, "\033[200~kmp\nf\003i\034n\032d\033[201~");
	pty_wait_text(run.pty, "/kmp f i n d");
	send_text(&run, "\r");
	pty_wait_frame(run.pty, 15, 0);
	send_text(&run, "q");
	pty_wait_exit(run.pty);
	assert_true(pty_has_sent(run.pty, "\033[?2004l"));
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_pastes_elsewhere_press_no_keys(void **state)
{
	struct run run;
	int status;

	(void)state;
	run_open(&run, "done");
	send_text(&run, "\033[200~qQ\034\003\033[201~");
	pty_wait_text(run.pty, "what was pasted is left out");
	/* After it keys are keys again. */
	send_text(&run, "\034");
	status = pty_wait_exit(run.pty);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGQUIT);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_resize_lays_out_anew(void **state)
{
	static const int sizes[][2] = {
		{ 50, 160 }, { 10, 40 }, { 5, 20 }, { 1, 1 }, { 16, 60 },
		{ 40, 200 }, { 24, 80 },
	};
	struct run run;

	(void)state;
	run_open(&run, "done");
	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		pty_resize(run.pty, sizes[i][0], sizes[i][1]);
		pty_wait_frame(run.pty, 0, i + 1);
	}
	pty_wait_text(run.pty, "pass@k");
	pty_wait_text(run.pty, "q quit");
	send_text(&run, "q");
	pty_wait_exit(run.pty);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_data_cannot_reach_the_terminal(void **state)
{
	struct run run;
	unsigned keys = 0, frames_keys, signals;

	(void)state;
	run_open(&run, "hostile");
	pty_resize(run.pty, 50, 160);
	pty_wait_frame(run.pty, 0, 1);
	for (const char *p = "e\reee\r\t\t\t\t\t\tz\t\tww>>qq"; *p; p++) {
		pty_send(run.pty, p, 1);
		pty_wait_frame(run.pty, ++keys, 1);
		pty_frames(run.pty, &frames_keys, &signals);
		assert_int_equal(pty_intrusions(run.pty), 0);
		assert_true(pty_in_alternate(run.pty));
	}
	assert_non_null(strstr(pty_screen(run.pty), "evil/"));
	send_text(&run, "q");
	pty_wait_exit(run.pty);
	assert_int_equal(pty_intrusions(run.pty), 0);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_screen_is_what_was_drawn_after_every_key(void **state)
{
	struct run run;

	(void)state;
	run_open(&run, "done");
	for (unsigned i = 0; i < 500; i++) {
		send_text(&run, i % 40 < 20 ? "j" : "k");
		pty_wait_frame(run.pty, i + 1, 0);
	}
	send_text(&run, "q");
	pty_wait_exit(run.pty);
	pty_close(run.pty);
}

static void
test_idle_finished_run_writes_nothing(void **state)
{
	struct run run;
	size_t bytes;
	unsigned keys, signals, frames;

	(void)state;
	run_open(&run, "done");
	send_text(&run, "j");
	pty_wait_frame(run.pty, 1, 0);
	bytes = pty_bytes(run.pty);
	frames = pty_frames(run.pty, &keys, &signals);
	/* USR1 makes it draw once: anything in between would be counted. */
	kill(pty_pid(run.pty), SIGUSR1);
	pty_wait_frame(run.pty, 1, 1);
	assert_int_equal(pty_frames(run.pty, &keys, &signals), frames + 1);
	assert_true(pty_bytes(run.pty) - bytes < 60);
	send_text(&run, "q");
	pty_wait_exit(run.pty);
	pty_close(run.pty);
}

static void
test_terminals_of_all_kinds(void **state)
{
	static const char *const types[] = { "xterm", "screen-256color",
		"linux", "vt100", "ansi" };

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct run run;

		run_start(&run, "done", 24, 80, types[i]);
		pty_wait_text(run.pty, "[DONE]");
		send_text(&run, "q");
		assert_int_equal(WEXITSTATUS(pty_wait_exit(run.pty)), 0);
		pty_close(run.pty);
	}
}

static void
test_no_terminal_is_told(void **state)
{
	static const char *const types[] = { "dumb", "no-such-terminal" };

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct run run;

		run_start(&run, "done", 24, 80, types[i]);
		assert_int_equal(WEXITSTATUS(pty_wait_exit(run.pty)), 3);
		assert_non_null(strstr(pty_screen(run.pty), "no terminal"));
		pty_assert_restored(run.pty);
		pty_close(run.pty);
	}
}

static void
test_keys_come_from_the_terminal_when_stdin_does_not(void **state)
{
	struct run run;

	(void)state;
	run_in_shell(&run, "echo data | %s done");
	pty_wait_text(run.pty, "[DONE]");
	send_text(&run, "?");
	pty_wait_text(run.pty, "j k scroll");
	send_text(&run, "qq");
	assert_int_equal(WEXITSTATUS(pty_wait_exit(run.pty)), 0);
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

static void
test_size_is_the_terminals_own(void **state)
{
	struct run run;

	(void)state;
	run_in_shell(&run, "LINES=10 COLUMNS=40 exec %s done");
	pty_wait_text(run.pty, "Wall time and rate");
	pty_close(run.pty);
}

static void
test_no_color_means_none(void **state)
{
	struct run run;

	(void)state;
	run_in_shell(&run, "exec %s done");
	pty_wait_frame(run.pty, 0, 0);
	assert_true(pty_has_color(run.pty));
	pty_close(run.pty);
	run_in_shell(&run, "NO_COLOR=1 exec %s done");
	pty_wait_frame(run.pty, 0, 0);
	assert_non_null(strstr(pty_screen(run.pty), "[DONE]"));
	assert_false(pty_has_color(run.pty));
	pty_close(run.pty);
}

static void
test_other_codesets_get_ascii(void **state)
{
	struct run run;

	(void)state;
	run_in_shell(&run, "LC_ALL=C exec %s hostile");
	pty_wait_frame(run.pty, 0, 0);
	send_text(&run, "ee\r\r");
	pty_wait_frame(run.pty, 4, 0);
	for (const char *p = pty_screen(run.pty); *p; p++)
		assert_true(*p == '\n' || (*p >= ' ' && *p < 0x7f));
	pty_close(run.pty);
}

static void
test_monkey(void **state)
{
	struct run run;
	unsigned seed = 11, keys = 0, resizes = 0;

	(void)state;
	run_open(&run, "live");
	for (int i = 0; i < 3000; i++) {
		char c;

		seed = seed * 1664525u + 1013904223u;
		c = (char)(' ' + (seed >> 10) % 95);
		/* Leaving and lending are tested elsewhere. */
		if (strchr("qQyYWov", c))
			c = '\r';
		if (seed >> 27 == 0) {
			pty_resize(run.pty, 1 + (int)(seed >> 8) % 60,
			    1 + (int)(seed >> 14) % 180);
			resizes++;
		}
		pty_send(run.pty, &c, 1);
		keys++;
		if (i % 50 == 0)
			pty_wait_frame(run.pty, keys, 0);
	}
	pty_wait_frame(run.pty, keys, resizes > 0);
	kill(pty_pid(run.pty), SIGTERM);
	assert_true(WIFSIGNALED(pty_wait_exit(run.pty)));
	pty_assert_restored(run.pty);
	pty_close(run.pty);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_q_gives_the_terminal_back),
		cmocka_unit_test(test_signals_give_the_terminal_back),
		cmocka_unit_test(test_ended_run_goes_on_for_a_rerun),
		cmocka_unit_test(test_signals_give_it_back_from_any_screen),
		cmocka_unit_test(test_keys_of_stty_give_the_terminal_back),
		cmocka_unit_test(test_stty_says_the_same_after_each_way_out),
		cmocka_unit_test(test_interrupt_leaves_a_finished_run),
		cmocka_unit_test(test_interrupt_twice_ends_a_live_run),
		cmocka_unit_test(test_hang_up_ends_it),
		cmocka_unit_test(test_suspend_and_come_back),
		cmocka_unit_test(
		    test_suspending_a_live_run_waits_for_what_runs),
		cmocka_unit_test(
		    test_editor_gets_the_terminal_and_gives_it_back),
		cmocka_unit_test(
		    test_pager_gets_the_terminal_and_gives_it_back),
		cmocka_unit_test(test_titles_and_progress_are_taken_back),
		cmocka_unit_test(test_mouse_is_off_until_asked_for_and_after),
		cmocka_unit_test(test_copying_over_ssh_goes_to_the_terminal),
		cmocka_unit_test(test_pastes_are_text_in_prompts),
		cmocka_unit_test(test_pastes_elsewhere_press_no_keys),
		cmocka_unit_test(test_resize_lays_out_anew),
		cmocka_unit_test(test_data_cannot_reach_the_terminal),
		cmocka_unit_test(
		    test_screen_is_what_was_drawn_after_every_key),
		cmocka_unit_test(test_idle_finished_run_writes_nothing),
		cmocka_unit_test(test_terminals_of_all_kinds),
		cmocka_unit_test(test_no_terminal_is_told),
		cmocka_unit_test(
		    test_keys_come_from_the_terminal_when_stdin_does_not),
		cmocka_unit_test(test_size_is_the_terminals_own),
		cmocka_unit_test(test_no_color_means_none),
		cmocka_unit_test(test_other_codesets_get_ascii),
		cmocka_unit_test(test_monkey),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
