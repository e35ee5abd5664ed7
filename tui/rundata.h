/* What the program does to run directories besides judging. */
#ifndef EVALTOP_TUI_RUNDATA_H
#define EVALTOP_TUI_RUNDATA_H

#include <glib.h>
#include <stdbool.h>

bool rundata_holds_run(const char *rundir);

/*
 * Whether a new run may have the folder: it is not there, or holds no more
 * than a run that was killed in its first moment has left.
 */
bool rundata_is_free(const char *rundir);

/* Remove what a kill left half written; needs the run's lock. */
void rundata_sweep(const char *rundir);

/*
 * Remove a run with all that evaltop keeps of it.  Files of others stay, and
 * then so does the folder.  False while somebody writes it.
 */
bool rundata_delete(const char *rundir, GError **error);

/* Remove a run that never started: its own files, and the folder if empty. */
void rundata_discard(const char *rundir);

#endif
