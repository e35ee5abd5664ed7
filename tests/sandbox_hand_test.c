/* One command by hand: what it may not do, and what is left of it. */
#include "config.h"

#include "sandbox_fixture.h"

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
#include <unistd.h>

#include <cmocka.h>

static void
read_mounts(char *text, size_t size)
{
	int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	(void)read_all(fd, text, size);
	(void)close(fd);
}

static void
test_exit_status(void **state)
{
	static const struct {
		const char *script;
		int status;
		const char *outcome;
	} cases[] = {
		{ "exit 0", 0, "exit" },
		{ "exit 7", 7, "exit" },
		{ "kill -TERM $$", 128 + SIGTERM, "signal" },
		{ "kill -SEGV $$", 128 + SIGSEGV, "signal" },
		{ "kill -KILL $$", 128 + SIGKILL, "signal" },
		/* init is not to be ended from inside. */
		{ "kill -KILL 1; kill -STOP 1; kill -TERM 1; exit 3", 3,
		    "exit" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct result result;

		RUN_SHELL(&result, cases[i].script);
		expect(&result, cases[i].status, cases[i].outcome);
	}
}

static void
test_fault_is_no_verdict(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--", "/no/such/program");
	expect(&result, 125, "fault");
	assert_non_null(strstr(result.report, "\"step\":\"exec\""));
	assert_non_null(strstr(result.output, "exec /no/such/program: "));
	RUN(&result, "--bind-ro", "/no/such/folder", "--", "/bin/true");
	expect(&result, 125, "fault");
	assert_non_null(strstr(result.report, "bind /no/such/folder"));
}

/* Where the job's own mounts would cover it. */
static void
test_bind_is_never_hidden(void **state)
{
	static const char *const binds[] = {
		"/usr/lib:/w", "/usr/lib:/w/x", "/usr/lib:/tmp/x",
		"/usr/lib:/proc", "/usr/lib://tmp",
	};
	struct result result;

	(void)state;
	for (size_t i = 0; i < sizeof binds / sizeof binds[0]; i++) {
		RUN(&result, "--bind-ro", binds[i], "--", "/bin/true");
		expect(&result, 125, "fault");
		assert_non_null(strstr(result.report, "bind target /"));
	}
	RUN(&result, "--bind-ro", "/usr/lib:/work", "--", "/bin/true");
	expect(&result, 0, "exit");
}

static void
test_wrong_usage(void **state)
{
	static const struct {
		const char *arguments[3];
		const char *want;
	} cases[] = {
		{ { "--processes", "0", "--" }, "no such number" },
		{ { "--inject", "no such step", "--" }, "no such step" },
		/* Standard input, and not open at all. */
		{ { "--report-fd", "0", "--" }, "not open for writing" },
		{ { "--report-fd", "99", "--" }, "not open for writing" },
		{ { "--", "", "x" }, "no command" },
		{ { "--time", "0", "--" }, "no such time" },
		{ { "--memory", "1k", "--" }, "no such size" },
	};
	struct result result;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		RUN(&result, cases[i].arguments[0], cases[i].arguments[1],
		    cases[i].arguments[2], "/bin/echo", "ran");
		assert_int_equal(result.status, 125);
		if (strstr(result.output, cases[i].want) == NULL)
			fail_msg("case %zu: got \"%s\", want \"%s\"", i,
			    result.output, cases[i].want);
	}
}

/* Or the line to the launcher has the number, and the command gets it. */
static void
test_closed_descriptors(void **state)
{
	static const char *const scripts[] = {
		"\"$@\" <&-", "\"$@\" >&-", "\"$@\" <&- >&-",
		"j=$1 r=$2; shift 2; \"$j\" $r --output-cap 1K \"$@\" <&-",
	};
	struct result result;

	(void)state;
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
		RUN_IN(&result, scripts[i], "--", PYTHON, "-I", "-S", "-c",
		    "import os, stat\n"
		    "for fd in range(4):\n"
		    "  if stat.S_ISSOCK(os.fstat(fd).st_mode):"
		    " os.write(2, b'a socket\\n')\n"
		    "os.write(2, b'%d\\n' % len(os.read(0, 1)))\n"
		    "os._exit(0)\n");
		expect(&result, 0, "exit");
		expect_output(&result, "0\n");
	}
}

