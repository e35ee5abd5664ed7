/*
 * Cells, for what is made of them: draw_shapes.c.  Everybody else writes text,
 * which passes the gate.
 */
#ifndef EVALTOP_TUI_DRAW_INTERNAL_H
#define EVALTOP_TUI_DRAW_INTERNAL_H

#include "tui/draw.h"

/* One character of one column; outside the screen nothing is done. */
void cell_put_char(struct draw *draw, int x, int y, gunichar c,
    unsigned style);
/* The same character in a row of cells. */
void cell_run(struct draw *draw, int x, int y, int count, gunichar c,
    unsigned style);

#endif
