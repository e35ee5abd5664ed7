/*
 * The outer confinement: entered once by the launcher, shared by all jobs.
 *
 * A net namespace costs as much as all others together, and a mount
 * namespace is copied mount by mount; so the launcher pays for both once.
 * The root it builds is a read-only tmpfs with nothing in it but read-only
 * binds of the paths it was given, four devices, and empty mount points.
 *
 * Sources are cloned (open_tree) before anything is covered or given up:
 * they may lie under folders that only root can walk through.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const device_names[] = {
	"null", "zero", "random", "urandom",
};
#define N_DEVICES (sizeof device_names / sizeof device_names[0])

/* Where most systems have links into /usr; a link stays a link. */
static const char *const link_names[] = {
	"bin", "lib", "lib32", "lib64", "libx32", "sbin",
};
#define N_LINKS (sizeof link_names / sizeof link_names[0])

/* Clones of the host's trees, taken while the host can still be seen. */
struct trees {
	int binds[JAIL_BINDS_MAX];
	int devices[N_DEVICES];
	char links[N_LINKS][PATH_MAX];	/* empty: not a link on this host */
};

static int
write_file(const char *path, const char *text)
{
	size_t length = strlen(text);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;
	int r = 0;

	if (fd < 0)
		return -errno;
	n = write(fd, text, length);
	if (n < 0)
		r = -errno;
	else if ((size_t)n != length)
		r = -EIO;
	(void)close(fd);
	return r;
}

/* Map the one id we are on the host to the one that candidates see. */
static int
write_maps(uid_t uid, gid_t gid, struct jail_fault *fault)
{
	char line[64];
	int r;

	/* The files belong to root as long as we are not dumpable. */
	(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	r = write_file("/proc/self/setgroups", "deny");
	if (jail_inject("setgroups") || r < 0)
		return jail_fault_set(fault, -r, "setgroups");
	(void)snprintf(line, sizeof line, "%u %u 1", JAIL_INSIDE_ID, gid);
	r = write_file("/proc/self/gid_map", line);
	if (jail_inject("gid map") || r < 0)
		return jail_fault_set(fault, -r, "gid map");
	(void)snprintf(line, sizeof line, "%u %u 1", JAIL_INSIDE_ID, uid);
	r = write_file("/proc/self/uid_map", line);
	if (jail_inject("uid map") || r < 0)
		return jail_fault_set(fault, -r, "uid map");
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	return 0;
}

/*
 * First half, before the fork that makes the launcher PID 1 of its own pid
 * namespace.  An ordinary user needs a user namespace to be allowed the
 * others; root builds the mounts as root and gives up root afterwards.
 */
int
jail_outer_unshare(struct jail_fault *fault)
{
	const int flags = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC |
	    CLONE_NEWUTS | CLONE_NEWPID;
	uid_t uid = geteuid();
	gid_t gid = getegid();
	int r;

	if (uid != 0) {
		if (jail_inject("user namespace") || unshare(CLONE_NEWUSER) < 0)
			return jail_fault_set(fault, errno, "user namespace");
		r = write_maps(uid, gid, fault);
		if (r < 0)
			return r;
	}
	if (jail_inject("namespaces") || unshare(flags) < 0)
		return jail_fault_set(fault, errno, "namespaces");
	/* Or proc tells by which session or container we were started. */
	(void)unshare(CLONE_NEWCGROUP);
	return 0;
}

static int
clone_tree(const char *path, uint64_t attributes, struct jail_fault *fault)
{
	struct mount_attr attr = {
		.attr_set = attributes,
		.propagation = MS_PRIVATE,
	};
	int fd, r;

	fd = open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC |
	    AT_RECURSIVE);
	if (jail_inject("bind") || fd < 0)
		return jail_fault_set_path(fault, errno, "bind", path);
	if (jail_inject("bind read-only") || mount_setattr(fd, "",
	    AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr) < 0) {
		r = errno;
		(void)close(fd);
		return jail_fault_set_path(fault, r, "bind read-only", path);
	}
	return fd;
}

static void
read_links(struct trees *trees)
{
	for (size_t i = 0; i < N_LINKS; i++) {
		char path[16];
		ssize_t n;

		(void)snprintf(path, sizeof path, "/%s", link_names[i]);
		n = readlink(path, trees->links[i], PATH_MAX - 1);
		trees->links[i][n > 0 ? n : 0] = '\0';
	}
}

static bool
is_link(const struct trees *trees, const char *target)
{
	for (size_t i = 0; i < N_LINKS; i++)
		if (trees->links[i][0] != '\0' && target[0] == '/' &&
		    strcmp(target + 1, link_names[i]) == 0)
			return true;
	return false;
}

/* Whether a job's own mounts will lie over it. */
static bool
is_covered(const char *target)
{
	static const char *const covers[] = { "w", "tmp", "proc" };

	target += strspn(target, "/");
	for (size_t i = 0; i < sizeof covers / sizeof covers[0]; i++) {
		size_t length = strlen(covers[i]);

		if (strncmp(target, covers[i], length) == 0 &&
		    (target[length] == '/' || target[length] == '\0'))
			return true;
	}
	return false;
}

