/* The samples that --rerun means. */
#ifndef EVALTOP_TUI_RERUN_H
#define EVALTOP_TUI_RERUN_H

#include "run/board.h"

/* Whether the expression is one; a USAGE error says why not. */
bool rerun_can_read(const char *expression, GError **error);

/*
 * The ordinals (guint32) that an expression of run/filter.h matches on the
 * board of the run in `rundir`.  NULL with a USAGE error for one that cannot
 * be read, or an INPUT error when it matches none.  g_array_unref().
 */
GArray *rerun_choose(const char *expression, const struct board *board,
    const char *rundir, GError **error);

#endif
