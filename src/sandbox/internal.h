/*
 * What the files of the launcher share among themselves.  Nothing here is
 * for the runner: its side is client.h, wire.h and policy.h.
 */
#ifndef EVALTOP_SANDBOX_INTERNAL_H
#define EVALTOP_SANDBOX_INTERNAL_H

#include "sandbox/cgroup.h"
#include "sandbox/wire.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define JAIL_HOST_NOBODY 65534u	/* whom root becomes for the candidates */
#define JAIL_INSIDE_ID 1000u	/* uid and gid that a candidate sees */

/* Where the descriptors of a job lie between clone and exec. */
enum jail_child_fd {
	JAIL_FD_THIRD = 3,	/* 0 to 3 are the candidate's */
	JAIL_FD_CONTROL,	/* init <-> launcher, a SEQPACKET pair */
	JAIL_FD_START,		/* write end: set-up faults, "exec comes next" */
	JAIL_FD_WORK,		/* without namespaces: the work folder */
	JAIL_FD__FREE		/* the launcher's own descriptors lie above */
};

/* The step that failed and why; err is a positive errno, 0 when all is well. */
struct jail_fault {
	int err;
	char step[JAIL_TEXT_BYTES];
};

struct jail_bind {
	const char *source;	/* borrowed from whoever serves */
	const char *target;
};

struct jail_options {
	enum jail_tier tier;
	int socket;
	int landlock_abi_max;		/* for tests; the kernel's if lower */
	bool no_cgroup;			/* for tests: the watch alone */
	unsigned n_binds;
	struct jail_bind binds[JAIL_BINDS_MAX];
};

/*
 * Where the tiers without mount namespaces put their work folders.  Made by
 * the waiter, who also takes it away when the launcher could not.
 */
struct jail_base {
	int fd;				/* -1: none */
	char path[48];
	unsigned long serial;		/* the next work folder's name */
};

/* What every job of a launcher has in common; made once, then only read. */
struct jail_common {
	enum jail_tier tier;
	const struct jail_options *options;
	int landlock_abi;		/* 0: this kernel has none */
	uint64_t n_tasks;		/* of our user, without any job */
	struct jail_base *base;
	struct jail_cgroup *cgroup;	/* NULL in a warm interpreter */
	struct zygotes *zygotes;	/* the same */
	struct sock_fprog filter;
};

/* One packet or pipe record from a job's set-up; fits in PIPE_BUF. */
struct jail_note {
	int32_t err;			/* 0: the next call is the exec */
	char step[60];
};

/* What init says last. */
struct jail_report {
	int32_t wait_status;
	uint32_t was_told;		/* 1: it ended because of the control */
	uint32_t hit_memory;		/* 1: of the memory of all together */
	uint32_t reserved;
	uint64_t cpu_user_us;
	uint64_t cpu_system_us;
	uint64_t peak_rss_bytes;
};

/* All that a job needs after the clone; nothing is allocated there. */
struct jail_job_spec {
	const struct jail_common *common;
	const struct jail_policy *policy;
	char *const *argv;
	int fds[JAIL_LAUNCH_FDS];
	int control;
	int start;
	int work;			/* without namespaces: the folder */
	int cgroup;			/* its folder; -1: none */
	char work_path[80];
	char work_options[128];		/* of the tmpfs there, tier full */
	/* Our memory is a warm interpreter's own, lent until init's exec. */
	bool is_lent;
	/* Goes on as the candidate, confined; never returns.  See below. */
	void (*begin)(const struct jail_job_spec *spec);
};

/* Note the failure and return -err; err is a positive errno. */
int jail_fault_set(struct jail_fault *fault, int err, const char *step);
int jail_fault_set_path(struct jail_fault *fault, int err, const char *step,
    const char *path);

/*
 * fault.c: for tests, whether this is the step that is to fail; sets errno.
 * Every step asks, and is a row of the table there.  The name comes from the
 * command line of the launcher and from nowhere else.
 */
bool jail_inject(const char *step);
void jail_inject_set(const char *step);
void jail_inject_list(enum jail_tier tier);
bool jail_inject_knows(const char *step);

/*
 * clone.c: fork with a pidfd and these CLONE_ flags, into the job's cgroup
 * if it has one; the memory is a copy.  The pid, 0 in the child, or -1 with
 * errno.
 */
pid_t jail_clone(const struct jail_job_spec *spec, uint64_t flags,
    int *ret_pidfd);
/*
 * The same without a copy: the child, which is in jail_inner_run at once, has
 * our memory, and we stand still until it execs or ends.  ENOSYS where that
 * cannot be done.
 */
pid_t jail_clone_lend(const struct jail_job_spec *spec, uint64_t flags,
    int *ret_pidfd);

/* outer.c: the namespaces and the root that all candidates share. */
int jail_outer_unshare(struct jail_fault *fault);
int jail_outer_build(const struct jail_options *options, uid_t host_uid,
    struct jail_fault *fault);

/* inner.c: a job in namespaces; runs in the clone, never returns. */
_Noreturn void jail_inner_run(const struct jail_job_spec *spec);