/* Whose owner the command is, or to the host, what it may do to them. */
static void
test_files_are_not_handed_on(void **state)
{
	static const char script[] =
	    "d=$(mktemp -d) && i=$d/in o=$d/out e=$d/fifo || exit 99\n"
	    "mkfifo $e; printf '1\\n2\\n3\\n' >$i; echo kept >$o\n"
	    "chmod 600 $i $o $e\n"
	    "{ \"$@\"; cat; } <$i >>$o 2>$e & cat $e; wait\n"
	    "cat $o; stat -c %a $i $o $e; rm -r \"$d\"";
	struct result result;

	(void)state;
	RUN_IN(&result, script, "--", PYTHON, "-I", "-S", "-c",
	    "import os\n"
	    "print(os.read(0, 2))\n"
	    "for fd in range(3):\n"
	    "  for do in (lambda: os.fchmod(fd, 0o4777), lambda:"
	    " os.ftruncate(fd, 0), lambda: os.lseek(fd, 0, 0)):\n"
	    "    try: do()\n"
	    "    except OSError: pass\n"
	    "os.write(2, b'error\\n')\n");
	expect(&result, 0, "exit");
	expect_output(&result,
	    "error\nkept\nb'1\\n'\n2\n3\n600\n600\n600\n");
	/* From a folder there is a way to all others. */
	RUN_IN(&result, "\"$@\" </", "--", PYTHON, "-I", "-S", "-c",
	    "import os; print(os.listdir('/proc/self/fd/0/'))");
	assert_int_equal(result.status, 125);
	assert_null(strstr(result.output, "['"));
}

/* A container that has one user: its root cannot become nobody. */
static void
test_fault_of_the_waiter_is_named(void **state)
{
	struct result result;

	(void)state;
	RUN_IN(&result, "unshare -r \"$@\"", "--", "/bin/true");
	if (result.report[0] == '\0')
		skip();		/* not here */
	expect(&result, 125, "fault");
	assert_non_null(strstr(result.report, "\"step\":\"drop groups\""));
}

static void
test_stdin_passes(void **state)
{
	struct result result;

	(void)state;
	RUN_SHELL(&result, "read line; echo \"end of file: $?\"; echo two >&2");
	expect(&result, 0, "exit");
	expect_output(&result, "end of file: 1\ntwo\n");
}

static void
test_environment_is_exact(void **state)
{
	struct result result;

	(void)state;
	assert_int_equal(setenv("EVALTOP_SECRET", "x", 1), 0);
	RUN_PYTHON(&result, "print(open('/proc/self/environ').read()"
	    ".replace('\\0', '\\n'), end='')");
	expect(&result, 0, "exit");
	expect_output(&result, "PATH=\nLANG=C.UTF-8\n"
	    "PYTHONHASHSEED=0\nPYTHONDONTWRITEBYTECODE=1\n"
	    "OMP_NUM_THREADS=1\nOPENBLAS_NUM_THREADS=1\n"
	    "MKL_NUM_THREADS=1\nNUMEXPR_NUM_THREADS=1\n"
	    "MALLOC_ARENA_MAX=2\nHOME=/w\nTMPDIR=/w\n");
}

static void
test_descriptors_0_to_3(void **state)
{
	struct result result;

	(void)state;
	RUN_PYTHON(&result,
	    "import os\n"
	    "for fd in range(1024):\n"
	    "  try: os.fstat(fd); print(fd)\n"
	    "  except OSError: pass\n");
	expect(&result, 0, "exit");
	expect_output(&result, "0\n1\n2\n3\n");
}

