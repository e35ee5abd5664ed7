/*
 * The summary object: one JSON object for one run.  summary.json in the run
 * directory keeps it, so that a list of many runs need not read journals.
 */
#ifndef EVALTOP_REPORT_SUMMARY_H
#define EVALTOP_REPORT_SUMMARY_H

#include "run/session.h"

/* One line of JSON without a line end; caller frees. */
char *summary_json(const struct session *session);

/* Write summary.json; a failure costs time later and nothing else. */
void summary_keep(const struct session *session);
void summary_forget(const char *rundir);

/* The kept object, if it is newer than the journal; else NULL.  Free it. */
char *summary_load_kept(const char *rundir);

/*
 * The kept one, or one made from the journal, and kept unless somebody writes
 * the run just now.  NULL with an error.  Caller frees.
 */
char *summary_load(const char *rundir, GError **error);

#endif
