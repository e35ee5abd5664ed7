/*
 * The system calls that a candidate may not make.
 *
 * A deny list with errno, because CPython and libc probe for many calls and
 * must be able to fall back; an allow list breaks with every new libc.  What
 * is newer than this list knows (SYSCALL_LAST) is answered with ENOSYS, so
 * that a new kernel does not silently open a door.
 *
 * libseccomp compiles the list once, as a binary tree: the kernel walks the
 * filter for every call number at each load, so its length is paid for at
 * every launch.  Each candidate loads the same array.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <asm/ioctls.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* mseal; numbers above 423 are the same on all architectures. */
#define SYSCALL_LAST 462u
#define LANDLOCK_ABI_TRUNCATE 3

/*
 * All that a program may ask a descriptor.  Others change modes, flags and
 * projects of files that are only open for reading, terminals, and whatever
 * a driver or file system has thought of: they are not there.
 */
static const uint32_t ioctls[] = {
	TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX,
};
#define N_IOCTLS (sizeof ioctls / sizeof ioctls[0])
#define GUARD_LENGTH (6u + (unsigned)N_IOCTLS)

struct deny_row {
	const char *name;
	int err;
};

static const struct deny_row deny_rows[] = {
	/* Flags behind a pointer: libc falls back to clone. */
	{ "clone3", ENOSYS },
	/* Goes around argument checks, makes sockets. */
	{ "io_uring_setup", ENOSYS }, { "io_uring_enter", ENOSYS },
	{ "io_uring_register", ENOSYS },
	/* Memory that no limit counts. */
	{ "memfd_create", ENOSYS }, { "memfd_secret", ENOSYS },
	{ "userfaultfd", ENOSYS },
	/* As is that of access lists, 128 KiB for each folder. */
	{ "setxattr", EPERM }, { "lsetxattr", EPERM }, { "fsetxattr", EPERM },
	/* Name spaces and mounts. */
	{ "unshare", EPERM }, { "setns", EPERM }, { "mount", EPERM },
	{ "umount", EPERM }, { "umount2", EPERM }, { "pivot_root", EPERM },
	{ "chroot", EPERM }, { "fsopen", EPERM }, { "fsconfig", EPERM },
	{ "fsmount", EPERM }, { "fspick", EPERM }, { "open_tree", EPERM },
	{ "move_mount", EPERM }, { "mount_setattr", EPERM },
	{ "statmount", EPERM }, { "listmount", EPERM },
	/* Other processes' memory and descriptors. */
	{ "ptrace", EPERM }, { "process_vm_readv", EPERM },
	{ "process_vm_writev", EPERM }, { "process_madvise", EPERM },
	{ "process_mrelease", EPERM }, { "kcmp", EPERM },
	{ "pidfd_getfd", EPERM },
	/* Kernel surface that no candidate needs. */
	{ "bpf", EPERM }, { "perf_event_open", EPERM },
	{ "fanotify_init", EPERM }, { "fanotify_mark", EPERM },
	{ "open_by_handle_at", EPERM }, { "name_to_handle_at", EPERM },
	{ "personality", EPERM }, { "vmsplice", EPERM },
	{ "lookup_dcookie", EPERM }, { "nfsservctl", EPERM },
	{ "modify_ldt", EPERM }, { "uselib", EPERM }, { "vhangup", EPERM },
	/*
	 * Filters of its own count against a limit of the whole machine, by
	 * which ours must load, too; and ask a process that need not answer.
	 */
	{ "seccomp", ENOSYS },
	/* The whole machine has 65,536 of these requests. */
	{ "io_setup", ENOSYS }, { "io_submit", ENOSYS },
	{ "io_getevents", ENOSYS }, { "io_pgetevents", ENOSYS },
	{ "io_cancel", ENOSYS }, { "io_destroy", ENOSYS },
	/* Charged to the host user: one candidate could use them all up. */
	{ "inotify_init", EPERM }, { "inotify_init1", EPERM },
	{ "add_key", EPERM }, { "request_key", EPERM }, { "keyctl", EPERM },
	/* Objects that outlive their process. */
	{ "shmget", EPERM }, { "shmat", EPERM }, { "shmctl", EPERM },
	{ "shmdt", EPERM }, { "msgget", EPERM }, { "msgsnd", EPERM },
	{ "msgrcv", EPERM }, { "msgctl", EPERM }, { "semget", EPERM },
	{ "semop", EPERM }, { "semtimedop", EPERM }, { "semctl", EPERM },
	{ "mq_open", EPERM }, { "mq_unlink", EPERM },
	{ "mq_timedsend", EPERM }, { "mq_timedreceive", EPERM },
	{ "mq_notify", EPERM }, { "mq_getsetattr", EPERM },
	/* The machine itself. */
	{ "init_module", EPERM }, { "finit_module", EPERM },
	{ "delete_module", EPERM }, { "create_module", EPERM },
	{ "kexec_load", EPERM }, { "kexec_file_load", EPERM },
	{ "reboot", EPERM }, { "swapon", EPERM }, { "swapoff", EPERM },
	{ "quotactl", EPERM }, { "quotactl_fd", EPERM }, { "acct", EPERM },
	{ "syslog", EPERM }, { "settimeofday", EPERM },
	{ "clock_settime", EPERM }, { "clock_adjtime", EPERM },
	{ "adjtimex", EPERM }, { "sethostname", EPERM },
	{ "setdomainname", EPERM }, { "iopl", EPERM }, { "ioperm", EPERM },
	/* All of the host's disks; the first cannot fail, so it does nothing. */
	{ "sync", 0 }, { "syncfs", EPERM },
	/* NUMA policy. */
	{ "mbind", EPERM }, { "set_mempolicy", EPERM },
	{ "set_mempolicy_home_node", EPERM }, { "get_mempolicy", EPERM },
	{ "migrate_pages", EPERM }, { "move_pages", EPERM },
	/* No sockets at all; pairs are below, and reach nobody else. */
	{ "socket", EACCES }, { "connect", EACCES }, { "bind", EACCES },
};

