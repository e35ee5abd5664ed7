/* See list.h. */
#include "tui/widget/list.h"

#include <glib.h>

void
list_fit(struct list *list, int count, int shown)
{
	list->count = MAX(count, 0);
	list->shown = MAX(shown, 1);
	list->cursor = CLAMP(list->cursor, 0, MAX(list->count - 1, 0));
	if (list->cursor < list->top)
		list->top = list->cursor;
	if (list->cursor >= list->top + list->shown)
		list->top = list->cursor - list->shown + 1;
	list->top = CLAMP(list->top, 0, MAX(list->count - list->shown, 0));
}

void
list_follow(struct list *list, int cursor)
{
	list->top += cursor - list->cursor;
	list->cursor = cursor;
	list->top = CLAMP(list->top, 0, MAX(list->count - list->shown, 0));
}

bool
list_act(struct list *list, enum action action)
{
	int page = MAX(list->shown - 1, 1);

	switch (action) {
	case ACTION_DOWN:
		list->cursor++;
		break;
	case ACTION_UP:
		list->cursor--;
		break;
	case ACTION_PAGE_DOWN:
		list->cursor += page;
		list->top += page;
		break;
	case ACTION_PAGE_UP:
		list->cursor -= page;
		list->top -= page;
		break;
	case ACTION_HALF_DOWN:
		list->cursor += MAX(page / 2, 1);
		break;
	case ACTION_HALF_UP:
		list->cursor -= MAX(page / 2, 1);
		break;
	case ACTION_FIRST:
		list->cursor = 0;
		break;
	case ACTION_LAST:
		list->cursor = list->count - 1;
		break;
	case ACTION_SELECT:
		break;
	default:
		return false;
	}
	list_fit(list, list->count, list->shown);
	return true;
}
