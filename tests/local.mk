if HAVE_TESTS
check_PROGRAMS += tests/stats_test
tests_stats_test_SOURCES = tests/stats_test.c
tests_stats_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_stats_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
check_PROGRAMS += tests/summary_test
tests_summary_test_SOURCES = tests/summary_test.c
tests_summary_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_summary_test_LDADD = libevaltop.a $(CMOCKA_LIBS) $(ENGINE_LIBS)
TESTS += tests/stats_test tests/summary_test
endif