/*
 * Without namespaces the candidate is the user it runs as: what Landlock
 * lets pass though it changes the user's files, and groups of processes,
 * by which the host's shell and we know them.
 */
static const struct deny_row plain_rows[] = {
	{ "chmod", EPERM }, { "fchmod", EPERM }, { "fchmodat", EPERM },
	{ "fchmodat2", EPERM }, { "chown", EPERM }, { "fchown", EPERM },
	{ "lchown", EPERM }, { "fchownat", EPERM }, { "utime", EPERM },
	{ "utimes", EPERM }, { "futimesat", EPERM }, { "utimensat", EPERM },
	{ "removexattr", EPERM }, { "lremovexattr", EPERM },
	{ "fremovexattr", EPERM }, { "setsid", EPERM }, { "setpgid", EPERM },
	/* Reading them needs no more than a name. */
	{ "getxattr", EOPNOTSUPP }, { "lgetxattr", EOPNOTSUPP },
	{ "fgetxattr", EOPNOTSUPP }, { "listxattr", EOPNOTSUPP },
	{ "llistxattr", EOPNOTSUPP }, { "flistxattr", EOPNOTSUPP },
};

/* Before its ABI 3, Landlock lets a file be cut off that may not be written. */
static const struct deny_row truncate_rows[] = {
	{ "truncate", EPERM }, { "truncate64", EPERM },
	/* Flags behind a pointer: libc does not use it. */
	{ "openat2", ENOSYS },
};

/* A call refused when (argument & mask) == value. */
struct deny_argument_row {
	const char *name;
	unsigned argument;
	uint64_t mask;
	uint64_t value;
	int err;
};

/* The kernel reads these arguments as 32 bits: compare no more than that. */
#define LOW32 0xffffffffull
#define FLAG(flag) (uint64_t)(flag), (uint64_t)(flag)

#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#endif
#ifndef F_SET_RW_HINT
#define F_SET_RW_HINT 1036
#define F_SET_FILE_RW_HINT 1038
#endif

static const struct deny_argument_row deny_argument_rows[] = {
	{ "clone", 0, FLAG(CLONE_NEWUSER), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWNS), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWPID), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWNET), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWIPC), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWUTS), EPERM },
	{ "clone", 0, FLAG(CLONE_NEWCGROUP), EPERM },
	/* Pipe pages are counted per host user. */
	{ "fcntl", 1, LOW32, F_SETPIPE_SZ, EPERM },
	{ "fcntl", 1, LOW32, F_SETLEASE, EPERM },
	{ "fcntl", 1, LOW32, F_NOTIFY, EPERM },
	/* Or a signal of its choice goes to a process of its choice. */
	{ "fcntl", 1, LOW32, F_SETOWN, EPERM },
	{ "fcntl", 1, LOW32, F_SETOWN_EX, EPERM },
	/* Kept with the file, for the next candidate to read. */
	{ "fcntl", 1, LOW32, F_SET_RW_HINT, EPERM },
	{ "fcntl", 1, LOW32, F_SET_FILE_RW_HINT, EPERM },
	/* Blocks beyond a file's end, which RLIMIT_FSIZE does not count. */
	{ "fallocate", 1, FLAG(FALLOC_FL_KEEP_SIZE), EOPNOTSUPP },
	/* What all others would have to read from the disk again. */
	{ "fadvise64", 3, LOW32, POSIX_FADV_DONTNEED, 0 },
	/* The machine has few of these pages, for all of its users. */
	{ "mmap", 3, FLAG(MAP_HUGETLB), ENOMEM },
	/* As seccomp(). */
	{ "prctl", 0, LOW32, PR_SET_SECCOMP, EINVAL },
	{ "setsockopt", 2, LOW32, SO_ATTACH_FILTER, EPERM },
	{ "setsockopt", 2, LOW32, SO_ATTACH_REUSEPORT_CBPF, EPERM },
	/* Such an end can be pointed at any socket that has a path. */
	{ "socketpair", 1, 0xf, SOCK_DGRAM, EACCES },
	{ "socketpair", 1, 0xf, SOCK_RAW, EACCES },
};

