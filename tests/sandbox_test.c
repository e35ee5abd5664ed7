/*
 * The jail as its users meet it: the built evaltop-jail, driven by hand and
 * over the wire, with commands that try what must not work.
 *
 * EVALTOP_JAIL names the program.  Run by root, all is done again as an
 * ordinary user.
 */
#include "config.h"

#include "sandbox/client.h"
#include "sandbox/probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define DEADLINE_S 30.0
#define PYTHON "/usr/bin/python3"

static const char *
jail_path(void)
{
	const char *path = getenv("EVALTOP_JAIL");

	return path ? path : "./evaltop-jail";
}

static double
now_s(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/*
 * The text with our pid for NONCE: what a test looks for among the host's
 * processes must not be that of a test next door.
 */
static char *
expand(const char *text)
{
	const char *at = strstr(text, "NONCE");
	char *copy = NULL;
	int n;

	if (at == NULL)
		n = asprintf(&copy, "%s", text);
	else {
		char *rest = expand(at + strlen("NONCE"));

		n = asprintf(&copy, "%.*s%d%s", (int)(at - text), text,
		    (int)getpid(), rest);
		free(rest);
	}
	assert_true(n >= 0);
	return copy;
}

/* One command by hand, and all that it left. */

struct result {
	int status;			/* exit status of evaltop-jail */
	char output[16384];		/* stdout and stderr */
	char report[1024];
};

static size_t
read_all(int fd, char *text, size_t size)
{
	size_t n = 0;
	ssize_t got;

	while (n < size - 1 &&
	    (got = read(fd, text + n, size - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	return n;
}

static void
run_jail(struct result *result, const char *const *arguments)
{
	char *argv[32] = { NULL };
	int output[2], report[2], status;
	size_t n = 0;
	pid_t pid;

	argv[n++] = expand(jail_path());
	argv[n++] = expand("--report-fd=3");
	for (; *arguments != NULL; arguments++)
		argv[n++] = expand(*arguments);
	assert_int_equal(pipe2(output, O_CLOEXEC), 0);
	assert_int_equal(pipe2(report, O_CLOEXEC), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		int high = fcntl(report[1], F_DUPFD, 10);
		int null_fd = open("/dev/null", O_RDONLY);

		(void)dup2(null_fd, 0);
		(void)dup2(output[1], 1);
		(void)dup2(output[1], 2);
		(void)dup2(high, 3);
		(void)close(high);
		(void)execv(argv[0], argv);
		_exit(126);
	}
	while (n > 0)
		free(argv[--n]);
	(void)close(output[1]);
	(void)close(report[1]);
	(void)read_all(output[0], result->output, sizeof result->output);
	(void)read_all(report[0], result->report, sizeof result->report);
	(void)close(output[0]);
	(void)close(report[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	result->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN(result, ...) \
	run_jail((result), (const char *const[]){ __VA_ARGS__, NULL })
#define RUN_SHELL(result, script) \
	RUN((result), "--", "/bin/sh", "-c", (script))
#define RUN_PYTHON(result, script) \
	RUN((result), "--", PYTHON, "-I", "-S", "-c", (script))

static void
expect(const struct result *result, int status, const char *outcome)
{
	char want[64];

	(void)snprintf(want, sizeof want, "\"outcome\":\"%s\"", outcome);
	if (result->status != status || strstr(result->report, want) == NULL)
		fail_msg("got status %d, report %s, output %s; want %d, %s",
		    result->status, result->report, result->output, status,
		    outcome);
}

static void
expect_output(const struct result *result, const char *want)
{
	if (strcmp(result->output, want) != 0)
		fail_msg("got \"%s\", want \"%s\"", result->output, want);
}

/* A number of the report, -1 if it is not there. */
static double
report_number(const struct result *result, const char *name)
{
	char key[64];
	const char *at;

	(void)snprintf(key, sizeof key, "\"%s\":", name);
	at = strstr(result->report, key);
	return at ? strtod(at + strlen(key), NULL) : -1;
}

/* What the host looks like: nothing of it may change. */

/* The host's file of a process; false when it is gone. */
static bool
read_proc(const char *pid, const char *file, char *text, size_t size,
    size_t *ret_length)
{
	char path[300];
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%s/%s", pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	*ret_length = read_all(fd, text, size);
	(void)close(fd);
	return true;
}

/* How many have needle in their command line; none of them may be root. */
static int
count_processes(const char *needle)
{
	char *wanted = expand(needle);
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int n = 0;

	assert_non_null(proc);
	while ((entry = readdir(proc)) != NULL) {
		char text[8192];
		const char *uid;
		size_t size;

		if (entry->d_name[0] < '0' || entry->d_name[0] > '9' ||
		    atoi(entry->d_name) == getpid() ||
		    !read_proc(entry->d_name, "cmdline", text, sizeof text,
		    &size) ||
		    memmem(text, size, wanted, strlen(wanted)) == NULL ||
		    !read_proc(entry->d_name, "status", text, sizeof text,
		    &size))
			continue;
		uid = strstr(text, "\nUid:\t");
		if (uid != NULL && strtoul(uid + 6, NULL, 10) == 0)
			fail_msg("process %s is root's", entry->d_name);
		n++;
	}
	(void)closedir(proc);
	free(wanted);
	return n;
}

static void
expect_no_process(const char *needle)
{
	int n = count_processes(needle);

	if (n != 0)
		fail_msg("%d processes with \"%s\" are left", n, needle);
}

static void
read_mounts(char *text, size_t size)
{
	int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	(void)read_all(fd, text, size);
	(void)close(fd);
}

/* Tests by hand. */

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
	RUN(&result, "--bind-ro", "/no/such/folder", "--", "/bin/true");
	expect(&result, 125, "fault");
	assert_non_null(strstr(result.report, "bind /no/such/folder"));
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
	RUN_PYTHON(&result,
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
	expect_output(&result, "(31, 32) (0, 0)\n");
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

/* Tests over the wire. */

struct line {
	int socket;
	pid_t pid;
};

static void
open_line(struct line *line)
{
	const char *binds[JAIL_SYSTEM_BINDS_MAX + 1];
	struct jail_spawn_options options = {
		.jail_path = jail_path(), .binds = binds,
		.tier = JAIL_TIER_FULL,
	};
	char *marker = expand("/usr/bin:/opt/NONCE");

	options.n_binds = jail_system_binds(binds);
	binds[options.n_binds++] = marker;
	assert_int_equal(jail_spawn(&options, &line->socket, &line->pid), 0);
	free(marker);
}

static void
close_line(struct line *line)
{
	(void)close(line->socket);
	assert_int_equal(waitpid(line->pid, NULL, 0), line->pid);
}

static void
await(struct line *line, union jail_reply *reply)
{
	double deadline = now_s() + DEADLINE_S;
	int r = -EAGAIN;

	while (r == -EAGAIN) {
		struct pollfd fd = { .fd = line->socket, .events = POLLIN };

		if (now_s() > deadline)
			fail_msg("no answer");
		(void)poll(&fd, 1, 100);
		r = jail_receive(line->socket, reply);
	}
	assert_int_equal(r, 0);
}

static void
await_type(struct line *line, uint32_t type, union jail_reply *reply)
{
	await(line, reply);
	if (reply->head.type != type)
		fail_msg("got answer %u, want %u", reply->head.type, type);
}

static void
test_binds_have_one_limit(void **state)
{
	const char *binds[JAIL_BINDS_MAX + 1];
	struct jail_spawn_options options = {
		.jail_path = jail_path(), .binds = binds,
		.tier = JAIL_TIER_FULL,
	};
	char targets[JAIL_BINDS_MAX][40];
	struct line line;
	union jail_reply reply;

	(void)state;
	options.n_binds = jail_system_binds(binds);
	while (options.n_binds < JAIL_BINDS_MAX) {
		size_t i = options.n_binds++;

		(void)snprintf(targets[i], sizeof targets[i],
		    "/usr/bin:/opt/%d", (int)i);
		binds[i] = targets[i];
	}
	assert_int_equal(jail_spawn(&options, &line.socket, &line.pid), 0);
	await_type(&line, JAIL_MSG_READY, &reply);
	assert_int_equal(reply.ready.err, 0);
	close_line(&line);
	binds[options.n_binds++] = "/usr/bin:/opt/more";
	assert_int_equal(jail_spawn(&options, &line.socket, &line.pid),
	    -E2BIG);
}

static void
launch_script(struct line *line, uint64_t job, int out, const char *script)
{
	char *expanded = expand(script);
	const char *argv[] = { "/bin/sh", "-c", expanded, NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fds[JAIL_LAUNCH_FDS] = { null_fd, out < 0 ? null_fd : out,
	    null_fd, null_fd };
	int r;

	assert_true(null_fd >= 0);
	assert_int_equal(jail_launch_init(&launch, job, &policy, argv), 0);
	free(expanded);
	while ((r = jail_send_launch(line->socket, &launch, fds)) == -EAGAIN) {
		struct pollfd fd = { .fd = line->socket, .events = POLLOUT };

		(void)poll(&fd, 1, 1000);
	}
	(void)close(null_fd);
	assert_int_equal(r, 0);
}

static void
open_ready_line(struct line *line)
{
	union jail_reply reply;

	open_line(line);
	await_type(line, JAIL_MSG_READY, &reply);
	if (reply.ready.err != 0)
		fail_msg("not ready: %s: %s", reply.ready.step,
		    strerror(reply.ready.err));
}

static void
test_started_then_ended(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 42, -1, "exit 9");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(reply.head.job, 42);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.head.job, 42);
	assert_int_equal(reply.ended.err, 0);
	assert_true(WIFEXITED(reply.ended.wait_status));
	assert_int_equal(WEXITSTATUS(reply.ended.wait_status), 9);
	assert_int_equal(reply.ended.was_killed, 0);
	assert_true(reply.ended.peak_rss_bytes > 0);
	close_line(&line);
}

static void
test_other_starts_are_refused(void **state)
{
	const char *argv[] = { "/bin/true", NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	struct line line;
	union jail_reply reply;
	int fds[JAIL_LAUNCH_FDS] = { 0, 0, 0, 0 };

	(void)state;
	open_ready_line(&line);
	assert_int_equal(jail_launch_init(&launch, 1, &policy, argv), 0);
	launch.start = 2;
	assert_int_equal(jail_send_launch(line.socket, &launch, fds), 0);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.ended.err, EINVAL);
	assert_string_equal(reply.ended.step, "start");
	close_line(&line);
}

/* A fault of ours, named, as often as it is asked for. */
static void
test_warm_start_of_no_interpreter(void **state)
{
	const char *argv[] = { "/bin/true", NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	struct line line;
	union jail_reply reply;
	int fds[JAIL_LAUNCH_FDS] = { 0, 0, 0, 0 };

	(void)state;
	open_ready_line(&line);
	for (uint64_t i = 0; i < 3; i++) {
		assert_int_equal(jail_launch_init(&launch, i, &policy, argv),
		    0);
		launch.start = JAIL_START_WARM;
		assert_int_equal(jail_send_launch(line.socket, &launch, fds),
		    0);
		await_type(&line, JAIL_MSG_ENDED, &reply);
		assert_true(reply.ended.err != 0);
		assert_string_equal(reply.ended.step, "warm interpreter");
	}
	close_line(&line);
}

static void
test_kill(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 7, -1, "(while :; do :; done) & "
	    "/bin/sleep 4713NONCE & while :; do :; done");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(jail_send_kill(line.socket, 999), 0);
	assert_int_equal(jail_send_kill(line.socket, 7), 0);
	assert_int_equal(jail_send_kill(line.socket, 7), 0);
	await_type(&line, JAIL_MSG_ENDED, &reply);
	assert_int_equal(reply.ended.err, 0);
	assert_int_equal(reply.ended.was_killed, 1);
	assert_true(WIFSIGNALED(reply.ended.wait_status));
	assert_int_equal(WTERMSIG(reply.ended.wait_status), SIGKILL);
	close_line(&line);
}

static void
test_pipes_end_with_the_job(void **state)
{
	struct line line;
	union jail_reply reply;
	int out[2];
	char byte;

	(void)state;
	open_ready_line(&line);
	assert_int_equal(pipe2(out, O_CLOEXEC | O_NONBLOCK), 0);
	launch_script(&line, 1, out[1], "/bin/sleep 4714NONCE & exit 0");
	(void)close(out[1]);
	do
		await(&line, &reply);
	while (reply.head.type != JAIL_MSG_ENDED);
	assert_int_equal(read(out[0], &byte, 1), 0);
	(void)close(out[0]);
	close_line(&line);
}

#define N_JOBS 64

static void
test_many_at_once(void **state)
{
	bool has_started[N_JOBS] = { false };
	struct line line;
	union jail_reply reply;
	int ended = 0, started = 0;

	(void)state;
	open_ready_line(&line);
	/* None ends by itself: all are there when the last has started. */
	for (uint64_t i = 0; i < N_JOBS; i++)
		launch_script(&line, i, -1, "while :; do kill -STOP $$; done");
	while (started < N_JOBS) {
		await_type(&line, JAIL_MSG_STARTED, &reply);
		assert_true(reply.head.job < N_JOBS);
		assert_false(has_started[reply.head.job]);
		has_started[reply.head.job] = true;
		started++;
	}
	for (uint64_t i = 0; i < N_JOBS; i++)
		assert_int_equal(jail_send_kill(line.socket, i), 0);
	while (ended < N_JOBS) {
		await_type(&line, JAIL_MSG_ENDED, &reply);
		assert_int_equal(reply.ended.err, 0);
		assert_int_equal(reply.ended.was_killed, 1);
		ended++;
	}
	close_line(&line);
}

static void
test_never_root_on_the_host(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 1, -1, "exec /bin/sleep 4715NONCE");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	/* For a moment in its exec a process has no command line. */
	while (count_processes("4715NONCE") == 0)
		(void)poll(NULL, 0, 5);
	/* So did the waiter, the launcher and the job's init. */
	assert_int_equal(count_processes("/opt/NONCE"), 3);
	close_line(&line);
	expect_no_process("4715NONCE");
}

static void
expect_gone_soon(const char *needle)
{
	double deadline = now_s() + DEADLINE_S;

	while (count_processes(needle) != 0 && now_s() < deadline)
		(void)poll(NULL, 0, 5);
	expect_no_process(needle);
}

static void
test_death_of_the_launcher_ends_jobs(void **state)
{
	struct line line;
	union jail_reply reply;

	(void)state;
	open_ready_line(&line);
	launch_script(&line, 1, -1,
	    "/bin/sleep 4716NONCE & /bin/sleep 4716NONCE");
	await_type(&line, JAIL_MSG_STARTED, &reply);
	assert_int_equal(kill(line.pid, SIGKILL), 0);
	assert_int_equal(waitpid(line.pid, NULL, 0), line.pid);
	expect_gone_soon("4716NONCE");
	(void)close(line.socket);
}

static void
test_end_of_the_runner_ends_jobs(void **state)
{
	/* Here, because the child's pid would be another nonce. */
	char *script = expand("/bin/sleep 4717NONCE & /bin/sleep 4717NONCE");
	pid_t pid;

	(void)state;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct line line;
		union jail_reply reply;

		open_ready_line(&line);
		launch_script(&line, 1, -1, script);
		await_type(&line, JAIL_MSG_STARTED, &reply);
		(void)kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	free(script);
	expect_gone_soon("4717NONCE");
}

static void
test_probe_finds_full(void **state)
{
	enum jail_tier tier = JAIL_TIER_LIMITS;
	char step[200];

	(void)state;
	assert_int_equal(jail_probe(jail_path(), &tier, step, sizeof step), 0);
	assert_string_equal(step, "");
	assert_int_equal(tier, JAIL_TIER_FULL);
}

static void
write_file(const char *folder, const char *path, const char *text)
{
	char command[400];

	(void)snprintf(command, sizeof command, "mkdir -p \"$(dirname "
	    "'%s%s')\" && echo '%s' > '%s%s'", folder, path, text, folder,
	    path);
	assert_int_equal(system(command), 0);
}

static void
test_advice_fits_the_host(void **state)
{
	static const struct {
		const char *path;	/* what the host has; NULL: nothing */
		const char *text;
		const char *step;
		int err;
		const char *command;	/* part of it */
	} cases[] = {
		{ "/proc/sys/user/max_user_namespaces", "0",
		    "user namespace", ENOSPC, "max_user_namespaces=" },
		{ "/proc/sys/user/max_user_namespaces", "5",
		    "user namespace", ENOSPC, "max_user_namespaces=" },
		{ "/proc/sys/kernel/unprivileged_userns_clone", "0",
		    "user namespace", EPERM, "unprivileged_userns_clone=1" },
		{ "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
		    "1", "uid map", EACCES, "apparmor_parser" },
		{ "/.dockerenv", "", "user namespace", EPERM, "docker run" },
		{ NULL, NULL, "namespaces", EPERM, "RestrictNamespaces" },
		{ NULL, NULL, "landlock support", ENOSYS, "lsm" },
		{ NULL, NULL, "bind /root/x", EACCES, "python" },
		{ NULL, NULL, "pivot root", ENOSYS, "uname" },
		{ NULL, NULL, "clone", EIO, "evaltop-jail" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char folder[] = "/tmp/evaltop-test-XXXXXX", command[80];
		const char *got, *sentence;

		assert_non_null(mkdtemp(folder));
		if (cases[i].path != NULL)
			write_file(folder, cases[i].path, cases[i].text);
		sentence = jail_advice_at(folder, cases[i].step,
		    cases[i].err, &got);
		(void)snprintf(command, sizeof command, "rm -r %s", folder);
		assert_int_equal(system(command), 0);
		assert_true(strlen(sentence) > 10);
		if (strstr(got, cases[i].command) == NULL)
			fail_msg("%s: got \"%s\", want \"%s\"",
			    cases[i].step, got, cases[i].command);
	}
}

static void
test_tier_names(void **state)
{
	(void)state;
	for (int i = 0; i < JAIL_TIER__COUNT; i++)
		assert_non_null(jail_tier_name((enum jail_tier)i));
	assert_null(jail_tier_name(JAIL_TIER__COUNT));
}

static int
run_group(const char *name)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tier_names),
		cmocka_unit_test(test_advice_fits_the_host),
		cmocka_unit_test(test_exit_status),
		cmocka_unit_test(test_fault_is_no_verdict),
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
		cmocka_unit_test(test_timeout_ends_the_tree),
		cmocka_unit_test(test_end_of_first_process_ends_the_tree),
		cmocka_unit_test(test_cpu_of_killed_descendants_counts),
		cmocka_unit_test(test_cpu_limit),
		cmocka_unit_test(test_output_cap),
		cmocka_unit_test(test_bind_read_only),
		cmocka_unit_test(test_nothing_stays_mounted),
		cmocka_unit_test(test_binds_have_one_limit),
		cmocka_unit_test(test_started_then_ended),
		cmocka_unit_test(test_other_starts_are_refused),
		cmocka_unit_test(test_warm_start_of_no_interpreter),
		cmocka_unit_test(test_kill),
		cmocka_unit_test(test_pipes_end_with_the_job),
		cmocka_unit_test(test_many_at_once),
		cmocka_unit_test(test_never_root_on_the_host),
		cmocka_unit_test(test_death_of_the_launcher_ends_jobs),
		cmocka_unit_test(test_end_of_the_runner_ends_jobs),
		cmocka_unit_test(test_probe_finds_full),
	};

	return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* The build tree may lie where only root can go: take the program along. */
static void
become_ordinary_user(void)
{
	static char command[600], path[] = "/tmp/evaltop-jail-XXXXXX";
	int fd = mkstemp(path);

	(void)snprintf(command, sizeof command, "cp '%s' '%s'", jail_path(),
	    path);
	if (fd < 0 || close(fd) < 0 || system(command) != 0 ||
	    chmod(path, 0755) < 0 || setenv("EVALTOP_JAIL", path, 1) < 0)
		_exit(99);
	(void)printf("# as uid 65534: %s\n", path);
}

static int
run_as_ordinary_user(void)
{
	int status = 0;
	pid_t pid;

	become_ordinary_user();
	(void)fflush(NULL);
	pid = fork();
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 ||
		    setresgid(65534, 65534, 65534) < 0 ||
		    setresuid(65534, 65534, 65534) < 0)
			_exit(99);
		_exit(run_group("sandbox, ordinary user"));
	}
	(void)waitpid(pid, &status, 0);
	(void)unlink(jail_path());
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int
main(void)
{
	int failed = run_group("sandbox");

	if (geteuid() == 0)
		failed += run_as_ordinary_user();
	return failed != 0;
}
