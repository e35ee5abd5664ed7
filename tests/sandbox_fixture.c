/* See sandbox_fixture.h. */
#include "config.h"

#include "sandbox_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <setjmp.h>
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

const char *
jail_path(void)
{
	const char *path = getenv("EVALTOP_JAIL");

	return path ? path : "./evaltop-jail";
}

double
now_s(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

char *
expand(const char *text)
{
	const char *at = strstr(text, "NONCE");
	char *copy = NULL;
	int n;

	if (at == NULL)
		n = asprintf(&copy, "%s", text);
	else {
		char *rest = expand(at + strlen("NONCE"));

		/* All of one length: none begins as another does. */
		n = asprintf(&copy, "%.*s%06d%s", (int)(at - text), text,
		    (int)getpid(), rest);
		free(rest);
	}
	assert_true(n >= 0);
	return copy;
}

size_t
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

void
run_jail(struct result *result, const char *script,
    const char *const *arguments)
{
	char *argv[32] = { NULL };
	int output[2], report[2], status;
	size_t n = 0;
	pid_t pid;

	if (script != NULL) {
		argv[n++] = expand("/bin/sh");
		argv[n++] = expand("-c");
		argv[n++] = expand(script);
		argv[n++] = expand("sh");
	}
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

void
expect(const struct result *result, int status, const char *outcome)
{
	char want[64];

	(void)snprintf(want, sizeof want, "\"outcome\":\"%s\"", outcome);
	if (result->status != status || strstr(result->report, want) == NULL)
		fail_msg("got status %d, report %s, output %s; want %d, %s",
		    result->status, result->report, result->output, status,
		    outcome);
}

void
expect_output(const struct result *result, const char *want)
{
	if (strcmp(result->output, want) != 0)
		fail_msg("got \"%s\", want \"%s\"", result->output, want);
}

double
report_number(const struct result *result, const char *name)
{
	char key[64];
	const char *at;

	(void)snprintf(key, sizeof key, "\"%s\":", name);
	at = strstr(result->report, key);
	return at ? strtod(at + strlen(key), NULL) : -1;
}

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

/*
 * Nobody may be root, but the waiter where there is a cgroup to remove: with
 * CAP_DAC_OVERRIDE and CAP_KILL, and no other capability.
 */
static void
expect_harmless(const char *pid, const char *status)
{
	const char *uid = strstr(status, "\nUid:\t");

	if (uid == NULL || strtoul(uid + 6, NULL, 10) != 0)
		return;
	if (strstr(status, "\nCapPrm:\t0000000000000022\n") == NULL)
		fail_msg("process %s is root's", pid);
}

int
count_processes(const char *needle)
{
	char *wanted = expand(needle);
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int n = 0;

	assert_non_null(proc);
	while ((entry = readdir(proc)) != NULL) {
		char text[8192];
		size_t size;

		if (entry->d_name[0] < '0' || entry->d_name[0] > '9' ||
		    atoi(entry->d_name) == getpid() ||
		    !read_proc(entry->d_name, "cmdline", text, sizeof text,
		    &size) ||
		    memmem(text, size, wanted, strlen(wanted)) == NULL ||
		    !read_proc(entry->d_name, "status", text, sizeof text,
		    &size))
			continue;
		expect_harmless(entry->d_name, text);
		n++;
	}
	(void)closedir(proc);
	free(wanted);
	return n;
}

void
expect_no_process(const char *needle)
{
	int n = count_processes(needle);

	if (n != 0)
		fail_msg("%d processes with \"%s\" are left", n, needle);
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
run_as_ordinary_user(int (*run_group)(const char *name), const char *name)
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
		_exit(run_group(name));
	}
	(void)waitpid(pid, &status, 0);
	(void)unlink(jail_path());
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int
run_for_all_users(int (*run_group)(const char *name), const char *name)
{
	char other[64];
	int failed = run_group(name);

	(void)snprintf(other, sizeof other, "%s, ordinary user", name);
	if (geteuid() == 0)
		failed += run_as_ordinary_user(run_group, other);
	return failed != 0;
}
