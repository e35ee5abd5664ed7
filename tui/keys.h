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
	K_MOUSE,		/* see term_mouse() */
	K_PASTE_START, K_PASTE_END,	/* what a prompt is given in between */
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
	ACTION_BOOKMARK, ACTION_GO_TO_BOOKMARK,
	ACTION_SEARCH, ACTION_NEXT_HIT, ACTION_PREV_HIT,
	ACTION_FILTER, ACTION_SAVED_FILTER, ACTION_GROUP, ACTION_ALL_SAMPLES,
	ACTION_FOLLOW, ACTION_SORT, ACTION_REVERSE,
	ACTION_NEXT_FAILURE, ACTION_PREV_FAILURE, ACTION_DROP,
	ACTION_OPEN, ACTION_BACK, ACTION_QUIT, ACTION_ZOOM, ACTION_WRAP,
	ACTION_SIDE_LEFT, ACTION_SIDE_RIGHT, ACTION_SIDE_START,
	ACTION_NUMBERS, ACTION_DIFF, ACTION_PAGER, ACTION_EDITOR,
	ACTION_THEME, ACTION_MOUSE, ACTION_HELP,
	ACTION_MARK, ACTION_MARK_RANGE, ACTION_MARK_ALL, ACTION_MARK_NONE,
	ACTION_COPY, ACTION_COPY_COMMAND, ACTION_WRITE,
	ACTION_LABEL, ACTION_NOTE,
	ACTION_SET_A, ACTION_SET_B, ACTION_COMPARE, ACTION_SWAP,
	ACTION_RESUME, ACTION_RERUN,
	ACTION_RERUN_TIMEOUT, ACTION_DELETE,
	ACTION_PAUSE, ACTION_CANCEL, ACTION_LARGER, ACTION_SMALLER,
	ACTION_COMMAND, ACTION_REPAINT, ACTION_SUSPEND, ACTION_INTERRUPT,
	ACTION__COUNT,
	ACTION_SELECT		/* by the mouse: the cursor has moved */
};

/* Where a key applies. */
enum place {
	PLACE_OVERVIEW = 1 << 0,	/* the panes of a run */
	PLACE_SAMPLES = 1 << 1,		/* the samples of a task */
	PLACE_REVIEW = 1 << 2,		/* one sample */
	PLACE_HELP = 1 << 3,
	PLACE_RUNS = 1 << 4,		/* the run browser */
	PLACE_CASELIST = 1 << 5,	/* all samples of a run */
	PLACE_REASONS = 1 << 6,		/* failures by their reason */
	PLACE_COMPARE = 1 << 7,		/* two runs */
	PLACE_TEXT = 1 << 8,		/* messages and other texts */
	PLACE__COUNT = 9,
};

#define PLACE_LISTS (PLACE_OVERVIEW | PLACE_SAMPLES | PLACE_CASELIST)
#define PLACE_CASES (PLACE_LISTS | PLACE_REVIEW)
#define PLACE_RUN (PLACE_CASES | PLACE_REASONS)	/* of one run */
#define PLACE_PAGES (PLACE_REVIEW | PLACE_TEXT | PLACE_HELP)
#define PLACE_ROWS (PLACE_LISTS | PLACE_RUNS | PLACE_REASONS | PLACE_COMPARE)
#define PLACE_MARKED (PLACE_SAMPLES | PLACE_CASELIST)
#define PLACE_ALL ((1 << PLACE__COUNT) - 1)

enum key_group {
	KEYS_MOVE, KEYS_FIND, KEYS_VIEW, KEYS_ACT, KEYS__GROUPS
};

#define KEYS_PER_ACTION 10
#define KEYS_TEXT_SIZE 48

struct key_row {
	enum action action;
	const char *name;	/* for configuration and the manual */
	enum key_group group;
	unsigned places;
	int keys[KEYS_PER_ACTION];	/* 0 ends */
	const char *help;	/* NULL: told by the row above, as its pair */
	const char *hint;	/* what the footer says; NULL: nothing */
	int priority;		/* of the hint: greater goes first */
};

/* The rows as they come; several rows may share one action and name. */
const struct key_row *keys_table(int *ret_count);
const char *key_group_title(enum key_group group);
const char *place_name(enum place place);

/* "PgDn", "^F", "x", "F6"; UTF-8 arrows.  Into `ret`, which it returns. */
const char *keys_name(int key, char ret[KEYS_TEXT_SIZE]);
/* The key of a name ("j", "^F", "Ctrl-F", "PageDown", "F6"), or KEY_NONE_. */
int keys_from_name(const char *name);

/* The rows with the user's own keys. */
struct keymap {
	struct key_row *rows;
	int count;
};

void keymap_init(struct keymap *map);
void keymap_clear(struct keymap *map);
/*
 * Give an action exactly these keys (0 ends; none unbinds it).  A key that
 * another action has in one of the same places is taken from it.  False if
 * there is no such action, or it may not be bound (^C, ^Z, open, drop, quit
 * keys that would lock the user in).
 */
bool keymap_bind(struct keymap *map, const char *name, const int *keys);
/* The action of a key in a place, or ACTION_NONE. */
enum action keymap_find(const struct keymap *map, int key, enum place place);
/* The first row of an action; NULL: there is none in that place (0: any). */
const struct key_row *keymap_row(const struct keymap *map,
    enum action action, unsigned places);
/* "j k  \u2193 \u2191": a row's keys and those of its pair below. */
const char *keymap_text(const struct keymap *map, int row, unsigned places,
    char ret[KEYS_TEXT_SIZE]);

#endif
