/*
 * From a step that failed to what can be done about it.
 *
 * Kernel settings are read only to tell causes apart that look the same from
 * inside; whether a tier works is found out by doing it (probe.c).
 */
#include "config.h"

#include "sandbox/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A kernel setting's number, -1 where there is no such setting. */
static long
setting(const char *root, const char *path)
{
	char text[32] = "", whole[512];
	ssize_t n;
	int fd;

	if (strlen(root) + strlen(path) >= sizeof whole)
		return -1;
	(void)strcat(strcpy(whole, root), path);
	fd = open(whole, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, text, sizeof text - 1);
	(void)close(fd);
	return n > 0 ? strtol(text, NULL, 10) : -1;
}

static bool
exists(const char *root, const char *path)
{
	char whole[512];

	return strlen(root) + strlen(path) < sizeof whole &&
	    access(strcat(strcpy(whole, root), path), F_OK) == 0;
}

enum cause {
	CAUSE_SETTING,		/* path holds value */
	CAUSE_EXISTS,		/* path is there */
	CAUSE_STEP,		/* the step's name begins with path */
	CAUSE_ANY,
};

/* The first row that fits, and whose errno is err where it has one. */
static const struct {
	enum cause cause;
	const char *path;
	long value;
	int err;
	const char *sentence;
	const char *command;
} rows[] = {
	{ CAUSE_STEP, "start evaltop-jail", 0, 0,
	    "evaltop-jail cannot be started: it is missing or not executable",
	    "make install" },
	{ CAUSE_STEP, "cgroup v2", 0, 0,
	    "this host has no cgroup v2, so the memory of all of a "
	    "candidate's processes together is watched and not limited",
	    "grep cgroup /proc/mounts" },
	{ CAUSE_STEP, "cgroup memory controller", 0, 0,
	    "the memory controller is not on cgroup v2 (boot with "
	    "systemd.unified_cgroup_hierarchy=1), or is not handed on to us",
	    "grep memory /proc/cgroups /sys/fs/cgroup/cgroup.controllers" },
	{ CAUSE_STEP, "cgroup", 0, EROFS,
	    "this container's cgroups are read-only, so the memory of all of "
	    "a candidate's processes together is watched and not limited",
	    "grep cgroup2 /proc/self/mountinfo" },
	{ CAUSE_STEP, "cgroup", 0, 0,
	    "evaltop has no cgroup of its own, so the memory of all of a "
	    "candidate's processes together is watched and not limited",
	    "systemd-run --user --scope -p Delegate=yes evaltop run ..." },
	{ CAUSE_STEP, "bind /", 0, 0,
	    "a file or folder that the candidates need cannot be read by the "
	    "user they run as (root's, in a tier below full: user 65534); "
	    "use a Python that everybody can read",
	    "evaltop doctor --python /usr/bin/python3" },
	{ CAUSE_STEP, "base folder", 0, 0,
	    "no folder for work folders can be made in /tmp or /var/tmp",
	    "df -h /tmp" },
	{ CAUSE_STEP, "landlock", 0, 0,
	    "this kernel has no Landlock: it needs Linux 5.13 and 'landlock' "
	    "among its security modules",
	    "cat /sys/kernel/security/lsm" },
	{ CAUSE_STEP, "list of children", 0, 0,
	    "this kernel does not list the children of processes "
	    "(CONFIG_PROC_CHILDREN), or /proc is not mounted",
	    "ls /proc/thread-self/children" },
	{ CAUSE_STEP, "seccomp", 0, 0,
	    "this kernel or container lets no process load a seccomp filter",
	    "grep Seccomp /proc/self/status" },
	{ CAUSE_SETTING, "/proc/sys/user/max_user_namespaces", 0, 0,
	    "user namespaces are switched off on this host",
	    "sudo sysctl user.max_user_namespaces=15000" },
	{ CAUSE_SETTING, "/proc/sys/kernel/unprivileged_userns_clone", 0, 0,
	    "user namespaces are for root only on this host",
	    "sudo sysctl kernel.unprivileged_userns_clone=1" },
	{ CAUSE_SETTING,
	    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", 1, 0,
	    "AppArmor lets a user namespace be made, but nothing be done in "
	    "it; evaltop brings a profile that allows it for evaltop-jail",
	    "sudo apparmor_parser -r " EVALTOP_DATADIR
	    "/apparmor/evaltop-jail" },
	{ CAUSE_EXISTS, "/.dockerenv", 0, 0,
	    "Docker's default profile allows no namespaces in a container",
	    "docker run --security-opt seccomp=unconfined --security-opt "
	    "apparmor=unconfined --security-opt systempaths=unconfined ..." },
	{ CAUSE_EXISTS, "/run/.containerenv", 0, 0,
	    "this container's profile allows no namespaces in it",
	    "podman run --security-opt seccomp=unconfined --security-opt "
	    "unmask=ALL ..." },
	{ CAUSE_EXISTS, "/var/run/secrets/kubernetes.io", 0, 0,
	    "this pod's seccomp profile allows no namespaces in it",
	    "kubectl explain pod.spec.securityContext.seccompProfile" },
	{ CAUSE_ANY, NULL, 0, ENOSPC,
	    "no more user namespaces may be made, or nested, here",
	    "sudo sysctl user.max_user_namespaces=15000" },
	{ CAUSE_ANY, NULL, 0, ENOSYS,
	    "this kernel lacks a call that is needed: the full tier needs "
	    "Linux 5.12",
	    "uname -r" },
	{ CAUSE_ANY, NULL, 0, EPERM,
	    "something forbids it: a container's profile, or systemd's "
	    "RestrictNamespaces= for this service",
	    "systemctl show -p RestrictNamespaces $UNIT" },
	{ CAUSE_ANY, NULL, 0, 0,
	    "the set-up of the sandbox failed",
	    "evaltop-jail --report-fd 1 -- /bin/true" },
};

const char *
jail_advice_at(const char *root, const char *step, int err,
    const char **ret_command)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		bool fits = true;

		if (rows[i].cause == CAUSE_SETTING)
			fits = setting(root, rows[i].path) == rows[i].value;
		else if (rows[i].cause == CAUSE_EXISTS)
			fits = exists(root, rows[i].path);
		else if (rows[i].cause == CAUSE_STEP)
			fits = strncmp(step, rows[i].path,
			    strlen(rows[i].path)) == 0;
		if (!fits || (rows[i].err != 0 && rows[i].err != err))
			continue;
		*ret_command = rows[i].command;
		return rows[i].sentence;
	}
	*ret_command = "";	/* not reached: the last row fits all */
	return "";
}

const char *
jail_advice(const char *step, int err, const char **ret_command)
{
	return jail_advice_at("", step, err, ret_command);
}
