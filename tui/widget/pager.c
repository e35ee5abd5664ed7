/* Drawing, moving and searching; pager_fill.c has how lines come into it. */
#include "tui/widget/pager.h"

#include "tui/syntax.h"

#include <stdio.h>
#include <string.h>

void
pager_show_difference(struct pager *pager)
{
	for (guint i = 0; pager->lines && i < pager->lines->len; i++) {
		const struct pager_line *line = &g_array_index(pager->lines,
		    struct pager_line, i);

		if (line->sign == '-' || line->sign == '+' || (line->sign &&
		    !line->number)) {
			pager->top = MAX((int)i - 2, 0);
			return;
		}
	}
}

int
pager_search_row(const struct pager *pager)
{
	return pager->found > 0 ? pager->found - 1 : pager->top;
}

void
pager_find(struct pager *pager, int index)
{
	pager->found = index + 1;
	pager->sub = 0;
	if (index < pager->top || index >= pager->top + pager->shown)
		pager->top = MAX(index - pager->shown / 3, 0);
}

const char *
pager_line(const struct pager *pager, int index)
{
	return pager->lines && index >= 0 && index < (int)pager->lines->len ?
	    g_array_index(pager->lines, struct pager_line, index).text : "";
}

char *
pager_text(const struct pager *pager)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; pager->lines && i < pager->lines->len; i++) {
		const struct pager_line *line = &g_array_index(pager->lines,
		    struct pager_line, i);

		if (line->kind == PAGER_RULE && *line->text)
			g_string_append_printf(text, "-- %s\n", line->text);
		else if (line->label && *line->label)
			g_string_append_printf(text, "%-*s%s\n",
			    PAGER_LABEL_WIDTH, line->label, line->text);
		else if (line->sign)
			g_string_append_printf(text, "%c %s\n", line->sign,
			    line->text);
		else
			g_string_append_printf(text, "%s\n", line->text);
	}
	return g_string_free(text, FALSE);
}

static int
pager_count(const struct pager *pager)
{
	return pager->lines ? (int)pager->lines->len : 0;
}

void
pager_show_mark(struct pager *pager, int height)
{
	int count = pager_count(pager);

	if (pager->marked < 0)
		return;
	if (pager->marked < pager->top ||
	    pager->marked >= pager->top + height)
		pager->top = CLAMP(pager->marked - height / 2, 0,
		    MAX(count - height, 0));
	pager->sub = 0;
}

static int
gutter_width(const struct pager *pager)
{
	char digits[16];
	int sign = pager->has_signs ? 2 : 0;

	if (!pager->has_numbers || pager->hides_numbers)
		return sign;
	return MAX(snprintf(digits, sizeof(digits), "%d",
	    pager_count(pager)), 2) + 3 + sign;
}

static int
line_folds(const struct pager *pager, struct draw *draw, int index, int width)
{
	const struct pager_line *line = &g_array_index(pager->lines,
	    struct pager_line, index);

	if (!pager->wraps || line->kind != PAGER_TEXT || width < 1)
		return 1;
	return MAX((draw_width(draw, line->text) + width - 1) / width, 1);
}

static void
draw_gutter(const struct pager_line *line, struct draw *draw, int x, int y,
    int width, bool is_fold)
{
	char number[16] = "";

	if (line->number && !is_fold)
		snprintf(number, sizeof(number), "%d", line->number);
	if (line->sign) {
		char sign[2] = { is_fold ? ' ' : line->sign, '\0' };

		draw_put(draw, x + width - 2, y, 2, sign, line->style |
		    STYLE_BOLD);
		width -= 2;
		if (width <= 0)
			return;
	}
	draw_put(draw, x, y, 1, line->is_marked ? "\u25b8" : " ",
	    ROLE_BAD | STYLE_BOLD);
	draw_right(draw, x + 1, y, width - 3, number, line->is_marked ?
	    ROLE_BAD | STYLE_BOLD : ROLE_DIM);
	draw_put(draw, x + width - 2, y, 2, "", ROLE_NORMAL);
}

/* The colours of words, over what was drawn from column `skip` on. */
static void
draw_spans(const struct pager_line *line, struct draw *draw, int x, int y,
    int width, int skip)
{
	int column = 0;
	guint at = 0;

	for (guint i = 0; i < line->spans->len; i++) {
		const struct span *span = &g_array_index(line->spans,
		    struct span, i);
		g_autofree char *before = g_strndup(line->text + at,
		    span->from - at);
		g_autofree char *word = g_strndup(line->text + span->from,
		    span->to - span->from);
		int from, to;

		/* Tabs stand at line starts, where the column is right. */
		column += draw_width(draw, before);
		from = MAX(column - skip, 0);
		column += draw_width(draw, word);
		to = MIN(column - skip, width);
		if (from >= width)
			return;
		if (to > from)
			draw_restyle(draw, x + from, y, to - from,
			    span->style);
		at = span->to;
	}
}

