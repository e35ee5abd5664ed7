/* See layout.h.  Pieces are cut off a rest, so they cannot overlap. */
#include "tui/widget/layout.h"

struct rect
rect_cut_top(struct rect *rest, int h)
{
	struct rect cut = *rest;

	cut.h = CLAMP(h, 0, rest->h);
	rest->y += cut.h;
	rest->h -= cut.h;
	return cut;
}

struct rect
rect_cut_bottom(struct rect *rest, int h)
{
	struct rect cut = *rest;

	cut.h = CLAMP(h, 0, rest->h);
	rest->h -= cut.h;
	cut.y = rest->y + rest->h;
	return cut;
}

struct rect
rect_cut_left(struct rect *rest, int w)
{
	struct rect cut = *rest;

	cut.w = CLAMP(w, 0, rest->w);
	rest->x += cut.w;
	rest->w -= cut.w;
	return cut;
}

enum layout_size
layout_size(int cols, int rows)
{
	static const struct {
		int cols, rows;
		enum layout_size size;
	} breakpoints[] = {
		{ 160, 40, LAYOUT_FULL },
		{ 120, 24, LAYOUT_LARGE },
		{ 80, 24, LAYOUT_MEDIUM },
		{ 60, 16, LAYOUT_SMALL },
		{ 40, 10, LAYOUT_MINI },
	};

	for (gsize i = 0; i < G_N_ELEMENTS(breakpoints); i++)
		if (cols >= breakpoints[i].cols && rows >= breakpoints[i].rows)
			return breakpoints[i].size;
	return LAYOUT_TINY;
}

/* A size as the user wants it, as long as both sides can be read. */
static int
stretched(int size, int by, int least, int most)
{
	return by == 0 ? size : CLAMP(size + by, MIN(least, size), MAX(most,
	    size));
}

static void
layout_medium(struct layout *ret, struct rect body, int passk_rows,
    int worker_rows, struct stretch stretch)
{
	bool is_large = ret->size == LAYOUT_LARGE;
	int preview = CLAMP(body.h / (is_large ? 3 : 4) + 2, 7, 16);
	struct rect bottom = rect_cut_bottom(&body, stretched(preview,
	    stretch.rows, 3, body.h - 6));
	int right = is_large ? CLAMP(body.w * 2 / 5, 44, 64) : 33;
	struct rect left = rect_cut_left(&body, stretched(body.w - right,
	    stretch.cols, 24, body.w - 20));

	ret->panes[PANE_TASKS] = left;
	ret->panes[PANE_PASSK] = rect_cut_top(&body,
	    MIN(passk_rows + 3, MAX(body.h - 4, 4)));
	/* What the workers cannot use shows the times, if that is worth it. */
	if (worker_rows > 0)
		ret->panes[PANE_WORKERS] = rect_cut_top(&body,
		    is_large && body.h - (worker_rows + 2) >= 7 ?
		    worker_rows + 2 : body.h);
	ret->panes[PANE_TIME] = body;
	if (is_large && bottom.h >= 8)
		ret->panes[PANE_CODE] = rect_cut_left(&bottom, bottom.w / 2);
	ret->panes[PANE_RESULT] = bottom;
}

static void
layout_full(struct layout *ret, struct rect body, int passk_rows,
    int worker_rows, struct stretch stretch)
{
	struct rect bottom = rect_cut_bottom(&body, stretched(
	    CLAMP(body.h * 3 / 10, 10, 24), stretch.rows, 3, body.h - 12));
	struct rect left = rect_cut_left(&body, stretched(body.w * 54 / 100,
	    stretch.cols, 24, body.w - 36));
	int passk = MIN(passk_rows + 3, body.h / 3);
	int time = CLAMP((body.h - passk) / 2, 8, 14);

	ret->panes[PANE_TASKS] = left;
	ret->panes[PANE_PASSK] = rect_cut_top(&body, passk);
	if (worker_rows > 0)
		ret->panes[PANE_WORKERS] = rect_cut_top(&body,
		    MIN(worker_rows + 2, body.h - time));
	ret->panes[PANE_TIME] = body;
	ret->panes[PANE_CODE] = rect_cut_left(&bottom, bottom.w / 2);
	ret->panes[PANE_RESULT] = bottom;
}

void
layout_overview(int cols, int rows, int passk_rows, int worker_rows,
    int zoomed, struct stretch stretch, struct layout *ret)
{
	struct rect body = { 0, 0, MAX(cols, 0), MAX(rows, 0) };

	*ret = (struct layout){ .size = layout_size(cols, rows) };
	if (ret->size == LAYOUT_TINY) {
		ret->head = body;
		return;
	}
	ret->head = rect_cut_top(&body, ret->size == LAYOUT_MINI ? 2 : 3);
	ret->footer = rect_cut_bottom(&body, 1);
	ret->message = rect_cut_bottom(&body, 1);
	if (zoomed >= 0 && zoomed < PANE__COUNT) {
		ret->panes[zoomed] = body;
		return;
	}
	switch (ret->size) {
	case LAYOUT_FULL:
		layout_full(ret, body, passk_rows, worker_rows, stretch);
		break;
	case LAYOUT_LARGE:
	case LAYOUT_MEDIUM:
		layout_medium(ret, body, passk_rows, worker_rows, stretch);
		break;
	case LAYOUT_SMALL:
		ret->passk_line = rect_cut_top(&body, 1);
		ret->preview_line = rect_cut_bottom(&body, 1);
		ret->panes[PANE_TASKS] = body;
		break;
	case LAYOUT_MINI:
	case LAYOUT_TINY:
		ret->panes[PANE_TASKS] = body;
		break;
	}
}
