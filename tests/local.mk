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
endif

# The harness, driven as evaltop drives it.
dist_check_SCRIPTS += tests/harness_test.sh
TESTS += tests/harness_test.sh
EXTRA_DIST += tests/harness_driver.py tests/harness_data.py tests/harness_test.py

# The program as a whole.
dist_check_SCRIPTS += tests/cli_test.sh
TESTS += tests/cli_test.sh

# The attacks on the jail; the program under test is as for sandbox_test.
dist_check_SCRIPTS += tests/attack_test.py
TESTS += tests/attack_test.py
EXTRA_DIST += tests/attack
