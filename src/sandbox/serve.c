/*
 * The launcher's processes: from the command line to the loop of jail.c.
 * What each is for is told there.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void
send_ready(int socket, enum jail_tier tier, const struct jail_cgroup *cgroup,
    const struct jail_fault *fault)
{
	struct jail_ready ready = {
		.head = {
			.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
			.type = JAIL_MSG_READY,
		},
		.tier = (uint32_t)tier,
		.err = fault->err,
		.memory_by = cgroup->base >= 0 ? JAIL_MEMORY_CGROUP :
		    JAIL_MEMORY_WATCH,
		.memory_err = cgroup->err,
	};

	(void)snprintf(ready.step, sizeof ready.step, "%s", fault->step);
	memcpy(ready.memory_lacks, cgroup->lacks, sizeof ready.memory_lacks);
	(void)send(socket, &ready, sizeof ready, MSG_NOSIGNAL);
}

/*
 * What we inherit must reach no candidate.  The raw call, because libc keeps
 * two signals for itself and refuses to touch them; some parents ignore them.
 */
static void
reset_signals(void)
{
	const unsigned long defaults[8] = { 0 };  /* the kernel's sigaction */
	sigset_t none;

	for (int i = 1; i < NSIG; i++)
		(void)syscall(SYS_rt_sigaction, i, defaults, NULL,
		    (size_t)(NSIG - 1) / 8);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Leave nothing open but the socket, which moves to JAIL_FD__FREE; the
 * numbers below are kept occupied, so that no descriptor of ours is ever in
 * the way of a job's.
 */
static int
tidy_descriptors(int *socket)
{
	int null_fd, moved;

	moved = fcntl(*socket, F_DUPFD_CLOEXEC, JAIL_FD__FREE + 1);
	if (moved < 0 || dup3(moved, JAIL_FD__FREE, O_CLOEXEC) < 0)
		return -errno;
	*socket = JAIL_FD__FREE;
	null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null_fd < 0)
		return -errno;
	for (int i = 0; i < JAIL_FD__FREE; i++) {
#ifdef EVALTOP_SANITIZED
		if (i == STDERR_FILENO)	/* where the sanitizers report */
			continue;
#endif
		if (i != null_fd && dup3(null_fd, i, O_CLOEXEC) < 0)
			return -errno;
	}
	if (syscall(SYS_close_range, JAIL_FD__FREE + 1, ~0u, 0) < 0)
		return -errno;
	return 0;
}

static bool
has_hung_up(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) > 0 &&
	    (poll_fd.revents & (POLLHUP | POLLERR)) != 0;
}

/* For the handler; set before the signal can come. */
static volatile pid_t launcher_pid;

/* Our parent has died: so must the launcher, and we clean up behind it. */
static void
kill_launcher(int signal_number)
{
	(void)signal_number;
	(void)kill(launcher_pid, SIGKILL);
}

/*
 * In the full tier the kernel ends the jobs with the launcher, and nothing
 * is left to do but to take the cgroups away; without them, nothing at all.
 */
static int
confine_waiter(const struct jail_cgroup *cgroup, struct jail_fault *fault)
{
	struct sigaction action = { .sa_handler = kill_launcher };
	bool has_cgroup = cgroup->base >= 0;
	const char *step;
	int r = 0;

	/* Root's base is in a folder of root's: nobody could not remove it. */
	if (has_cgroup && geteuid() == 0) {
		jail_privileges_keep_few();
	} else {
		r = jail_privileges_leave_root(fault);
		(void)jail_privileges_drop(&step);
	}
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	if (has_cgroup)
		(void)sigaction(SIGTERM, &action, NULL);
	(void)prctl(PR_SET_PDEATHSIG, has_cgroup ? SIGTERM : SIGKILL, 0, 0,
	    0);
	return r;
}

/*
 * The process that the runner started: hold the namespaces' pid, or see to
 * it that nothing stays when there are none.
 */
_Noreturn static void
wait_for_launcher(pid_t pid, int socket, enum jail_tier tier,
    struct jail_base *base, struct jail_cgroup *cgroup)
{
	struct jail_fault fault = { 0 };
	int status = 0;

