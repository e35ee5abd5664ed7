/*
 * The table of keys.  Nothing essential is only on a key that some keyboard
 * layouts hide behind AltGr: '[' and ']' have 'K' and 'J' beside them.
 */
#include "tui/keys.h"

#include <glib.h>
#include <string.h>

/* Texts, where Space pages; in lists it marks. */
#define PLACE_PAGED (PLACE_ALL & ~(unsigned)PLACE_MARKED)

static const struct key_row table[] = {
	{ ACTION_DOWN, "down", KEYS_MOVE, PLACE_ALL, { 'j', K_DOWN },
	    "one row", NULL, 0 },
	{ ACTION_UP, "up", KEYS_MOVE, PLACE_ALL, { 'k', K_UP }, NULL, NULL,
	    0 },
	{ ACTION_LEFT, "left", KEYS_MOVE, PLACE_ALL, { 'h', K_LEFT },
	    "out / in, scroll text", NULL, 0 },
	{ ACTION_RIGHT, "right", KEYS_MOVE, PLACE_ALL, { 'l', K_RIGHT },
	    NULL, NULL, 0 },
	{ ACTION_FIRST, "first", KEYS_MOVE, PLACE_ALL, { 'g', K_HOME },
	    "first / last row", NULL, 0 },
	{ ACTION_LAST, "last", KEYS_MOVE, PLACE_ALL, { 'G', K_END }, NULL,
	    NULL, 0 },
	{ ACTION_PAGE_DOWN, "page-down", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('F'), K_PAGE_DOWN }, "page", NULL, 0 },
	{ ACTION_PAGE_UP, "page-up", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('B'), K_PAGE_UP }, NULL, NULL, 0 },
	{ ACTION_PAGE_DOWN, "page-down", KEYS_MOVE, PLACE_PAGED, { ' ' },
	    NULL, NULL, 0 },
	{ ACTION_PAGE_UP, "page-up", KEYS_MOVE, PLACE_PAGED &
	    ~(unsigned)PLACE_RUNS, { 'b' }, NULL, NULL, 0 },
	{ ACTION_HALF_DOWN, "half-page-down", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('D') }, "half page", NULL, 0 },
	{ ACTION_HALF_UP, "half-page-up", KEYS_MOVE, PLACE_ALL,
	    { K_CTRL('U') }, NULL, NULL, 0 },
	{ ACTION_NEXT_PANE, "next-pane", KEYS_MOVE,
	    PLACE_OVERVIEW | PLACE_REVIEW | PLACE_COMPARE,
	    { '\t', K_CTRL('N') }, "next / previous pane", "pane", 55 },
	{ ACTION_PREV_PANE, "previous-pane", KEYS_MOVE,
	    PLACE_OVERVIEW | PLACE_REVIEW | PLACE_COMPARE,
	    { K_BACK_TAB, K_CTRL('P') }, NULL, NULL, 0 },
	{ ACTION_PANE, "pane", KEYS_MOVE,
	    PLACE_OVERVIEW | PLACE_REVIEW | PLACE_COMPARE,
	    { '1', '2', '3', '4', '5', '6', '7', '8', '9' },
	    "go to pane", NULL, 0 },
	{ ACTION_NEXT_CASE, "next-case", KEYS_MOVE, PLACE_CASES, { 'J', ']' },
	    "next / previous case", "&case", 58 },
	{ ACTION_PREV_CASE, "previous-case", KEYS_MOVE, PLACE_CASES,
	    { 'K', '[' }, NULL, NULL, 0 },
	{ ACTION_NEXT_SAMPLE, "next-sample", KEYS_MOVE,
	    PLACE_CASES | PLACE_COMPARE, { '.' }, "sample of same task",
	    "&sample", 30 },
	{ ACTION_PREV_SAMPLE, "previous-sample", KEYS_MOVE,
	    PLACE_CASES | PLACE_COMPARE, { ',' }, NULL, NULL, 0 },

	{ ACTION_BOOKMARK, "bookmark", KEYS_MOVE, PLACE_CASES, { 'm' },
	    "set / go to a mark", NULL, 0 },
	{ ACTION_GO_TO_BOOKMARK, "go-to-bookmark", KEYS_MOVE, PLACE_CASES,
	    { '\'' }, NULL, NULL, 0 },

	{ ACTION_SEARCH, "search", KEYS_FIND, PLACE_ALL, { '/', K_F0 + 3 }, "search as you type",
	    "search", 70 },
	{ ACTION_NEXT_HIT, "next-hit", KEYS_FIND, PLACE_ALL,
	    { 'n' }, "next / previous hit", NULL, 0 },
	{ ACTION_PREV_HIT, "previous-hit", KEYS_FIND, PLACE_ALL,
	    { 'N' }, NULL, NULL, 0 },
	{ ACTION_FILTER, "filter", KEYS_FIND, PLACE_LISTS | PLACE_REASONS |
	    PLACE_RUNS,
	    { 'f', K_F0 + 4 }, "filter the rows", "filter", 65 },
	{ ACTION_SAVED_FILTER, "saved-filter", KEYS_FIND, PLACE_CASELIST,
	    { '1', '2', '3', '4', '5', '6', '7', '8', '9' },
	    "saved filter f1 - f9", NULL, 0 },
	{ ACTION_ALL_SAMPLES, "all-samples", KEYS_FIND,
	    PLACE_OVERVIEW | PLACE_SAMPLES | PLACE_REASONS, { 'a' },
	    "all samples", "samples", 57 },
	{ ACTION_GROUP, "group", KEYS_FIND, PLACE_RUN, { '=', K_F0 + 5 },
	    "failures by reason", "reasons", 56 },
	{ ACTION_NEXT_FAILURE, "next-failure", KEYS_FIND, PLACE_CASES,
	    { 'e' }, "next / prev. failure", "failure", 60 },
	{ ACTION_PREV_FAILURE, "previous-failure", KEYS_FIND, PLACE_CASES,
	    { 'E' }, NULL, NULL, 0 },
	{ ACTION_FOLLOW, "follow", KEYS_FIND, PLACE_LISTS, { 'F' },
	    "follow the newest", "follow", 40 },
	{ ACTION_SORT, "sort", KEYS_FIND, PLACE_OVERVIEW | PLACE_CASELIST |
	    PLACE_RUNS | PLACE_REASONS | PLACE_COMPARE, { 's', K_F0 + 6 },
	    "sort column, reverse", "sort", 50 },
	{ ACTION_REVERSE, "reverse", KEYS_FIND, PLACE_OVERVIEW |
	    PLACE_CASELIST | PLACE_RUNS | PLACE_REASONS | PLACE_COMPARE,
	    { 'S' }, NULL, NULL, 0 },
	{ ACTION_DROP, "drop", KEYS_FIND, PLACE_ALL, { K_ESCAPE },
	    "drop search, filter", NULL, 0 },

	{ ACTION_OPEN, "open", KEYS_VIEW, PLACE_ALL & ~(unsigned)PLACE_HELP &
	    ~(unsigned)PLACE_TEXT, { K_ENTER }, "open", "open", 80 },
	{ ACTION_BACK, "back", KEYS_VIEW, PLACE_ALL, { 'q', K_F0 + 10 },
	    "back; quit at the top", "quit", 90 },
	{ ACTION_QUIT, "quit", KEYS_VIEW, PLACE_ALL, { 'Q' },
	    "quit from anywhere", NULL, 0 },
	{ ACTION_ZOOM, "zoom", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW | PLACE_COMPARE, { 'z' },
	    "zoom the pane", "zoom", 45 },
	{ ACTION_LARGER, "larger", KEYS_VIEW, PLACE_OVERVIEW, { '+' },
	    "pane size; or workers", NULL, 0 },
	{ ACTION_SMALLER, "smaller", KEYS_VIEW, PLACE_OVERVIEW, { '-' },
	    NULL, NULL, 0 },
	{ ACTION_WRAP, "wrap", KEYS_VIEW, PLACE_OVERVIEW | PLACE_REVIEW |
	    PLACE_COMPARE | PLACE_TEXT, { 'w' }, "wrap long lines", NULL, 0 },
	{ ACTION_SIDE_LEFT, "side-left", KEYS_VIEW, PLACE_OVERVIEW |
	    PLACE_REVIEW | PLACE_COMPARE | PLACE_TEXT, { '<' },
	    "scroll sideways", NULL, 0 },
	{ ACTION_SIDE_RIGHT, "side-right", KEYS_VIEW, PLACE_OVERVIEW |
	    PLACE_REVIEW | PLACE_COMPARE | PLACE_TEXT, { '>' }, NULL, NULL,
	    0 },
	{ ACTION_SIDE_START, "side-start", KEYS_VIEW, PLACE_OVERVIEW |
	    PLACE_REVIEW | PLACE_COMPARE | PLACE_TEXT, { '0' },
	    "back to column 1", NULL, 0 },
	{ ACTION_DIFF, "diff", KEYS_VIEW, PLACE_REVIEW | PLACE_COMPARE,
	    { 'd' }, "diff: split, unified", "diff", 62 },
	{ ACTION_NUMBERS, "line-numbers", KEYS_VIEW,
	    PLACE_OVERVIEW | PLACE_REVIEW | PLACE_COMPARE, { '#' },
	    "line numbers", NULL, 0 },
	{ ACTION_PAGER, "pager", KEYS_VIEW, PLACE_REVIEW | PLACE_TEXT,
	    { 'o' }, "the text in $PAGER", "$PAGER", 44 },
	{ ACTION_EDITOR, "editor", KEYS_VIEW, PLACE_REVIEW, { 'v' },
	    "the code in $EDITOR", "$EDITOR", 43 },
	{ ACTION_THEME, "theme", KEYS_VIEW, PLACE_ALL, { 'T' }, "next theme",
	    NULL, 0 },
	{ ACTION_MOUSE, "mouse", KEYS_VIEW, PLACE_ALL, { K_F0 + 2 },
	    "mouse on / off", NULL, 0 },
	{ ACTION_HELP, "help", KEYS_VIEW, PLACE_ALL, { '?', K_F0 + 1 },
	    "this help", "help", 85 },

	{ ACTION_MARK, "mark", KEYS_ACT, PLACE_MARKED, { ' ', K_INSERT },
	    "mark the row, go down", "mark", 37 },
	{ ACTION_MARK_RANGE, "mark-range", KEYS_ACT, PLACE_MARKED, { 'V' },
	    "mark from / to here", NULL, 0 },
	{ ACTION_MARK_ALL, "mark-all", KEYS_ACT, PLACE_MARKED, { '*' },
	    "mark all shown / none", NULL, 0 },
	{ ACTION_MARK_NONE, "mark-none", KEYS_ACT, PLACE_MARKED, { 'U' },
	    NULL, NULL, 0 },
	{ ACTION_LABEL, "label", KEYS_ACT, PLACE_CASES | PLACE_RUNS, { 't' },
	    "label / note", "label", 61 },
	{ ACTION_NOTE, "note", KEYS_ACT, PLACE_CASES | PLACE_RUNS, { 'i' },
	    NULL, NULL, 0 },
	{ ACTION_COPY, "copy", KEYS_ACT, PLACE_REVIEW | PLACE_TEXT, { 'y' },
	    "copy the text", "copy", 42 },
	{ ACTION_COPY, "copy", KEYS_ACT, PLACE_LISTS | PLACE_REASONS |
	    PLACE_RUNS, { 'y' }, "copy the row", NULL, 0 },
	{ ACTION_COPY_COMMAND, "copy-command", KEYS_ACT, PLACE_CASES, { 'Y' },
	    "copy its command", NULL, 0 },
	{ ACTION_WRITE, "write", KEYS_ACT, PLACE_REVIEW | PLACE_TEXT |
	    PLACE_ROWS, { 'W' }, "write to a file", "write",
	    32 },
	{ ACTION_SET_A, "set-a", KEYS_ACT, PLACE_RUNS, { 'a' },
	    "run A / run B", "&set A, B", 64 },
	{ ACTION_SET_B, "set-b", KEYS_ACT, PLACE_RUNS, { 'b' }, NULL, NULL,
	    0 },
	{ ACTION_COMPARE, "compare", KEYS_ACT, PLACE_RUNS, { 'c' },
	    "compare A and B", "compare", 63 },
	{ ACTION_SWAP, "swap", KEYS_ACT, PLACE_RUNS | PLACE_COMPARE, { 'X' },
	    "swap A and B", NULL, 0 },
	{ ACTION_RESUME, "resume", KEYS_ACT, PLACE_RUNS, { 'r' },
	    "resume the run", "resume", 48 },
	{ ACTION_DELETE, "delete", KEYS_ACT, PLACE_RUNS, { 'D' },
	    "delete the run (asks)", "delete", 21 },
	{ ACTION_RERUN, "rerun", KEYS_ACT, PLACE_RUN, { 'r' },
	    "judge again (asks)", "rerun", 39 },
	{ ACTION_RERUN_TIMEOUT, "rerun-timeout", KEYS_ACT, PLACE_RUN, { 'R' },
	    "again, other timeout", NULL, 0 },
	{ ACTION_PAUSE, "pause", KEYS_ACT, PLACE_CASES, { 'p' },
	    "pause / go on", "pause", 38 },
	{ ACTION_CANCEL, "cancel", KEYS_ACT, PLACE_CASES, { 'x', K_F0 + 9 },
	    "cancel sample (asks)", "cancel", 20 },
	{ ACTION_COMMAND, "command", KEYS_ACT, PLACE_ALL, { ':' },
	    "command line", "command", 28 },
	{ ACTION_REPAINT, "repaint", KEYS_ACT, PLACE_ALL, { K_CTRL('L') },
	    "repaint the screen", NULL, 0 },
	/* These two come as signals. */
	{ ACTION_SUSPEND, "suspend", KEYS_ACT, PLACE_ALL, { 0 },
	    "suspend (fg: back)", NULL, 0 },
	{ ACTION_INTERRUPT, "interrupt", KEYS_ACT, PLACE_ALL, { 0 },
	    "stop; again: at once", NULL, 0 },
};

