/*
 * The runner's side of the launcher: start it, ask, and read its answers.
 *
 * All functions return 0 or a negative errno, allocate nothing and block
 * nowhere (jail_spawn takes the time of a process start).  One thread at a
 * time may use a socket.  wire.h says what is answered when.
 */
#ifndef EVALTOP_SANDBOX_CLIENT_H
#define EVALTOP_SANDBOX_CLIENT_H

#include "sandbox/wire.h"

#include <stdbool.h>
#include <sys/types.h>

struct jail_spawn_options {
	const char *jail_path;		/* the evaltop-jail program */
	const char *const *binds;	/* "PATH" or "PATH:TARGET" */
	size_t n_binds;			/* JAIL_BINDS_MAX at most */
	enum jail_tier tier;
	const char *inject;		/* for tests: --inject; NULL: nothing */
	const char *landlock_abi;	/* for tests: --landlock-abi; NULL */
	bool no_cgroup;			/* for tests: --no-cgroup */
};

union jail_reply {
	struct jail_msg_head head;	/* STARTED has no more than this */
	struct jail_ready ready;
	struct jail_ended ended;
};

/*
 * Start a launcher.  On success *ret_socket is ours (close-on-exec,
 * non-blocking; closing it ends the launcher and all its jobs) and *ret_pid
 * is a child of ours to be waited for after that.  The first answer is
 * JAIL_MSG_READY; poll the socket for it.
 *
 * The launcher is killed when the *thread* that called this ends: call it
 * from one that lives as long as the launcher is needed.
 *
 * -E2BIG for too many binds, else the errno of the step that failed; then
 * nothing is left behind.
 */
int jail_spawn(const struct jail_spawn_options *options, int *ret_socket,
    pid_t *ret_pid);

/*
 * Fill in a launch request: head, policy and argv, which is NULL-terminated
 * and begins with an absolute path inside the jail.  -E2BIG when the strings
 * are too long, -EINVAL when there is none.
 */
int jail_launch_init(struct jail_launch *launch, uint64_t job,
    const struct jail_policy *policy, const char *const *argv);

/*
 * Ask for a launch.  The descriptors stay ours: close them afterwards, or
 * the pipes never come to their end.  -EAGAIN: the socket is full, poll it
 * for POLLOUT and try again; -EPIPE or -ECONNRESET: the launcher is gone.
 */
int jail_send_launch(int socket, const struct jail_launch *launch,
    const int fds[JAIL_LAUNCH_FDS]);

/* Ask for a job's end; a job that has ended is ignored.  Errors as above. */
int jail_send_kill(int socket, uint64_t job);

/*
 * Read one answer.  -EAGAIN: none now; -EPIPE: the launcher is gone;
 * -EPROTO: not what a launcher of this build would say.  Texts in *reply
 * are always NUL-terminated.
 */
int jail_receive(int socket, union jail_reply *reply);

#endif