	jail_inject_set(NULL);	/* it is the launcher that is to fail */
	launcher_pid = pid;
	if (tier == JAIL_TIER_FULL && confine_waiter(cgroup, &fault) < 0) {
		/* It will fail in the same way, but may not be as quick. */
		(void)kill(pid, SIGKILL);
		send_ready(socket, tier, cgroup, &fault);
	}
	(void)close(socket);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (tier != JAIL_TIER_FULL)
		/* As whoever we are: root cannot be killed by a candidate. */
		jail_tree_end(NULL, 0, NULL, NULL);
	jail_cgroup_remove(cgroup);
	/* But what a candidate left is not for root to walk. */
	if (tier != JAIL_TIER_FULL && jail_privileges_leave_root(&fault) == 0)
		jail_base_remove(base);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

static void
add_task(void *data, const char *name)
{
	uint64_t *n = data;

	(void)name;
	(*n)++;
}

struct task_count {
	uid_t uid;
	uint64_t n;
};

static void
count_tasks_of(void *data, const char *name)
{
	struct task_count *count = data;
	char path[64];
	struct stat st;

	(void)snprintf(path, sizeof path, "/proc/%.16s/task", name);
	if (stat(path, &st) == 0 && st.st_uid == count->uid)
		(void)jail_each_number(path, add_task, &count->n);
}

/* Without a user namespace, all of our user's threads count for a limit. */
static uint64_t
count_tasks(void)
{
	struct task_count count = { .uid = geteuid() };

	(void)jail_each_number("/proc", count_tasks_of, &count);
	return count.n;
}

static int
build(struct jail_common *common, uid_t host_uid, struct jail_fault *fault)
{
	const struct jail_options *options = common->options;
	const char *step = "";
	int r;

	common->tier = options->tier;
	common->landlock_abi = jail_landlock_abi();
	if (common->landlock_abi > options->landlock_abi_max)
		common->landlock_abi = options->landlock_abi_max;
	r = jail_filter_compile(options->tier, common->landlock_abi,
	    &common->filter, fault);
	if (r == 0)
		r = options->tier == JAIL_TIER_FULL ?
		    jail_outer_build(options, host_uid, fault) :
		    jail_plain_build(common, fault);
	if (r == 0 && options->tier != JAIL_TIER_FULL)
		common->n_tasks = count_tasks();
	if (r == 0) {
		r = jail_privileges_drop(&step);
		if (r < 0)
			(void)jail_fault_set(fault, -r, step);
	}
	return r;
}

/* The launcher proper, in the full tier PID 1 of the outer pid namespace. */
_Noreturn static void
launch_for_ever(const struct jail_options *options, uid_t host_uid,
    struct jail_base *base, struct jail_cgroup *cgroup, int alive)
{
	struct jail_common common = {
		.options = options, .base = base, .cgroup = cgroup,
	};
	struct jail_fault fault = { 0 };
	int r = 0;

	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	if (cgroup->base >= 0) {
		r = jail_cgroup_enter_launcher(cgroup);
		if (jail_inject("enter the launcher's cgroup") || r < 0)
			r = jail_fault_set(&fault, -r,
			    "enter the launcher's cgroup");
	}
	if (r == 0)
		r = build(&common, host_uid, &fault);
	/* Late, because a change of credentials clears it. */
	if (options->tier == JAIL_TIER_FULL)
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	if (has_hung_up(alive))
		_exit(0);
	send_ready(options->socket, options->tier, cgroup, &fault);
	if (r < 0)
		_exit(125);
	jail_run(&common, options->socket, alive);
}

static int
prepare(const struct jail_options *options, struct jail_base *base,
    struct jail_cgroup *cgroup, struct jail_fault *fault)
{
	uid_t uid = geteuid();

	if (!options->no_cgroup)
		jail_cgroup_make(cgroup, uid == 0 ? JAIL_HOST_NOBODY : uid);
	if (options->tier == JAIL_TIER_FULL)
		return jail_outer_unshare(fault);
	/*
	 * A signal from the terminal, or to our parent's group, must not
	 * reach those who are to clean up: they end when the socket closes.
	 */
	(void)setsid();
	(void)prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
	return jail_base_make(base, fault);
}

int
jail_serve(const struct jail_options *given)
{
	struct jail_options options = *given;
	struct jail_base base = { .fd = -1 };
	struct jail_cgroup cgroup = { .place = -1, .base = -1,
	    .lacks = "--no-cgroup" };
	struct jail_fault fault = { 0 };
	uid_t host_uid = geteuid();
	int alive[2];
	pid_t pid = -1;
	int r;

	reset_signals();
	(void)umask(022);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	r = tidy_descriptors(&options.socket);
	if (r < 0)
		return 125;
	/* The death we wait for may have come before we asked. */
	if (has_hung_up(options.socket))
		return 0;
	r = prepare(&options, &base, &cgroup, &fault);
	if (r == 0 && (jail_inject("pipe") || pipe2(alive, O_CLOEXEC) < 0))
		r = jail_fault_set(&fault, errno, "pipe");
	if (r == 0) {
		if (!jail_inject("fork of the launcher"))
			pid = fork();
		if (pid < 0)
			r = jail_fault_set(&fault, errno,
			    "fork of the launcher");
	}
	if (r < 0) {
		send_ready(options.socket, options.tier, &cgroup, &fault);
		jail_cgroup_remove(&cgroup);
		jail_base_remove(&base);
		return 125;
	}
	if (pid == 0) {
		(void)close(alive[1]);
		launch_for_ever(&options, host_uid, &base, &cgroup, alive[0]);
	}
	(void)close(alive[0]);
	wait_for_launcher(pid, options.socket, options.tier, &base, &cgroup);
}
