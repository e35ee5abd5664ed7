/* Where a sample's full output lies when it did not fit the preview. */
#ifndef EVALTOP_RUN_CAPTURE_H
#define EVALTOP_RUN_CAPTURE_H

#include <glib.h>
#include <stdbool.h>

/* stream 1: stdout, 2: stderr. Caller frees. */
char *capture_file_path(const char *rundir, guint32 ordinal, int stream);
bool capture_file_write(const char *rundir, guint32 ordinal, int stream,
    const char *bytes, gsize length, GError **error);

#endif
