# Tests in C need cmocka (and libvterm); those in sh and Python need Python.
# A program without lines of its own here is one file, linked with the engine.
LDADD = libevaltop.a libsandbox.a $(CMOCKA_LIBS) $(ENGINE_LIBS)

dist_check_SCRIPTS =

# GLib before 2.76 hands freed blocks from one owner to the next, and from one
# thread to another, behind the sanitizers' backs.
if SANITIZED
AM_TESTS_ENVIRONMENT = G_SLICE=always-malloc; export G_SLICE;
endif

if HAVE_TESTS
engine_tests = \
	tests/board_test \
	tests/compare_test \
	tests/feed_test \
	tests/filter_test \
	tests/interp_cache_test \
	tests/interp_test \
	tests/judge_test \
	tests/launcher_test \
	tests/plan_store_test \
	tests/review_test \
	tests/run_test \
	tests/runlist_test \
	tests/runner_test \
	tests/slot_test \
	tests/stats_test \
	tests/summary_test
check_PROGRAMS += $(engine_tests)
TESTS += $(engine_tests)
fixture = tests/fixture.c tests/fixture.h
review_fixture = tests/review_fixture.c tests/review_fixture.h $(fixture)
tests_board_test_SOURCES = tests/board_test.c $(fixture)
tests_compare_test_SOURCES = tests/compare_test.c $(fixture)
tests_feed_test_SOURCES = tests/feed_test.c $(fixture)
tests_filter_test_SOURCES = tests/filter_test.c $(review_fixture)
tests_interp_cache_test_SOURCES = tests/interp_cache_test.c $(fixture)
tests_plan_store_test_SOURCES = tests/plan_store_test.c $(fixture)
tests_review_test_SOURCES = tests/review_test.c $(review_fixture)
tests_run_test_SOURCES = tests/run_test.c $(fixture)
tests_runlist_test_SOURCES = tests/runlist_test.c $(fixture)
tests_runner_test_SOURCES = tests/runner_test.c $(fixture)
tests_stats_test_SOURCES = tests/stats_test.c $(fixture)

# The readers share helpers.
reader_tests = \
	tests/base_test \
	tests/extract_test \
	tests/sample_test \
	tests/source_test \
	tests/suite_test
check_PROGRAMS += $(reader_tests)
TESTS += $(reader_tests)
reader_helpers = tests/reader_helpers.c tests/reader_helpers.h
tests_base_test_SOURCES = tests/base_test.c $(reader_helpers)
tests_extract_test_SOURCES = tests/extract_test.c $(reader_helpers)
tests_sample_test_SOURCES = tests/sample_test.c $(reader_helpers)
tests_source_test_SOURCES = tests/source_test.c $(reader_helpers)
tests_suite_test_SOURCES = tests/suite_test.c $(reader_helpers)

# Fuzz targets, run for a moment on what they make up themselves.
fuzz_tests = tests/fuzz/config_fuzz tests/fuzz/filter_fuzz \
	tests/fuzz/journal_fuzz tests/fuzz/reader_fuzz \
	tests/fuzz/script_fuzz tests/fuzz/text_fuzz
check_PROGRAMS += $(fuzz_tests)
TESTS += $(fuzz_tests)
fuzz_driver = tests/fuzz/driver.c tests/fuzz/driver.h
tests_fuzz_config_fuzz_SOURCES = tests/fuzz/config_fuzz.c $(fuzz_driver)
tests_fuzz_config_fuzz_LDADD = $(TUI_TEST_LIBS)
tests_fuzz_filter_fuzz_SOURCES = tests/fuzz/filter_fuzz.c $(fuzz_driver)
tests_fuzz_journal_fuzz_SOURCES = tests/fuzz/journal_fuzz.c $(fuzz_driver)
tests_fuzz_reader_fuzz_SOURCES = tests/fuzz/reader_fuzz.c $(fuzz_driver)
tests_fuzz_script_fuzz_SOURCES = tests/fuzz/script_fuzz.c $(fuzz_driver) \
	$(tui_fake)
tests_fuzz_script_fuzz_LDADD = $(TUI_TEST_LIBS)
tests_fuzz_text_fuzz_SOURCES = tests/fuzz/text_fuzz.c $(fuzz_driver)

# The jail; the program under test is $EVALTOP_JAIL or ./evaltop-jail.
sandbox_tests = \
	tests/sandbox_hand_test \
	tests/sandbox_probe_test \
	tests/sandbox_wire_test
check_PROGRAMS += $(sandbox_tests)
TESTS += $(sandbox_tests)
sandbox_fixture = tests/sandbox_fixture.c tests/sandbox_fixture.h
SANDBOX_TEST_CFLAGS = $(libsandbox_a_CFLAGS) $(CMOCKA_CFLAGS)
SANDBOX_TEST_LIBS = libsandbox.a $(SECCOMP_LIBS) $(CMOCKA_LIBS) -lm
tests_sandbox_hand_test_SOURCES = tests/sandbox_hand_test.c $(sandbox_fixture)
tests_sandbox_hand_test_CFLAGS = $(SANDBOX_TEST_CFLAGS)
tests_sandbox_hand_test_LDADD = $(SANDBOX_TEST_LIBS)
tests_sandbox_probe_test_SOURCES = tests/sandbox_probe_test.c $(sandbox_fixture)
tests_sandbox_probe_test_CFLAGS = $(SANDBOX_TEST_CFLAGS)
tests_sandbox_probe_test_LDADD = $(SANDBOX_TEST_LIBS)
tests_sandbox_wire_test_SOURCES = tests/sandbox_wire_test.c $(sandbox_fixture)
tests_sandbox_wire_test_CFLAGS = $(SANDBOX_TEST_CFLAGS)
tests_sandbox_wire_test_LDADD = $(SANDBOX_TEST_LIBS)