static void
test_host_files_absent(void **state)
{
	struct result result;

	(void)state;
	RUN_PYTHON(&result,
	    "import os\n"
	    "for p in ('/etc/passwd', '/root', '/home', '/sys', '/var', "
	    "'/run', '/dev/tty', '/dev/pts', '/dev/shm', '/proc/sys', "
	    "'/proc/kallsyms', '/proc/meminfo'):\n"
	    "  if os.path.lexists(p): print('seen', p)\n"
	    "print(sorted(set(os.listdir('/')) - set('bin lib lib32 lib64 "
	    "libx32 sbin'.split())))\n"
	    "print(sorted(os.listdir('/dev')), os.listdir('/tmp'))\n"
	    "print(os.getcwd(), os.listdir('.'), os.getuid(), os.getgid())\n");
	expect(&result, 0, "exit");
	expect_output(&result,
	    "['dev', 'proc', 'tmp', 'usr', 'w']\n"
	    "['null', 'random', 'urandom', 'zero'] []\n"
	    "/w [] 1000 1000\n");
}

static void
test_only_work_is_writable(void **state)
{
	struct result result;

	(void)state;
	RUN_PYTHON(&result,
	    "import os, errno\n"
	    "for p in ('/x', '/usr/x', '/usr/bin/x', '/dev/x', '/proc/x', "
	    "'/w/x', '/tmp/x', '/dev/null'):\n"
	    "  try: open(p, 'w').close(); print(p, 'ok')\n"
	    "  except OSError as e: pass\n"
	    "try: os.chmod('/usr', 0o777); print('chmod')\n"
	    "except OSError: pass\n"
	    "os.mkdir('/w/d'); os.rename('/w/x', '/w/d/x')\n"
	    "print(oct(os.stat('/w').st_mode), oct(os.stat('d/x').st_mode))");
	expect(&result, 0, "exit");
	expect_output(&result, "/w/x ok\n/tmp/x ok\n/dev/null ok\n"
	    "0o40700 0o100600\n");
}

static void
test_work_folder_is_bounded(void **state)
{
	struct result result;

	(void)state;
	/* Much to write, on a slow machine. */
	RUN(&result, "--time", "30", "--", PYTHON, "-I", "-S", "-c",
	    "import os, errno\n"
	    "n = 0\n"
	    "try:\n"
	    "  while n < 100:\n"
	    "    with open('f%d' % n, 'wb') as f: f.write(bytes(1 << 20))\n"
	    "    n += 1\n"
	    "except OSError as e: print(e.errno == errno.ENOSPC, n <= 64)\n"
	    "for f in os.listdir('.'): os.unlink(f)\n"
	    "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
	    "try: open('big', 'wb').write(bytes(17 << 20))\n"
	    "except OSError as e: print(e.errno == errno.EFBIG)\n"
	    "os.unlink('big')\n"
	    "try:\n"
	    "  for i in range(5000): os.mkdir('d%d' % i)\n"
	    "except OSError as e: print(e.errno == errno.ENOSPC)\n");
	expect(&result, 0, "exit");
	expect_output(&result, "True True\nTrue\nTrue\n");
}

static void
test_system_calls_denied(void **state)
{
	struct result result;

	(void)state;
	/* x86-64 numbers above 423 hold everywhere; the rest by libc name. */
	RUN_PYTHON(&result,
	    "import ctypes as c, errno as e, fcntl, os, socket as s\n"
	    "libc = c.CDLL(None, use_errno=True)\n"
	    "def call(f, *a):\n"
	    "  r = getattr(libc, f)(*a)\n"
	    "  return e.errorcode[c.get_errno()] if r == -1 else 'ok'\n"
	    "print(call('unshare', 0x10000000), call('mount', 0,0,0,0,0),"
	    " call('umount2', b'/proc', 2), call('chroot', b'/w'),"
	    " call('ptrace', 16, 1, 0, 0), call('memfd_create', b'x', 0),"
	    " call('inotify_init'), call('personality', 0),"
	    " call('shmget', 0, 4096, 0o1600), call('setns', 0, 0),"
	    " call('syscall', 435, 0, 0), call('syscall', 425, 1, 0),"
	    " call('syscall', 500), call('sethostname', b'x', 1))\n"
	    "for f, a in ((s.socket, ()), (s.socket, (s.AF_UNIX,)),"
	    " (s.socket, (s.AF_NETLINK, s.SOCK_RAW))):\n"
	    "  try: f(*a); print('ok')\n"
	    "  except OSError as x: print(e.errorcode[x.errno])\n"
	    "a, b = s.socketpair(); a.send(b'x'); print(b.recv(1))\n"
	    "p = os.pipe()\n"
	    "try: fcntl.fcntl(p[0], 1031, 1 << 20); print('ok')\n"
	    "except OSError as x: print(e.errorcode[x.errno])\n"
	    "print(call('prlimit', 1, 0, 0, 0))\n"
	    "import threading; t = threading.Thread(target=print,"
	    " args=('thread',)); t.start(); t.join()\n");
	expect(&result, 0, "exit");
	expect_output(&result,
	    "EPERM EPERM EPERM EPERM EPERM ENOSYS EPERM EPERM EPERM EPERM "
	    "ENOSYS ENOSYS ENOSYS EPERM\n"
	    "EACCES\nEACCES\nEACCES\nb'x'\nEPERM\nEPERM\nthread\n");
}

