/*
 * What this host lets us do, found out by doing it: sysctls and versions
 * tell too little (on some systems a user namespace can be made and then
 * nothing done in it).
 */
#ifndef EVALTOP_SANDBOX_PROBE_H
#define EVALTOP_SANDBOX_PROBE_H

#include "sandbox/policy.h"
#include "sandbox/wire.h"

#include <stddef.h>

struct jail_probe {
	enum jail_tier tier;
	char step[2 * JAIL_TEXT_BYTES];	/* what failed; or empty */
	enum jail_memory_by memory_by;
	char memory_lacks[JAIL_TEXT_BYTES];	/* for a cgroup; or empty */
	int memory_err;			/* and its errno, positive */
};

/*
 * Start a launcher of one tier and run /bin/true in it.  0, or a negative
 * errno with the failed step in step ("uid map").  Takes some milliseconds,
 * five seconds at most; leaves nothing behind.  Same thread rule as
 * jail_spawn.
 */
int jail_probe_tier(const char *jail_path, enum jail_tier tier,
    struct jail_probe *probe);

/* The same with these binds instead of the system's, and without a launch. */
int jail_probe_binds(const char *jail_path, enum jail_tier tier,
    const char *const *binds, size_t n_binds, struct jail_probe *probe);

/*
 * The best tier that works.  0; step is then empty, or names what kept a
 * better tier from working, as "full: uid map: Operation not permitted".  A
 * negative errno, that of the last tier tried, when none works.
 */
int jail_probe(const char *jail_path, struct jail_probe *probe);

/*
 * What to do about a step that failed (jail_probe_tier's step and errno, as
 * a positive number): a sentence with the cause, and in *ret_command the one
 * command that helps, or finds out more.  Both are constant.  With root, the
 * host's files are looked for below that folder: for tests.
 */
const char *jail_advice(const char *step, int err, const char **ret_command);
const char *jail_advice_at(const char *root, const char *step, int err,
    const char **ret_command);

/* The tree of /usr and, where they are no links into it, /bin, /lib and so on.
 * Returns how many of the JAIL_SYSTEM_BINDS_MAX entries were filled. */
#define JAIL_SYSTEM_BINDS_MAX 8
size_t jail_system_binds(const char *binds[JAIL_SYSTEM_BINDS_MAX]);

#endif
