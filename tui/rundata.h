/*
 * What the program keeps in a run directory beside manifest and journal: the
 * summary, so that a list of many runs need not read their journals.
 */
#ifndef EVALTOP_TUI_RUNDATA_H
#define EVALTOP_TUI_RUNDATA_H

#include "run/session.h"

bool rundata_holds_run(const char *rundir);

/* Write summary.json; a failure costs time later and nothing else. */
void rundata_keep_summary(const struct session *session);
void rundata_forget_summary(const char *rundir);

/*
 * The summary object of a run as text: the kept one if it is newer than the
 * journal, else made from the journal.  NULL with an error.  Caller frees.
 */
char *rundata_load_summary(const char *rundir, GError **error);

/* Remove a run that never started: its own files, and the folder if empty. */
void rundata_discard(const char *rundir);

#endif
