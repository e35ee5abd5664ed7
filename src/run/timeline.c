/* Cells that double in width. */
#include "run/timeline.h"

static void
halve(struct timeline *timeline)
{
	for (guint i = 0; i < TIMELINE_CELLS / 2; i++)
		timeline->counts[i] = timeline->counts[2 * i] +
		    timeline->counts[2 * i + 1];
	for (guint i = TIMELINE_CELLS / 2; i < TIMELINE_CELLS; i++)
		timeline->counts[i] = 0;
	timeline->cell_ms *= 2;
}

void
timeline_add(struct timeline *timeline, guint64 elapsed_ms)
{
	if (timeline->cell_ms == 0)
		timeline->cell_ms = TIMELINE_FIRST_MS;
	/* Clocks may jump by years: the width stays far from overflowing. */
	elapsed_ms = MIN(elapsed_ms, G_MAXINT64);
	while (elapsed_ms / timeline->cell_ms >= TIMELINE_CELLS)
		halve(timeline);
	timeline->counts[elapsed_ms / timeline->cell_ms]++;
}

guint
timeline_rates(const struct timeline *timeline, guint64 elapsed_ms,
    guint width, double *ret, guint64 *ret_column_ms)
{
	guint64 cells = 1;	/* of a column */
	guint columns, cell = 0;

	*ret_column_ms = 0;
	if (timeline->cell_ms == 0 || elapsed_ms == 0 || width == 0)
		return 0;
	while (elapsed_ms / timeline->cell_ms / cells > width)
		cells *= 2;
	columns = MAX((guint)(elapsed_ms / timeline->cell_ms / cells), 1);
	*ret_column_ms = MIN(timeline->cell_ms * cells, elapsed_ms);
	for (guint i = 0; i < columns; i++) {
		guint sum = 0;

		for (guint64 j = 0; j < cells && cell < TIMELINE_CELLS; j++)
			sum += timeline->counts[cell++];
		ret[i] = sum * 1000.0 / (double)*ret_column_ms;
	}
	return columns;
}
