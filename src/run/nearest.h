/*
 * The passing sample whose program is most like that of a failing one: what a
 * reviewer lays beside it.  Main thread only.
 */
#ifndef EVALTOP_RUN_NEAREST_H
#define EVALTOP_RUN_NEAREST_H

#include "base/cleanup.h"
#include "run/session.h"

struct nearest;

/*
 * Among the passes of the same task.  Programs are compared by their lines:
 * those that only one of the two has count (an edit distance without
 * replacement), blank lines and trailing spaces do not.  NULL with an error
 * when the sample's own program cannot be had.  Borrows the session.
 */
struct nearest *nearest_new(struct session *session, guint ordinal,
    GError **error);
void nearest_free(struct nearest *nearest);

/*
 * Look at so many further passes (0: all; each is two reads and an extraction,
 * less than a millisecond).  True when all have been looked at.
 */
bool nearest_step(struct nearest *nearest, guint max);

/*
 * The best so far: false if none.  *ret_lines is how many lines differ; it may
 * be NULL.  Of several as near the first one is taken; a disputed pass only
 * where there is no other.
 */
bool nearest_get(const struct nearest *nearest, guint *ret_ordinal,
    guint *ret_lines);

/* Lines that only one of two texts has; for tests. */
guint nearest_distance(const char *a, const char *b);

DEFINE_CLEANUP(struct nearest *, nearest_free)

#endif
