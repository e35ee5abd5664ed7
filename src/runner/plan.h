/*
 * Planning: before anything is judged, the harness is asked, in the sandbox
 * and with no candidate near, how many tests each task has.  A verdict over
 * fewer can then never be a pass.  The answers are kept in the user's cache:
 * the same suite, harness and interpreter are asked once.
 */
#ifndef EVALTOP_RUNNER_PLAN_H
#define EVALTOP_RUNNER_PLAN_H

#include "runner/envelope.h"
#include "runner/launcher.h"
#include "runner/plan_store.h"
#include "sample/sample.h"

/*
 * Plans by task (struct plan *; NULL for a task without samples), and what
 * they prepared, which the caller frees.  Blocks until all are there.  INPUT
 * error for tests that do not parse; then *ret_store is untouched.
 */
GPtrArray *plan_tasks(struct launcher *launcher, const struct suite *suite,
    const struct sample_set *samples, struct plan_store **ret_store,
    GError **error);

#endif
