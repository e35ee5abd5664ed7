/* Two numbers out of /proc. */
#include "runner/load.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static gsize
read_proc(const char *path, char *buffer, gsize size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, buffer, size - 1);

	if (fd >= 0)
		(void)close(fd);
	buffer[n > 0 ? n : 0] = '\0';
	return n > 0 ? (gsize)n : 0;
}

guint
load_runnable(void)
{
	char text[128];
	guint running;

	/* "0.20 0.18 0.12 1/80 11206": the fourth is running/all. */
	(void)read_proc("/proc/loadavg", text, sizeof text);
	if (sscanf(text, "%*s %*s %*s %u/", &running) != 1)
		return 0;
	return running;
}

guint64
load_idle_ms(void)
{
	char text[512];
	unsigned long long idle, wait;
	long tick = sysconf(_SC_CLK_TCK);

	/* "cpu  user nice system idle iowait ...", in clock ticks. */
	(void)read_proc("/proc/stat", text, sizeof text);
	if (tick <= 0 ||
	    sscanf(text, "cpu %*u %*u %*u %llu %llu", &idle, &wait) != 2)
		return 0;
	return (idle + wait) * 1000 / (guint64)tick;
}