static void
draw_strip(const struct pager_line *line, struct draw *draw, int x, int y,
    int width)
{
	int i;

	for (i = 0; i < width && line->text[i]; i++) {
		char c = line->text[i];

		if (i == width - 1 && line->text[i + 1])
			draw_put(draw, x + i, y, 1, "~", ROLE_DIM);
		else if (c == 'p')
			draw_put(draw, x + i, y, 1, "\u2713", ROLE_GOOD);
		else if (c == 'f')
			draw_put(draw, x + i, y, 1, "\u2717", ROLE_BAD);
		else if (c == 'e')
			draw_put(draw, x + i, y, 1, "E", ROLE_ODD);
		else
			draw_put(draw, x + i, y, 1, "\u2013", ROLE_DIM);
	}
	draw_put(draw, x + i, y, width - i, "", ROLE_NORMAL);
}

/* Where the text of a line starts. */
static int
line_indent(const struct pager *pager, const struct pager_line *line)
{
	return line->label ? PAGER_LABEL_WIDTH : gutter_width(pager);
}

/* One row of the screen: fold `fold` of a line. */
static void
draw_line(const struct pager *pager, struct draw *draw, struct rect r, int y,
    int index, int fold)
{
	const struct pager_line *line = &g_array_index(pager->lines,
	    struct pager_line, index);
	int gutter = gutter_width(pager), width = r.w - gutter;

	if (line->kind == PAGER_RULE) {
		draw_rule(draw, r.x, y, r.w, line->text);
		return;
	}
	if (line->label) {
		gutter = MIN(PAGER_LABEL_WIDTH, r.w);
		width = r.w - gutter;
		draw_put(draw, r.x, y, gutter, fold > 0 ? "" : line->label,
		    ROLE_DIM);
	} else if (gutter) {
		draw_gutter(line, draw, r.x, y, gutter, fold > 0);
	}
	if (line->kind == PAGER_STRIP) {
		draw_strip(line, draw, r.x + gutter, y, width);
		return;
	}
	if (pager->wraps)
		draw_put_from(draw, r.x + gutter, y, width, fold * width,
		    line->text, line->style);
	else if (pager->left > 0)
		draw_put_from(draw, r.x + gutter, y, width, pager->left,
		    line->text, line->style);
	else
		draw_put(draw, r.x + gutter, y, width, line->text,
		    line->style);
	if (line->spans)
		draw_spans(line, draw, r.x + gutter, y, width, pager->wraps ?
		    fold * width : pager->left);
	if (index == pager->found - 1)
		draw_restyle(draw, r.x + gutter, y, width, STYLE_REVERSE);
}

void
pager_draw(struct pager *pager, struct draw *draw, struct rect r)
{
	int count = pager_count(pager), y = 0, folds;

	if (r.w < 1 || r.h < 1)
		return;
	pager->shown = r.h;
	pager->width = r.w;
	pager->top = CLAMP(pager->top, 0, MAX(count - 1, 0));
	if (!pager->wraps) {
		pager->top = CLAMP(pager->top, 0, MAX(count - r.h, 0));
		pager->sub = 0;
	}
	for (int i = pager->top; i < count && y < r.h; i++) {
		folds = line_folds(pager, draw, i, r.w - line_indent(pager,
		    &g_array_index(pager->lines, struct pager_line, i)));
		for (int f = i == pager->top ? MIN(pager->sub, folds - 1) : 0;
		    f < folds && y < r.h; f++)
			draw_line(pager, draw, r, r.y + y++, i, f);
	}
	if (y < r.h)
		draw_fill(draw, (struct rect){ r.x, r.y + y, r.w, r.h - y },
		    ROLE_NORMAL);
}

static void
pager_scroll(struct pager *pager, int by)
{
	int count = pager_count(pager);
	int last = pager->wraps ? count - 1 : count - pager->shown;

	pager->sub = 0;
	pager->top = CLAMP(pager->top + by, 0, MAX(last, 0));
}

/* A folded line may be taller than the pane: step through its folds. */
static void
pager_step(struct pager *pager, int by)
{
	int room = MAX(pager->width - gutter_width(pager), 1);
	const struct pager_line *line;
	int folds;

	if (!pager->wraps || pager->top >= pager_count(pager)) {
		pager_scroll(pager, by);
		return;
	}
	line = &g_array_index(pager->lines, struct pager_line, pager->top);
	folds = (int)strlen(line->text) / room + 1;
	if (by > 0 ? pager->sub + 1 < folds : pager->sub > 0)
		pager->sub += by;
	else
		pager_scroll(pager, by);
}

static bool
pager_move(struct pager *pager, enum action action)
{
	int page = MAX(pager->shown - 1, 1);

	switch (action) {
	case ACTION_DOWN:
		pager_step(pager, 1);
		return true;
	case ACTION_UP:
		pager_step(pager, -1);
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
		pager_scroll(pager, -pager_count(pager));
		return true;
	case ACTION_LAST:
		pager_scroll(pager, pager_count(pager));
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

const char *
pager_position(const struct pager *pager, char *ret, gsize size)
{
	int count = pager_count(pager);
	char column[32] = "";

	if (pager->left > 0)
		snprintf(column, sizeof(column), "  column %d",
		    pager->left + 1);
	if (count <= pager->shown && pager->top == 0)
		snprintf(ret, size, "%s%s", pager->wraps ? "wrap" : "",
		    column);
	else
		snprintf(ret, size, "%d-%d of %d%s%s", pager->top + 1,
		    MIN(pager->top + pager->shown, count), count,
		    pager->wraps ? "  wrap" : "", column);
	return ret;
}
