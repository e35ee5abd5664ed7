/*
 * Making, filling and removing cgroups; see cgroup.h.
 *
 * Whoever sets up or takes down in a place holds a lock on its folder; each
 * base is locked by its waiter and launcher, and the kernel lets go of that
 * lock when both are dead.  So a base whose lock is free is nobody's, however
 * its owners ended and whatever pid namespace they were in.
 *
 * A cgroup that hands controllers on may hold no process itself: hence the
 * leaf for the launcher, and "evaltop.main" for whatever shares our own
 * cgroup with us when that is the place.
 */
#include "config.h"

#include "sandbox/cgroup.h"
#include "sandbox/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAIN "evaltop.main"
#define PREFIX "evaltop-"
#define LEAF "launcher"
#define ROUNDS_MAX 32		/* of moving processes that fork meanwhile */
#define LOCK_MS 2000		/* others hold it for some milliseconds */
#define REMOVE_MS 2000		/* for the dying to be dead */

static int
open_at(int folder, const char *name)
{
	return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
}

static bool
lock(int folder, int wait_ms)
{
	while (flock(folder, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK || wait_ms-- <= 0)
			return false;
		(void)poll(NULL, 0, 1);
	}
	return true;
}

/* Each process of one cgroup into another, until there is none. */
static int
move_all(int from, int to)
{
	char text[4096];
	int r;

	for (int i = 0; i < ROUNDS_MAX; i++) {
		char *rest, *pid;

		r = jail_cgroup_read(from, "cgroup.procs", text, sizeof text);
		if (r < 0 || text[0] == '\0')
			return r;
		/* A number may be cut off: it comes again. */
		*(strrchr(text, '\n') + 1) = '\0';
		for (pid = strtok_r(text, "\n", &rest); pid != NULL;
		    pid = strtok_r(NULL, "\n", &rest)) {
			/* 0 is a process that our pid namespace cannot see. */
			if (strcmp(pid, "0") == 0)
				return -EPERM;
			r = jail_cgroup_write(to, "cgroup.procs", pid);
			if (r < 0 && r != -ESRCH)
				return r;
		}
	}
	return -EBUSY;
}

typedef void (*entry_function)(int folder, const char *name);

static void
each_folder(int folder, const char *prefix, entry_function function)
{
	int copy = open_at(folder, ".");
	DIR *stream = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *entry;

	if (stream == NULL) {
		if (copy >= 0)
			(void)close(copy);
		return;
	}
	while ((entry = readdir(stream)) != NULL)
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.' &&
		    strncmp(entry->d_name, prefix, strlen(prefix)) == 0)
			function(folder, entry->d_name);
	(void)closedir(stream);
}

static void
remove_one(int folder, const char *name)
{
	(void)unlinkat(folder, name, AT_REMOVEDIR);
}

/* A base with all that is in it, be it alive. */
static void
remove_base(int place, const char *name, int base)
{
	jail_cgroup_kill(base);
	for (int i = 0; i < REMOVE_MS; i++) {
		each_folder(base, "", remove_one);
		if (unlinkat(place, name, AT_REMOVEDIR) == 0 ||
		    errno != EBUSY)
			return;
		(void)poll(NULL, 0, 1);
	}
}

/* If it is nobody's. */
static void
sweep_one(int place, const char *name)
{
	int base = open_at(place, name);

	if (base < 0)
		return;
	if (lock(base, 0))
		remove_base(place, name, base);
	(void)close(base);
}

static int
step(struct jail_cgroup *cgroup, int r, const char *name)
{
	if (jail_inject(name))
		r = -EIO;
	if (r < 0) {
		cgroup->err = -r;
		(void)snprintf(cgroup->lacks, sizeof cgroup->lacks, "%s",
		    name);
	}
	return r;
}

/* Processes out of the way, then the controllers for the children. */
static int
prepare_place(struct jail_cgroup *cgroup)
{
	int place = cgroup->place, r = 0;
	/* The root of all cgroups may hold processes, and has no type. */
	bool is_root = faccessat(place, "cgroup.type", F_OK, 0) < 0;

	if (!is_root) {
		int into;

		cgroup->is_main_ours = mkdirat(place, MAIN, 0755) == 0;
		if (!cgroup->is_main_ours && errno != EEXIST)
			return step(cgroup, -errno, "cgroup for ourselves");
		into = open_at(place, MAIN);
		r = into < 0 ? -errno : move_all(place, into);
		if (into >= 0)
			(void)close(into);
	}
	r = step(cgroup, r, "cgroup for ourselves");
	if (r == 0)
		r = step(cgroup, jail_cgroup_write(place,
		    "cgroup.subtree_control", "+memory"),
		    "cgroup controllers");
	cgroup->has_enabled = r == 0;
	/* One can do without this one. */
	if (r == 0)
		(void)jail_cgroup_write(place, "cgroup.subtree_control",
		    "+pids");
	return r;
}

