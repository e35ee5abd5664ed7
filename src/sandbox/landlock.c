/*
 * Landlock, the second lock on files, TCP, signals and abstract sockets.
 * In the full tier the mount, net and pid namespaces already say the same;
 * a mistake in one of them is caught here.
 *
 * The constants are written out because the headers of the build machine
 * may be older than the kernel we run on.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define CREATE_VERSION 1u
#define RULE_PATH_BENEATH 1

#define FS_EXECUTE (1ull << 0)
#define FS_WRITE_FILE (1ull << 1)
#define FS_READ_FILE (1ull << 2)
#define FS_READ_DIR (1ull << 3)
#define FS_REFER (1ull << 13)		/* ABI 2 */
#define FS_TRUNCATE (1ull << 14)	/* ABI 3 */
#define FS_IOCTL_DEV (1ull << 15)	/* ABI 5 */
#define FS_ALL_V1 ((1ull << 13) - 1)

#define FS_MAKE_CHAR (1ull << 6)
#define FS_MAKE_BLOCK (1ull << 11)

#define NET_TCP 3ull			/* ABI 4: bind and connect */
#define SCOPE_ALL 3ull			/* ABI 6: abstract sockets, signals */

/* The kernel takes a shorter struct from older callers: size tells. */
struct ruleset_attr {
	uint64_t fs;
	uint64_t net;
	uint64_t scoped;
};

struct path_attr {
	uint64_t access;
	int32_t parent_fd;
} __attribute__((packed));

int
jail_landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
	    CREATE_VERSION);

	return abi < 0 ? 0 : (int)abi;
}

static uint64_t
handled_fs(int abi)
{
	uint64_t fs = FS_ALL_V1;

	if (abi >= 2)
		fs |= FS_REFER;
	if (abi >= 3)
		fs |= FS_TRUNCATE;
	if (abi >= 5)
		fs |= FS_IOCTL_DEV;
	return fs;
}

enum access_kind {
	ACCESS_READ,		/* and run */
	ACCESS_DEVICE,
	ACCESS_WORK,
};

static uint64_t
access_of(enum access_kind kind, uint64_t all)
{
	switch (kind) {
	case ACCESS_READ:
		return FS_EXECUTE | FS_READ_FILE | FS_READ_DIR;
	case ACCESS_DEVICE:
		return FS_READ_FILE | FS_WRITE_FILE | (all & FS_TRUNCATE);
	case ACCESS_WORK:
		return all & ~(FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_IOCTL_DEV);
	}
	return 0;
}

static int
allow_beneath(int ruleset, const char *path, enum access_kind kind,
    uint64_t all)
{
	struct path_attr attr = { .access = access_of(kind, all) };
	struct stat st;
	int r = 0;

	attr.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (attr.parent_fd < 0)
		return -errno;
	/* The kernel refuses a file what only a folder can allow. */
	if (fstat(attr.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
		attr.access &= ~FS_READ_DIR;
	if (syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &attr,
	    0) < 0)
		r = -errno;
	(void)close(attr.parent_fd);
	return r;
}

/* In the job's own root, which holds nothing that must not be read. */
static int
allow_inside(int ruleset, uint64_t all)
{
	int r = allow_beneath(ruleset, "/", ACCESS_READ, all);

	if (r == 0)
		r = allow_beneath(ruleset, "/dev", ACCESS_DEVICE, all);
	if (r == 0)
		r = allow_beneath(ruleset, "/w", ACCESS_WORK, all);
	if (r == 0)
		r = allow_beneath(ruleset, "/tmp", ACCESS_WORK, all);
	return r;
}

/* In the host's: the binds, four devices, the work folder; not even proc. */
static int
allow_on_host(int ruleset, const struct jail_job_spec *spec, uint64_t all)
{
	static const char *const devices[] = {
		"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
	};
	const struct jail_options *options = spec->common->options;
	int r = allow_beneath(ruleset, spec->work_path, ACCESS_WORK, all);

	for (unsigned i = 0; r == 0 && i < options->n_binds; i++)
		r = allow_beneath(ruleset, options->binds[i].source,
		    ACCESS_READ, all);
	for (size_t i = 0; r == 0 && i < sizeof devices / sizeof devices[0];
	    i++)
		r = allow_beneath(ruleset, devices[i], ACCESS_DEVICE, all);
	return r;
}

/*
 * Restrict the calling thread: read and run what was given, write to the
 * work folder and the devices; no TCP; no signal and no abstract socket out
 * of the job.  Needs no_new_privs.  Async-signal-safe.
 */
int
jail_landlock_restrict(const struct jail_job_spec *spec,
    const char **ret_step)
{
	int abi = spec->common->landlock_abi;
	uint64_t all = handled_fs(abi);
	struct ruleset_attr attr = {
		.fs = all,
		.net = abi >= 4 ? NET_TCP : 0,
		.scoped = abi >= JAIL_LANDLOCK_ABI_SIGNALS ? SCOPE_ALL : 0,
	};
	size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
	int ruleset, r;

	if (abi < 1)
		return 0;
	*ret_step = "landlock rules";
	if (jail_inject(*ret_step))
		return -errno;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
	if (ruleset < 0)
		return -errno;
	if (spec->common->tier == JAIL_TIER_FULL)
		r = allow_inside(ruleset, all);
	else
		r = allow_on_host(ruleset, spec, all);
	if (r == 0) {
		*ret_step = "landlock";
		if (jail_inject(*ret_step) || syscall(
		    SYS_landlock_restrict_self, ruleset, 0) < 0)
			r = -errno;
	}
	(void)close(ruleset);
	return r;
}