static int
clone_trees(const struct jail_options *options, struct trees *trees,
    struct jail_fault *fault)
{
	const uint64_t attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;

	read_links(trees);
	for (unsigned i = 0; i < options->n_binds; i++) {
		trees->binds[i] = -1;
		if (is_covered(options->binds[i].target))
			return jail_fault_set_path(fault, EINVAL, "bind target",
			    options->binds[i].target);
		if (is_link(trees, options->binds[i].target))
			continue;
		trees->binds[i] = clone_tree(options->binds[i].source,
		    attributes | MOUNT_ATTR_NODEV, fault);
		if (trees->binds[i] < 0)
			return -fault->err;
	}
	for (size_t i = 0; i < N_DEVICES; i++) {
		char path[32];

		(void)snprintf(path, sizeof path, "/dev/%s", device_names[i]);
		trees->devices[i] = clone_tree(path,
		    attributes | MOUNT_ATTR_NOEXEC, fault);
		if (trees->devices[i] < 0)
			return -fault->err;
	}
	return 0;
}

/*
 * A new file system, not mounted anywhere yet.  keys holds name and value
 * by turns and ends with NULL.
 */
static int
make_filesystem(const char *type, const char *const *keys, unsigned attributes,
    struct jail_fault *fault)
{
	int context = fsopen(type, FSOPEN_CLOEXEC);
	int fd = -1, err = 0;

	if (jail_inject("file system") || context < 0)
		return jail_fault_set_path(fault, errno, "file system", type);
	for (; err == 0 && keys[0] != NULL; keys += 2)
		if (fsconfig(context, FSCONFIG_SET_STRING, keys[0], keys[1],
		    0) < 0)
			err = errno;
	if (err == 0 && fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL,
	    0) < 0)
		err = errno;
	if (err == 0) {
		fd = fsmount(context, FSMOUNT_CLOEXEC, attributes);
		if (fd < 0)
			err = errno;
	}
	(void)close(context);
	if (jail_inject("mount") || err != 0)
		return jail_fault_set_path(fault, err, "mount", type);
	return fd;
}

/* Cover a folder that every system has; the old root goes away anyway. */
static int
attach_root(int root, struct jail_fault *fault)
{
	static const char *const places[] = { "/tmp", "/var/tmp", "/mnt" };

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (!jail_inject("attach root") && move_mount(root, "",
		    AT_FDCWD, places[i], MOVE_MOUNT_F_EMPTY_PATH) == 0)
			return 0;
	return jail_fault_set(fault, errno, "attach root");
}

/* Make the folders that lead to a mount point, and the point itself. */
static int
make_mount_point(int root, const char *target, bool is_folder,
    struct jail_fault *fault)
{
	char path[PATH_MAX];
	size_t length = strlen(target);

	if (target[0] != '/' || length < 2 || length >= sizeof path ||
	    strstr(target, "/..") != NULL)
		return jail_fault_set_path(fault, EINVAL, "bind target",
		    target);
	memcpy(path, target + 1, length);
	for (char *slash = strchr(path, '/'); slash != NULL;
	    slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdirat(root, path, 0755) < 0 && errno != EEXIST)
			return jail_fault_set_path(fault, errno,
			    "make folder", target);
		*slash = '/';
	}
	if (jail_inject("make mount point") || (is_folder ?
	    mkdirat(root, path, 0755) : mknodat(root, path, S_IFREG | 0444,
	    0)) < 0)
		if (errno != EEXIST)
			return jail_fault_set_path(fault, errno,
			    "make mount point", target);
	return 0;
}

static int
attach_tree(int root, int tree, const char *target, struct jail_fault *fault)
{
	struct stat st;
	int r;

	if (jail_inject("bind") || fstat(tree, &st) < 0)
		return jail_fault_set_path(fault, errno, "bind", target);
	r = make_mount_point(root, target, S_ISDIR(st.st_mode), fault);
	if (r < 0)
		return r;
	if (jail_inject("attach") || move_mount(tree, "", root, target + 1,
	    MOVE_MOUNT_F_EMPTY_PATH) < 0)
		return jail_fault_set_path(fault, errno, "attach", target);
	(void)close(tree);
	return 0;
}

/*
 * The whole proc of the launcher's pid namespace.  Jobs need it to write
 * their id maps, and the kernel allows them a proc of their own only where
 * a full one can be seen; each covers it before its candidate starts.  In a
 * container whose proc is masked we may not mount one and take the masked.
 */
