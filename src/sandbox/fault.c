/*
 * How a failed step of the set-up is written down, and how tests make one
 * fail.
 *
 * Every step that can fail on a host asks here first whether it is to fail,
 * so that tests can show for each of them: the step is named, the fault is
 * ours and no verdict, and nothing is left behind.  A step that the table
 * lacks is not tested; one that the code lacks makes the test fail.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FULL (1u << JAIL_TIER_FULL)
#define LANDLOCK (1u << JAIL_TIER_LANDLOCK)
#define LIMITS (1u << JAIL_TIER_LIMITS)
#define PLAIN (LANDLOCK | LIMITS)
#define ALL (FULL | PLAIN)

enum who {
	ANYBODY,
	ROOT,			/* a step that only root needs */
	CGROUP,			/* or only who may make cgroups */
	NO_FAULT,		/* the watch then does without: not listed */
};

static const struct {
	const char *step;
	unsigned tiers;
	enum who who;
} rows[] = {
	{ "pipe", ALL, ANYBODY },
	{ "fork of the launcher", ALL, ANYBODY },
	{ "seccomp filter", ALL, ANYBODY },
	{ "user namespace", FULL, ANYBODY },
	{ "setgroups", FULL, ANYBODY },
	{ "gid map", FULL, ANYBODY },
	{ "uid map", FULL, ANYBODY },
	{ "namespaces", FULL, ANYBODY },
	{ "private mounts", FULL, ANYBODY },
	{ "host name", FULL, ANYBODY },
	{ "domain name", FULL, ANYBODY },
	{ "memory", FULL, ANYBODY },
	{ "bind read-only", FULL, ANYBODY },
	{ "file system", FULL, ANYBODY },
	{ "mount", FULL, ANYBODY },
	{ "attach root", FULL, ANYBODY },
	{ "link", FULL, ANYBODY },
	{ "make folder", FULL, ANYBODY },
	{ "make mount point", FULL, ANYBODY },
	{ "attach", FULL, ANYBODY },
	{ "enter root", FULL, ANYBODY },
	{ "pivot root", FULL, ANYBODY },
	{ "detach old root", FULL, ANYBODY },
	{ "root read-only", FULL, ANYBODY },
	{ "base folder", PLAIN, ANYBODY },
	{ "list of children", PLAIN, ANYBODY },
	{ "landlock support", LANDLOCK, ANYBODY },
	{ "drop groups", ALL, ROOT },
	{ "give up root's group", ALL, ROOT },
	{ "give up root", ALL, ROOT },
	{ "bind", ALL, ANYBODY },
	{ "no new privileges", ALL, ANYBODY },
	{ "capabilities", ALL, ANYBODY },
	{ "control pair", ALL, ANYBODY },
	{ "start pipe", ALL, ANYBODY },
	{ "clone", ALL, ANYBODY },
	{ "dumpable", FULL, ANYBODY },
	{ "gid map of the job", FULL, ANYBODY },
	{ "uid map of the job", FULL, ANYBODY },
	{ "not dumpable", FULL, ANYBODY },
	{ "private mounts of the job", FULL, ANYBODY },
	{ "temporary folder", FULL, ANYBODY },
	{ "cover proc", FULL, ANYBODY },
	{ "subreaper", PLAIN, ANYBODY },
	{ "work folder", ALL, ANYBODY },
	{ "session", ALL, ANYBODY },
	{ "descriptors", ALL, ANYBODY },
	{ "close descriptors", ALL, ANYBODY },
	{ "enter work folder", ALL, ANYBODY },
	{ "fork", ALL, ANYBODY },
	{ "limit cpu", ALL, ANYBODY },
	{ "limit file size", ALL, ANYBODY },
	{ "limit open files", ALL, ANYBODY },
	{ "limit processes", ALL, ANYBODY },
	{ "limit core", ALL, ANYBODY },
	{ "limit locked memory", ALL, ANYBODY },
	{ "limit message queues", ALL, ANYBODY },
	{ "limit pending signals", ALL, ANYBODY },
	{ "limit nice", ALL, ANYBODY },
	{ "limit priority", ALL, ANYBODY },
	{ "limit stack", ALL, ANYBODY },
	{ "limit data", ALL, ANYBODY },
	{ "limit address space", ALL, ANYBODY },
	{ "parent death signal", ALL, ANYBODY },
	{ "enter the launcher's cgroup", ALL, CGROUP },
	{ "cgroup of the job", ALL, CGROUP },
	{ "cgroup delegation", ALL, NO_FAULT },
	{ "cgroup for ourselves", ALL, NO_FAULT },
	{ "cgroup of the launcher", ALL, NO_FAULT },
	{ "cgroup controllers", ALL, NO_FAULT },
	{ "cgroup owner", ALL, NO_FAULT },
	{ "limit memory of all", ALL, CGROUP },
	{ "limit swap of all", ALL, CGROUP },
	{ "end all together", ALL, CGROUP },
	{ "limit tasks of all", ALL, CGROUP },
	{ "cgroup namespace", FULL, CGROUP },
	{ "landlock rules", FULL | LANDLOCK, ANYBODY },
	{ "landlock", FULL | LANDLOCK, ANYBODY },
	{ "seccomp", FULL | LANDLOCK, ANYBODY },
	{ "exec", ALL, ANYBODY },
};

/* From the command line, before the first fork; never changed again. */
static const char *injected;

void
jail_inject_set(const char *step)
{
	injected = step;
}

bool
jail_inject(const char *step)
{
	if (injected == NULL || strcmp(step, injected) != 0)
		return false;
	errno = EIO;
	return true;
}

bool
jail_inject_knows(const char *step)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(step, rows[i].step) == 0)
			return true;
	return false;
}

void
jail_inject_list(enum jail_tier tier)
{
	char place[PATH_MAX];
	const char *lacks;
	bool is_own;
	const bool is[] = {
		[ANYBODY] = true,
		[ROOT] = geteuid() == 0,
		[CGROUP] = jail_cgroup_find(place, &is_own, &lacks) == 0,
		[NO_FAULT] = false,
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i].tiers & 1u << tier && is[rows[i].who])
			(void)puts(rows[i].step);
}

int
jail_fault_set(struct jail_fault *fault, int err, const char *step)
{
	return jail_fault_set_path(fault, err, step, NULL);
}

int
jail_fault_set_path(struct jail_fault *fault, int err, const char *step,
    const char *path)
{
	/* Also where a call that was not made says that it went well. */
	fault->err = err > 0 ? err : EIO;
	(void)snprintf(fault->step, sizeof fault->step, "%s%s%s", step,
	    path ? " " : "", path ? path : "");
	return -fault->err;
}
