/*
 * The table of keys.  Nothing essential is only on a key that some keyboard
 * layouts hide behind AltGr: '[' and ']' have 'K' and 'J' beside them.
 */
#include "tui/keys.h"

#include <glib.h>

static const struct key_row table[] = {
	{ ACTION_DOWN, "down", KEYS_MOVE, PLACE_ALL, { 'j', K_DOWN },
	    "j k  \u2193 \u2191", "one row", NULL, 0 },
	{ ACTION_UP, "up", KEYS_MOVE, PLACE_ALL, { 'k', K_UP }, NULL, NULL,
	    NULL, 0 },
	{ ACTION_LEFT, "left", KEYS_MOVE, PLACE_CASES, { 'h', K_LEFT },
	    "h l  \u2190 \u2192", "out / in, scroll text", NULL, 0 },
	{ ACTION_RIGHT, "right", KEYS_MOVE, PLACE_CASES, { 'l', K_RIGHT },
	    NULL, NULL, NULL, 0 },
	{ ACTION_FIRST, "first", KEYS_MOVE, PLACE_ALL, { 'g', K_HOME },
	    "g G  Home End", "first / last row", NULL, 0 },
	{ ACTION_LAST, "last", KEYS_MOVE, PLACE_ALL, { 'G', K_END }, NULL,
	    NULL, NULL, 0 },
	{ ACTION_PAGE_DOWN, "page-down", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('F'), K_PAGE_DOWN, ' ' }, "^F ^B PgDn PgUp", "page",
	    NULL, 0 },
	{ ACTION_PAGE_UP, "page-up", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('B'), K_PAGE_UP, 'b' }, NULL, NULL, NULL, 0 },
	{ ACTION_HALF_DOWN, "half-page-down", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('D') }, "^D ^U", "half page", NULL, 0 },
	{ ACTION_HALF_UP, "half-page-up", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('U') }, NULL, NULL, NULL, 0 },
	{ ACTION_NEXT_PANE, "next-pane", KEYS_MOVE,
	    PLACE_OVERVIEW | PLACE_REVIEW, { '\t', K_CTRL('N') },
	    "Tab  S-Tab", "next / previous pane", "Tab pane", 55 },
	{ ACTION_PREV_PANE, "previous-pane", KEYS_MOVE,
	    PLACE_OVERVIEW | PLACE_REVIEW, { K_BACK_TAB, K_CTRL('P') }, NULL,
	    NULL, NULL, 0 },
	{ ACTION_PANE, "pane", KEYS_MOVE, PLACE_OVERVIEW | PLACE_REVIEW,
	    { '1', '2', '3', '4', '5', '6', '7', '8', '9' }, "1 - 9",
	    "go to pane", NULL, 0 },
	{ ACTION_NEXT_CASE, "next-case", KEYS_MOVE, PLACE_CASES, { ']', 'J' },
	    "[ ]  K J", "previous / next case", "J K case", 35 },
	{ ACTION_PREV_CASE, "previous-case", KEYS_MOVE, PLACE_CASES,
	    { '[', 'K' }, NULL, NULL, NULL, 0 },
	{ ACTION_NEXT_SAMPLE, "next-sample", KEYS_MOVE, PLACE_CASES, { '.' },
	    ", .", "sample of same task", ", . sample", 30 },
	{ ACTION_PREV_SAMPLE, "previous-sample", KEYS_MOVE, PLACE_CASES,
	    { ',' }, NULL, NULL, NULL, 0 },

	{ ACTION_SEARCH, "search", KEYS_FIND, PLACE_LISTS,
	    { '/', K_F0 + 3 }, "/  F3", "search as you type", "/ search",
	    70 },
	{ ACTION_NEXT_HIT, "next-hit", KEYS_FIND, PLACE_LISTS, { 'n' },
	    "n N", "next / previous hit", NULL, 0 },
	{ ACTION_PREV_HIT, "previous-hit", KEYS_FIND, PLACE_LISTS, { 'N' },
	    NULL, NULL, NULL, 0 },
	{ ACTION_NEXT_FAILURE, "next-failure", KEYS_FIND, PLACE_CASES,
	    { 'e' }, "e E", "next / prev. failure", "e next failure", 60 },
	{ ACTION_PREV_FAILURE, "previous-failure", KEYS_FIND, PLACE_CASES,
	    { 'E' }, NULL, NULL, NULL, 0 },
	{ ACTION_FOLLOW, "follow", KEYS_FIND, PLACE_LISTS, { 'F' }, "F",
	    "follow the newest", "F follow", 40 },
	{ ACTION_SORT, "sort", KEYS_FIND, PLACE_OVERVIEW, { 's', K_F0 + 6 },
	    "s S  F6", "sort column, reverse", "s sort", 50 },
	{ ACTION_REVERSE, "reverse", KEYS_FIND, PLACE_OVERVIEW, { 'S' }, NULL,
	    NULL, NULL, 0 },
	{ ACTION_DROP, "drop", KEYS_FIND, PLACE_ALL, { K_ESCAPE }, "Esc",
	    "drop the search", NULL, 0 },

	{ ACTION_OPEN, "open", KEYS_VIEW, PLACE_CASES, { K_ENTER }, "Enter",
	    "open task, sample", "Enter open", 80 },
	{ ACTION_BACK, "back", KEYS_VIEW, PLACE_ALL, { 'q', K_F0 + 10 },
	    "q  F10", "back; quit at the top", "q quit", 90 },
	{ ACTION_QUIT, "quit", KEYS_VIEW, PLACE_ALL, { 'Q' }, "Q",
	    "quit from anywhere", NULL, 0 },
	{ ACTION_ZOOM, "zoom", KEYS_VIEW, PLACE_OVERVIEW | PLACE_REVIEW,
	    { 'z' }, "z", "zoom the pane", "z zoom", 45 },
	{ ACTION_WRAP, "wrap", KEYS_VIEW, PLACE_OVERVIEW | PLACE_REVIEW,
	    { 'w' }, "w", "wrap long lines", NULL, 0 },
	{ ACTION_SIDE_LEFT, "side-left", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW, { '<' }, "< >  0",
	    "sideways, to start", NULL, 0 },
	{ ACTION_SIDE_RIGHT, "side-right", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW, { '>' }, NULL, NULL, NULL, 0 },
	{ ACTION_SIDE_START, "side-start", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW, { '0' }, NULL, NULL, NULL, 0 },
	{ ACTION_NUMBERS, "line-numbers", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW, { '#' }, "#", "line numbers", NULL,
	    0 },
	{ ACTION_HELP, "help", KEYS_VIEW, PLACE_ALL, { '?', K_F0 + 1 },
	    "?  F1", "this help", "? help", 85 },

	{ ACTION_PAUSE, "pause", KEYS_ACT, PLACE_CASES, { 'p' }, "p",
	    "pause / go on", "p pause", 38 },
	{ ACTION_CANCEL, "cancel", KEYS_ACT, PLACE_CASES, { 'x', K_F0 + 9 },
	    "x  F9", "cancel sample (asks)", "x cancel", 20 },
	{ ACTION_MORE_JOBS, "more-jobs", KEYS_ACT, PLACE_CASES, { '+', '=' },
	    "+ -", "more / fewer workers", NULL, 0 },
	{ ACTION_FEWER_JOBS, "fewer-jobs", KEYS_ACT, PLACE_CASES, { '-' },
	    NULL, NULL, NULL, 0 },
	{ ACTION_REPAINT, "repaint", KEYS_ACT, PLACE_ALL, { K_CTRL('L') },
	    "^L", "repaint the screen", NULL, 0 },
	/* These two come as signals. */
	{ ACTION_SUSPEND, "suspend", KEYS_ACT, PLACE_ALL, { 0 }, "^Z",
	    "suspend (fg: back)", NULL, 0 },
	{ ACTION_INTERRUPT, "interrupt", KEYS_ACT, PLACE_ALL, { 0 }, "^C",
	    "stop; again: at once", NULL, 0 },
};

const struct key_row *
keys_table(int *ret_count)
{
	*ret_count = G_N_ELEMENTS(table);
	return table;
}

const char *
key_group_title(enum key_group group)
{
	static const char *const titles[KEYS__GROUPS] = {
		"Move", "Find", "View", "Act"
	};

	g_assert(group < KEYS__GROUPS);
	return titles[group];
}

static bool
row_has(const struct key_row *row, int key)
{
	for (int i = 0; i < KEYS_PER_ACTION && row->keys[i]; i++)
		if (row->keys[i] == key)
			return true;
	return false;
}

enum action
keys_find(int key, enum place place)
{
	for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
		if ((table[i].places & place) && row_has(&table[i], key))
			return table[i].action;
	return ACTION_NONE;
}

const struct key_row *
keys_row(enum action action)
{
	for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
		if (table[i].action == action)
			return &table[i];
	return NULL;
}
