/*
 * What the keys do: one table, from which the loop, the footer, the help
 * screen and the manual take their facts.
 */
#ifndef EVALTOP_TUI_KEYS_H
#define EVALTOP_TUI_KEYS_H

#include <stdbool.h>

/* Keys that are no character; characters are themselves. */
enum key {
	KEY_NONE_ = 0,
	KEY_SPECIAL_ = 0x200000,	/* beyond Unicode */
	K_UP,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_HOME,
	K_END,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_INSERT,
	K_DELETE,
	K_BACK_TAB,
	K_BACKSPACE,
	K_ENTER,
	K_ESCAPE,
	K_F0,			/* K_F0 + n */
	K_F12 = K_F0 + 12,
	K_RESIZE,
	K_UNKNOWN,
};

#define K_CTRL(letter) ((letter) & 0x1f)

enum action {
	ACTION_NONE,
	ACTION_DOWN, ACTION_UP, ACTION_LEFT, ACTION_RIGHT,
	ACTION_FIRST, ACTION_LAST,
	ACTION_PAGE_DOWN, ACTION_PAGE_UP, ACTION_HALF_DOWN, ACTION_HALF_UP,
	ACTION_NEXT_PANE, ACTION_PREV_PANE, ACTION_PANE,
	ACTION_NEXT_CASE, ACTION_PREV_CASE,
	ACTION_NEXT_SAMPLE, ACTION_PREV_SAMPLE,
	ACTION_SEARCH, ACTION_NEXT_HIT, ACTION_PREV_HIT,
	ACTION_FOLLOW, ACTION_SORT, ACTION_REVERSE,
	ACTION_NEXT_FAILURE, ACTION_PREV_FAILURE, ACTION_DROP,
	ACTION_OPEN, ACTION_BACK, ACTION_QUIT, ACTION_ZOOM, ACTION_WRAP,
	ACTION_SIDE_LEFT, ACTION_SIDE_RIGHT, ACTION_SIDE_START,
	ACTION_NUMBERS, ACTION_HELP,
	ACTION_PAUSE, ACTION_CANCEL, ACTION_MORE_JOBS, ACTION_FEWER_JOBS,
	ACTION_REPAINT, ACTION_SUSPEND, ACTION_INTERRUPT,
	ACTION__COUNT
};

/* Where a key applies. */
enum place {
	PLACE_OVERVIEW = 1 << 0,	/* the panes of a run */
	PLACE_SAMPLES = 1 << 1,		/* the samples of a task */
	PLACE_REVIEW = 1 << 2,		/* one sample */
	PLACE_HELP = 1 << 3,
};

#define PLACE_LISTS (PLACE_OVERVIEW | PLACE_SAMPLES)
#define PLACE_CASES (PLACE_LISTS | PLACE_REVIEW)
#define PLACE_ALL (PLACE_CASES | PLACE_HELP)

enum key_group {
	KEYS_MOVE, KEYS_FIND, KEYS_VIEW, KEYS_ACT, KEYS__GROUPS
};

#define KEYS_PER_ACTION 10

struct key_row {
	enum action action;
	const char *name;	/* for configuration and the manual */
	enum key_group group;
	unsigned places;
	int keys[KEYS_PER_ACTION];	/* 0 ends */
	const char *keys_text;	/* in the help; NULL: same as the row above */
	const char *help;
	const char *hint;	/* in the footer; NULL: never */
	int priority;		/* of the hint: greater goes first */
};

const struct key_row *keys_table(int *ret_count);
const char *key_group_title(enum key_group group);

/* The action of a key in a place, or ACTION_NONE. */
enum action keys_find(int key, enum place place);
const struct key_row *keys_row(enum action action);

#endif
