if HAVE_TESTS
reader_tests = tests/base_test \
	tests/source_test \
	tests/suite_test \
	tests/sample_test \
	tests/extract_test \
	tests/fuzz/text_fuzz \
	tests/fuzz/reader_fuzz
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

tests_fuzz_text_fuzz_SOURCES = tests/fuzz/text_fuzz.c \
	tests/fuzz/driver.c tests/fuzz/driver.h
tests_fuzz_text_fuzz_LDADD = libevaltop.a $(ENGINE_LIBS)

tests_fuzz_reader_fuzz_SOURCES = tests/fuzz/reader_fuzz.c \
	tests/fuzz/driver.c tests/fuzz/driver.h
tests_fuzz_reader_fuzz_LDADD = libevaltop.a $(ENGINE_LIBS)
endif