static const struct {
	int key;
	const char *name;	/* on the screen */
	const char *words[3];	/* in a configuration, lower case */
} named[] = {
	{ K_UP, "\u2191", { "up" } }, { K_DOWN, "\u2193", { "down" } },
	{ K_LEFT, "\u2190", { "left" } },
	{ K_RIGHT, "\u2192", { "right" } }, { K_HOME, "Home", { "home" } },
	{ K_END, "End", { "end" } },
	{ K_PAGE_UP, "PgUp", { "pgup", "pageup", "page-up" } },
	{ K_PAGE_DOWN, "PgDn", { "pgdn", "pagedown", "page-down" } },
	{ K_INSERT, "Ins", { "ins", "insert" } },
	{ K_DELETE, "Del", { "del", "delete" } },
	{ K_BACK_TAB, "S-Tab", { "s-tab", "backtab", "shift-tab" } },
	{ '\t', "Tab", { "tab" } }, { K_ENTER, "Enter", { "enter",
	    "return" } },
	{ K_ESCAPE, "Esc", { "esc", "escape" } },
	{ ' ', "Space", { "space" } },
	{ K_BACKSPACE, "Backspace", { "backspace" } },
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

const char *
place_name(enum place place)
{
	switch (place) {
	case PLACE_OVERVIEW:
		return "dashboard";
	case PLACE_SAMPLES:
		return "samples of a task";
	case PLACE_REVIEW:
		return "one sample";
	case PLACE_HELP:
		return "help";
	case PLACE_RUNS:
		return "runs";
	case PLACE_CASELIST:
		return "all samples";
	case PLACE_REASONS:
		return "failures by reason";
	case PLACE_COMPARE:
		return "two runs compared";
	case PLACE_TEXT:
	case PLACE__COUNT:
		break;
	}
	return "text";
}

const char *
keys_name(int key, char ret[KEYS_TEXT_SIZE])
{
	ret[0] = '\0';
	for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
		if (named[i].key == key) {
			g_strlcpy(ret, named[i].name, KEYS_TEXT_SIZE);
			return ret;
		}
	if (key > K_F0 && key <= K_F12)
		g_snprintf(ret, KEYS_TEXT_SIZE, "F%d", key - K_F0);
	else if (key > 0 && key < ' ')
		g_snprintf(ret, KEYS_TEXT_SIZE, "^%c", key + '@');
	else if (key > ' ' && key < 0x110000)
		ret[g_unichar_to_utf8((gunichar)key, ret)] = '\0';
	return ret;
}

int
keys_from_name(const char *name)
{
	g_autofree char *lower = g_ascii_strdown(name, -1);
	const char *letter = NULL;

	if (g_utf8_validate(name, -1, NULL) && g_utf8_strlen(name, -1) == 1) {
		gunichar c = g_utf8_get_char(name);

		return c > ' ' && c != 0x7f ? (int)c : KEY_NONE_;
	}
	for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
		for (int w = 0; w < 3 && named[i].words[w]; w++)
			if (strcmp(lower, named[i].words[w]) == 0)
				return named[i].key;
	if (lower[0] == 'f' && g_ascii_isdigit(lower[1])) {
		char *end;
		gint64 n = g_ascii_strtoll(lower + 1, &end, 10);

		return n >= 1 && n <= 12 && !*end ? K_F0 + (int)n : KEY_NONE_;
	}
	if (lower[0] == '^')
		letter = lower + 1;
	else if (g_str_has_prefix(lower, "ctrl-"))
		letter = lower + 5;
	else if (g_str_has_prefix(lower, "c-"))
		letter = lower + 2;
	return letter && g_ascii_isalpha(letter[0]) && !letter[1] ?
	    K_CTRL(letter[0]) : KEY_NONE_;
}

void
keymap_init(struct keymap *map)
{
	map->count = G_N_ELEMENTS(table);
	map->rows = g_memdup2(table, sizeof(table));
}

void
keymap_clear(struct keymap *map)
{
	g_free(map->rows);
	*map = (struct keymap){ 0 };
}

static bool
row_has(const struct key_row *row, int key)
{
	for (int i = 0; i < KEYS_PER_ACTION && row->keys[i]; i++)
		if (row->keys[i] == key)
			return true;
	return false;
}

static void
row_remove(struct key_row *row, int key)
{
	int n = 0;

	for (int i = 0; i < KEYS_PER_ACTION && row->keys[i]; i++)
		if (row->keys[i] != key)
			row->keys[n++] = row->keys[i];
	if (n < KEYS_PER_ACTION)
		row->keys[n] = 0;
}

/* Without these nobody could get out, or read what the keys are. */
static bool
is_fixed(enum action action)
{
	return action == ACTION_SUSPEND || action == ACTION_INTERRUPT;
}

static bool
must_keep_one(enum action action)
{
	return action == ACTION_BACK || action == ACTION_COMMAND ||
	    action == ACTION_HELP;
}

bool
keymap_bind(struct keymap *map, const char *name, const int *keys)
{
	struct key_row *first = NULL;

	for (int i = 0; i < map->count && !first; i++)
		if (strcmp(map->rows[i].name, name) == 0)
			first = &map->rows[i];
	if (!first || is_fixed(first->action) ||
	    (keys[0] == 0 && must_keep_one(first->action)))
		return false;
	/* Keys of the other rows of an action would stay otherwise. */
	for (int i = 0; i < map->count; i++)
		if (strcmp(map->rows[i].name, name) == 0)
			map->rows[i].keys[0] = 0;
	for (int n = 0; n < KEYS_PER_ACTION; n++) {
		first->keys[n] = keys[n];
		if (keys[n] == 0)
			break;
		for (int i = 0; i < map->count; i++)
			if (&map->rows[i] != first &&
			    (map->rows[i].places & first->places))
				row_remove(&map->rows[i], keys[n]);
	}
	return true;
}

enum action
keymap_find(const struct keymap *map, int key, enum place place)
{
	for (int i = 0; i < map->count; i++)
		if ((map->rows[i].places & place) &&
		    row_has(&map->rows[i], key))
			return map->rows[i].action;
	return ACTION_NONE;
}

const struct key_row *
keymap_row(const struct keymap *map, enum action action, unsigned places)
{
	for (int i = 0; i < map->count; i++)
		if (map->rows[i].action == action &&
		    (!places || (map->rows[i].places & places)))
			return &map->rows[i];
	return NULL;
}

static void
append_keys(const struct key_row *row, bool special, char *ret)
{
	char name[KEYS_TEXT_SIZE];

	if ((row->action == ACTION_PANE || row->action ==
	    ACTION_SAVED_FILTER) && row->keys[0] == '1') {
		if (!special)
			g_strlcat(ret, "1 - 9", KEYS_TEXT_SIZE);
		return;
	}
	for (int i = 0; i < KEYS_PER_ACTION && row->keys[i]; i++) {
		if ((row->keys[i] > KEY_SPECIAL_) != special)
			continue;
		if (*ret && !g_str_has_suffix(ret, " "))
			g_strlcat(ret, " ", KEYS_TEXT_SIZE);
		g_strlcat(ret, keys_name(row->keys[i], name), KEYS_TEXT_SIZE);
	}
}

/* More keys of an action that a row above has named already. */
static bool
is_second(const struct keymap *map, int row, unsigned places)
{
	const struct key_row *first = keymap_row(map, map->rows[row].action,
	    places);

	return first && first != &map->rows[row] && first->keys[0];
}

const char *
keymap_text(const struct keymap *map, int row, unsigned places,
    char ret[KEYS_TEXT_SIZE])
{
	int end = row + 1;

	ret[0] = '\0';
	if (map->rows[row].action == ACTION_SUSPEND)
		g_strlcpy(ret, "^Z", KEYS_TEXT_SIZE);
	if (map->rows[row].action == ACTION_INTERRUPT)
		g_strlcpy(ret, "^C", KEYS_TEXT_SIZE);
	while (end < map->count && !map->rows[end].help)
		end++;
	/* Letters of the pair side by side, then the special keys. */
	for (int special = 0; special < 2; special++) {
		if (special && *ret)
			g_strlcat(ret, " ", KEYS_TEXT_SIZE);
		for (int i = row; i < end; i++)
			if ((map->rows[i].places & places) &&
			    (i == row || !is_second(map, i, places)))
				append_keys(&map->rows[i], special, ret);
	}
	g_strchomp(ret);
	return ret;
}
