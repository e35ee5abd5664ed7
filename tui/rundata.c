/* Whether a folder holds a run, and the removal of one that never was. */
#include "tui/rundata.h"

#include "base/error.h"
#include "run/rundir.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define MANIFEST "run.json"
#define JOURNAL "results.jsonl"

bool
rundata_holds_run(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, MANIFEST, NULL);

	return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* GLib's name for a file that is not whole yet: six capitals or digits. */
static bool
is_unfinished(const char *name)
{
	const char *rest = name + strlen(MANIFEST ".");

	return g_str_has_prefix(name, MANIFEST ".") && strlen(rest) == 6 &&
	    strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == 6;
}

bool
rundata_is_free(const char *rundir)
{
	g_autoptr(GDir) dir = g_dir_open(rundir, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		if (strcmp(name, JOURNAL) != 0 && !is_unfinished(name))
			return false;
	}
	return true;
}

void
rundata_sweep(const char *rundir)
{
	g_autoptr(GDir) dir = g_dir_open(rundir, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(rundir, name, NULL);

		if (is_unfinished(name))
			(void)g_unlink(path);
	}
}

void
rundata_discard(const char *rundir)
{
	static const char *const files[] = { MANIFEST, "summary.json",
		JOURNAL, "outputs" };

	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(rundir, files[i],
		    NULL);

		/* "outputs" is a folder: it goes only if nothing is in it. */
		(void)g_remove(path);
	}
	(void)g_rmdir(rundir);
}

/* A folder of files and, `depth` deep, of such folders; links are files. */
static void
empty_folder(const char *folder, int depth)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (g_unlink(path) < 0 && depth > 0 && !g_file_test(path,
		    G_FILE_TEST_IS_SYMLINK))
			empty_folder(path, depth - 1);
	}
	if (dir)
		g_dir_close(dir);
	(void)g_rmdir(folder);
}

bool
rundata_delete(const char *rundir, GError **error)
{
	static const char *const files[] = { "summary.json", "notes.jsonl",
		JOURNAL, MANIFEST };
	g_autofree char *outputs = NULL;

	if (rundir_is_locked(rundir)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "%s is being written: stop the run before deleting it",
		    rundir);
		return false;
	}
	outputs = g_build_filename(rundir, "outputs", NULL);
	/* outputs/<thousand>/<ordinal>.stdout */
	if (!g_file_test(outputs, G_FILE_TEST_IS_SYMLINK))
		empty_folder(outputs, 1);
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(rundir, files[i],
		    NULL);

		if (g_unlink(path) < 0 && errno != ENOENT) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
			    "cannot delete %s: %s", path, g_strerror(errno));
			return false;
		}
	}
	(void)g_rmdir(rundir);
	return true;
}