static void
test_no_privileges(void **state)
{
	struct result result;

	(void)state;
	RUN_PYTHON(&result,
	    "for line in open('/proc/self/status'):\n"
	    "  k, v = line.split(':', 1)\n"
	    "  if k in ('CapEff', 'CapPrm', 'CapBnd', 'CapAmb', 'NoNewPrivs',"
	    " 'Seccomp', 'Groups', 'SigBlk', 'SigIgn'): print(k, v.strip())\n"
	    "import os\n"
	    "print(os.getsid(0) <= 1, os.getpid())\n"
	    "try: open('/proc/1/mem'); print('init read')\n"
	    "except OSError: print('init closed')\n");
	expect(&result, 0, "exit");
	expect_output(&result,
	    "Groups \nSigBlk 0000000000000000\nSigIgn 0000000001001000\n"
	    "CapPrm 0000000000000000\nCapEff 0000000000000000\n"
	    "CapBnd 0000000000000000\nCapAmb 0000000000000000\n"
	    "NoNewPrivs 1\nSeccomp 2\nTrue 2\ninit closed\n");
}

static void
test_fork_bomb_is_bounded(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--processes", "8", "--", PYTHON, "-I", "-S", "-c",
	    "import os, time\n"
	    "n = 0\n"
	    "try:\n"
	    "  while n < 100:\n"
	    "    if os.fork() == 0: time.sleep(60); os._exit(0)\n"
	    "    n += 1\n"
	    "except BlockingIOError: print(n)\n");
	expect(&result, 0, "exit");
	expect_output(&result, "7\n");
}

static void
test_memory_bomb_fails_inside(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--memory", "64M", "--", PYTHON, "-I", "-S", "-c",
	    "try: bytearray(256 << 20); print('had it')\n"
	    "except MemoryError: print('MemoryError')\n"
	    "x = bytearray(32 << 20)\n");
	expect(&result, 0, "exit");
	expect_output(&result, "MemoryError\n");
	assert_true(report_number(&result, "peak_rss_bytes") > 32 << 20);
	assert_true(report_number(&result, "peak_rss_bytes") < 80 << 20);
}

static void
test_memory_of_all_processes_counts(void **state)
{
	struct result result;

	(void)state;
	/* Each is within its own limit. */
	RUN(&result, "--memory", "64M", "--time", "10", "--", PYTHON, "-I",
	    "-S", "-c",
	    "import os, time\n"
	    "for i in range(4):\n"
	    "  if os.fork() == 0: x = bytearray(b'x' * (25 << 20));"
	    " time.sleep(60)\n"
	    "time.sleep(60)\n");
	expect(&result, 128 + SIGKILL, "memory");
	/* Shared by fork, it is there once. */
	RUN(&result, "--memory", "64M", "--time", "10", "--", PYTHON, "-I",
	    "-S", "-c",
	    "import os, time\n"
	    "x = bytearray(25 << 20)\n"
	    "for i in range(4):\n"
	    "  if os.fork() == 0: time.sleep(0.4); os._exit(0)\n"
	    "for i in range(4): os.wait()\n");
	expect(&result, 0, "exit");
}

