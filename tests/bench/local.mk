# Programs that make bench runs; each prints its own lines.
BENCHES += tests/bench/launch_bench.py tests/bench/ui_bench.py
EXTRA_DIST += tests/bench/ui_data.py
noinst_PROGRAMS += tests/bench/launch_bench
tests_bench_launch_bench_CFLAGS = $(libsandbox_a_CFLAGS)
tests_bench_launch_bench_LDADD = libsandbox.a $(SECCOMP_LIBS)
if HAVE_TESTS
noinst_PROGRAMS += tests/bench/ui_drive
tests_bench_ui_drive_SOURCES = tests/bench/ui_drive.c tests/pty.c tests/pty.h
tests_bench_ui_drive_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_bench_ui_drive_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) -lutil
endif
