/*
 * Which panes a screen of a size shows, and where.  Pure arithmetic: for any
 * size the rectangles lie inside the screen and do not overlap.
 */
#ifndef EVALTOP_TUI_WIDGET_LAYOUT_H
#define EVALTOP_TUI_WIDGET_LAYOUT_H

#include "tui/draw.h"

enum layout_size {
	LAYOUT_TINY,		/* one line with the essential numbers */
	LAYOUT_MINI,		/* 40x10: no frames */
	LAYOUT_SMALL,		/* 60x16: one framed pane */
	LAYOUT_MEDIUM,		/* 80x24 */
	LAYOUT_LARGE,		/* 120x24 */
	LAYOUT_FULL,		/* 160x40: six panes */
};

/* Numbered as their keys, less one. */
enum pane {
	PANE_TASKS,
	PANE_PASSK,
	PANE_WORKERS,
	PANE_TIME,
	PANE_CODE,
	PANE_RESULT,
	PANE__COUNT
};

struct layout {
	enum layout_size size;
	struct rect head;	/* three lines, or two, or one */
	struct rect panes[PANE__COUNT];	/* h 0: not shown */
	struct rect passk_line, preview_line;	/* where the panes have no room */
	struct rect message, footer;
};

enum layout_size layout_size(int cols, int rows);

/* What the user gave to or took from panes: the left ones, the bottom ones. */
struct stretch {
	int cols, rows;
};

/*
 * `passk_rows`, `worker_rows`: how many lines those panes could use; without
 * workers (a finished run) their room goes to the times.
 * `zoomed`: the one pane that gets all the room, or -1.
 */
void layout_overview(int cols, int rows, int passk_rows, int worker_rows,
    int zoomed, struct stretch stretch, struct layout *ret);

/* Cut `*rest` at the top, the bottom, the left; gives the piece cut off. */
struct rect rect_cut_top(struct rect *rest, int h);
struct rect rect_cut_bottom(struct rect *rest, int h);
struct rect rect_cut_left(struct rect *rest, int w);

#endif