/* plain.c: a job without them; runs in the fork, never returns. */
_Noreturn void jail_plain_run(const struct jail_job_spec *spec);
int jail_plain_build(struct jail_common *common, struct jail_fault *fault);
int jail_base_make(struct jail_base *base, struct jail_fault *fault);
void jail_base_remove(struct jail_base *base);
/* Make the next work folder; its path has room for 80 bytes. */
int jail_base_add(struct jail_base *base, char path[80]);
/*
 * Write an argument as it is called without namespaces: a path at or below a
 * bind's target becomes one at or below its source.  Returns the length, or
 * -E2BIG.
 */
int jail_plain_argument(const struct jail_options *options, const char *text,
    char *written, size_t size);

/*
 * candidate.c: what both kinds of job have in common.  jail_stop tells the
 * launcher which step failed and ends the process.  jail_split_off forks
 * init and candidate; the candidate confines itself, says that nothing but
 * the start is left to do, and begins.
 */
_Noreturn void jail_stop(int start, int err, const char *step);
/* When the host's memory runs out, a job goes first, and not the desktop. */
void jail_prefer_for_oom(void);
void jail_arrange_descriptors(struct jail_job_spec *spec);
_Noreturn void jail_split_off(const struct jail_job_spec *spec);
/* A begin: exec argv.  The candidate borrows init's memory until then. */
void jail_begin_exec(const struct jail_job_spec *spec);

/* Where the program of init (init_main.c) lies, for jobs of lent memory. */
#define JAIL_INIT_PATH "/evaltop/init"
/* Set where that was there, and could not be run. */
extern volatile bool jail_init_is_broken;

/* init.c: the first process of a job; never returns. */
_Noreturn void jail_init_run(const struct jail_job_spec *spec,
    pid_t candidate);

/*
 * memory.c: whether all processes of a job but the caller, its init,
 * together have more memory than the policy allows, work folder included;
 * without namespaces also whether there are too many of them.
 * False where there is no proc.  Async-signal-safe.
 */
bool jail_memory_is_over(const struct jail_job_spec *spec);

/*
 * tree.c: the processes below the caller, which is a subreaper.  keep are
 * children of ours that are left alone with all that is below them; NULL
 * for none.
 * jail_tree_end kills and reaps all the others, however many they make of
 * themselves; reaped is told of each child of ours.
 */
#define JAIL_TREE_MAX 1024
struct jail_tree {
	unsigned n;
	pid_t pids[JAIL_TREE_MAX];
	pid_t parents[JAIL_TREE_MAX];
};
typedef void (*jail_number_function)(void *data, const char *name);
typedef void (*jail_reaped_function)(void *data, pid_t pid, int status);
void jail_tree_read(struct jail_tree *tree, pid_t root, const pid_t *keep,
    size_t n_keep);
void jail_tree_end(const pid_t *keep, size_t n_keep,
    jail_reaped_function reaped, void *data);
/* All entries of a folder that begin with a digit but 0. */
int jail_each_number(const char *folder, jail_number_function function,
    void *data);

/* folder.c: make a folder empty; whether it holds too much. */
struct jail_usage {
	uint64_t bytes;
	uint64_t files;
	uint64_t files_max;
};
void jail_folder_empty(int folder);
bool jail_folder_is_over(int folder, uint64_t bytes_max, uint64_t files_max);

/* limits.c; n_tasks is what the user's other processes count. */
int jail_limits_set(const struct jail_policy *policy, uint64_t n_tasks,
    const char **ret_step);
/* Our own soft limits up to the hard ones: they hold for all jobs together. */
void jail_limits_raise(void);

/*
 * privileges.c: give up every capability for good, bounding set included,
 * and set no_new_privs.  Async-signal-safe.
 */
int jail_privileges_drop(const char **ret_step);
/* Root keeps what it takes to end processes and remove their cgroups. */
void jail_privileges_keep_few(void);
/* Root becomes JAIL_HOST_NOBODY; others stay what they are. */
int jail_privileges_leave_root(struct jail_fault *fault);
/* A session keyring of our own: the desktop's would be readable in a job. */
void jail_privileges_leave_keyring(void);

/*
 * filter.c: compile the deny list once; the array lives until exit.
 * jail_filter_load_signals refuses signals to any process but pid, where
 * Landlock cannot.
 */
int jail_filter_compile(enum jail_tier tier, int landlock_abi,
    struct sock_fprog *ret_filter, struct jail_fault *fault);
int jail_filter_load(const struct sock_fprog *filter);
int jail_filter_load_signals(pid_t pid);

/* landlock.c; the ABI from which on signals are confined. */
#define JAIL_LANDLOCK_ABI_SIGNALS 6
int jail_landlock_abi(void);
int jail_landlock_restrict(const struct jail_job_spec *spec,
    const char **ret_step);

/*
 * serve.c: the processes of the launcher, and what they were before; the
 * return value is for exit.  jail.c: the launcher's loop, which ends all
 * jobs and exits when the socket closes or alive hangs up.
 */
int jail_serve(const struct jail_options *options);
_Noreturn void jail_run(struct jail_common *common, int socket, int alive);

/* hand.c: run one command by hand; the return value is for exit. */
struct jail_hand {
	enum jail_tier tier;
	struct jail_policy policy;
	const char *binds[JAIL_BINDS_MAX];
	unsigned n_binds;
	double time_s;
	uint64_t output_bytes;		/* 0: stdout and stderr pass untouched */
	int report_fd;			/* -1: none */
	const char *inject;		/* for tests: passed on; or NULL */
	const char *landlock_abi;
	bool no_cgroup;
	char **argv;
};
int jail_hand_run(const struct jail_hand *hand);

#endif
