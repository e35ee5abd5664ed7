/*
 * Where a list stands: which rows show and which one the cursor is on.  The
 * rows themselves are the caller's, so a list of a million costs nothing.
 */
#ifndef EVALTOP_TUI_WIDGET_LIST_H
#define EVALTOP_TUI_WIDGET_LIST_H

#include "tui/keys.h"

struct list {
	int top, cursor;	/* row numbers */
	int count;		/* rows there are */
	int shown;		/* rows that fit, as last drawn */
};

/* Before drawing: bring all four within bounds, the cursor on the screen. */
void list_fit(struct list *list, int count, int shown);
/* The row under the cursor moved to `cursor`: keep it on its screen line. */
void list_follow(struct list *list, int cursor);
/* True if the action is a movement (whether or not it led anywhere). */
bool list_act(struct list *list, enum action action);

#endif
