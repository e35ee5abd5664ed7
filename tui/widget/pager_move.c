/*
 * Moving in a text.  Where lines are folded a move counts rows of the screen,
 * so that no page skips what was not shown.
 */
#include "tui/widget/pager.h"

#include <stdio.h>

/* Rows that a line takes; 1 before anything was drawn. */
static int
rows_of(const struct pager *pager, int index)
{
	g_autoptr(GArray) starts = NULL;

	if (!pager->wraps || !pager->draw)
		return 1;
	starts = g_array_new(FALSE, FALSE, sizeof(int));
	return pager_folds(pager, pager->draw, index, pager->width, starts);
}

/* The place from which the last row of all is the last one shown. */
static void
find_last(const struct pager *pager, int *ret_top, int *ret_sub)
{
	int top = pager_count(pager), room = MAX(pager->shown, 1), rows = 0;

	*ret_sub = 0;
	while (top > 0 && room > 0) {
		rows = rows_of(pager, --top);
		room -= rows;
	}
	*ret_top = top;
	if (room < 0)
		*ret_sub = -room;
}

void
pager_settle(struct pager *pager)
{
	int top, sub, count = pager_count(pager);

	pager->top = CLAMP(pager->top, 0, MAX(count - 1, 0));
	if (count == 0 || !pager->wraps)
		pager->sub = 0;
	else
		pager->sub = CLAMP(pager->sub, 0, rows_of(pager, pager->top) -
		    1);
	find_last(pager, &top, &sub);
	if (pager->top > top || (pager->top == top && pager->sub > sub)) {
		pager->top = top;
		pager->sub = sub;
	}
}

static void
pager_scroll(struct pager *pager, int by)
{
	int count = pager_count(pager);

	if (!pager->wraps)
		pager->top += by;
	for (; pager->wraps && by > 0 && pager->top < count; by--)
		if (++pager->sub >= rows_of(pager, pager->top)) {
			pager->top++;
			pager->sub = 0;
		}
	for (; pager->wraps && by < 0 && pager->top + pager->sub > 0; by++)
		if (--pager->sub < 0) {
			pager->top--;
			pager->sub = rows_of(pager, pager->top) - 1;
		}
	pager_settle(pager);
}

static bool
pager_move(struct pager *pager, enum action action)
{
	int page = MAX(pager->shown - 1, 1);

	switch (action) {
	case ACTION_DOWN:
		pager_scroll(pager, 1);
		return true;
	case ACTION_UP:
		pager_scroll(pager, -1);
		return true;
	case ACTION_PAGE_DOWN:
		pager_scroll(pager, page);
		return true;
	case ACTION_PAGE_UP:
		pager_scroll(pager, -page);
		return true;
	case ACTION_HALF_DOWN:
		pager_scroll(pager, MAX(page / 2, 1));
		return true;
	case ACTION_HALF_UP:
		pager_scroll(pager, -MAX(page / 2, 1));
		return true;
	case ACTION_FIRST:
		pager->top = pager->sub = 0;
		return true;
	case ACTION_LAST:
		pager->top = pager_count(pager);
		pager->sub = 0;
		pager_settle(pager);
		return true;
	default:
		return false;
	}
}

bool
pager_act(struct pager *pager, enum action action)
{
	int side = MAX(pager->width / 2, 1);

	switch (action) {
	case ACTION_SIDE_RIGHT:
		pager->left = MIN(pager->left + side, PAGER_LINE_MAX * 4);
		return true;
	case ACTION_SIDE_LEFT:
		pager->left = MAX(pager->left - side, 0);
		return true;
	case ACTION_SIDE_START:
		pager->left = 0;
		return true;
	case ACTION_WRAP:
		pager->wraps = !pager->wraps;
		pager->left = pager->sub = 0;
		return true;
	case ACTION_NUMBERS:
		pager->hides_numbers = !pager->hides_numbers;
		return true;
	default:
		return pager_move(pager, action);
	}
}

/* The line that the last row shows, from 1. */
static int
last_line(const struct pager *pager)
{
	int count = pager_count(pager), at = pager->top;
	int rows = pager->shown + pager->sub;

	if (!pager->wraps)
		return MIN(pager->top + pager->shown, count);
	while (at < count && rows > 0)
		rows -= rows_of(pager, at++);
	return at;
}

const char *
pager_position(const struct pager *pager, char *ret, gsize size)
{
	int count = pager_count(pager), last = last_line(pager);
	char column[32] = "";

	if (pager->left > 0)
		snprintf(column, sizeof(column), "  column %d",
		    pager->left + 1);
	if (pager->top == 0 && pager->sub == 0 && last == count)
		snprintf(ret, size, "%s%s", pager->wraps ? "wrap" : "",
		    column);
	else
		snprintf(ret, size, "%d-%d of %d%s%s", pager->top + 1, last,
		    count, pager->wraps ? "  wrap" : "", column);
	return ret;
}