static void
name_base(struct jail_cgroup *cgroup, pid_t waiter, unsigned i)
{
	(void)snprintf(cgroup->name, sizeof cgroup->name, PREFIX "%ld-%u",
	    (long)waiter, i);
}

static int
make_base(struct jail_cgroup *cgroup)
{
	for (unsigned i = 0; i < 1000; i++) {
		name_base(cgroup, getpid(), i);
		if (mkdirat(cgroup->place, cgroup->name, 0755) == 0)
			break;
		if (errno != EEXIST)
			return -errno;
	}
	cgroup->base = open_at(cgroup->place, cgroup->name);
	if (cgroup->base < 0)
		return -errno;
	return lock(cgroup->base, 0) ? 0 : -EBUSY;
}

static int
fill_base(struct jail_cgroup *cgroup)
{
	int base = cgroup->base, r;

	r = jail_cgroup_write(base, "cgroup.subtree_control", "+memory");
	cgroup->has_pids = r == 0 && jail_cgroup_write(base,
	    "cgroup.subtree_control", "+pids") == 0;
	if (r == 0 && mkdirat(base, LEAF, 0755) < 0)
		r = -errno;
	return r;
}

/* Root's launcher will be nobody, and makes the jobs' cgroups as such. */
static int
give_away(int base, uid_t owner)
{
	static const char *const files[] = { ".", "cgroup.procs",
	    "cgroup.subtree_control" };

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (fchownat(base, files[i], owner, (gid_t)owner, 0) < 0)
			return -errno;
	return 0;
}

/* The place as it was before the first of us came; others may need it. */
static void
restore_place(const struct jail_cgroup *cgroup)
{
	int place = cgroup->place, from = open_at(place, MAIN);

	if (from < 0 && !cgroup->has_enabled)
		return;
	if (jail_cgroup_write(place, "cgroup.subtree_control",
	    "-memory") == 0) {
		(void)jail_cgroup_write(place, "cgroup.subtree_control",
		    "-pids");
		if (from >= 0)
			(void)move_all(from, place);
		remove_one(place, MAIN);
	}
	if (from >= 0)
		(void)close(from);
}

static void
take_away(struct jail_cgroup *cgroup)
{
	if (cgroup->base >= 0) {
		remove_base(cgroup->place, cgroup->name, cgroup->base);
		(void)close(cgroup->base);
	}
	cgroup->base = -1;
	restore_place(cgroup);
}

static int
set_up(struct jail_cgroup *cgroup, bool is_own, uid_t owner)
{
	int r = 0;

	each_folder(cgroup->place, PREFIX, sweep_one);
	if (is_own)
		r = prepare_place(cgroup);
	if (r == 0)
		r = step(cgroup, make_base(cgroup), "cgroup of the launcher");
	if (r == 0)
		r = step(cgroup, fill_base(cgroup), "cgroup controllers");
	if (r == 0 && owner != 0)
		r = step(cgroup, give_away(cgroup->base, owner),
		    "cgroup owner");
	return r;
}

/* Opens the place with its lock held; -errno and what is lacking. */
static int
open_place(struct jail_cgroup *cgroup, bool *ret_is_own)
{
	const char *lacks = "";
	char path[PATH_MAX];
	int r = jail_cgroup_find(path, ret_is_own, &lacks);

	if (r == 0) {
		cgroup->place = open_at(AT_FDCWD, path);
		if (cgroup->place < 0)
			r = -errno;
		else if (!lock(cgroup->place, LOCK_MS))
			r = -EWOULDBLOCK;
	}
	return step(cgroup, r, r < 0 ? lacks : "cgroup delegation");
}

static void
close_place(struct jail_cgroup *cgroup)
{
	if (cgroup->place >= 0)
		(void)close(cgroup->place);
	cgroup->place = -1;
}

void
jail_cgroup_make(struct jail_cgroup *cgroup, uid_t owner)
{
	bool is_own = false;

	*cgroup = (struct jail_cgroup){ .place = -1, .base = -1 };
	if (open_place(cgroup, &is_own) == 0 &&
	    set_up(cgroup, is_own, owner) == 0) {
		(void)flock(cgroup->place, LOCK_UN);
		return;
	}
	if (cgroup->place >= 0)
		take_away(cgroup);
	close_place(cgroup);
}

void
jail_cgroup_remove(struct jail_cgroup *cgroup)
{
	if (cgroup->base < 0)
		return;
	(void)lock(cgroup->place, LOCK_MS);
	take_away(cgroup);
	close_place(cgroup);
}

void
jail_cgroup_sweep(pid_t waiter)
{
	struct jail_cgroup cgroup = { .place = -1, .base = -1 };
	bool is_own;

	if (open_place(&cgroup, &is_own) == 0) {
		name_base(&cgroup, waiter, 0);
		cgroup.base = open_at(cgroup.place, cgroup.name);
		/* Its launcher, if it still lives, is just being killed. */
		if (cgroup.base >= 0 && lock(cgroup.base, LOCK_MS))
			take_away(&cgroup);
	}
	close_place(&cgroup);
}

