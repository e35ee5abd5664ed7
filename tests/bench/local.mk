# Programs that make bench runs; each prints its own lines.
BENCHES += tests/bench/launch_bench.py
noinst_PROGRAMS += tests/bench/launch_bench
tests_bench_launch_bench_CFLAGS = $(libsandbox_a_CFLAGS)
tests_bench_launch_bench_LDADD = libsandbox.a $(SECCOMP_LIBS)
