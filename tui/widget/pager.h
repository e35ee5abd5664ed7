/*
 * A text that scrolls: code, output, a composed report.  Lines are kept as
 * they came; the gate of draw.h cleans them when they are drawn.
 */
#ifndef EVALTOP_TUI_WIDGET_PAGER_H
#define EVALTOP_TUI_WIDGET_PAGER_H

#include "tui/draw.h"
#include "tui/keys.h"

/* Longer lines are cut with a note: no screen shows so much of one. */
#define PAGER_LINE_MAX 65536

#define PAGER_LABEL_WIDTH 8

enum pager_kind {
	PAGER_TEXT,
	PAGER_RULE,		/* a line across, with a title */
	PAGER_STRIP,		/* a letter a test: p f e - */
};

struct pager_line {
	char *text;
	const char *label;	/* static, stands in front; or NULL */
	unsigned style;
	int number;		/* 0: none */
	enum pager_kind kind;
	bool is_marked;
	char sign;		/* '+' or '-' in front of the text; 0: no column */
	GArray *spans;		/* struct span of tui/syntax.h, or NULL */
};

struct pager {
	GArray *lines;		/* struct pager_line */
	int top, sub;		/* first line shown, and which fold of it */
	int left;		/* columns scrolled sideways */
	int shown, width;	/* as last drawn */
	struct draw *draw;	/* the same; borrowed, it measures folds */
	int marked;		/* index of the marked line, -1: none */
	int found;		/* of the line that a search stands on, from 1; 0 */
	bool wraps, has_numbers, hides_numbers, has_signs;
};

void pager_clear(struct pager *pager);		/* frees; zero is clear too */
void pager_reset(struct pager *pager);		/* no lines, at the top */
void pager_add(struct pager *pager, const char *text, unsigned style);
void pager_addf(struct pager *pager, unsigned style, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* "want    [1, 2]"; further lines of the text stand below its first. */
void pager_add_field(struct pager *pager, const char *label, const char *text,
    unsigned style);
void pager_add_strip(struct pager *pager, const char *label,
    const char *letters);
void pager_add_rule(struct pager *pager, const char *title);
/* Every line of a text; `length` -1: up to NUL. */
void pager_add_text(struct pager *pager, const char *text, gssize length,
    unsigned style);
/* The same with numbers from 1, and a mark on one line (0: none). */
void pager_add_code(struct pager *pager, const char *text, guint mark);
/*
 * Two programs: `right` NULL puts both into `left`, one above the other; else
 * the same rows stand side by side.
 */
void pager_add_diff(struct pager *left, struct pager *right, const char *a,
    const char *b);
/* Scroll to the first row that differs. */
void pager_show_difference(struct pager *pager);

/* For a search: where it stands, and going to a line. */
int pager_search_row(const struct pager *pager);
void pager_find(struct pager *pager, int index);

/* The text of a line, "" beyond the end; all lines, caller frees. */
const char *pager_line(const struct pager *pager, int index);
char *pager_text(const struct pager *pager);

/* Scroll so that the marked line shows, if there is one. */
void pager_show_mark(struct pager *pager, int height);

/*
 * Take this size, and a place in the text that goes with it: before a frame's
 * title tells of the place.  pager_draw() does the same.
 */
void pager_fit(struct pager *pager, struct draw *draw, int width, int height);
void pager_draw(struct pager *pager, struct draw *draw, struct rect rect);
bool pager_act(struct pager *pager, enum action action);
/* Within the pager: its lines, how one is folded, a place that is one. */
int pager_count(const struct pager *pager);
int pager_folds(const struct pager *pager, struct draw *draw, int index,
    int width, GArray *ret_starts);
void pager_settle(struct pager *pager);
/* "8-19 of 24  wrap", or "" when all is shown. */
const char *pager_position(const struct pager *pager, char *ret, gsize size);

#endif
