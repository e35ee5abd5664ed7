/*
 * Finding evaltop's own files.  /proc/self/exe and not argv[0] says where the
 * program is: argv[0] belongs to whoever started it.
 */
#include "base/datadir.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define HARNESS "harness/harness.py"
#define JAIL "evaltop-jail"
#define WARM "evaltop-warm.so"
#define INIT "evaltop-init"

/* The running program's folder, or NULL where /proc is not to be had. */
static char *
exe_dir(void)
{
	g_autofree char *path = g_file_read_link("/proc/self/exe", NULL);

	return path ? g_path_get_dirname(path) : NULL;
}

static bool
is_in_build_tree(const char *dir)
{
	size_t length = strlen(EVALTOP_BUILDDIR);

	return dir && strncmp(dir, EVALTOP_BUILDDIR, length) == 0 &&
	    (dir[length] == '\0' || dir[length] == '/');
}

static bool
exists(const char *path)
{
	return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* A folder that holds the harness, relative to the program's; or NULL. */
static char *
try_folder(const char *dir, const char *relative)
{
	g_autofree char *path = g_build_filename(dir, relative, NULL);
	g_autofree char *folder = g_canonicalize_filename(path, NULL);
	g_autofree char *harness = g_build_filename(folder, HARNESS, NULL);

	return exists(harness) ? g_steal_pointer(&folder) : NULL;
}

static char *
find_folder(void)
{
	const char *forced = g_getenv("EVALTOP_DATADIR");
	g_autofree char *dir = NULL;
	char *folder;

	if (forced && *forced)
		return g_strdup(forced);
	dir = exe_dir();
	if (!dir)
		return g_strdup(EVALTOP_DATADIR);
	folder = try_folder(dir, "data");
	if (folder)
		return folder;
	if (is_in_build_tree(dir))
		return g_strdup(EVALTOP_SRCDATADIR);
	/* An installation that was moved as a whole. */
	folder = try_folder(dir, "../share/evaltop");
	return folder ? folder : g_strdup(EVALTOP_DATADIR);
}

char *
datadir_find(const char *relative)
{
	g_autofree char *folder = find_folder();

	return g_build_filename(folder, relative, NULL);
}

/* Beside the program, in the build tree, or where `installed` says. */
static char *
find_beside(const char *name, const char *installed)
{
	g_autofree char *dir = exe_dir();
	g_autofree char *path = NULL;

	if (dir) {
		path = g_build_filename(dir, name, NULL);
		if (exists(path))
			return g_steal_pointer(&path);
	}
	if (is_in_build_tree(dir))
		return g_build_filename(EVALTOP_BUILDDIR, name, NULL);
	return g_build_filename(installed, name, NULL);
}

char *
datadir_find_jail(void)
{
	return find_beside(JAIL, EVALTOP_BINDIR);
}

static char *
find_in_libexec(const char *name)
{
	g_autofree char *dir = exe_dir();
	g_autofree char *moved = NULL;

	/* An installation that was moved as a whole. */
	if (dir) {
		moved = g_build_filename(dir, "../libexec/evaltop", name,
		    NULL);
		if (exists(moved))
			return g_canonicalize_filename(moved, NULL);
	}
	return find_beside(name, EVALTOP_LIBEXECDIR);
}

char *
datadir_find_warm(void)
{
	return find_in_libexec(WARM);
}

char *
datadir_find_init(void)
{
	g_autofree char *path = find_in_libexec(INIT);

	return exists(path) ? g_steal_pointer(&path) : NULL;
}
