/* What a run or a view says last, and the exit status that follows from it. */
#ifndef EVALTOP_TUI_ENDING_H
#define EVALTOP_TUI_ENDING_H

#include "run/session.h"
#include "tui/options.h"

/* Counts, the pass@k table, where the run is, how to see the failures. */
void ending_print(const struct session *session, FILE *out);

/*
 * The same on stderr, for a program that is about to die of a signal: waits
 * for nobody, and says nothing where stderr takes nothing.
 */
void ending_print_dying(const struct session *session);

/*
 * The status of a run that has ended by itself: 4, 130 or 0, and 1 when a
 * --fail-under is not met (said on stderr).
 */
int ending_status(const struct session *session,
    const struct options *options);

/* Only the --fail-under part: true when all are met. */
bool ending_meets_bounds(const struct session *session,
    const struct options *options);

#endif
