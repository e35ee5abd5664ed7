/*
 * From the set-up of a job to the first instruction of its candidate: what
 * is the same with namespaces (inner.c) and without (plain.c).
 *
 * Nothing here allocates or takes a lock.  The order:
 *
 *   limits        in the candidate and not in init, see limits.c
 *   death signal  after the last change of credentials, which clears it
 *   Landlock      needs no_new_privs; it opens files, so it comes before
 *                 seccomp could refuse anything it needs
 *   seccomp       last: it need not allow any of the calls above
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

volatile bool jail_init_is_broken;

static const char *const fixed_environment[] = {
	"PATH=",
	"LANG=C.UTF-8",
	"PYTHONHASHSEED=0",
	"PYTHONDONTWRITEBYTECODE=1",
	"OMP_NUM_THREADS=1",
	"OPENBLAS_NUM_THREADS=1",
	"MKL_NUM_THREADS=1",
	"NUMEXPR_NUM_THREADS=1",
	"MALLOC_ARENA_MAX=2",
};
#define N_FIXED (sizeof fixed_environment / sizeof fixed_environment[0])

void
jail_prefer_for_oom(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)!write(fd, "1000", 4);
	(void)close(fd);
}

_Noreturn void
jail_stop(int start, int err, const char *step)
{
	struct jail_note note = { .err = err > 0 ? err : EIO };

	for (size_t i = 0; i < sizeof note.step - 1 && step[i] != '\0'; i++)
		note.step[i] = step[i];
	(void)!write(start, &note, sizeof note);
	_exit(125);
}

/*
 * Sources all lie at or above JAIL_FD__FREE, so that no dup2 destroys the
 * source of a later one.
 */
void
jail_arrange_descriptors(struct jail_job_spec *spec)
{
	int start = spec->start;

	for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
		if (jail_inject("descriptors") || dup2(spec->fds[i], i) < 0)
			jail_stop(start, errno, "descriptors");
	if (dup3(spec->control, JAIL_FD_CONTROL, O_CLOEXEC) < 0 ||
	    dup3(start, JAIL_FD_START, O_CLOEXEC) < 0 ||
	    (spec->work >= 0 &&
	    dup3(spec->work, JAIL_FD_WORK, O_CLOEXEC) < 0))
		jail_stop(start, errno, "descriptors");
	spec->control = JAIL_FD_CONTROL;
	spec->start = JAIL_FD_START;
	if (spec->work >= 0)
		spec->work = JAIL_FD_WORK;
	if (jail_inject("close descriptors") ||
	    syscall(SYS_close_range, JAIL_FD__FREE, ~0u, 0) < 0)
		jail_stop(spec->start, errno, "close descriptors");
}

static void
load_filters(const struct jail_job_spec *spec)
{
	const struct jail_common *common = spec->common;

	if (common->tier == JAIL_TIER_LANDLOCK &&
	    common->landlock_abi < JAIL_LANDLOCK_ABI_SIGNALS &&
	    jail_filter_load_signals(getpid()) < 0)
		jail_stop(spec->start, errno, "seccomp");
	if (jail_inject("seccomp") || jail_filter_load(&common->filter) < 0)
		jail_stop(spec->start, errno, "seccomp");
}

