if HAVE_TESTS
# The jail; the program under test is $EVALTOP_JAIL or ./evaltop-jail.
check_PROGRAMS += tests/sandbox_test
TESTS += tests/sandbox_test
tests_sandbox_test_SOURCES = tests/sandbox_test.c
tests_sandbox_test_CFLAGS = $(libsandbox_a_CFLAGS) $(CMOCKA_CFLAGS)
tests_sandbox_test_LDADD = libsandbox.a $(SECCOMP_LIBS) $(CMOCKA_LIBS) -lm
endif
