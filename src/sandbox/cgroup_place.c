/*
 * Finding the folder below which this user may make cgroups.
 *
 * Our own cgroup, where somebody has handed it to us and said so (systemd's
 * Delegate= leaves a mark).  Else the nearest of its ancestors that hands the
 * memory controller on to its children and lets us make some: nobody has to
 * move for that.  Else our own, if we may change it.
 */
#include "config.h"

#include "sandbox/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#define CONTROLLERS "cgroup.controllers"
#define HANDED_ON "cgroup.subtree_control"

int
jail_cgroup_write(int folder, const char *file, const char *text)
{
	int fd = openat(folder, file, O_WRONLY | O_CLOEXEC);
	int r = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		r = -errno;
	(void)close(fd);
	return r;
}

int
jail_cgroup_read(int folder, const char *file, char *text, size_t size)
{
	int fd = openat(folder, file, O_RDONLY | O_CLOEXEC);
	ssize_t n;
	int r = 0;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	if (n < 0)
		r = -errno;
	text[n > 0 ? n : 0] = '\0';
	(void)close(fd);
	return r;
}

bool
jail_cgroup_has(int folder, const char *file, const char *word)
{
	size_t length = strlen(word);
	char text[1024];

	(void)jail_cgroup_read(folder, file, text, sizeof text);
	for (const char *at = text; (at = strstr(at, word)) != NULL;
	    at += length)
		if ((at == text || at[-1] == ' ') && (at[length] == ' ' ||
		    at[length] == '\n' || at[length] == '\0'))
			return true;
	return false;
}

/* The line "0::/path" of the process. */
static bool
read_own(char path[PATH_MAX])
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	bool is_found = false;

	if (file == NULL)
		return false;
	while (!is_found && fgets(path, PATH_MAX, file) != NULL)
		is_found = strncmp(path, "0::/", 4) == 0;
	(void)fclose(file);
	if (!is_found)
		return false;
	path[strcspn(path, "\n")] = '\0';
	memmove(path, path + 3, strlen(path + 3) + 1);
	return true;
}

/* "ID PARENT DEV ROOT POINT OPTIONS ... - TYPE ..." */
static bool
is_cgroup_mount(const char *line, char root[PATH_MAX], char point[PATH_MAX])
{
	const char *dash = strstr(line, " - ");

	return dash != NULL && strncmp(dash, " - cgroup2 ", 11) == 0 &&
	    sscanf(line, "%*s %*s %*s %4095s %4095s", root, point) == 2;
}

/* Our own cgroup's folder, and how much of its path is the mount point. */
static bool
find_own(char path[PATH_MAX], size_t *ret_point)
{
	char own[PATH_MAX], root[PATH_MAX], point[PATH_MAX], line[3 * PATH_MAX];
	FILE *file;
	bool is_found = false;

	if (!read_own(own))
		return false;
	file = fopen("/proc/self/mountinfo", "re");
	if (file == NULL)
		return false;
	while (!is_found && fgets(line, sizeof line, file) != NULL) {
		size_t skip;
		int n;

		if (!is_cgroup_mount(line, root, point))
			continue;
		skip = strcmp(root, "/") == 0 ? 0 : strlen(root);
		if (strncmp(own, root, skip) != 0)
			continue;
		n = snprintf(path, PATH_MAX, "%s%s", point,
		    strcmp(own + skip, "/") == 0 ? "" : own + skip);
		*ret_point = strlen(point);
		is_found = n > 0 && n < PATH_MAX && access(path, F_OK) == 0;
	}
	(void)fclose(file);
	return is_found;
}

static int
open_folder(const char *path)
{
	return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Whether we may make cgroups in it and move processes there. */
static int
may_make(int folder)
{
	static const char *const files[] = { ".", "cgroup.procs" };

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (faccessat(folder, files[i], W_OK, AT_EACCESS) < 0)
			return -errno;
	return 0;
}

static int
check_own(int folder)
{
	int r = may_make(folder);

	if (r == 0 && faccessat(folder, HANDED_ON, W_OK, AT_EACCESS) < 0)
		r = -errno;
	return r;
}

static bool
is_delegated(const char *path)
{
	static const char *const names[] = { "user.delegate",
	    "trusted.delegate" };
	char value[2];

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (getxattr(path, names[i], value, sizeof value) == 1 &&
		    value[0] == '1')
			return true;
	return false;
}

/* Cuts the path down to an ancestor that will do; false if none does. */
static bool
find_ancestor(char path[PATH_MAX], size_t point)
{
	while (strlen(path) > point) {
		bool will_do;
		int folder;

		*strrchr(path, '/') = '\0';
		folder = open_folder(path);
		if (folder < 0)
			return false;
		will_do = jail_cgroup_has(folder, HANDED_ON, "memory") &&
		    may_make(folder) == 0;
		(void)close(folder);
		if (will_do)
			return true;
	}
	return false;
}

int
jail_cgroup_find(char path[PATH_MAX], bool *ret_is_own,
    const char **ret_lacks)
{
	char above[PATH_MAX];
	bool has_memory;
	size_t point;
	int folder, r;

	*ret_is_own = true;
	*ret_lacks = "cgroup v2";
	if (!find_own(path, &point))
		return -ENOENT;
	folder = open_folder(path);
	if (folder < 0)
		return -errno;
	has_memory = jail_cgroup_has(folder, CONTROLLERS, "memory");
	r = check_own(folder);
	(void)close(folder);
	*ret_lacks = "cgroup memory controller";
	if (!has_memory)
		return -ENOENT;
	*ret_lacks = "cgroup delegation";
	if (r == 0 && is_delegated(path))
		return 0;
	(void)strcpy(above, path);
	if (find_ancestor(above, point)) {
		(void)strcpy(path, above);
		*ret_is_own = false;
		return 0;
	}
	return r;
}
