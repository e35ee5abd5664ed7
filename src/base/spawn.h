/*
 * Running a program of the user's own and taking what it prints, without ever
 * waiting for longer than was said: g_spawn_sync() with an end.
 */
#ifndef EVALTOP_BASE_SPAWN_H
#define EVALTOP_BASE_SPAWN_H

#include <glib.h>
#include <stdbool.h>

#define SPAWN_OUTPUT_MAX (4u << 20)	/* bytes of either stream */

struct spawn_request {
	const char *const *argv;	/* NULL-terminated; argv[0] a path */
	int timeout_ms;
	int stop_fd;	/* gives up once this is readable; -1: never */
};

/*
 * Run a program to its end, stdin empty, in a process group of its own that
 * is killed before this returns early.  `*ret_out` and `*ret_err`
 * are texts to g_free, cut at SPAWN_OUTPUT_MAX; `*ret_status` is for
 * g_spawn_check_wait_status().  All three are set only on success.
 *
 * False with a HOST error: it cannot be started, was not done in time, or
 * stop_fd became readable.
 */
bool spawn_capture(const struct spawn_request *request, char **ret_out,
    char **ret_err, int *ret_status, GError **error);

#endif
