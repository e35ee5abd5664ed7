/*
 * The life of one candidate in the launcher: clone, watch, reap, and what
 * is said about it in the end.
 */
#include "config.h"

#include "sandbox/job.h"
#include "sandbox/warm.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

/* How long init may take to end and reap a tree before it is killed itself. */
#define FORCE_AFTER_MS 1000

/* More CPU time than init and the set-up take, which the cgroup counts. */
#define SET_UP_US 100000

/* A packet holds no more strings than bytes, and each has its NUL. */
#define ARGV_MAX (JAIL_ARGV_BYTES / 2 + 1)

static void
close_one(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

static void
set_fault(struct job *job, int err, const char *step)
{
	job->ended.err = err;
	(void)snprintf(job->ended.step, sizeof job->ended.step, "%s", step);
}

static void
clear(struct job *job, uint64_t id)
{
	memset(job, 0, sizeof *job);
	job->id = id;
	job->pidfd = job->control = job->start = job->cgroup = -1;
	job->ended.head = (struct jail_msg_head){
		.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
		.type = JAIL_MSG_ENDED, .job = id,
	};
}

void
job_refuse(struct job *job, uint64_t id, int err, const char *step)
{
	clear(job, id);
	set_fault(job, err, step);
	job->state = JOB_ENDED;
}

/* Room for one request's strings, grown by what plain.c writes anew. */
struct arguments {
	const char *argv[ARGV_MAX];
	char text[4 * JAIL_ARGV_BYTES];
};

/* Copy the strings of the request; false if they are not there. */
static bool
split_arguments(const struct jail_common *common,
    const struct jail_launch *launch, struct arguments *arguments)
{
	size_t at = 0, to = 0;

	if (launch->argc < 1 || launch->argc >= ARGV_MAX)
		return false;
	for (uint32_t i = 0; i < launch->argc; i++) {
		size_t left = JAIL_ARGV_BYTES - at;
		size_t length = strnlen(launch->argv + at, left);
		const char *text = launch->argv + at;
		char *copy = arguments->text + to;
		int n;

		if (length == left)
			return false;
		if (common->tier == JAIL_TIER_FULL)
			n = snprintf(copy, sizeof arguments->text - to, "%s",
			    text);
		else
			n = jail_plain_argument(common->options, text, copy,
			    sizeof arguments->text - to);
		if (n < 0)
			return false;
		arguments->argv[i] = copy;
		at += length + 1;
		to += (size_t)n + 1;
	}
	arguments->argv[launch->argc] = NULL;
	return arguments->argv[0][0] != '\0';
}

static void
make_work_options(const struct jail_policy *policy, char *text, size_t size)
{
	(void)snprintf(text, size, "size=%llu,nr_inodes=%llu,mode=700",
	    (unsigned long long)policy->work_bytes,
	    (unsigned long long)policy->work_inodes);
}

static void
fork_job(struct job *job, struct jail_job_spec *spec)
{
	const uint64_t namespaces = CLONE_NEWUSER | CLONE_NEWPID |
	    CLONE_NEWNS | CLONE_NEWIPC;
	bool is_full = spec->common->tier == JAIL_TIER_FULL;
	pid_t pid = jail_clone(spec, is_full ? namespaces : 0, &job->pidfd);

	if (pid == 0 && is_full)
		jail_inner_run(spec);
	if (pid == 0)
		jail_plain_run(spec);
	if (pid < 0) {
		set_fault(job, errno, "clone");
		return;
	}
	job->pid = pid;
	job->state = JOB_LIVE;
}

/* The job keeps the descriptors until it is cloned, or not to be. */
static void
wait_for_clone(struct job *job, struct jail_job_spec *spec, int64_t now_ms)
{
	const char *step;
	int r = zygotes_add(spec->common->zygotes, spec, job, now_ms, &step);

	if (r < 0)
		set_fault(job, -r, step);
	else
		job->state = JOB_WAITING;
}

static void
close_waiting(struct job *job)
{
	for (unsigned i = 0; i < JAIL_WARM_FDS_MIN; i++)
		close_one(&job->wait.fds[i]);
}

void
job_cloned(struct job *job, pid_t pid, int pidfd, int64_t now_ms)
{
	close_waiting(job);
	job->pid = pid;
	job->pidfd = pidfd;
	job->state = JOB_LIVE;
	if (job->is_killed)	/* meanwhile; it is told by the control */
		job->force_at_ms = now_ms + FORCE_AFTER_MS;
}

/* It never lived: nothing but what the launcher holds is to be let go. */
static void
end_unborn(struct job *job)
{
	close_waiting(job);
	close_one(&job->control);
	close_one(&job->start);
	job->state = JOB_ENDED;
}

void
job_not_cloned(struct job *job, int err, const char *step)
{
	set_fault(job, err, step);
	end_unborn(job);
}

/* The work folder and what it is called in the job. */
static bool
prepare_work(struct job *job, struct jail_job_spec *spec)
{
	spec->work = -1;
	if (spec->common->tier == JAIL_TIER_FULL) {
		(void)strcpy(spec->work_path, "/w");
		make_work_options(spec->policy, spec->work_options,
		    sizeof spec->work_options);
		return true;
	}
	spec->work = jail_base_add(spec->common->base, spec->work_path);
	if (spec->work < 0) {
		set_fault(job, -spec->work, "work folder");
		return false;
	}
	memcpy(job->work_path, spec->work_path, sizeof job->work_path);
	return true;
}

/* A cgroup of its own, where there are any. */
static bool
prepare_cgroup(struct job *job, struct jail_job_spec *spec)
{
	struct jail_cgroup *cgroup = spec->common->cgroup;
	const char *step;
	int folder;

	if (cgroup->base < 0)
		return true;
	folder = jail_cgroup_add(cgroup, spec->policy, &job->cgroup_serial,
	    &step);
	if (folder < 0)
		set_fault(job, -folder, step);
	else
		job->cgroup = spec->cgroup = folder;
	return folder >= 0;
}

static void
start(struct job *job, const struct jail_common *common,
    const struct jail_launch *launch, int fds[JAIL_LAUNCH_FDS],
    int64_t now_ms)
{
	struct arguments arguments;
	struct jail_job_spec spec = {
		.common = common, .policy = &launch->policy,
		.argv = (char *const *)(const void *)arguments.argv,
		.begin = jail_begin_exec,
		.cgroup = -1,
	};
	int control[2] = { -1, -1 }, pipes[2] = { -1, -1 };

	if (launch->start != JAIL_START_EXEC && (launch->start !=
	    JAIL_START_WARM || common->tier != JAIL_TIER_FULL)) {
		set_fault(job, EINVAL, "start");
		return;
	}
	if (!split_arguments(common, launch, &arguments)) {
		set_fault(job, EINVAL, "arguments");
		return;
	}
	memcpy(spec.fds, fds, sizeof spec.fds);
	if (!prepare_cgroup(job, &spec) || !prepare_work(job, &spec))
		return;
	if (jail_inject("control pair") || socketpair(AF_UNIX,
	    SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0)
		set_fault(job, errno, "control pair");
	else if (jail_inject("start pipe") || pipe2(pipes, O_CLOEXEC) < 0 ||
	    fcntl(pipes[0], F_SETFL, O_NONBLOCK) < 0)
		set_fault(job, errno, "start pipe");
	else {
		spec.control = control[1];
		spec.start = pipes[1];
		if (launch->start == JAIL_START_WARM)
			wait_for_clone(job, &spec, now_ms);
		else
			fork_job(job, &spec);
	}
	if (job->state == JOB_WAITING) {	/* they are its own now */
		control[1] = pipes[1] = -1;
		for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
			fds[i] = -1;
	}
	close_one(&control[1]);
	close_one(&pipes[1]);
	close_one(&spec.work);
	job->control = control[0];
	job->start = pipes[0];
}

void
job_launch(struct job *job, const struct jail_common *common,
    const struct jail_launch *launch, int fds[JAIL_LAUNCH_FDS],
    int64_t now_ms)
{
	clear(job, launch->head.job);
	start(job, common, launch, fds, now_ms);
	for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
		close_one(&fds[i]);
	if (job->state == JOB_LIVE || job->state == JOB_WAITING)
		return;
	close_one(&job->control);
	close_one(&job->start);
	job_clean_up(job, common);
	job->state = JOB_ENDED;
}

void
job_kill(struct job *job, int64_t now_ms)
{
	if (job->is_killed)
		return;
	job->is_killed = true;
	if (job->state == JOB_WAITING && zygotes_cancel(job)) {
		job->ended.wait_status = SIGKILL;
		job->ended.was_killed = 1;
		end_unborn(job);
		return;
	}
	if (job->state == JOB_LIVE)
		job->force_at_ms = now_ms + FORCE_AFTER_MS;
	(void)send(job->control, "k", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Init has said all, and is only emptying the work folder. */
static bool
is_tidying(const struct job *job)
{
	char byte;

	return recv(job->control, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

void
job_force(struct job *job)
{
	job->force_at_ms = 0;
	if (is_tidying(job))
		return;
	(void)syscall(SYS_pidfd_send_signal, job->pidfd, SIGKILL, NULL, 0);
	if (job->cgroup >= 0)
		jail_cgroup_kill(job->cgroup);
}

void
job_read_start(struct job *job)
{
	while (job->start >= 0) {
		struct jail_note note;
		ssize_t n = read(job->start, &note, sizeof note);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n != (ssize_t)sizeof note) {	/* end of file */
			job->owes_started = job->exec_is_next &&
			    job->ended.err == 0;
			close_one(&job->start);
		} else if (note.err == 0) {
			job->exec_is_next = true;
		} else {
			note.step[sizeof note.step - 1] = '\0';
			set_fault(job, note.err, note.step);
		}
	}
}

static uint64_t
microseconds(const struct timeval *time)
{
	return (uint64_t)time->tv_sec * 1000000u + (uint64_t)time->tv_usec;
}

/* init is gone without a report: killed by us, or by the kernel. */
static void
report_from_init(struct job *job, const siginfo_t *info,
    const struct rusage *usage)
{
	job->ended.wait_status = info->si_code == CLD_EXITED ?
	    info->si_status << 8 : info->si_status;
	job->ended.was_killed = job->is_killed;
	job->ended.cpu_user_us = microseconds(&usage->ru_utime);
	job->ended.cpu_system_us = microseconds(&usage->ru_stime);
	job->ended.peak_rss_bytes = (uint64_t)usage->ru_maxrss * 1024u;
}

/*
 * The report that init left.  If our order to end came too late to be read,
 * the kernel first tells of that by ECONNRESET.
 */
static bool
read_report(struct job *job, struct jail_report *report)
{
	ssize_t n;

	n = recv(job->control, report, sizeof *report, MSG_DONTWAIT);
	if (n < 0 && errno == ECONNRESET)
		n = recv(job->control, report, sizeof *report, MSG_DONTWAIT);
	return n == (ssize_t)sizeof *report;
}

/*
 * What the kernel counted.  If it ended all for want of memory, init has
 * gone with the rest and could not report.
 */
static void
add_cgroup_use(struct job *job)
{
	struct jail_cgroup_use use;

	jail_cgroup_measure(job->cgroup, &use);
	job->ended.peak_memory_bytes = use.peak_bytes;
	/* Nobody tells init of a process whose parent wants no word of it. */
	if (!job->has_reported || use.cpu_user_us + use.cpu_system_us >
	    job->ended.cpu_user_us + job->ended.cpu_system_us + SET_UP_US) {
		job->ended.cpu_user_us = use.cpu_user_us;
		job->ended.cpu_system_us = use.cpu_system_us;
	}
	if (use.n_killed == 0)
		return;
	if (use.n_limit > 0)
		job->ended.hit_memory = 1;
	else if (!job->has_reported && job->ended.err == 0)
		/* Not at its own limit: the host, or who runs us, had none. */
		set_fault(job, ENOMEM, "memory of the host");
}

static void
conclude(struct job *job, const siginfo_t *info, const struct rusage *usage)
{
	struct jail_report report;

	job->has_reported = read_report(job, &report);
	if (job->has_reported) {
		job->ended.wait_status = report.wait_status;
		job->ended.was_killed = report.was_told != 0;
		job->ended.hit_memory = report.hit_memory != 0;
		job->ended.cpu_user_us = report.cpu_user_us;
		job->ended.cpu_system_us = report.cpu_system_us;
		job->ended.peak_rss_bytes = report.peak_rss_bytes;
	} else {
		report_from_init(job, info, usage);
	}
	if (job->cgroup >= 0)
		add_cgroup_use(job);
	if (!job->exec_is_next && !job->is_killed && job->ended.err == 0)
		set_fault(job, EIO, "set-up");
}

void
job_reap(struct job *job)
{
	siginfo_t info = { 0 };
	struct rusage usage = { 0 };

	if (job->state != JOB_LIVE)
		return;
	/* The raw call: libc's waitid has no rusage. */
	if (syscall(SYS_waitid, P_PIDFD, job->pidfd, &info, WEXITED | WNOHANG,
	    &usage) < 0 || info.si_pid == 0)
		return;
	job_read_start(job);
	conclude(job, &info, &usage);
	close_one(&job->pidfd);
	close_one(&job->control);
	close_one(&job->start);
	job->force_at_ms = 0;
	job->state = JOB_ENDED;
}

static void
remove_work(const struct job *job, const struct jail_base *base)
{
	int fd;

	if (job->work_path[0] == '\0' || rmdir(job->work_path) == 0 ||
	    errno == ENOENT)
		return;
	/* Only our own name, in our own folder, and no link. */
	fd = openat(base->fd, strrchr(job->work_path, '/') + 1, O_PATH |
	    O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	jail_folder_empty(fd);
	(void)close(fd);
	(void)rmdir(job->work_path);
}

void
job_clean_up(struct job *job, const struct jail_common *common)
{
	remove_work(job, common->base);
	if (job->cgroup >= 0)
		jail_cgroup_drop(common->cgroup, job->cgroup,
		    job->cgroup_serial);
	job->cgroup = -1;
}
