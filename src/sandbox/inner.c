/*
 * What one job does between its clone and its exec.
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
 *   fork          init stays, the candidate goes on
 *   limits        inside the user namespace, see limits.c
 *   Landlock      needs no_new_privs; it opens files, so it comes before
 *                 seccomp could refuse anything it needs
 *   seccomp       last: it need not allow any of the calls above
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const candidate_environment[] = {
	"PATH=",
	"LANG=C.UTF-8",
	"HOME=/w",
	"TMPDIR=/w",
	"PYTHONHASHSEED=0",
	"PYTHONDONTWRITEBYTECODE=1",
	"OMP_NUM_THREADS=1",
	"OPENBLAS_NUM_THREADS=1",
	"MKL_NUM_THREADS=1",
	"NUMEXPR_NUM_THREADS=1",
	"MALLOC_ARENA_MAX=2",
	NULL
};

_Noreturn static void
stop(int start, int err, const char *step)
{
	struct jail_note note = { .err = err > 0 ? err : EIO };

	for (size_t i = 0; i < sizeof note.step - 1 && step[i] != '\0'; i++)
		note.step[i] = step[i];
	(void)!write(start, &note, sizeof note);
	_exit(125);
}

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
	if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0)
		stop(start, errno, "dumpable");
	/* setgroups is denied already by the outer namespace. */
	r = WRITE_TEXT("/proc/self/gid_map", "1000 1000 1");
	if (r < 0)
		stop(start, -r, "gid map");
	r = WRITE_TEXT("/proc/self/uid_map", "1000 1000 1");
	if (r < 0)
		stop(start, -r, "uid map");
	/* Both make things safer where they can be had; neither must. */
	(void)WRITE_TEXT("/proc/sys/user/max_user_namespaces", "0");
	(void)WRITE_TEXT("/proc/self/oom_score_adj", "1000");
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		stop(start, errno, "not dumpable");
}

static void
mount_private(const struct jail_job_spec *spec)
{
	const unsigned long flags = MS_NOSUID | MS_NODEV;
	int start = spec->start;

	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		stop(start, errno, "private mounts");
	if (mount("w", "/w", "tmpfs", flags, spec->work_options) < 0)
		stop(start, errno, "work folder");
	if (mount("tmp", "/tmp", "tmpfs", flags,
	    "size=4m,nr_inodes=256,mode=700") < 0)
		stop(start, errno, "temporary folder");
	if (mount("proc", "/proc", "proc", flags | MS_NOEXEC,
	    "subset=pid") == 0)
		return;
	if (mount("none", "/proc", "tmpfs", flags | MS_NOEXEC | MS_RDONLY,
	    "size=4k,nr_inodes=1,mode=555") < 0)
		stop(start, errno, "cover proc");
}

/*
 * Sources all lie at or above JAIL_FD__FREE, so that no dup2 destroys the
 * source of a later one.
 */
static void
arrange_descriptors(struct jail_job_spec *spec)
{
	int start = spec->start;

	for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
		if (dup2(spec->fds[i], i) < 0)
			stop(start, errno, "descriptors");
	if (dup3(spec->control, JAIL_FD_CONTROL, O_CLOEXEC) < 0 ||
	    dup3(start, JAIL_FD_START, O_CLOEXEC) < 0)
		stop(start, errno, "descriptors");
	spec->control = JAIL_FD_CONTROL;
	spec->start = JAIL_FD_START;
	if (syscall(SYS_close_range, JAIL_FD__FREE, ~0u, 0) < 0)
		stop(spec->start, errno, "close descriptors");
}

/* PID 2 and the last of our own code that it runs. */
_Noreturn static void
run_candidate(const struct jail_job_spec *spec)
{
	static const struct jail_note comes_next = { .err = 0 };
	const char *step = "";
	int start = spec->start;
	int r;

	(void)close(JAIL_FD_CONTROL);
	r = jail_limits_set(spec->policy, &step);
	if (r < 0)
		stop(start, -r, step);
	/* After the last change of credentials, which would clear it. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
		stop(start, errno, "parent death signal");
	r = jail_landlock_restrict(spec->common->landlock_abi, &step);
	if (r < 0)
		stop(start, -r, step);
	r = jail_filter_load(&spec->common->filter);
	if (r < 0)
		stop(start, -r, "seccomp");
	(void)!write(start, &comes_next, sizeof comes_next);
	(void)execve(spec->argv[0], spec->argv,
	    (char *const *)(const void *)candidate_environment);
	stop(start, errno, "exec");
}

/* init keeps the control alone, and nothing it could be made to misuse. */
_Noreturn static void
run_init(const struct jail_job_spec *spec, pid_t candidate)
{
	(void)syscall(SYS_close_range, 0, JAIL_FD_CONTROL - 1, 0);
	(void)syscall(SYS_close_range, JAIL_FD_CONTROL + 1, ~0u, 0);
	jail_init_run(JAIL_FD_CONTROL, candidate, spec->policy->memory_bytes);
}

_Noreturn void
jail_inner_run(const struct jail_job_spec *given)
{
	struct jail_job_spec spec = *given;
	const char *step = "";
	pid_t candidate;
	int r;

	become_inside_user(spec.start);
	mount_private(&spec);
	if (setsid() < 0)
		stop(spec.start, errno, "session");
	arrange_descriptors(&spec);
	if (chdir("/w") < 0)
		stop(spec.start, errno, "enter work folder");
	(void)umask(077);
	/* Neither init nor the candidate needs one from here on. */
	r = jail_privileges_drop(&step);
	if (r < 0)
		stop(spec.start, -r, step);

	/*
	 * The candidate borrows init's memory until its exec, which saves a
	 * copy of the page tables; everything that its set-up changes is its
	 * own: credentials, limits, descriptors, filter.
	 */
	candidate = vfork();
	if (candidate < 0)
		stop(spec.start, errno, "fork");
	if (candidate == 0)
		run_candidate(&spec);
	run_init(&spec, candidate);
}
