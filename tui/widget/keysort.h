/*
 * Rows in the order of a number each, in portions: a list of 100,000 takes a
 * few milliseconds, between which keys may come.  Rows of equal numbers stand
 * by their own.
 */
#ifndef EVALTOP_TUI_WIDGET_KEYSORT_H
#define EVALTOP_TUI_WIDGET_KEYSORT_H

#include <glib.h>
#include <stdbool.h>

struct keysort;

/* For `count` rows, each of which is to be added once. */
struct keysort *keysort_new(guint count);
void keysort_free(struct keysort *sort);	/* NULL is fine */
void keysort_add(struct keysort *sort, guint32 key, guint32 row);

/* When all are added: a portion of the work; true: they are in order. */
bool keysort_step(struct keysort *sort);

/* The row that stands at a place, when they are in order. */
guint32 keysort_row(const struct keysort *sort, guint at, bool is_reverse);

#endif
