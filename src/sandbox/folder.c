/*
 * The work folders of the tiers without mount namespaces: how much a
 * candidate has put there, and taking it all away again.
 *
 * Names, kinds, modes and depth are the candidate's choice, and in the
 * weakest tier another candidate may still be moving things about.  So no
 * path is ever walked: everything is relative to a descriptor of a folder
 * and one name in it, nothing but folders is opened, no link is followed,
 * and ".." is never used, which could lead out of a folder that was moved.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An honest program does not nest deeper; to look deeper would cost more. */
#define DEPTH_MAX 16

static bool
is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A stream of its own, so that the caller's offset stays where it is. */
static DIR *
open_entries(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);

	if (entries == NULL && fd >= 0)
		(void)close(fd);
	return entries;
}

/* Let ourselves in.  fchmod does not take O_PATH; this is the same. */
static void
open_up(int folder)
{
	char path[48];

	(void)snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
	(void)chmod(path, 0700);
}

/* A folder below this one that we may list and change; -1 if it is none. */
static int
enter(int folder, const char *name)
{
	int fd = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);

	if (fd >= 0)
		open_up(fd);
	return fd;
}

/*
 * Empty a folder that lies in top: what is no folder goes, an empty folder
 * goes, a full one moves up to top and has its turn there.  So the depth of
 * a tree costs neither stack nor descriptors.
 */
static bool
flatten(int top, int folder, unsigned long *serial)
{
	DIR *entries = open_entries(folder);
	const struct dirent *entry;
	bool has_changed = false;

	if (entries == NULL)
		return false;
	while ((entry = readdir(entries)) != NULL) {
		const char *name = entry->d_name;
		int inner;

		if (is_dots(name))
			continue;
		if (unlinkat(folder, name, 0) == 0 ||
		    unlinkat(folder, name, AT_REMOVEDIR) == 0) {
			has_changed = true;
			continue;
		}
		/* A folder moves only when it may be written itself. */
		inner = enter(folder, name);
		if (inner < 0)
			continue;
		if (folder == top) {
			has_changed |= flatten(top, inner, serial);
			if (unlinkat(top, name, AT_REMOVEDIR) == 0)
				has_changed = true;
		} else {
			char moved[32];

			(void)snprintf(moved, sizeof moved, ".%lu",
			    (*serial)++);
			/* Taken: it has another number the next time. */
			if (renameat(folder, name, top, moved) == 0)
				has_changed = true;
			else if (errno == EEXIST || errno == ENOTEMPTY ||
			    errno == ENOTDIR)
				has_changed = true;
		}
		(void)close(inner);
	}
	(void)closedir(entries);
	return has_changed;
}

void
jail_folder_empty(int folder)
{
	unsigned long serial = 0;

	open_up(folder);
	while (flatten(folder, folder, &serial))
		;
}

static bool
add_entries(int folder, unsigned depth, struct jail_usage *usage)
{
	DIR *entries = open_entries(folder);
	const struct dirent *entry;
	bool is_whole = true;

	if (entries == NULL)
		return errno != EACCES;
	while (is_whole && (entry = readdir(entries)) != NULL) {
		struct stat st;

		if (is_dots(entry->d_name) || fstatat(folder, entry->d_name,
		    &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		usage->bytes += (uint64_t)st.st_blocks * 512u;
		if (++usage->files > usage->files_max)
			is_whole = false;
		else if (S_ISDIR(st.st_mode) && depth == DEPTH_MAX)
			is_whole = false;
		else if (S_ISDIR(st.st_mode)) {
			int inner = openat(folder, entry->d_name, O_RDONLY |
			    O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

			if (inner < 0) {
				/* One that hides what it holds is over. */
				is_whole = errno != EACCES;
				continue;
			}
			is_whole = add_entries(inner, depth + 1, usage);
			(void)close(inner);
		}
	}
	(void)closedir(entries);
	return is_whole;
}

bool
jail_folder_is_over(int folder, uint64_t bytes_max, uint64_t files_max)
{
	struct jail_usage usage = { .files_max = files_max };

	return !add_entries(folder, 0, &usage) || usage.bytes > bytes_max;
}