/* As truncate_rows: opened for reading, and cut off all the same. */
static const struct deny_argument_row truncate_argument_rows[] = {
	{ "open", 1, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC, EPERM },
	{ "openat", 2, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC, EPERM },
};

/* A call allowed only when the argument has this value. */
static const struct deny_argument_row only_rows[] = {
	{ "socketpair", 0, 0, AF_UNIX, EACCES },
	/* Or it could take away init's limits, which has the same uid. */
	{ "prlimit64", 0, 0, 0, EPERM },
	{ "sched_setscheduler", 0, 0, 0, EPERM },
	{ "sched_setparam", 0, 0, 0, EPERM },
	{ "sched_setattr", 0, 0, 0, EPERM },
	{ "sched_setaffinity", 0, 0, 0, EPERM },
	/* Oneself, not the whole user. */
	{ "setpriority", 0, 0, PRIO_PROCESS, EPERM },
	{ "setpriority", 1, 0, 0, EPERM },
	{ "ioprio_set", 0, 0, 1, EPERM },	/* IOPRIO_WHO_PROCESS */
	{ "ioprio_set", 1, 0, 0, EPERM },
};

/*
 * Calls of the lists above that the oldest libseccomp we build with has not
 * heard of, while the kernel has.  Their numbers are the same everywhere.
 */
static const struct {
	const char *name;
	int nr;
} new_calls[] = {
	{ "process_madvise", 440 }, { "mount_setattr", 442 },
	{ "quotactl_fd", 443 }, { "memfd_secret", 447 },
	{ "process_mrelease", 448 }, { "set_mempolicy_home_node", 450 },
	{ "fchmodat2", 452 }, { "statmount", 457 }, { "listmount", 458 },
};

static int
number_of(const char *name)
{
	for (size_t i = 0; i < sizeof new_calls / sizeof new_calls[0]; i++)
		if (strcmp(name, new_calls[i].name) == 0)
			return new_calls[i].nr;
	return seccomp_syscall_resolve_name(name);
}

static int
deny(scmp_filter_ctx ctx, const char *name, int err,
    const struct scmp_arg_cmp *compare)
{
	int nr = number_of(name);
	int r;

	if (nr == __NR_SCMP_ERROR)	/* of no kernel that it knows */
		return 0;
	r = seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO((uint16_t)err), nr,
	    compare ? 1 : 0, compare);
	/* Calls that this architecture lacks cannot be made either. */
	return r == -EDOM ? 0 : r;
}

static int
deny_all(scmp_filter_ctx ctx, const struct deny_row *rows, size_t n)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < n; i++)
		r = deny(ctx, rows[i].name, rows[i].err, NULL);
	return r;
}

static int
deny_arguments(scmp_filter_ctx ctx, const struct deny_argument_row *rows,
    size_t n)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < n; i++) {
		struct scmp_arg_cmp compare = SCMP_CMP64(rows[i].argument,
		    SCMP_CMP_MASKED_EQ, rows[i].mask, rows[i].value);

		r = deny(ctx, rows[i].name, rows[i].err, &compare);
	}
	return r;
}

/*
 * limits.c has set it to the one value that keeps the kernel from starting a
 * piped core_pattern's program.  Whoever wants no cores gets what he wants.
 */
static int
keep_core_limit(scmp_filter_ctx ctx)
{
	const int prlimit = SCMP_SYS(prlimit64), set = SCMP_SYS(setrlimit);
	int r = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(0), prlimit, 2,
	    SCMP_A1_64(SCMP_CMP_MASKED_EQ, LOW32, RLIMIT_CORE),
	    SCMP_A2_64(SCMP_CMP_NE, 0));

	if (r == 0)
		r = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(0), set, 1,
		    SCMP_A0_64(SCMP_CMP_MASKED_EQ, LOW32, RLIMIT_CORE));
	return r == -EDOM ? 0 : r;
}

#define ROWS(rows) (rows), sizeof (rows) / sizeof (rows)[0]

