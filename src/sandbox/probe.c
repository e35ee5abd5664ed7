/*
 * Finding the best tier by real launches.
 */
#include "config.h"

#include "sandbox/probe.h"
#include "sandbox/client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROBE_MS 5000

size_t
jail_system_binds(const char *binds[JAIL_SYSTEM_BINDS_MAX])
{
	static const char *const places[] = {
		"/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin",
	};
	size_t n = 0;

	binds[n++] = "/usr";
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		struct stat st;

		/* The launcher makes the links itself. */
		if (lstat(places[i], &st) == 0 && S_ISDIR(st.st_mode))
			binds[n++] = places[i];
	}
	return n;
}

static int64_t
now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The next answer, or -ETIMEDOUT at the deadline. */
static int
await(int socket, int64_t deadline_ms, union jail_reply *reply)
{
	for (;;) {
		struct pollfd poll_fd = { .fd = socket, .events = POLLIN };
		int64_t left = deadline_ms - now_ms();
		int r;

		if (left <= 0)
			return -ETIMEDOUT;
		if (poll(&poll_fd, 1, (int)left) <= 0)
			continue;
		r = jail_receive(socket, reply);
		if (r != -EAGAIN)
			return r;
	}
}

static int
launch_true(int socket, int64_t deadline_ms, union jail_reply *reply)
{
	static const char *const argv[] = { "/bin/true", NULL };
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch launch;
	int fds[JAIL_LAUNCH_FDS];
	int null_fd, r;

	null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null_fd < 0)
		return -errno;
	for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
		fds[i] = null_fd;
	r = jail_launch_init(&launch, 1, &policy, argv);
	if (r == 0)
		r = jail_send_launch(socket, &launch, fds);
	(void)close(null_fd);
	do {
		if (r == 0)
			r = await(socket, deadline_ms, reply);
	} while (r == 0 && reply->head.type != JAIL_MSG_ENDED);
	return r;
}

static int
await_ready(int socket, int64_t deadline_ms, struct jail_probe *probe)
{
	union jail_reply reply;
	int r;

	(void)strcpy(probe->step, "launcher");
	r = await(socket, deadline_ms, &reply);
	if (r < 0)
		return r;
	if (reply.head.type != JAIL_MSG_READY)
		return -EPROTO;
	if (reply.ready.err != 0) {
		(void)strcpy(probe->step, reply.ready.step);
		return -reply.ready.err;
	}
	probe->memory_by = (enum jail_memory_by)reply.ready.memory_by;
	probe->memory_err = reply.ready.memory_err;
	(void)strcpy(probe->memory_lacks, reply.ready.memory_lacks);
	probe->step[0] = '\0';
	return 0;
}

static int
try_launch(int socket, int64_t deadline_ms, struct jail_probe *probe)
{
	union jail_reply reply;
	int r;

	(void)strcpy(probe->step, "launch");
	r = launch_true(socket, deadline_ms, &reply);
	if (r < 0)
		return r;
	if (reply.ended.err != 0) {
		(void)strcpy(probe->step, reply.ended.step);
		return -reply.ended.err;
	}
	if (reply.ended.wait_status != 0)
		return -ENOEXEC;
	probe->step[0] = '\0';
	return 0;
}

static int
probe_one(const struct jail_spawn_options *options, bool with_launch,
    struct jail_probe *probe)
{
	int64_t deadline_ms = now_ms() + PROBE_MS;
	pid_t pid;
	int socket, r;

	*probe = (struct jail_probe){ .tier = options->tier };
	r = jail_spawn(options, &socket, &pid);
	if (r < 0) {
		(void)strcpy(probe->step, "start evaltop-jail");
		return r;
	}
	r = await_ready(socket, deadline_ms, probe);
	if (r == 0 && with_launch)
		r = try_launch(socket, deadline_ms, probe);
	(void)close(socket);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return r;
}

int
jail_probe_tier(const char *jail_path, enum jail_tier tier,
    struct jail_probe *probe)
{
	const char *binds[JAIL_SYSTEM_BINDS_MAX];
	struct jail_spawn_options options = {
		.jail_path = jail_path, .binds = binds, .tier = tier,
	};

	options.n_binds = jail_system_binds(binds);
	return probe_one(&options, true, probe);
}

int
jail_probe_binds(const char *jail_path, enum jail_tier tier,
    const char *const *binds, size_t n_binds, struct jail_probe *probe)
{
	const struct jail_spawn_options options = {
		.jail_path = jail_path, .binds = binds, .n_binds = n_binds,
		.tier = tier,
	};

	return probe_one(&options, false, probe);
}

int
jail_probe(const char *jail_path, struct jail_probe *probe)
{
	char first[sizeof probe->step] = "";
	int r = -ENOSYS;

	for (int i = 0; r < 0 && i < JAIL_TIER__COUNT; i++) {
		r = jail_probe_tier(jail_path, (enum jail_tier)i, probe);
		if (r < 0 && first[0] == '\0')
			(void)snprintf(first, sizeof first, "%s: %.128s: %s",
			    jail_tier_name(probe->tier), probe->step,
			    strerror(-r));
	}
	(void)strcpy(probe->step, first);
	return r;
}