static void
test_memory_is_bounded_without_a_cgroup(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--no-cgroup", "--memory", "64M", "--time", "10", "--",
	    PYTHON, "-I", "-S", "-c",
	    "import os, time\n"
	    "for i in range(4):\n"
	    "  if os.fork() == 0: x = bytearray(b'x' * (25 << 20));"
	    " time.sleep(60)\n"
	    "time.sleep(60)\n");
	expect(&result, 128 + SIGKILL, "memory");
	assert_non_null(strstr(result.report, "\"memory_by\":\"watch\""));
	assert_true(report_number(&result, "peak_memory_bytes") == 0);
}

static void
test_timeout_ends_the_tree(void **state)
{
	struct result result;
	double start = now_s();

	(void)state;
	/* Daemons: own session, reparented, deaf to every signal. */
	RUN(&result, "--time", "1.5", "--", PYTHON, "-I", "-S", "-c",
	    "import os, signal, time\n"
	    "for i in range(5):\n"
	    "  if os.fork() == 0:\n"
	    "    os.setsid()\n"
	    "    if os.fork(): os._exit(0)\n"
	    "    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
	    "    time.sleep(4711NONCE)\n"
	    "    os._exit(0)\n"
	    "time.sleep(4711NONCE)\n");
	expect(&result, 124, "timeout");
	assert_true(now_s() - start < 5);
	assert_true(report_number(&result, "wall_s") >= 1.5);
	expect_no_process("sleep(4711NONCE)");
}

static void
test_end_of_first_process_ends_the_tree(void **state)
{
	struct result result;

	(void)state;
	RUN_PYTHON(&result,
	    "import os, time\n"
	    "if os.fork() == 0:\n"
	    "  os.setsid(); time.sleep(4712NONCE); os._exit(0)\n"
	    "os._exit(5)\n");
	expect(&result, 5, "exit");
	expect_no_process("sleep(4712NONCE)");
}

static void
test_cpu_of_killed_descendants_counts(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--time", "20", "--", PYTHON, "-I", "-S", "-c",
	    "import os, time\n"
	    "r, w = os.pipe()\n"
	    "for i in range(3):\n"
	    "  if os.fork() == 0:\n"
	    "    os.setsid()\n"
	    "    while time.process_time() < 0.3: pass\n"
	    "    os.write(w, b'x')\n"
	    "    while True: time.sleep(60)\n"
	    "n = 0\n"
	    "while n < 3: n += len(os.read(r, 1))\n");
	expect(&result, 0, "exit");
	assert_true(report_number(&result, "cpu_s") >= 0.9);
	assert_true(report_number(&result, "cpu_s") < 5);
}

static void
test_cpu_limit(void **state)
{
	struct result result;

	(void)state;
	/* cpu_s is one more than the wall time; children burn it too. */
	RUN(&result, "--time", "30", "--", PYTHON, "-I", "-S", "-c",
	    "import resource as r\n"
	    "print(r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_CORE),"
	    " flush=True)\n"
	    "r.setrlimit(r.RLIMIT_CPU, (1, 1))\n"
	    "while True: pass\n");
	expect(&result, 128 + SIGKILL, "signal");
	expect_output(&result, "(31, 32) (1, 1)\n");
}

static void
test_output_cap(void **state)
{
	struct result result;

	(void)state;
	RUN(&result, "--output-cap", "1K", "--", PYTHON, "-I", "-S", "-c",
	    "while True: print('x' * 100)");
	expect(&result, 128 + SIGKILL, "output");
	assert_int_equal(strlen(result.output), 1024);
	/* Also one that has ended by then. */
	RUN(&result, "--output-cap", "1", "--", "/bin/echo", "hello");
	expect(&result, 128 + SIGKILL, "output");
	expect_output(&result, "h");
}