int
jail_cgroup_enter(int folder)
{
	return jail_cgroup_write(folder, "cgroup.procs", "0");
}

int
jail_cgroup_enter_launcher(const struct jail_cgroup *cgroup)
{
	int leaf = open_at(cgroup->base, LEAF);
	int r = leaf < 0 ? -errno : jail_cgroup_enter(leaf);

	if (leaf >= 0)
		(void)close(leaf);
	return r;
}

/* ---- one job ---- */

static int
write_number(int folder, const char *file, uint64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	return jail_cgroup_write(folder, file, text);
}

/* A kernel without swap, or an older one, has no such file. */
static int
write_where_there(int folder, const char *file, uint64_t n)
{
	int r = write_number(folder, file, n);

	return r == -ENOENT ? 0 : r;
}

static int
set_limits(const struct jail_cgroup *cgroup, int folder,
    const struct jail_policy *policy, const char **ret_step)
{
	int r;

	*ret_step = "limit memory of all";
	r = write_number(folder, "memory.max", policy->memory_bytes +
	    JAIL_CGROUP_EXTRA(policy->memory_bytes));
	if (r < 0 || jail_inject(*ret_step))
		return r < 0 ? r : -errno;
	*ret_step = "limit swap of all";
	r = write_where_there(folder, "memory.swap.max", 0);
	if (r < 0 || jail_inject(*ret_step))
		return r < 0 ? r : -errno;
	*ret_step = "end all together";
	r = write_where_there(folder, "memory.oom.group", 1);
	if (r < 0 || jail_inject(*ret_step))
		return r < 0 ? r : -errno;
	if (!cgroup->has_pids)
		return 0;
	*ret_step = "limit tasks of all";
	/* And init. */
	r = write_number(folder, "pids.max", policy->processes + 1ull);
	return r < 0 || !jail_inject(*ret_step) ? r : -errno;
}

static void
name_job(char name[24], uint64_t serial)
{
	(void)snprintf(name, 24, "%llu", (unsigned long long)serial);
}

int
jail_cgroup_add(struct jail_cgroup *cgroup, const struct jail_policy *policy,
    uint64_t *ret_serial, const char **ret_step)
{
	char name[24];
	int folder, r;

	*ret_serial = ++cgroup->serial;
	*ret_step = "cgroup of the job";
	name_job(name, *ret_serial);
	if (jail_inject(*ret_step) || mkdirat(cgroup->base, name, 0755) < 0)
		return -errno;
	folder = open_at(cgroup->base, name);
	r = folder < 0 ? -errno :
	    set_limits(cgroup, folder, policy, ret_step);
	if (r == 0)
		return folder;
	if (folder >= 0)
		(void)close(folder);
	remove_one(cgroup->base, name);
	return r;
}

/* The number behind "key " at the start of a line; 0 if there is none. */
static uint64_t
number(const char *text, const char *key)
{
	size_t length = strlen(key);

	for (const char *at = text; (at = strstr(at, key)) != NULL;
	    at += length)
		if ((at == text || at[-1] == '\n') && at[length] == ' ')
			return strtoull(at + length, NULL, 10);
	return 0;
}

void
jail_cgroup_measure(int folder, struct jail_cgroup_use *use)
{
	char text[1024];

	(void)jail_cgroup_read(folder, "memory.events", text, sizeof text);
	use->n_limit = number(text, "oom");
	use->n_killed = number(text, "oom_kill");
	(void)jail_cgroup_read(folder, "memory.peak", text, sizeof text);
	use->peak_bytes = strtoull(text, NULL, 10);
	(void)jail_cgroup_read(folder, "cpu.stat", text, sizeof text);
	use->cpu_user_us = number(text, "user_usec");
	use->cpu_system_us = number(text, "system_usec");
}

/* Before Linux 5.14 there is no such file: signals must do. */
void
jail_cgroup_kill(int folder)
{
	(void)jail_cgroup_write(folder, "cgroup.kill", "1");
}

/* False while there is still something dying in it. */
static bool
remove_job(const struct jail_cgroup *cgroup, uint64_t serial)
{
	char name[24];

	name_job(name, serial);
	return unlinkat(cgroup->base, name, AT_REMOVEDIR) == 0 ||
	    errno != EBUSY;
}

void
jail_cgroup_drop(struct jail_cgroup *cgroup, int folder, uint64_t serial)
{
	unsigned n = 0;

	(void)close(folder);
	for (unsigned i = 0; i < cgroup->n_left; i++)
		if (!remove_job(cgroup, cgroup->left[i]))
			cgroup->left[n++] = cgroup->left[i];
	cgroup->n_left = n;
	/* What does not fit is taken away at the launcher's end. */
	if (!remove_job(cgroup, serial) && n < JAIL_CGROUP_LEFT_MAX)
		cgroup->left[cgroup->n_left++] = serial;
}
