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
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As the kernel fills it in. */
struct kernel_dirent {
	uint64_t inode;
	int64_t offset;
	uint16_t length;
	uint8_t type;
	char name[];
};

typedef uint64_t (*measure_function)(const char *text);

/* The number behind "\nkey" in kB, 0 if it is not there. */
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

/* name is a process of /proc; 0 when it has gone, -1 when it is closed. */
static int64_t
measure(const char *name, const char *file, measure_function function)
{
	char path[64] = "/proc/", text[4096];
	ssize_t n;
	int fd;

	if (strlen(name) + strlen(file) + sizeof "/proc/" > sizeof path)
		return 0;
	(void)strcat(strcat(path, name), file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == EACCES || errno == EPERM ? -1 : 0;
	n = read(fd, text, sizeof text - 1);
	(void)close(fd);
	if (n < 0)
		return errno == EACCES || errno == EPERM ? -1 : 0;
	text[n] = '\0';
	return (int64_t)function(text);
}

/* A process that closed itself to inspection pays the rough figure. */
static uint64_t
measure_one(const char *name, bool is_exact)
{
	int64_t kb = -1;

	if (is_exact)
		kb = measure(name, "/smaps_rollup", measure_rollup);
	if (kb < 0)
		kb = measure(name, "/status", measure_status);
	return kb < 0 ? 0 : (uint64_t)kb;
}

static uint64_t
measure_all(int proc, bool is_exact)
{
	_Alignas(struct kernel_dirent) char entries[4096];
	uint64_t sum = 0;
	long n;

	if (lseek(proc, 0, SEEK_SET) < 0)
		return 0;
	while ((n = syscall(SYS_getdents64, proc, entries,
	    sizeof entries)) > 0) {
		for (long at = 0; at < n;) {
			const struct kernel_dirent *entry =
			    (const void *)(entries + at);

			at += entry->length;
			/* All but ourselves, number 1. */
			if (entry->name[0] >= '1' && entry->name[0] <= '9' &&
			    strcmp(entry->name, "1") != 0)
				sum += measure_one(entry->name, is_exact);
		}
	}
	return sum * 1024;
}

bool
jail_memory_is_over(uint64_t limit_bytes)
{
	int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool is_over;

	if (proc < 0)
		return false;
	is_over = measure_all(proc, false) > limit_bytes &&
	    measure_all(proc, true) > limit_bytes;
	(void)close(proc);
	return is_over;
}
