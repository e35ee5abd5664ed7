/* Drawing, moving and searching; pager_fill.c has how lines come into it. */
#include "tui/widget/pager.h"

#include "tui/syntax.h"

#include <stdio.h>
#include <string.h>

/* Stands in front of what a fold brings to the next row. */
#define FOLD_MARK "\u203a"
#define FOLD_LEAD 2

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

int
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

/* Where the text of a line starts. */
static int
line_indent(const struct pager *pager, const struct pager_line *line)
{
	return line->label ? PAGER_LABEL_WIDTH : gutter_width(pager);
}

int
pager_folds(const struct pager *pager, struct draw *draw, int index,
    int width, GArray *ret_starts)
{
	const struct pager_line *line = &g_array_index(pager->lines,
	    struct pager_line, index);
	int start = 0, lead;

	g_array_set_size(ret_starts, 0);
	if (!pager->wraps || line->kind != PAGER_TEXT) {
		g_array_append_val(ret_starts, start);
		return 1;
	}
	width -= line_indent(pager, line);
	/* Where there is no gutter the mark of a fold needs room. */
	lead = line_indent(pager, line) > 0 ? 0 : FOLD_LEAD;
	draw_folds(draw, line->text, width, width - lead, ret_starts);
	return (int)ret_starts->len;
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
	draw_right(draw, x + 1, y, width - 3, is_fold ? FOLD_MARK : number,
	    line->is_marked ? ROLE_BAD | STYLE_BOLD : ROLE_DIM);
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

/* What stands left of the text; returns its columns. */
static int
draw_lead(const struct pager *pager, const struct pager_line *line,
    struct draw *draw, struct rect r, int y, bool is_fold)
{
	int width = MIN(line_indent(pager, line), r.w);

	if (line->label) {
		draw_put(draw, r.x, y, width, is_fold ? "" : line->label,
		    ROLE_DIM);
		if (is_fold && width >= FOLD_LEAD)
			draw_put(draw, r.x + width - FOLD_LEAD, y, 1,
			    FOLD_MARK, ROLE_DIM);
	} else if (width) {
		draw_gutter(line, draw, r.x, y, width, is_fold);
	} else if (is_fold) {
		width = MIN(FOLD_LEAD, r.w);
		draw_put(draw, r.x, y, width, FOLD_MARK, ROLE_DIM);
	}
	return width;
}

/* One row of the screen: the columns [from, to) of a line; to -1: the rest. */
static void
draw_line(const struct pager *pager, struct draw *draw, struct rect r, int y,
    int index, int from, int to)
{
	const struct pager_line *line = &g_array_index(pager->lines,
	    struct pager_line, index);
	int lead, width, shown;

	if (line->kind == PAGER_RULE) {
		draw_rule(draw, r.x, y, r.w, line->text);
		return;
	}
	lead = draw_lead(pager, line, draw, r, y, pager->wraps && from > 0);
	width = r.w - lead;
	shown = to >= 0 ? MIN(width, to - from) : width;
	if (line->kind == PAGER_STRIP) {
		draw_strip(line, draw, r.x + lead, y, width);
		return;
	}
	if (pager->wraps || from > 0) {
		draw_put_from(draw, r.x + lead, y, shown, from, line->text,
		    line->style);
		draw_put(draw, r.x + lead + shown, y, width - shown, "",
		    line->style);
	} else {
		draw_put(draw, r.x + lead, y, width, line->text,
		    line->style);
	}
	if (line->spans)
		draw_spans(line, draw, r.x + lead, y, shown, from);
	if (index == pager->found - 1)
		draw_restyle(draw, r.x + lead, y, shown, line->style |
		    STYLE_UNDERLINE);
}

void
pager_fit(struct pager *pager, struct draw *draw, int width, int height)
{
	if (width < 1 || height < 1)
		return;
	pager->shown = height;
	pager->width = width;
	pager->draw = draw;
	pager_settle(pager);
}

void
pager_draw(struct pager *pager, struct draw *draw, struct rect r)
{
	g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(int));
	int count = pager_count(pager), y = 0, folds;

	if (r.w < 1 || r.h < 1)
		return;
	pager_fit(pager, draw, r.w, r.h);
	for (int i = pager->top; i < count && y < r.h; i++) {
		folds = pager_folds(pager, draw, i, r.w, starts);
		for (int f = i == pager->top ? pager->sub : 0; f < folds &&
		    y < r.h; f++)
			draw_line(pager, draw, r, r.y + y++, i, pager->wraps ?
			    g_array_index(starts, int, f) : pager->left,
			    f + 1 < folds ? g_array_index(starts, int, f + 1)
			    : -1);
	}
	if (y < r.h)
		draw_fill(draw, (struct rect){ r.x, r.y + y, r.w, r.h - y },
		    ROLE_NORMAL);
}
