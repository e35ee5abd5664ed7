/*
 * The memory of all processes of a job together.
 *
 * Resource limits hold for one process: with 64 of them a job could have 64
 * times its memory.  init looks now and then, through the job's own proc.
 *
 * The sum of what each process has resident counts shared pages once for
 * each; only when that is too much is the exact, dearer figure asked for.
 * A process between vfork and exec counts its parent's memory again, so the
 * caller must believe a second look only.
 *
 * No allocation: init may have been cloned from anything.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

typedef uint64_t (*measure_function)(const char *text);

/* The number behind "\nkey", mostly in kB, 0 if it is not there. */
static uint64_t
kilobytes(const char *text, const char *key)
{
	const char *at = strstr(text, key);
	uint64_t n = 0;

	if (at == NULL)
		return 0;
	for (at += strlen(key); *at == ' ' || *at == '\t'; at++)
		;
	for (; *at >= '0' && *at <= '9'; at++)
		n = n * 10 + (uint64_t)(*at - '0');
	return n;
}

/* Program text is not counted: it is the host's page cache. */
static uint64_t
measure_status(const char *text)
{
	return kilobytes(text, "\nRssAnon:") + kilobytes(text, "\nRssShmem:") +
	    kilobytes(text, "\nVmSwap:");
}

static uint64_t
measure_rollup(const char *text)
{
	return kilobytes(text, "\nPss_Anon:") +
	    kilobytes(text, "\nPss_Shmem:") + kilobytes(text, "\nSwapPss:");
}

static uint64_t
measure_threads(const char *text)
{
	return kilobytes(text, "\nThreads:");
}

/* A file of /proc; 0 when it has gone, -1 when it is closed to us. */
static int64_t
measure(const char *path, measure_function function)
{
	char text[4096];
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return errno == EACCES || errno == EPERM ? -1 : 0;
	n = read(fd, text, sizeof text - 1);
	(void)close(fd);
	if (n < 0)
		return errno == EACCES || errno == EPERM ? -1 : 0;
	text[n] = '\0';
	return (int64_t)function(text);
}

struct thread_search {
	const char *process;
	const char *file;
	measure_function function;
	int64_t kb;
};

static void
look_at_thread(void *data, const char *thread)
{
	struct thread_search *search = data;
	char path[96];

	if (search->kb != 0)
		return;
	(void)snprintf(path, sizeof path, "/proc/%.16s/task/%.16s/%s",
	    search->process, thread, search->file);
	search->kb = measure(path, search->function);
}

/*
 * name is a process of /proc; 0 when it has gone, -1 when it is closed.
 * Where its first thread has ended, only the others show the memory.
 */
static int64_t
measure_process(const char *name, const char *file, measure_function function)
{
	struct thread_search search = {
		.process = name, .file = file, .function = function,
	};
	char path[96];

	(void)snprintf(path, sizeof path, "/proc/%.16s/%s", name, file);
	search.kb = measure(path, function);
	if (search.kb == 0) {
		(void)snprintf(path, sizeof path, "/proc/%.16s/task", name);
		(void)jail_each_number(path, look_at_thread, &search);
	}
	return search.kb;
}

/* A process that closed itself to inspection pays the rough figure. */
static uint64_t
measure_one(const char *name, bool is_exact)
{
	int64_t kb = -1;

	if (is_exact)
		kb = measure_process(name, "smaps_rollup", measure_rollup);
	if (kb < 0)
		kb = measure_process(name, "status", measure_status);
	return kb < 0 ? 0 : (uint64_t)kb;
}

struct sum {
	bool is_exact;
	uint64_t kb;
	uint64_t n_tasks;
};

static void
add_process(void *data, const char *name)
{
	struct sum *sum = data;

	if (strcmp(name, "1") != 0)	/* init itself */
		sum->kb += measure_one(name, sum->is_exact);
}

/* The job's own processes among all of the host's. */
static void
add_tree(struct sum *sum)
{
	struct jail_tree tree;

	jail_tree_read(&tree, getpid(), NULL, 0);
	for (unsigned i = 0; i < tree.n; i++) {
		char name[16];

		(void)snprintf(name, sizeof name, "%d", (int)tree.pids[i]);
		sum->kb += measure_one(name, sum->is_exact);
		sum->n_tasks += (uint64_t)measure_process(name, "status",
		    measure_threads);
	}
}

static struct sum
measure_all(const struct jail_job_spec *spec, bool is_exact)
{
	struct sum sum = { .is_exact = is_exact };

	if (spec->common->tier == JAIL_TIER_FULL)
		(void)jail_each_number("/proc", add_process, &sum);
	else
		add_tree(&sum);
	return sum;
}

/* What lies in the job's own file systems is memory, too. */
static uint64_t
files_kb(const struct jail_job_spec *spec)
{
	static const char *const places[] = { "/w", "/tmp" };
	uint64_t kb = 0;

	if (spec->common->tier != JAIL_TIER_FULL)
		return 0;
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		struct statfs fs;

		if (statfs(places[i], &fs) == 0)
			kb += (uint64_t)(fs.f_blocks - fs.f_bfree) *
			    ((uint64_t)fs.f_bsize / 1024);
	}
	return kb;
}

bool
jail_memory_is_over(const struct jail_job_spec *spec)
{
	const struct jail_policy *policy = spec->policy;
	uint64_t limit_kb = policy->memory_bytes / 1024;
	uint64_t in_files_kb = files_kb(spec);
	struct sum sum = measure_all(spec, false);

	if (sum.kb + in_files_kb > limit_kb &&
	    measure_all(spec, true).kb + in_files_kb > limit_kb)
		return true;
	if (spec->work < 0)
		return false;
	return sum.n_tasks > policy->processes ||
	    jail_folder_is_over(spec->work, policy->work_bytes,
	    policy->work_inodes);
}