/* The status is that of the other side of the pipe. */
static void
test_capped_output_and_its_reader(void **state)
{
	struct result result;

	(void)state;
	/* Who does not read does not stop the clock. */
	RUN_IN(&result, "\"$@\" | { sleep 6; cat >/dev/null; }",
	    "--output-cap", "10M", "--time", "1", "--", PYTHON, "-I", "-S",
	    "-c", "while True: print('x' * 100)");
	expect(&result, 0, "timeout");
	assert_true(report_number(&result, "wall_s") < 5);
	/* Who has gone is told to the command as without a cap. */
	RUN_IN(&result, "\"$@\" | head -c 2", "--output-cap", "1G", "--",
	    "/bin/sh", "-c", "while :; do echo y; done");
	expect(&result, 0, "signal");
	assert_true(report_number(&result, "status") == SIGPIPE);
	/* All of it arrives, also where nobody waits for room. */
	RUN_IN(&result, "\"$@\" | { sleep 1; wc -c; }", "--output-cap",
	    "10M", "--", PYTHON, "-I", "-S", "-c",
	    "import os, sys\n"
	    "sys.stdout.write('x' * 300000)\n");
	expect(&result, 0, "exit");
	expect_output(&result, "300000\n");
	/* Lost, it is no result of the command. */
	RUN_IN(&result, "\"$@\" >/dev/full", "--output-cap", "1K", "--",
	    "/bin/echo", "x");
	expect(&result, 125, "fault");
	assert_non_null(strstr(result.report, "\"step\":\"output\""));
}

static void
test_bind_read_only(void **state)
{
	char folder[] = "/tmp/evaltop-test-XXXXXX", bind[200], file[100];
	struct result result;
	int fd;

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chmod(folder, 0755), 0);
	(void)snprintf(file, sizeof file, "%s/hello", folder);
	fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	(void)close(fd);
	(void)snprintf(bind, sizeof bind, "%s:/opt/deep/folder", folder);
	RUN(&result, "--bind-ro", bind, "--", PYTHON, "-I", "-S", "-c",
	    "import os\n"
	    "print(os.listdir('/opt/deep/folder'))\n"
	    "try: open('/opt/deep/folder/hello', 'a'); print('written')\n"
	    "except OSError: pass\n"
	    "print(oct(os.stat('/opt/deep').st_mode))");
	(void)unlink(file);
	(void)rmdir(folder);
	expect(&result, 0, "exit");
	expect_output(&result, "['hello']\n0o40755\n");
}

static void
test_nothing_stays_mounted(void **state)
{
	static char before[65536], after[65536];
	struct result result;

	(void)state;
	read_mounts(before, sizeof before);
	RUN(&result, "--bind-ro", "/usr/bin:/opt/NONCE", "--", "/bin/sh",
	    "-c", "echo x > /w/x");
	expect(&result, 0, "exit");
	read_mounts(after, sizeof after);
	assert_string_equal(before, after);
	expect_no_process("/opt/NONCE");
}

static int
run_group(const char *name)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exit_status),
		cmocka_unit_test(test_fault_is_no_verdict),
		cmocka_unit_test(test_bind_is_never_hidden),
		cmocka_unit_test(test_wrong_usage),
		cmocka_unit_test(test_closed_descriptors),
		cmocka_unit_test(test_files_are_not_handed_on),
		cmocka_unit_test(test_fault_of_the_waiter_is_named),
		cmocka_unit_test(test_stdin_passes),
		cmocka_unit_test(test_environment_is_exact),
		cmocka_unit_test(test_descriptors_0_to_3),
		cmocka_unit_test(test_host_files_absent),
		cmocka_unit_test(test_only_work_is_writable),
		cmocka_unit_test(test_work_folder_is_bounded),
		cmocka_unit_test(test_system_calls_denied),
		cmocka_unit_test(test_no_privileges),
		cmocka_unit_test(test_fork_bomb_is_bounded),
		cmocka_unit_test(test_memory_bomb_fails_inside),
		cmocka_unit_test(test_memory_of_all_processes_counts),
		cmocka_unit_test(test_memory_is_bounded_without_a_cgroup),
		cmocka_unit_test(test_timeout_ends_the_tree),
		cmocka_unit_test(test_end_of_first_process_ends_the_tree),
		cmocka_unit_test(test_cpu_of_killed_descendants_counts),
		cmocka_unit_test(test_cpu_limit),
		cmocka_unit_test(test_output_cap),
		cmocka_unit_test(test_capped_output_and_its_reader),
		cmocka_unit_test(test_bind_read_only),
		cmocka_unit_test(test_nothing_stays_mounted),
	};

	return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

int
main(void)
{
	return run_for_all_users(run_group, "sandbox by hand");
}
