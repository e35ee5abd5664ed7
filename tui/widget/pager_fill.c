/* How lines come into a pager: text, code, fields, differences. */
#include "tui/widget/pager.h"

#include "tui/diff.h"
#include "tui/syntax.h"

#include <stdarg.h>
#include <string.h>

static void
line_clear(gpointer data)
{
	struct pager_line *line = data;

	g_free(line->text);
	if (line->spans)
		g_array_unref(line->spans);
}

void
pager_clear(struct pager *pager)
{
	if (pager->lines)
		g_array_unref(pager->lines);
	*pager = (struct pager){ .marked = -1 };
}

void
pager_reset(struct pager *pager)
{
	if (!pager->lines) {
		pager->lines = g_array_new(FALSE, TRUE,
		    sizeof(struct pager_line));
		g_array_set_clear_func(pager->lines, line_clear);
	}
	g_array_set_size(pager->lines, 0);
	pager->top = pager->sub = pager->left = pager->found = 0;
	pager->marked = -1;
	pager->has_numbers = pager->has_signs = false;
}

static struct pager_line *
pager_append(struct pager *pager, char *text, unsigned style)
{
	struct pager_line line = { .text = text, .style = style };

	if (!pager->lines)
		pager_reset(pager);
	g_array_append_val(pager->lines, line);
	return &g_array_index(pager->lines, struct pager_line,
	    pager->lines->len - 1);
}

void
pager_add(struct pager *pager, const char *text, unsigned style)
{
	pager_append(pager, g_strdup(text), style);
}

void
pager_addf(struct pager *pager, unsigned style, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pager_append(pager, g_strdup_vprintf(format, args), style);
	va_end(args);
}

void
pager_add_rule(struct pager *pager, const char *title)
{
	pager_append(pager, g_strdup(title), ROLE_DIM)->kind = PAGER_RULE;
}

void
pager_add_strip(struct pager *pager, const char *label, const char *letters)
{
	struct pager_line *line = pager_append(pager, g_strdup(letters),
	    ROLE_NORMAL);

	line->kind = PAGER_STRIP;
	line->label = label;
}

/* NUL bytes of a captured output show as such instead of ending the line. */
static char *
line_dup(const char *text, gsize length)
{
	GString *line = g_string_sized_new(MIN(length, PAGER_LINE_MAX));

	for (gsize i = 0; i < MIN(length, PAGER_LINE_MAX); i++) {
		if (text[i])
			g_string_append_c(line, text[i]);
		else
			g_string_append(line, "\u2400");
	}
	if (length > PAGER_LINE_MAX)
		g_string_append_printf(line,
		    " ... cut here: the line has %" G_GSIZE_FORMAT " bytes",
		    length);
	return g_string_free(line, FALSE);
}

static void
add_lines(struct pager *pager, const char *text, gsize length, unsigned style,
    bool numbered)
{
	const char *end = text + length;
	int number = 0;

	while (text < end) {
		const char *stop = memchr(text, '\n', (gsize)(end - text));
		struct pager_line *line;

		if (!stop)
			stop = end;
		line = pager_append(pager, line_dup(text,
		    (gsize)(stop - text)), style);
		if (numbered)
			line->number = ++number;
		text = stop + 1;
	}
}

void
pager_add_field(struct pager *pager, const char *label, const char *text,
    unsigned style)
{
	guint first = pager->lines ? pager->lines->len : 0;

	add_lines(pager, text, strlen(text), style, false);
	for (guint i = first; pager->lines && i < pager->lines->len; i++)
		g_array_index(pager->lines, struct pager_line, i).label =
		    i == first ? label : "";
}

void
pager_add_text(struct pager *pager, const char *text, gssize length,
    unsigned style)
{
	if (text)
		add_lines(pager, text, length < 0 ? strlen(text) :
		    (gsize)length, style, false);
}

static void
color_lines(struct pager *pager, guint first)
{
	enum syntax_state state = SYNTAX_CODE;

	for (guint i = first; pager->lines && i < pager->lines->len; i++) {
		struct pager_line *line = &g_array_index(pager->lines,
		    struct pager_line, i);

		line->spans = g_array_new(FALSE, FALSE, sizeof(struct span));
		state = syntax_python(line->text, state, line->spans);
	}
}

void
pager_add_code(struct pager *pager, const char *text, guint mark)
{
	guint first = pager->lines ? pager->lines->len : 0;

	if (!text)
		return;
	add_lines(pager, text, strlen(text), ROLE_NORMAL, true);
	pager->has_numbers = true;
	color_lines(pager, first);
	if (mark > 0 && pager->lines && first + mark <= pager->lines->len) {
		struct pager_line *line = &g_array_index(pager->lines,
		    struct pager_line, first + mark - 1);

		line->is_marked = true;
		line->style = ROLE_BAD | STYLE_BOLD;
		g_clear_pointer(&line->spans, g_array_unref);
		pager->marked = (int)(first + mark - 1);
	}
}

static void
add_diff_line(struct pager *pager, const char *text, guint number, char sign)
{
	struct pager_line *line = pager_append(pager, g_strdup(text), sign ==
	    '-' ? ROLE_BAD : sign == '+' ? ROLE_GOOD : ROLE_NORMAL);

	line->sign = sign;
	line->number = (int)number;
}

void
pager_add_diff(struct pager *left, struct pager *right, const char *a,
    const char *b)
{
	g_autoptr(GArray) diff = diff_texts(a, b);
	g_auto(GStrv) la = diff_split(a);
	g_auto(GStrv) lb = diff_split(b);
	guint gap = 0;		/* left lines that wait for their right ones */

	pager_reset(left);
	left->has_numbers = left->has_signs = true;
	if (right) {
		pager_reset(right);
		right->has_numbers = right->has_signs = true;
	}
	for (guint i = 0; i < diff->len; i++) {
		const struct diff_line *d = &g_array_index(diff,
		    struct diff_line, i);

		if (d->kind == DIFF_LEFT) {
			add_diff_line(left, la[d->left], d->left + 1, '-');
			gap++;
			continue;
		}
		if (right && d->kind == DIFF_RIGHT) {
			if (gap > 0)
				gap--;
			else
				add_diff_line(left, "", 0, ' ');
			add_diff_line(right, lb[d->right], d->right + 1, '+');
			continue;
		}
		if (d->kind == DIFF_RIGHT) {
			add_diff_line(left, lb[d->right], d->right + 1, '+');
			continue;
		}
		for (; right && gap > 0; gap--)
			add_diff_line(right, "", 0, ' ');
		add_diff_line(left, la[d->left], d->left + 1, ' ');
		if (right)
			add_diff_line(right, lb[d->right], d->right + 1, ' ');
	}
	for (; right && gap > 0; gap--)
		add_diff_line(right, "", 0, ' ');
}
