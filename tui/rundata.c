/* Whether a folder holds a run, and the removal of one that never was. */
#include "tui/rundata.h"

#include <glib.h>
#include <glib/gstdio.h>

#define MANIFEST "run.json"

bool
rundata_holds_run(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, MANIFEST, NULL);

	return g_file_test(path, G_FILE_TEST_EXISTS);
}

void
rundata_discard(const char *rundir)
{
	static const char *const files[] = { MANIFEST, "summary.json",
		"results.jsonl", "outputs" };

	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(rundir, files[i],
		    NULL);

		/* "outputs" is a folder: it goes only if nothing is in it. */
		(void)g_remove(path);
	}
	(void)g_rmdir(rundir);
}
