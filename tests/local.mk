# Tests in C need cmocka (and libvterm); those in sh and Python need Python.
# A program without lines of its own here is one file, linked with the engine.
LDADD = libevaltop.a libsandbox.a $(CMOCKA_LIBS) $(ENGINE_LIBS)

dist_check_SCRIPTS =

if HAVE_TESTS
engine_tests = \
	tests/judge_test \
	tests/run_test \
	tests/stats_test \
	tests/summary_test
check_PROGRAMS += $(engine_tests)
TESTS += $(engine_tests)

# The readers share helpers.
reader_tests = \
	tests/base_test \
	tests/extract_test \
	tests/sample_test \
	tests/source_test \
	tests/suite_test
	tests/extract_test \
	tests/fuzz/text_fuzz \
	tests/fuzz/reader_fuzz
check_PROGRAMS += $(reader_tests)
TESTS += $(reader_tests)
reader_helpers = tests/reader_helpers.c tests/reader_helpers.h
tests_base_test_SOURCES = tests/base_test.c $(reader_helpers)
tests_extract_test_SOURCES = tests/extract_test.c $(reader_helpers)
tests_sample_test_SOURCES = tests/sample_test.c $(reader_helpers)
tests_source_test_SOURCES = tests/source_test.c $(reader_helpers)
tests_suite_test_SOURCES = tests/suite_test.c $(reader_helpers)

# The jail; the program under test is $EVALTOP_JAIL or ./evaltop-jail.
check_PROGRAMS += tests/sandbox_test
TESTS += tests/sandbox_test
tests_sandbox_test_CFLAGS = $(libsandbox_a_CFLAGS) $(CMOCKA_CFLAGS)
tests_sandbox_test_LDADD = libsandbox.a $(SECCOMP_LIBS) $(CMOCKA_LIBS) -lm

check_PROGRAMS += tests/options_test
TESTS += tests/options_test
tests_options_test_SOURCES = tests/options_test.c tui/options.c \
	tui/options_help.c
tests_source_test_SOURCES = tests/source_test.c \
	tests/reader_helpers.c tests/reader_helpers.h
tests_source_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_source_test_LDADD = libevaltop.a $(ENGINE_LIBS) $(CMOCKA_LIBS)

tests_suite_test_SOURCES = tests/suite_test.c \
	tests/reader_helpers.c tests/reader_helpers.h
tests_suite_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_suite_test_LDADD = libevaltop.a $(ENGINE_LIBS) $(CMOCKA_LIBS)

tests_sample_test_SOURCES = tests/sample_test.c \
	tests/reader_helpers.c tests/reader_helpers.h
tests_sample_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_sample_test_LDADD = libevaltop.a $(ENGINE_LIBS) $(CMOCKA_LIBS)

tests_extract_test_SOURCES = tests/extract_test.c \
	tests/reader_helpers.c tests/reader_helpers.h
tests_extract_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_extract_test_LDADD = libevaltop.a $(ENGINE_LIBS) $(CMOCKA_LIBS)

tests_fuzz_text_fuzz_SOURCES = tests/fuzz/text_fuzz.c \
	tests/fuzz/driver.c tests/fuzz/driver.h
tests_fuzz_text_fuzz_LDADD = libevaltop.a $(ENGINE_LIBS)

tests_fuzz_reader_fuzz_SOURCES = tests/fuzz/reader_fuzz.c \
	tests/fuzz/driver.c tests/fuzz/driver.h
tests_fuzz_reader_fuzz_LDADD = libevaltop.a $(ENGINE_LIBS)
	tui/options_help.c tui/options_value.c tui/options_value.h
check_PROGRAMS += tests/stats_test
tests_stats_test_SOURCES = tests/stats_test.c
tests_stats_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_stats_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/summary_test
tests_summary_test_SOURCES = tests/summary_test.c
tests_summary_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_summary_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
TESTS += tests/stats_test tests/summary_test
check_PROGRAMS += tests/run_test
TESTS += tests/run_test
tests_run_test_SOURCES = tests/run_test.c
tests_run_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_run_test_LDADD = libevaltop.a libsandbox.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/judge_test
TESTS += tests/judge_test
tests_judge_test_SOURCES = tests/judge_test.c
tests_judge_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_judge_test_LDADD = libevaltop.a libsandbox.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
# The screens, on a made-up run that stands in for src/run/session.c.
TUI_TEST_LIBS = libtui.a libevaltop.a libsandbox.a $(CMOCKA_LIBS) \
	$(NCURSES_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/tui_demo
tests_tui_demo_SOURCES = tests/tui_demo.c tests/tui_fake.c tests/tui_fake.h
tests_tui_demo_LDADD = $(TUI_TEST_LIBS)
check_PROGRAMS += tests/tui_test tests/tui_pty_test
TESTS += tests/tui_test tests/tui_pty_test
tests_tui_test_SOURCES = tests/tui_test.c tests/tui_fake.c tests/tui_fake.h
tests_tui_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tui_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_pty_test_SOURCES = tests/tui_pty_test.c tests/pty.c tests/pty.h
tests_tui_pty_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(VTERM_CFLAGS)
tests_tui_pty_test_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) -lutil
endif

# The harness, driven as evaltop drives it.
dist_check_SCRIPTS += tests/harness_test.sh
TESTS += tests/harness_test.sh
EXTRA_DIST += tests/harness_driver.py tests/harness_data.py tests/harness_test.py

# The program as a whole.
dist_check_SCRIPTS += tests/cli_test.sh
TESTS += tests/cli_test.sh

# The screens: what they may not do, and what they looked like.
dist_check_SCRIPTS += tests/tui_lint_test.sh
TESTS += tests/tui_lint_test.sh
EXTRA_DIST += tests/tui/golden
