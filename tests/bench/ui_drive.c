/*
 * The real program in a terminal, driven by lines on stdin and measured:
 *
 *	ui_drive ROWS COLS PROGRAM [ARGUMENT ...]
 *
 *	press N KEY ...	press the keys in turn, N presses in all, each when
 *			the frame of the one before is there
 *			-> for each key the microseconds to its frame, and
 *			   how many of them the main thread was on a CPU
 *	type TEXT	the same with the characters of a text
 *	wait TEXT	until the screen shows it
 *	settle		until nothing was drawn for 0.4 s, four frames' time
 *	watch SECONDS	let it be
 *			-> wake-ups, bytes drawn, bytes written elsewhere, and
 *			   the main thread's CPU in microseconds
 *	facts		-> peak memory in KiB, CPU of all threads in
 *			   microseconds, frames, bytes drawn
 *
 * The first line of output is the time from the start to the first frame; each
 * command is answered by one line, which begins with milliseconds since the
 * start.  At the end of the input the program is killed.
 */
#include "../pty.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct drive {
	struct pty *pty;
	long long began_us;
	unsigned keys;
};

static long long
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void
say_time(const struct drive *drive)
{
	printf("%lld", (now_us() - drive->began_us) / 1000);
}

/* ---- what the system says of the program ---- */

static FILE *
open_proc(const struct drive *drive, const char *rest)
{
	char path[400];

	snprintf(path, sizeof(path), "/proc/%d/%s",
	    (int)pty_pid(drive->pty), rest);
	return fopen(path, "r");
}

/* The number behind a name in a file of lines; -1: there is none. */
static long long
proc_number(const struct drive *drive, const char *file, const char *name)
{
	FILE *in = open_proc(drive, file);
	long long number = -1;
	char line[256];

	while (in && fgets(line, sizeof(line), in))
		if (strncmp(line, name, strlen(name)) == 0 &&
		    line[strlen(name)] == ':')
			number = atoll(line + strlen(name) + 1);
	if (in)
		fclose(in);
	return number;
}

/* CPU of one thread. */
static long long
thread_cpu_us(const struct drive *drive, const char *thread)
{
	char rest[300];
	long long ns = 0;
	FILE *in;

	snprintf(rest, sizeof(rest), "task/%s/schedstat", thread);
	in = open_proc(drive, rest);
	if (!in || fscanf(in, "%lld", &ns) != 1)
		ns = 0;
	if (in)
		fclose(in);
	return ns / 1000;
}

enum sum { SUM_CPU, SUM_WAKES };

static long long
sum_threads(const struct drive *drive, enum sum what)
{
	long long sum = 0;
	char path[64], rest[300];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task",
	    (int)pty_pid(drive->pty));
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(rest, sizeof(rest), "task/%s/status", entry->d_name);
		sum += what == SUM_CPU ? thread_cpu_us(drive, entry->d_name) :
		    proc_number(drive, rest, "voluntary_ctxt_switches");
	}
	if (dir)
		closedir(dir);
	return sum;
}

static long long
main_cpu_us(const struct drive *drive)
{
	char name[32];

	snprintf(name, sizeof(name), "%d", (int)pty_pid(drive->pty));
	return thread_cpu_us(drive, name);
}

/* ---- keys ---- */

static const struct {
	const char *name, *bytes;
} names[] = {
	{ "Up", "\033OA" }, { "Down", "\033OB" }, { "Right", "\033OC" },
	{ "Left", "\033OD" }, { "Home", "\033OH" }, { "End", "\033OF" },
	{ "PgUp", "\033[5~" }, { "PgDn", "\033[6~" }, { "Enter", "\r" },
	{ "Tab", "\t" }, { "Backspace", "\177" }, { "Space", " " },
};

static void
press(struct drive *drive, const char *key)
{
	long long before, cpu = main_cpu_us(drive);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].name, key) == 0)
			key = names[i].bytes;
	before = now_us();
	pty_send(drive->pty, key, strlen(key));
	pty_wait_frame(drive->pty, ++drive->keys, 0);
	before = now_us() - before;
	printf(" %lld %lld", before, main_cpu_us(drive) - cpu);
}

static void
press_many(struct drive *drive, char *rest)
{
	char *keys[64], *word = strtok(rest, " ");
	int count = 0, total = word ? atoi(word) : 0;

	while (count < 64 && (word = strtok(NULL, " ")))
		keys[count++] = word;
	for (int i = 0; count > 0 && i < total; i++)
		press(drive, keys[i % count]);
}

static void
type(struct drive *drive, const char *text)
{
	for (; *text; text++) {
		const char key[] = { *text, '\0' };

		press(drive, key);
	}
}

/* ---- looking on ---- */

static void
settle(struct drive *drive)
{
	size_t bytes;

	do {
		bytes = pty_bytes(drive->pty);
		pty_watch(drive->pty, 400);
	} while (pty_bytes(drive->pty) != bytes);
}

static void
watch(struct drive *drive, double seconds)
{
	long long wakes = sum_threads(drive, SUM_WAKES);
	long long cpu = main_cpu_us(drive);
	long long written = proc_number(drive, "io", "wchar");
	size_t bytes = pty_bytes(drive->pty);

	pty_watch(drive->pty, (int)(seconds * 1000));
	written = proc_number(drive, "io", "wchar") - written;
	bytes = pty_bytes(drive->pty) - bytes;
	printf(" %lld %zu %lld %lld", sum_threads(drive, SUM_WAKES) - wakes,
	    bytes, written - (long long)bytes, main_cpu_us(drive) - cpu);
}

static void
facts(struct drive *drive)
{
	unsigned keys, signals;
	unsigned frames = pty_frames(drive->pty, &keys, &signals);

	printf(" %lld %lld %u %zu", proc_number(drive, "status", "VmHWM"),
	    sum_threads(drive, SUM_CPU), frames, pty_bytes(drive->pty));
}

static int
obey(struct drive *drive, char *line)
{
	char *rest = line + strcspn(line, " ");

	if (*rest)
		*rest++ = '\0';
	if (strcmp(line, "press") == 0) {
		say_time(drive);
		press_many(drive, rest);
	} else if (strcmp(line, "type") == 0) {
		say_time(drive);
		type(drive, rest);
	} else if (strcmp(line, "wait") == 0) {
		pty_wait_text(drive->pty, rest);
		say_time(drive);
	} else if (strcmp(line, "settle") == 0) {
		settle(drive);
		say_time(drive);
	} else if (strcmp(line, "watch") == 0) {
		say_time(drive);
		watch(drive, atof(rest));
	} else if (strcmp(line, "facts") == 0) {
		say_time(drive);
		facts(drive);
	} else {
		fprintf(stderr, "ui_drive: what is '%s'?\n", line);
		return -1;
	}
	putchar('\n');
	return fflush(stdout);
}

int
main(int argc, char **argv)
{
	struct drive drive = { .began_us = now_us() };
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	int status = 0;

	if (argc < 4) {
		fprintf(stderr, "ui_drive ROWS COLS PROGRAM [ARGUMENT ...]\n");
		return 2;
	}
	drive.pty = pty_start((const char *const *)&argv[3], atoi(argv[1]),
	    atoi(argv[2]), "xterm-256color");
	pty_wait_frame(drive.pty, 0, 0);
	printf("%lld\n", (now_us() - drive.began_us) / 1000);
	(void)fflush(stdout);
	while (status == 0 && (length = getline(&line, &size, stdin)) > 0) {
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		status = obey(&drive, line);
	}
	free(line);
	pty_close(drive.pty);
	return status != 0;
}
