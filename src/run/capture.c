/* outputs/<thousand>/<ordinal>.stdout: no folder gets too many files. */
#include "run/capture.h"

#include "base/error.h"
#include "base/io.h"

#include <errno.h>

char *
capture_file_path(const char *rundir, guint32 ordinal, int stream)
{
	g_autofree char *folder = g_strdup_printf("%04u", ordinal / 1000);
	g_autofree char *name = g_strdup_printf("%u.%s", ordinal,
	    stream == 1 ? "stdout" : "stderr");

	return g_build_filename(rundir, "outputs", folder, name, NULL);
}

bool
capture_file_write(const char *rundir, guint32 ordinal, int stream,
    const char *bytes, gsize length, GError **error)
{
	g_autofree char *path = capture_file_path(rundir, ordinal, stream);
	g_autofree char *folder = g_path_get_dirname(path);

	if (g_mkdir_with_parents(folder, 0777) < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot make %s: %s", folder, g_strerror(errno));
		return false;
	}
	return io_write_file(path, bytes, (gssize)length,
	    G_FILE_SET_CONTENTS_NONE, error);
}
