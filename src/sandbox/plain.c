/*
 * A job without namespaces: the tiers landlock and limits.
 *
 * What the kernel does in the full tier is done here by hand.  Init is a
 * child subreaper, so that none of the job's processes gets away from it
 * (tree.c).  The work folder is one in a folder of the launcher's, with
 * nobody's access but the candidate's user, and is emptied by init when all
 * others are dead (folder.c).  Nothing can be shown at another place, so a
 * bind's target in the arguments is written as its source.
 *
 * If init is killed, its processes become the launcher's children, who ends
 * them; if the launcher is killed, they become the waiter's.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

int
jail_base_make(struct jail_base *base, struct jail_fault *fault)
{
	static const char *const places[] = { "/tmp", "/var/tmp" };
	char *made = NULL;

	for (size_t i = 0; made == NULL && i < sizeof places /
	    sizeof places[0]; i++) {
		(void)snprintf(base->path, sizeof base->path,
		    "%s/evaltop-jail-XXXXXX", places[i]);
		if (!jail_inject("base folder"))
			made = mkdtemp(base->path);
	}
	if (made == NULL) {
		base->path[0] = '\0';
		return jail_fault_set(fault, errno, "base folder");
	}
	base->fd = open(base->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (base->fd < 0 || (geteuid() == 0 && fchown(base->fd,
	    JAIL_HOST_NOBODY, JAIL_HOST_NOBODY) < 0))
		return jail_fault_set(fault, errno, "base folder");
	return 0;
}

void
jail_base_remove(struct jail_base *base)
{
	if (base->fd >= 0)
		jail_folder_empty(base->fd);
	if (base->path[0] != '\0')
		(void)rmdir(base->path);
}

int
jail_base_add(struct jail_base *base, char path[80])
{
	char name[24];
	int fd;

	(void)snprintf(name, sizeof name, "%lu", base->serial++);
	(void)snprintf(path, 80, "%s/%s", base->path, name);
	if (jail_inject("work folder") || mkdirat(base->fd, name, 0700) < 0)
		return -errno;
	fd = openat(base->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int
jail_plain_argument(const struct jail_options *options, const char *text,
    char *written, size_t size)
{
	size_t best = 0;
	int n = 0;

	/* The longest target wins, as the mount on top would. */
	for (unsigned i = 0; i < options->n_binds; i++) {
		const struct jail_bind *bind = &options->binds[i];
		size_t length = strlen(bind->target);

		if (length < best || strncmp(text, bind->target, length) != 0
		    || (text[length] != '/' && text[length] != '\0'))
			continue;
		best = length;
		n = snprintf(written, size, "%s%s", bind->source,
		    text + length);
	}
	if (best == 0)
		n = snprintf(written, size, "%s", text);
	return n < 0 || (size_t)n >= size ? -E2BIG : n;
}

/* Once, in the launcher: what a job could only find out too late. */
int
jail_plain_build(struct jail_common *common, struct jail_fault *fault)
{
	const struct jail_options *options = common->options;
	int r;

	jail_limits_raise();
	jail_privileges_leave_keyring();
	r = jail_privileges_leave_root(fault);
	if (r < 0)
		return r;
	if (common->tier == JAIL_TIER_LANDLOCK &&
	    (jail_inject("landlock support") || common->landlock_abi < 1))
		return jail_fault_set(fault, ENOSYS, "landlock support");
	if (jail_inject("list of children") ||
	    access("/proc/thread-self/children", R_OK) < 0)
		return jail_fault_set(fault, errno, "list of children");
	for (unsigned i = 0; i < options->n_binds; i++)
		if (jail_inject("bind") ||
		    access(options->binds[i].source, R_OK) < 0)
			return jail_fault_set_path(fault, errno, "bind",
			    options->binds[i].source);
	return 0;
}

_Noreturn void
jail_plain_run(const struct jail_job_spec *given)
{
	struct jail_job_spec spec = *given;
	const char *step = "";
	int r;

	if (jail_inject("subreaper") ||
	    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0)
		jail_stop(spec.start, errno, "subreaper");
	if (jail_inject("session") || setsid() < 0)
		jail_stop(spec.start, errno, "session");
	/* Files of proc are root's while we are not dumpable. */
	(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	jail_prefer_for_oom();
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	jail_arrange_descriptors(&spec);
	if (jail_inject("enter work folder") || fchdir(spec.work) < 0)
		jail_stop(spec.start, errno, "enter work folder");
	(void)umask(077);
	r = jail_privileges_drop(&step);
	if (r < 0)
		jail_stop(spec.start, -r, step);
	jail_split_off(&spec);
}
