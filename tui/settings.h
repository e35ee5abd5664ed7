/* From options, suite and samples to a run's manifest. */
#ifndef EVALTOP_TUI_SETTINGS_H
#define EVALTOP_TUI_SETTINGS_H

#include "run/rundir.h"
#include "sample/sample.h"
#include "suite/suite.h"
#include "tui/options.h"

/*
 * Leave out the tasks that --only and --limit do not choose, and count what
 * is missing among the others.  False with a USAGE error when none is left.
 */
bool settings_select(const char *only, guint limit, const struct suite *suite,
    struct sample_set *samples, struct run_counts *ret_counts, GError **error);

/* The manifest of a new run, complete but for tier and interpreter. */
struct run_manifest *settings_manifest(const struct options *options,
    const struct suite *suite, const struct sample_set *samples,
    bool is_check, const struct run_counts *counts);

/* Whether a manifest's samples are these: same tasks, same counts. */
bool settings_match_index(const struct run_index *index,
    const struct suite *suite, const struct sample_set *samples);

/* The number of jobs when none is asked for: the cores we may use. */
guint settings_default_jobs(void);

#endif
