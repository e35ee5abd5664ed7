/*
 * The only way to put a character on the screen.  Text from outside (task
 * ids, code, outputs) and our own goes through the same gate here: control
 * characters become visible, what has no sure width is replaced, everything
 * is measured in columns, cut with '~' and padded.
 *
 * Coordinates are cells from 0; whatever falls outside the screen is left
 * out, so callers need not check.  Main thread only.
 */
#ifndef EVALTOP_TUI_DRAW_H
#define EVALTOP_TUI_DRAW_H

#include "tui/theme.h"

#include <glib.h>
#include <stdbool.h>

struct rect {
	int x, y, w, h;
};

struct draw {
	bool is_ascii, has_colors;
	const struct theme *theme;	/* borrowed */
	int rows, cols;
	char *clean;		/* the line at hand, cleaned */
	bool is_plain;		/* it is printable ASCII */
	guint32 glyphs[64];	/* single characters that pass as they are */
};

/* After the terminal is open. */
void draw_init(struct draw *draw, bool is_ascii, bool wants_colors);
void draw_clear(struct draw *draw);
void draw_set_theme(struct draw *draw, const struct theme *theme);
void draw_resize(struct draw *draw);	/* take the size from the terminal */
void draw_erase(struct draw *draw);	/* start a frame */

/*
 * Write `text`, a line with or without its end, into `width` cells: cut with
 * '~' or padded with blanks.  Returns the columns that the text itself took.
 */
int draw_put(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style);
/* The same, without padding. */
int draw_text(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style);
int draw_right(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style);
int draw_printf(struct draw *draw, int x, int y, int width, unsigned style,
    const char *format, ...) G_GNUC_PRINTF(6, 7);
/* From column `skip` of the text on; a text that goes on is not marked. */
void draw_put_from(struct draw *draw, int x, int y, int width, int skip,
    const char *text, unsigned style);
/* Like draw_put, but cut at the front: of an id the end tells it apart. */
int draw_put_tail(struct draw *draw, int x, int y, int width,
    const char *text, unsigned style);
/* Columns of a text after cleaning. */
int draw_width(struct draw *draw, const char *text);
/*
 * Fold a text: the columns at which its rows begin (int; the first is 0) when
 * the first row has `first` columns and the others `rest`, each at least 1.
 * Rows end at a blank, which may hang over the edge, or beside an ideograph;
 * where there is neither, in mid-word.  Returns the text's columns.
 */
int draw_folds(struct draw *draw, const char *text, int first, int rest,
    GArray *ret_starts);

void draw_fill(struct draw *draw, struct rect rect, unsigned style);
/* Change the style of cells and keep their characters. */
void draw_restyle(struct draw *draw, int x, int y, int width, unsigned style);
/* Reverse every place in these cells where a search finds `needle`. */
void draw_hits(struct draw *draw, struct rect rect, const char *needle);
void draw_rule(struct draw *draw, int x, int y, int width, const char *title);

struct box {
	const char *title, *right, *bottom;	/* or NULL */
	bool has_focus;
	int top, shown, total;	/* scroll thumb; total 0: none */
};

/* A frame with titles; returns what is inside. */
struct rect draw_box(struct draw *draw, struct rect rect,
    const struct box *box);

/* Filled to an eighth of a cell; `fraction` in [0,1]. */
void draw_bar(struct draw *draw, int x, int y, int width, double fraction,
    unsigned style);
/* A column a value, the greatest of them as high as the rectangle. */
void draw_spark(struct draw *draw, struct rect rect, const double *values,
    int count, unsigned style);

void draw_cursor(struct draw *draw, int x, int y);

/* The screen as text, a line a row, without blanks at the ends: for tests. */
char *draw_dump(struct draw *draw);
/* The same with a letter a cell for its role, upper case if reversed. */
char *draw_dump_roles(struct draw *draw);

#endif
