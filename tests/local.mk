if HAVE_TESTS
# The jail; the program under test is $EVALTOP_JAIL or ./evaltop-jail.
check_PROGRAMS += tests/sandbox_test
TESTS += tests/sandbox_test
tests_sandbox_test_SOURCES = tests/sandbox_test.c
tests_sandbox_test_CFLAGS = $(libsandbox_a_CFLAGS) $(CMOCKA_CFLAGS)
tests_sandbox_test_LDADD = libsandbox.a $(SECCOMP_LIBS) $(CMOCKA_LIBS) -lm
check_PROGRAMS += tests/stats_test
tests_stats_test_SOURCES = tests/stats_test.c
tests_stats_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_stats_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/summary_test
tests_summary_test_SOURCES = tests/summary_test.c
tests_summary_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_summary_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/options_test
tests_options_test_SOURCES = tests/options_test.c tui/options.c \
	tui/options_help.c
tests_options_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_options_test_LDADD = libevaltop.a libsandbox.a $(CMOCKA_LIBS) \
	$(ENGINE_LIBS)
TESTS += tests/stats_test tests/summary_test tests/options_test
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
endif

# The harness, driven as evaltop drives it.
dist_check_SCRIPTS = tests/harness_test.sh
TESTS += tests/harness_test.sh
EXTRA_DIST += tests/harness_driver.py tests/harness_data.py tests/harness_test.py
reader_tests = tests/base_test \
	tests/source_test \
	tests/suite_test \
	tests/sample_test \
	tests/extract_test
check_PROGRAMS += $(reader_tests)
TESTS += $(reader_tests)

tests_base_test_SOURCES = tests/base_test.c \
	tests/reader_helpers.c tests/reader_helpers.h
tests_base_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_base_test_LDADD = libevaltop.a $(ENGINE_LIBS) $(CMOCKA_LIBS)

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
endif

# The program as a whole.
dist_check_SCRIPTS += tests/cli_test.sh
TESTS += tests/cli_test.sh
