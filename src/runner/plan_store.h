/*
 * What plans prepare for the judges (marshalled code, some kilobytes a
 * task) in a nameless file, so that a suite of any size needs no memory; and
 * all that was planned, kept from one run to the next.
 *
 * A kept file is made from the answers of planning jobs, which read a
 * suite's texts and run none of them; no process that has seen a candidate
 * writes to it.  It lies in the user's cache beside the compiled harness and
 * is trusted like it: only if it is the user's own and nobody else's to
 * write.
 */
#ifndef EVALTOP_RUNNER_PLAN_STORE_H
#define EVALTOP_RUNNER_PLAN_STORE_H

#include "base/cleanup.h"
#include "runner/envelope.h"

struct plan_store;

/*
 * An empty store, in `folder` (made if it is not there) if files can be
 * made there, else in memory.  `folder` may be NULL.  Never NULL.
 */
struct plan_store *plan_store_new(const char *folder);
void plan_store_free(struct plan_store *store);

DEFINE_CLEANUP(struct plan_store *, plan_store_free)

/*
 * Move what the plan prepared (plan->prepared, hexadecimal, is freed) into
 * the store.  If that fails the plan has nothing prepared, and its judges
 * read the texts.
 */
void plan_store_add(struct plan_store *store, struct plan *plan);

/* Append the plan's bytes to `into`; 0 or a negative errno. */
int plan_store_read(const struct plan_store *store, const struct plan *plan,
    GString *into);

/*
 * Keep store and plans (by task; NULL: not planned) in `folder` under the
 * name that `key` makes, and take the oldest files there away.  Without a
 * word where it cannot be done; never in place of another file.
 */
void plan_store_save(struct plan_store *store, const GPtrArray *plans,
    const char *folder, const char *key);

/*
 * The plans kept under `key`, one for each task of `wanted` (a byte a task,
 * 1: has samples), and their store; NULL if they are not there or not whole.
 */
GPtrArray *plan_store_load(const char *folder, const char *key,
    const GByteArray *wanted, struct plan_store **ret_store);

#endif
