/*
 * Planning: before anything is judged, the harness is asked, in the sandbox
 * and with no candidate near, how many tests each task has.  A verdict over
 * fewer can then never be a pass.
 */
#ifndef EVALTOP_RUNNER_PLAN_H
#define EVALTOP_RUNNER_PLAN_H

#include "runner/envelope.h"
#include "runner/launcher.h"
#include "sample/sample.h"

/*
 * Plans by task (struct plan *; NULL for a task without samples).  Blocks
 * until all are there.  INPUT error for tests that do not parse.
 */
GPtrArray *plan_tasks(struct launcher *launcher, const struct suite *suite,
    const struct sample_set *samples, GError **error);

#endif