_Noreturn static void
run_candidate(const struct jail_job_spec *spec)
{
	static const struct jail_note comes_next = { .err = 0 };
	const char *step = "";
	int start = spec->start;
	int r;

	(void)close(JAIL_FD_CONTROL);
	if (spec->work >= 0) {
		(void)close(spec->work);
		/*
		 * A group without init in it, for init to kill at a stroke;
		 * and a session, as the scheduler shares by sessions: init
		 * must get its turn beside a storm of processes.
		 */
		(void)setsid();
	}
	/*
	 * What an exec would do, in memory that is its own: init may see what
	 * its processes share, which else counts once for each.
	 */
	if (spec->begin != jail_begin_exec)
		(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	r = jail_limits_set(spec->policy, spec->common->n_tasks, &step);
	if (r < 0)
		jail_stop(start, -r, step);
	if (jail_inject("parent death signal") ||
	    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
		jail_stop(start, errno, "parent death signal");
	if (spec->common->tier != JAIL_TIER_LIMITS) {
		r = jail_landlock_restrict(spec, &step);
		if (r < 0)
			jail_stop(start, -r, step);
		load_filters(spec);
	}
	(void)!write(start, &comes_next, sizeof comes_next);
	spec->begin(spec);
	_exit(125);
}

void
jail_begin_exec(const struct jail_job_spec *spec)
{
	const char *environment[N_FIXED + 3];
	char home[96], folder[96];
	size_t n = 0;

	(void)snprintf(home, sizeof home, "HOME=%s", spec->work_path);
	(void)snprintf(folder, sizeof folder, "TMPDIR=%s", spec->work_path);
	for (; n < N_FIXED; n++)
		environment[n] = fixed_environment[n];
	environment[n++] = home;
	environment[n++] = folder;
	environment[n] = NULL;
	if (!jail_inject("exec"))
		(void)execve(spec->argv[0], spec->argv,
		    (char *const *)(const void *)environment);
	jail_stop(spec->start, errno, "exec");
}

/* init keeps control and work folder, and nothing it could be misled to use. */
_Noreturn static void
run_init(const struct jail_job_spec *spec, pid_t candidate)
{
	int last = spec->work >= 0 ? JAIL_FD_WORK : JAIL_FD_CONTROL;

	(void)syscall(SYS_close_range, 0, JAIL_FD_CONTROL - 1, 0);
	(void)close(JAIL_FD_START);
	(void)syscall(SYS_close_range, last + 1, ~0u, 0);
	jail_init_run(spec, candidate);
}

/*
 * init becomes a program of its own, and with that gives back the memory that
 * it was lent.  An exec makes it dumpable for a moment, so the candidate waits
 * at the gate until it says that it no longer is.
 */
_Noreturn static void
exec_init(const struct jail_job_spec *spec, pid_t candidate, int gate)
{
	char path[] = JAIL_INIT_PATH, numbers[3][24];
	char *const argv[] = { path, numbers[0], numbers[1],
		numbers[2], NULL };
	char *const environment[] = { NULL };

	(void)snprintf(numbers[0], sizeof numbers[0], "%d", (int)candidate);
	(void)snprintf(numbers[1], sizeof numbers[1], "%d", gate);
	(void)snprintf(numbers[2], sizeof numbers[2], "%llu",
	    (unsigned long long)spec->policy->memory_bytes);
	(void)syscall(SYS_close_range, 0, JAIL_FD_CONTROL - 1, 0);
	if (fcntl(spec->control, F_SETFD, 0) < 0 ||
	    fcntl(gate, F_SETFD, 0) < 0)
		jail_stop(spec->start, errno, "init");
	(void)execve(argv[0], argv, environment);
	jail_init_is_broken = true;	/* for who has lent us this memory */
	jail_stop(spec->start, errno, "init");
}

static void
wait_at_gate(const int gate[2])
{
	char byte;

	(void)close(gate[1]);
	if (read(gate[0], &byte, 1) != 1)	/* init has failed */
		_exit(125);
	(void)close(gate[0]);
}

_Noreturn static void
split_off_lent(const struct jail_job_spec *spec)
{
	pid_t candidate;
	int gate[2];

	if (pipe2(gate, O_CLOEXEC) < 0)
		jail_stop(spec->start, errno, "gate");
	candidate = fork();
	if (candidate < 0)
		jail_stop(spec->start, errno, "fork");
	if (candidate > 0)
		exec_init(spec, candidate, gate[1]);
	wait_at_gate(gate);
	run_candidate(spec);
}

_Noreturn void
jail_split_off(const struct jail_job_spec *spec)
{
	pid_t candidate = -1;

	if (spec->is_lent)
		split_off_lent(spec);
	/*
	 * An exec follows at once: borrow the memory, which saves a copy of
	 * the page tables.  What the candidate's set-up changes is its own:
	 * credentials, limits, descriptors, filter.
	 */
	if (!jail_inject("fork"))
		candidate = spec->begin == jail_begin_exec ? vfork() : fork();
	if (candidate < 0)
		jail_stop(spec->start, errno, "fork");
	if (candidate == 0)
		run_candidate(spec);
	run_init(spec, candidate);
}