check_PROGRAMS += tests/options_test
TESTS += tests/options_test
tests_options_test_SOURCES = tests/options_test.c tui/options.c \
	tui/options_help.c tui/options_value.c tui/options_value.h

# The screens, on a made-up run that stands in for src/run/session.c; tui_demo
# shows it, tui_pty_test drives it in a real terminal's hands.
TUI_TEST_LIBS = libtui.a libevaltop.a libsandbox.a $(CMOCKA_LIBS) \
	$(NCURSES_LIBS) $(ENGINE_LIBS)
tui_fake = tests/tui_fake.c tests/tui_fake.h
tui_scene = tests/tui_scene.c tests/tui_scene.h $(tui_fake)
tui_tests = \
	tests/tui_command_test \
	tests/tui_draw_test \
	tests/tui_golden_test \
	tests/tui_hostile_test \
	tests/tui_keys_test \
	tests/tui_load_test \
	tests/tui_monkey_test \
	tests/tui_overview_test \
	tests/tui_pager_test \
	tests/tui_pty_test \
	tests/tui_runs_test \
	tests/tui_rerun_test \
	tests/tui_return_test \
	tests/tui_samples_test \
	tests/tui_state_test \
	tests/tui_theme_test \
	tests/tui_widget_test
check_PROGRAMS += tests/tui_demo $(tui_tests)
TESTS += $(tui_tests)
tests_tui_command_test_SOURCES = tests/tui_command_test.c $(tui_scene)
tests_tui_command_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_demo_SOURCES = tests/tui_demo.c $(tui_fake)
tests_tui_demo_LDADD = $(TUI_TEST_LIBS)
tests_tui_draw_test_SOURCES = tests/tui_draw_test.c $(tui_scene)
tests_tui_draw_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_golden_test_SOURCES = tests/tui_golden_test.c $(tui_scene)
tests_tui_golden_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_hostile_test_SOURCES = tests/tui_hostile_test.c tests/pty.c tests/pty.h
tests_tui_hostile_test_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_tui_hostile_test_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) $(GLIB_LIBS) -lutil
tests_tui_return_test_SOURCES = tests/tui_return_test.c tests/pty.c tests/pty.h
tests_tui_return_test_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_tui_return_test_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) $(GLIB_LIBS) -lutil
tests_tui_keys_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_load_test_SOURCES = tests/tui_load_test.c $(tui_scene)
tests_tui_load_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_monkey_test_SOURCES = tests/tui_monkey_test.c $(tui_scene)
tests_tui_monkey_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_overview_test_SOURCES = tests/tui_overview_test.c $(tui_scene)
tests_tui_overview_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_pager_test_SOURCES = tests/tui_pager_test.c $(tui_scene)
tests_tui_pager_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_pty_test_SOURCES = tests/tui_pty_test.c tests/pty.c tests/pty.h
tests_tui_pty_test_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_tui_pty_test_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) -lutil
tests_tui_runs_test_SOURCES = tests/tui_runs_test.c $(tui_scene)
tests_tui_runs_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_rerun_test_SOURCES = tests/tui_rerun_test.c $(tui_scene)
tests_tui_rerun_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_samples_test_SOURCES = tests/tui_samples_test.c $(tui_scene)
tests_tui_samples_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_state_test_SOURCES = tests/tui_state_test.c $(tui_scene)
tests_tui_state_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_theme_test_LDADD = $(TUI_TEST_LIBS)
tests_tui_widget_test_LDADD = $(TUI_TEST_LIBS)
else
check-local:
	@echo "make check: $(TESTS_NEED)" >&2; exit 1
endif
EXTRA_DIST += tests/tui tests/captures.sh

# What CI runs, and the program as a whole.
dist_check_SCRIPTS += tests/ci_run_test.sh tests/cli_test.sh
TESTS += tests/ci_run_test.sh tests/cli_test.sh

# Whole runs, driven from Python; those that need the public sets skip
# without them.
TEST_EXTENSIONS = .sh .py
PY_LOG_COMPILER = python3 -B
EXTRA_DIST += tests/whole.py tests/traces.py \
	tests/harness_driver.py tests/harness_data.py tests/split_driver.py
whole_tests = \
	tests/harness_test.py \
	tests/input_test.py \
	tests/misjudged_test.py \
	tests/numpy_test.py \
	tests/outcome_test.py \
	tests/parity_test.py \
	tests/race_test.py \
	tests/rerun_test.py \
	tests/resume_test.py \
	tests/soak_test.py \
	tests/split_attack_test.py \
	tests/split_test.py \
	tests/standing_test.py \
	tests/start_test.py \
	tests/units_test.py \
	tests/warm_test.py
TESTS += $(whole_tests)
EXTRA_DIST += $(whole_tests)

# The screens: what they may not do, and what they looked like.
dist_check_SCRIPTS += tests/tui_lint_test.sh tests/tui_script_test.sh
TESTS += tests/tui_lint_test.sh tests/tui_script_test.sh

# The attacks on the jail; the program under test is as for sandbox_*_test.
attack_tests = \
	tests/attack_test.py \
	tests/crowd_test.py \
	tests/forge_test.py \
	tests/honest_test.py
TESTS += $(attack_tests)
EXTRA_DIST += $(attack_tests) tests/attack tests/attack_host.py \
	tests/attack_table.py tests/forge_tasks.py
EXTRA_DIST += tests/vm
