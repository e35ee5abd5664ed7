/*
 * The runner's side of the line to the launcher.
 */
#include "config.h"

#include "sandbox/client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHILD_SOCKET 3
/* The program, four alone, three with values; two a bind; and NULL. */
#define ARGUMENTS_MAX (12 + 2 * JAIL_BINDS_MAX)

static int
run_launcher(const struct jail_spawn_options *options, int socket,
    pid_t *ret_pid)
{
	const char *argv[ARGUMENTS_MAX];
	char *const no_environment[] = { NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t signals;
	size_t n = 0;
	int r;

	argv[n++] = options->jail_path;
	argv[n++] = "--serve";
	argv[n++] = "--fd=3";
	argv[n++] = "--tier";
	argv[n++] = jail_tier_name(options->tier);
	if (options->inject != NULL) {
		argv[n++] = "--inject";
		argv[n++] = options->inject;
	}
	if (options->landlock_abi != NULL) {
		argv[n++] = "--landlock-abi";
		argv[n++] = options->landlock_abi;
	}
	if (options->no_cgroup)
		argv[n++] = "--no-cgroup";
	for (size_t i = 0; i < options->n_binds; i++) {
		argv[n++] = "--bind-ro";
		argv[n++] = options->binds[i];
	}
	argv[n] = NULL;

	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawnattr_init(&attributes);
	(void)sigemptyset(&signals);
	(void)posix_spawnattr_setsigmask(&attributes, &signals);
	/* A session of its own: ^C and ^Z are for the screen, not for it. */
	(void)posix_spawnattr_setflags(&attributes,
	    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
	/* Also clears close-on-exec when the number is the same. */
	r = posix_spawn_file_actions_adddup2(&actions, socket, CHILD_SOCKET);
	if (r == 0)
		r = posix_spawn(ret_pid, options->jail_path, &actions,
		    &attributes, (char *const *)(const void *)argv,
		    no_environment);
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)posix_spawnattr_destroy(&attributes);
	return -r;
}

int
jail_spawn(const struct jail_spawn_options *options, int *ret_socket,
    pid_t *ret_pid)
{
	int pair[2], r;

	if (options->n_binds > JAIL_BINDS_MAX)
		return -E2BIG;
	if (jail_tier_name(options->tier) == NULL)
		return -EINVAL;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	if (fcntl(pair[0], F_SETFL, O_NONBLOCK) < 0)
		r = -errno;
	else
		r = run_launcher(options, pair[1], ret_pid);
	(void)close(pair[1]);
	if (r < 0) {
		(void)close(pair[0]);
		return r;
	}
	*ret_socket = pair[0];
	return 0;
}

int
jail_launch_init(struct jail_launch *launch, uint64_t job,
    const struct jail_policy *policy, const char *const *argv)
{
	size_t at = 0;

	memset(launch, 0, sizeof *launch);
	launch->head = (struct jail_msg_head){
		.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
		.type = JAIL_MSG_LAUNCH, .job = job,
	};
	launch->policy = *policy;
	for (; argv[launch->argc] != NULL; launch->argc++) {
		size_t size = strlen(argv[launch->argc]) + 1;

		if (size > sizeof launch->argv - at)
			return -E2BIG;
		memcpy(launch->argv + at, argv[launch->argc], size);
		at += size;
	}
	return launch->argc == 0 ? -EINVAL : 0;
}

/* The request without the unused end of argv. */
static size_t
launch_size(const struct jail_launch *launch)
{
	size_t at = 0;

	for (uint32_t i = 0; i < launch->argc; i++) {
		size_t left = sizeof launch->argv - at;
		size_t length = strnlen(launch->argv + at, left);

		if (length == left)
			return sizeof *launch;
		at += length + 1;
	}
	return offsetof(struct jail_launch, argv) + at;
}

static int
send_message(int socket, const struct msghdr *msg)
{
	ssize_t n;

	do
		n = sendmsg(socket, msg, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : 0;
}

int
jail_send_launch(int socket, const struct jail_launch *launch,
    const int fds[JAIL_LAUNCH_FDS])
{
	union {
		char bytes[CMSG_SPACE(JAIL_LAUNCH_FDS * sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct jail_launch copy = *launch;
	struct iovec iov = { &copy, launch_size(launch) };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof control.bytes,
	};
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(JAIL_LAUNCH_FDS * sizeof(int));
	memcpy(CMSG_DATA(cmsg), fds, JAIL_LAUNCH_FDS * sizeof(int));
	return send_message(socket, &msg);
}

int
jail_send_kill(int socket, uint64_t job)
{
	struct jail_msg_head head = {
		.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
		.type = JAIL_MSG_KILL, .job = job,
	};
	struct iovec iov = { &head, sizeof head };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };

	return send_message(socket, &msg);
}

int
jail_receive(int socket, union jail_reply *reply)
{
	ssize_t n;
	size_t want;

	do
		n = recv(socket, reply, sizeof *reply, MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == ECONNRESET ? -EPIPE : -errno;
	if (n == 0)
		return -EPIPE;
	if ((size_t)n < sizeof reply->head ||
	    reply->head.magic != JAIL_WIRE_MAGIC ||
	    reply->head.version != JAIL_WIRE_VERSION)
		return -EPROTO;
	switch (reply->head.type) {
	case JAIL_MSG_READY:
		want = sizeof reply->ready;
		reply->ready.step[JAIL_TEXT_BYTES - 1] = '\0';
		reply->ready.memory_lacks[JAIL_TEXT_BYTES - 1] = '\0';
		break;
	case JAIL_MSG_STARTED:
		want = sizeof reply->head;
		break;
	case JAIL_MSG_ENDED:
		want = sizeof reply->ended;
		reply->ended.step[JAIL_TEXT_BYTES - 1] = '\0';
		break;
	default:
		return -EPROTO;
	}
	return (size_t)n == want ? 0 : -EPROTO;
}
