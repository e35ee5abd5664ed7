/*
 * How many samples were judged when: a fixed number of cells over the time
 * that a run has run, pauses between its sessions left out.  When the time
 * does not fit any more, neighbours are put together and each cell stands for
 * twice as long, so a run of any length takes the same room.
 */
#ifndef EVALTOP_RUN_TIMELINE_H
#define EVALTOP_RUN_TIMELINE_H

#include <glib.h>

#define TIMELINE_CELLS 512
#define TIMELINE_FIRST_MS 500	/* what a cell stands for in a short run */

struct timeline {
	guint64 cell_ms;	/* 0: nothing counted yet */
	guint32 counts[TIMELINE_CELLS];
};

/* One more, after so much running time.  The times need no order. */
void timeline_add(struct timeline *timeline, guint64 elapsed_ms);

/*
 * The rate (a second) over time, in at most `width` columns, each for one cell
 * or for two, four, eight ... of them, so that they stay as they are while a
 * run goes on, until there are too many.  A last column that is not over yet
 * would look slow and is left out, unless it is the only one.  Returns how many
 * were filled, 0 where nothing was counted; *ret_column_ms: what one stands for.
 */
guint timeline_rates(const struct timeline *timeline, guint64 elapsed_ms,
    guint width, double *ret, guint64 *ret_column_ms);

#endif
