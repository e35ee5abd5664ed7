/*
 * What a job in namespaces does between its clone and candidate.c.
 *
 * Runs in a copy of the launcher's memory.  Nothing here allocates or takes
 * a lock.  The order is the theory of this file:
 *
 *   maps          first: until then we are nobody and may not mount
 *   no third      user namespaces are set to 0 while the launcher's proc can
 *     level       still be seen; seccomp says the same later
 *   mounts        cover the launcher's proc: it shows other jobs
 *   session,      no terminal to type into, no descriptor but 0 to 3
 *     descriptors
 *   capabilities  none is needed any more, by init neither
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int
write_text(const char *path, const char *text, size_t length)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int r = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, length) != (ssize_t)length)
		r = errno != 0 ? -errno : -EIO;
	(void)close(fd);
	return r;
}

#define WRITE_TEXT(path, text) write_text((path), (text), sizeof (text) - 1)

static void
become_inside_user(int start)
{
	int r;

	/* The launcher is not dumpable, and the map files would be root's. */
	if (jail_inject("dumpable") || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0)
		jail_stop(start, errno, "dumpable");
	/* setgroups is denied already by the outer namespace. */
	r = WRITE_TEXT("/proc/self/gid_map", "1000 1000 1");
	if (jail_inject("gid map of the job") || r < 0)
		jail_stop(start, -r, "gid map of the job");
	r = WRITE_TEXT("/proc/self/uid_map", "1000 1000 1");
	if (jail_inject("uid map of the job") || r < 0)
		jail_stop(start, -r, "uid map of the job");
	/* Both make things safer where they can be had; neither must. */
	(void)WRITE_TEXT("/proc/sys/user/max_user_namespaces", "0");
	jail_prefer_for_oom();
	if (jail_inject("not dumpable") ||
	    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		jail_stop(start, errno, "not dumpable");
}

static void
mount_private(const struct jail_job_spec *spec)
{
	const unsigned long flags = MS_NOSUID | MS_NODEV;
	int start = spec->start;

	if (jail_inject("private mounts of the job") ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		jail_stop(start, errno, "private mounts of the job");
	if (jail_inject("work folder") ||
	    mount("w", "/w", "tmpfs", flags, spec->work_options) < 0)
		jail_stop(start, errno, "work folder");
	if (jail_inject("temporary folder") ||
	    mount("tmp", "/tmp", "tmpfs", flags,
	    "size=4m,nr_inodes=256,mode=700") < 0)
		jail_stop(start, errno, "temporary folder");
	if (!jail_inject("cover proc") && mount("proc", "/proc", "proc",
	    flags | MS_NOEXEC, "subset=pid") == 0)
		return;
	if (jail_inject("cover proc") ||
	    mount("none", "/proc", "tmpfs", flags | MS_NOEXEC | MS_RDONLY,
	    "size=4k,nr_inodes=1,mode=555") < 0)
		jail_stop(start, errno, "cover proc");
}

/*
 * Its name in the host's tree tells who runs us, and how many jobs came
 * before; in a space of its own it is "/".
 */
static void
hide_cgroup(int start)
{
	if (jail_inject("cgroup namespace") || unshare(CLONE_NEWCGROUP) < 0)
		jail_stop(start, errno, "cgroup namespace");
}

_Noreturn void
jail_inner_run(const struct jail_job_spec *given)
{
	struct jail_job_spec spec = *given;
	const char *step = "";
	int r;

	become_inside_user(spec.start);
	mount_private(&spec);
	if (spec.cgroup >= 0)
		hide_cgroup(spec.start);
	if (jail_inject("session") || setsid() < 0)
		jail_stop(spec.start, errno, "session");
	jail_arrange_descriptors(&spec);
	if (jail_inject("enter work folder") || chdir("/w") < 0)
		jail_stop(spec.start, errno, "enter work folder");
	(void)umask(077);
	/* Neither init nor the candidate needs one from here on. */
	r = jail_privileges_drop(&step);
	if (r < 0)
		jail_stop(spec.start, -r, step);

	jail_split_off(&spec);
}