static int
attach_proc(int root, struct jail_fault *fault)
{
	static const char *const keys[] = { NULL };
	int proc;

	proc = make_filesystem("proc", keys, MOUNT_ATTR_NOSUID |
	    MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC, fault);
	if (proc < 0 && fault->err == EPERM) {
		proc = open_tree(AT_FDCWD, "/proc", OPEN_TREE_CLONE |
		    OPEN_TREE_CLOEXEC | AT_RECURSIVE);
		if (proc >= 0)
			*fault = (struct jail_fault){ 0 };
	}
	if (proc < 0)
		return -fault->err;
	return attach_tree(root, proc, "/proc", fault);
}

static int
fill_root(int root, const struct jail_options *options, struct trees *trees,
    struct jail_fault *fault)
{
	int r;

	for (size_t i = 0; i < N_LINKS; i++)
		if (jail_inject("link") || (trees->links[i][0] != '\0' &&
		    symlinkat(trees->links[i], root, link_names[i]) < 0))
			return jail_fault_set_path(fault, errno, "link",
			    link_names[i]);
	if (jail_inject("make folder") || mkdirat(root, "w", 0755) < 0 ||
	    mkdirat(root, "tmp", 0755) < 0)
		return jail_fault_set(fault, errno, "make folder");
	for (size_t i = 0; i < N_DEVICES; i++) {
		char path[32];

		(void)snprintf(path, sizeof path, "/dev/%s", device_names[i]);
		r = attach_tree(root, trees->devices[i], path, fault);
		if (r < 0)
			return r;
	}
	for (unsigned i = 0; i < options->n_binds; i++) {
		if (trees->binds[i] < 0)
			continue;
		r = attach_tree(root, trees->binds[i],
		    options->binds[i].target, fault);
		if (r < 0)
			return r;
	}
	return attach_proc(root, fault);
}

static int
enter_root(int root, struct jail_fault *fault)
{
	struct mount_attr attr = {
		.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID |
		    MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC,
	};

	if (jail_inject("enter root") || fchdir(root) < 0)
		return jail_fault_set(fault, errno, "enter root");
	if (jail_inject("pivot root") || syscall(SYS_pivot_root, ".", ".") < 0)
		return jail_fault_set(fault, errno, "pivot root");
	/* The old root now lies over the new one: take it off. */
	if (jail_inject("detach old root") || umount2(".", MNT_DETACH) < 0)
		return jail_fault_set(fault, errno, "detach old root");
	if (jail_inject("enter root") || chdir("/") < 0)
		return jail_fault_set(fault, errno, "enter root");
	if (jail_inject("root read-only") || mount_setattr(AT_FDCWD, "/", 0,
	    &attr, sizeof attr) < 0)
		return jail_fault_set(fault, errno, "root read-only");
	return 0;
}

/*
 * Root becomes nobody, then enters a user namespace like any other user, so
 * that what follows is one path for both.  The mounts, made by a more
 * privileged owner, are locked there: nothing inside can take them apart.
 */
static int
give_up_root(struct jail_fault *fault)
{
	const struct rlimit no_limit = { RLIM_INFINITY, RLIM_INFINITY };
	int r;

	/* Processes of all jobs count against the creator of their space. */
	(void)setrlimit(RLIMIT_NPROC, &no_limit);
	r = jail_privileges_leave_root(fault);
	if (r < 0)
		return r;
	if (jail_inject("user namespace") ||
	    unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return jail_fault_set(fault, errno, "user namespace");
	return write_maps(JAIL_HOST_NOBODY, JAIL_HOST_NOBODY, fault);
}

/*
 * Second half, in the launcher proper.  On return the caller is uid 1000 of
 * a user namespace, in the final root, and still has capabilities there.
 */
int
jail_outer_build(const struct jail_options *options, uid_t host_uid,
    struct jail_fault *fault)
{
	static const char *const keys[] = {
		"size", "1m", "nr_inodes", "4096", "mode", "0755", NULL
	};
	struct trees *trees;
	int root, r;

	(void)umask(0);
	if (jail_inject("private mounts") || mount(NULL, "/", NULL,
	    MS_REC | MS_PRIVATE, NULL) < 0)
		return jail_fault_set(fault, errno, "private mounts");
	if (jail_inject("host name") || sethostname("jail", 4) < 0)
		return jail_fault_set(fault, errno, "host name");
	if (jail_inject("domain name") || setdomainname("", 0) < 0)
		return jail_fault_set(fault, errno, "domain name");
	jail_limits_raise();
	jail_privileges_leave_keyring();

	trees = jail_inject("memory") ? NULL : calloc(1, sizeof *trees);
	if (trees == NULL)
		return jail_fault_set(fault, ENOMEM, "memory");
	r = clone_trees(options, trees, fault);
	root = r < 0 ? r : make_filesystem("tmpfs", keys, 0, fault);
	r = root < 0 ? root : attach_root(root, fault);
	if (r == 0)
		r = fill_root(root, options, trees, fault);
	if (r == 0)
		r = enter_root(root, fault);
	if (root >= 0)
		(void)close(root);
	free(trees);
	if (r == 0 && host_uid == 0)
		r = give_up_root(fault);
	(void)umask(077);
	return r;
}