static int
add_rules(scmp_filter_ctx ctx, enum jail_tier tier, int landlock_abi)
{
	bool is_plain = tier != JAIL_TIER_FULL;
	int r = deny_all(ctx, ROWS(deny_rows));

	if (r == 0 && is_plain)
		r = deny_all(ctx, ROWS(plain_rows));
	if (r == 0 && is_plain && landlock_abi < LANDLOCK_ABI_TRUNCATE)
		r = deny_all(ctx, ROWS(truncate_rows));
	if (r == 0 && is_plain && landlock_abi < LANDLOCK_ABI_TRUNCATE)
		r = deny_arguments(ctx, ROWS(truncate_argument_rows));
	if (r == 0)
		r = deny_arguments(ctx, ROWS(deny_argument_rows));
	for (size_t i = 0; r == 0 && i < sizeof only_rows /
	    sizeof only_rows[0]; i++) {
		const struct deny_argument_row *row = &only_rows[i];
		struct scmp_arg_cmp compare = SCMP_CMP64(row->argument,
		    SCMP_CMP_NE, row->value, 0);

		r = deny(ctx, row->name, row->err, &compare);
	}
	return r == 0 ? keep_core_limit(ctx) : r;
}

/*
 * Before libseccomp's code: refuse numbers above the list, also the x32 ones,
 * which have bit 30, and what ioctl() is not asked for.  libseccomp has no
 * rule for "none of these".
 */
static void
write_guard(struct sock_filter *code)
{
	const unsigned request = offsetof(struct seccomp_data, args[1]) +
	    (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0);
	const unsigned char n = (unsigned char)N_IOCTLS;

	*code++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	*code++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K,
	    SYSCALL_LAST, 0, 1);
	*code++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ERRNO | ENOSYS);
	*code++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    SYS_ioctl, 0, (unsigned char)(n + 2));
	*code++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    request);
	for (unsigned char i = 0; i < n; i++)
		*code++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ |
		    BPF_K, ioctls[i], (unsigned char)(n - i), 0);
	*code++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ERRNO | ENOTTY);
}

/* libseccomp exports only to a descriptor: read the array back from it. */
static int
export_array(scmp_filter_ctx ctx, struct sock_fprog *ret_filter)
{
	struct sock_filter guard[GUARD_LENGTH], *code;
	off_t size;
	int fd, r;

	fd = memfd_create("filter", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = seccomp_export_bpf(ctx, fd);
	size = r < 0 ? 0 : lseek(fd, 0, SEEK_END);
	if (r == 0 && (size <= 0 || size > 4000 * (off_t)sizeof *code))
		r = -EINVAL;
	if (r < 0) {
		(void)close(fd);
		return r;
	}
	code = calloc((size_t)size / sizeof *code + GUARD_LENGTH,
	    sizeof *code);
	if (code == NULL || pread(fd, code + GUARD_LENGTH, (size_t)size,
	    0) != size) {
		free(code);
		(void)close(fd);
		return -EIO;
	}
	(void)close(fd);
	write_guard(guard);
	memcpy(code, guard, sizeof guard);
	ret_filter->filter = code;
	ret_filter->len = (unsigned short)((size_t)size / sizeof *code +
	    GUARD_LENGTH);
	return 0;
}

int
jail_filter_compile(enum jail_tier tier, int landlock_abi,
    struct sock_fprog *ret_filter, struct jail_fault *fault)
{
	scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
	int r;

	if (jail_inject("seccomp filter") || ctx == NULL)
		return jail_fault_set(fault, ENOMEM, "seccomp filter");
	r = seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH,
	    SCMP_ACT_KILL_PROCESS);
	if (r == 0)
		r = seccomp_attr_set(ctx, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	if (r == 0)
		r = add_rules(ctx, tier, landlock_abi);
	if (r == 0)
		r = export_array(ctx, ret_filter);
	seccomp_release(ctx);
	if (r < 0)
		return jail_fault_set(fault, -r, "seccomp filter");
	return 0;
}

int
jail_filter_load(const struct sock_fprog *filter)
{
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) < 0)
		return -errno;
	return 0;
}

/*
 * Each candidate has its own pid in it, so it is written here, not compiled:
 * first the calls whose first argument must be that pid, then one that names
 * its target by a descriptor and so can never be told to be its own.
 */
int
jail_filter_load_signals(pid_t pid)
{
	static const unsigned by_pid[] = {
		SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo,
		SYS_rt_tgsigqueueinfo,
	};
	enum { N = sizeof by_pid / sizeof by_pid[0] };
	const unsigned low = offsetof(struct seccomp_data, args)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	    + 4
#endif
	    ;
	struct sock_filter code[N + 6];
	struct sock_fprog filter = { .len = N + 6, .filter = code };
	unsigned n = 0;

	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	for (unsigned i = 0; i < N; i++, n++)
		code[n] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ |
		    BPF_K, by_pid[i], (unsigned char)(N - i), 0);
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    SYS_pidfd_send_signal, 3, 2);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    low);
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    (unsigned)pid, 0, 1);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ERRNO | EPERM);
	return jail_filter_load(&filter);
}
