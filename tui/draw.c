/*
 * Cells.  All text passes gate_clean(), and so the gate of base/text.h; no
 * other file calls curses to write.
 */
#include "tui/draw_internal.h"

#include "base/text.h"
#include "tui/find.h"
#include "tui/format.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

/* Our own glyphs in ASCII mode; the gate escapes all others. */
static const struct {
	gunichar glyph;
	char ascii;
} ascii_map[] = {
	{ 0xb7, '.' }, { 0xd7, 'x' }, { 0x2013, '-' }, { 0x203a, '>' },
	{ 0x25b8, '>' }, { 0x25b2, '^' }, { 0x25bc, 'v' }, { 0x2713, 'P' },
	{ 0x2717, 'F' }, { 0x2190, '<' }, { 0x2192, '>' }, { 0x2191, '^' },
	{ 0x2193, 'v' }, { 0x2260, '!' }, { 0x2264, '<' }, { 0x2026, '~' },
	{ 0xb1, '~' },
};

static char *
map_to_ascii(const char *text, gsize length)
{
	GString *mapped = g_string_sized_new(length);
	const char *end = text + length;

	while (text < end) {
		gunichar c = g_utf8_get_char_validated(text, end - text);
		char ascii = '\0';

		for (gsize i = 0; i < G_N_ELEMENTS(ascii_map); i++)
			if (ascii_map[i].glyph == c)
				ascii = ascii_map[i].ascii;
		if (ascii) {
			g_string_append_c(mapped, ascii);
			text = utf8_next(text);
		} else {
			g_string_append_c(mapped, *text++);
		}
	}
	return g_string_free(mapped, FALSE);
}

/* One line of bytes to what may stand in cells.  Returns its columns. */
static int
gate_clean(struct draw *draw, const char *text)
{
	gsize length = strlen(text), plain = 0;
	g_autofree char *mapped = NULL;

	/* The end of a line is none of it; another line's beginning is. */
	if (length > 0 && text[length - 1] == '\n')
		length--;
	if (length > 0 && text[length - 1] == '\r')
		length--;
	g_free(draw->clean);
	while (plain < length && text[plain] >= ' ' && text[plain] < 0x7f)
		plain++;
	draw->is_plain = plain == length;
	if (draw->is_plain) {
		draw->clean = g_strndup(text, length);
		return (int)MIN(length, G_MAXINT / 2);
	}
	if (draw->is_ascii) {
		mapped = map_to_ascii(text, length);
		draw->clean = text_clean(mapped, -1, TEXT_ASCII, NULL);
	} else {
		draw->clean = text_clean(text, (gssize)length, TEXT_UTF8,
		    NULL);
	}
	return (int)text_width(draw->clean);
}

/* Columns of one cleaned character. */
static int
char_width(gunichar c)
{
	char text[8] = "";

	if (c < 0x80)
		return 1;
	text[g_unichar_to_utf8(c, text)] = '\0';
	return (int)text_width(text);
}

static attr_t
attrs_of(const struct draw *draw, unsigned style)
{
	const struct theme_entry *e = &draw->theme->entries[STYLE_ROLE(style)];
	unsigned flags = e->mono;
	attr_t attrs = 0;

	if (draw->has_colors)
		theme_color(e, COLORS, &flags);
	flags |= style;

	/* A reversed bar is one solid bar: no hue and no faintness in it. */
	if (style & STYLE_REVERSE)
		flags &= ~THEME_FAINT;
	if (flags & STYLE_BOLD)
		attrs |= A_BOLD;
	if (flags & STYLE_REVERSE)
		attrs |= A_REVERSE;
	if (flags & STYLE_UNDERLINE)
		attrs |= A_UNDERLINE;
	if (flags & THEME_FAINT)
		attrs |= A_DIM;
	return attrs;
}

static short
pair_of(const struct draw *draw, unsigned style)
{
	return draw->has_colors ? (short)STYLE_ROLE(style) : 0;
}

/* One cell's worth of characters: a base and what combines with it. */
static void
cell_put(struct draw *draw, int x, int y, const wchar_t *chars, unsigned style)
{
	cchar_t cell;

	if (x < 0 || y < 0 || x >= draw->cols || y >= draw->rows)
		return;
	setcchar(&cell, chars, attrs_of(draw, style), pair_of(draw, style),
	    NULL);
	mvadd_wch(y, x, &cell);
}

void
cell_put_char(struct draw *draw, int x, int y, gunichar c, unsigned style)
{
	wchar_t chars[2] = { (wchar_t)c, 0 };

	cell_put(draw, x, y, chars, style);
}

void
cell_run(struct draw *draw, int x, int y, int count, gunichar c,
    unsigned style)
{
	wchar_t chars[2] = { (wchar_t)c, 0 };
	cchar_t cell;

	count = MIN(x + count, draw->cols) - MAX(x, 0);
	x = MAX(x, 0);
	if (count <= 0 || y < 0 || y >= draw->rows)
		return;
	setcchar(&cell, chars, attrs_of(draw, style), pair_of(draw, style),
	    NULL);
	mvhline_set(y, x, &cell, count);
}

/* Printable ASCII needs no measuring, and is nearly all there is. */
static int
put_ascii(struct draw *draw, int x, int y, int width, int skip, unsigned style)
{
	int total = (int)strlen(draw->clean);
	const char *text = draw->clean + MIN(skip, total);
	int length = CLAMP(total - skip, 0, width), from = MAX(-x, 0);

	if (length > from && x + from < draw->cols) {
		attr_set(attrs_of(draw, style), pair_of(draw, style), NULL);
		mvaddnstr(y, x + from, text + from, MIN(length - from,
		    draw->cols - x - from));
		attr_set(A_NORMAL, 0, NULL);
	}
	return length;
}

void
draw_set_theme(struct draw *draw, const struct theme *theme)
{
	unsigned flags;

	draw->theme = theme;
	for (short i = ROLE_NORMAL + 1; draw->has_colors && i < ROLE__COUNT;
	    i++)
		init_pair(i, theme_color(&theme->entries[i], COLORS, &flags),
		    -1);
}

void
draw_init(struct draw *draw, bool is_ascii, bool wants_colors)
{
	*draw = (struct draw){ .is_ascii = is_ascii };
	if (wants_colors && has_colors()) {
		start_color();
		draw->has_colors = use_default_colors() == OK;
	}
	draw_set_theme(draw, theme_builtin(0));
	draw_resize(draw);
}

void
draw_clear(struct draw *draw)
{
	g_free(draw->clean);
	*draw = (struct draw){ 0 };
}

void
draw_resize(struct draw *draw)
{
	getmaxyx(stdscr, draw->rows, draw->cols);
}

void
draw_erase(struct draw *draw)
{
	(void)draw;
	erase();
}

/*
 * A character and the marks upon it, from *p on.  Where the C library (and so
 * curses) counts other columns than the gate, a box stands for it: else all
 * that follows on the line would be off.
 */
static int
take_cluster(const char **p, wchar_t chars[5])
{
	gunichar c = g_utf8_get_char(*p);
	int n = 0, width = MAX(char_width(c), 1);
	bool agrees = c < 0x80 || wcwidth((wchar_t)c) == width;

	chars[n++] = agrees ? (wchar_t)c : 0x25af;
	*p = utf8_next(*p);
	while (**p && char_width(g_utf8_get_char(*p)) == 0) {
		c = g_utf8_get_char(*p);
		if (n < 4 && agrees && wcwidth((wchar_t)c) == 0)
			chars[n++] = (wchar_t)c;
		*p = utf8_next(*p);
	}
	chars[n] = 0;
	return width;
}

/* Cells [skip, skip + width) of the cleaned text; returns how many. */
static int
put_cells(struct draw *draw, int x, int y, int width, int skip, unsigned style)
{
	const char *p = draw->clean;
	int column = -skip;

	if (draw->is_plain)
		return put_ascii(draw, x, y, width, skip, style);
	while (*p && column < width) {
		wchar_t chars[5];
		int w = take_cluster(&p, chars);
		bool fits = column >= 0 && column + w <= width &&
		    x + column + w <= draw->cols;

		/* A wide character that straddles an edge shows as blanks. */
		for (int i = 0; i < w; i++)
			if (column + i >= 0 && column + i < width &&
			    (!fits || chars[0] == 0x25af))
				cell_put_char(draw, x + column + i, y, ' ',
				    style);
		if (fits)
			cell_put(draw, x + column, y, chars, style);
		column += w;
	}
	return CLAMP(column, 0, width);
}

/*
 * Strips, bars and marks are single characters of our own, the same few over
 * and over: what the gate once left as it was, in one column, goes straight to
 * its cell.
 */
static bool
put_glyph(struct draw *draw, int x, int y, const char *text, unsigned style)
{
	gsize length = strnlen(text, 5);
	guint32 bytes = 0, *slot;
	gunichar c;

	if (draw->is_ascii || length < 2 || length > 4 ||
	    (guchar)text[0] < 0xc0 ||
	    (gsize)(utf8_next(text) - text) != length)
		return false;
	memcpy(&bytes, text, length);
	slot = &draw->glyphs[bytes * 2654435769u >> 26];
	if (*slot != bytes) {
		if (gate_clean(draw, text) != 1 ||
		    strcmp(draw->clean, text) != 0 ||
		    wcwidth((wchar_t)g_utf8_get_char(text)) != 1)
			return false;
		*slot = bytes;
	}
	c = g_utf8_get_char(text);
	cell_put_char(draw, x, y, c, style);
	return true;
}

static int
text_put(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style)
{
	int columns;

	if (width <= 0 || y < 0 || y >= draw->rows)
		return 0;
	if (text && put_glyph(draw, x, y, text, style))
		return 1;
	columns = gate_clean(draw, text ? text : "");
	if (columns <= width)
		return put_cells(draw, x, y, width, 0, style);
	put_cells(draw, x, y, width - 1, 0, style);
	cell_put_char(draw, x + width - 1, y, '~', style);
	return width;
}

int
draw_text(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style)
{
	return text_put(draw, x, y, width, text, style);
}

int
draw_put(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style)
{
	int used = text_put(draw, x, y, width, text, style);

	cell_run(draw, x + used, y, width - used, ' ', style);
	return used;
}

int
draw_right(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style)
{
	int columns = gate_clean(draw, text);
	int blanks = MAX(width - columns, 0);

	cell_run(draw, x, y, blanks, ' ', style);
	return text_put(draw, x + blanks, y, width - blanks, text, style);
}

int
draw_printf(struct draw *draw, int x, int y, int width, unsigned style,
    const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	return draw_text(draw, x, y, width, text, style);
}

void
draw_put_from(struct draw *draw, int x, int y, int width, int skip,
    const char *text, unsigned style)
{
	int used;

	if (width <= 0 || y < 0 || y >= draw->rows)
		return;
	gate_clean(draw, text);
	used = put_cells(draw, x, y, width, skip, style);
	cell_run(draw, x + used, y, width - used, ' ', style);
}

int
draw_put_tail(struct draw *draw, int x, int y, int width, const char *text,
    unsigned style)
{
	int columns = draw_width(draw, text);

	if (columns <= width || width < 2)
		return draw_put(draw, x, y, width, text, style);
	cell_put_char(draw, x, y, '~', style);
	draw_put_from(draw, x + 1, y, width - 1, columns - width + 1, text,
	    style);
	return width;
}

int
draw_width(struct draw *draw, const char *text)
{
	return gate_clean(draw, text);
}

/*
 * One row of the cleaned text, from *p on: goes to where the next one begins.
 * False if the text ends in this row.
 */
static bool
fold_row(const char **p, int *column, int room)
{
	const char *at = *p, *cut = NULL;	/* cut: the last good place */
	int end = *column, cut_column = 0;
	bool is_blank = true;

	for (; *at; at = utf8_next(at)) {
		gunichar c = g_utf8_get_char(at);
		int width = char_width(c);

		if (width == 2 && at > *p) {
			cut = at;
			cut_column = end;
		}
		if (end + width > *column + room && c != ' ' && width > 0 &&
		    at > *p)
			break;
		end += width;
		/* An indent is no place to end a row at. */
		is_blank = is_blank && c == ' ';
		if (width == 2 || (c == ' ' && !is_blank)) {
			cut = utf8_next(at);
			cut_column = end;
		}
	}
	if (!*at) {
		*column = end;
		return false;
	}
	*p = cut ? cut : at;
	*column = cut ? cut_column : end;
	return true;
}

int
draw_folds(struct draw *draw, const char *text, int first, int rest,
    GArray *ret_starts)
{
	const char *p;
	int column = 0, room = MAX(first, 1);

	g_array_set_size(ret_starts, 0);
	g_array_append_val(ret_starts, column);
	gate_clean(draw, text);
	p = draw->clean;
	while (fold_row(&p, &column, room)) {
		g_array_append_val(ret_starts, column);
		room = MAX(rest, 1);
	}
	return column;
}

void
draw_fill(struct draw *draw, struct rect rect, unsigned style)
{
	for (int y = rect.y; y < rect.y + rect.h; y++)
		cell_run(draw, rect.x, y, rect.w, ' ', style);
}

void
draw_restyle(struct draw *draw, int x, int y, int width, unsigned style)
{
	if (x < 0 || y < 0 || y >= draw->rows || x >= draw->cols || width <= 0)
		return;
	mvchgat(y, x, MIN(width, draw->cols - x), attrs_of(draw, style),
	    pair_of(draw, style), NULL);
}

/*
 * The cells of a row as text, and for each of its bytes the column it stands
 * in; `ret_columns` has one more, the end.
 */
static char *
row_text(int x, int y, int width, GArray *ret_columns)
{
	GString *text = g_string_new(NULL);

	g_array_set_size(ret_columns, 0);
	for (int at = x; at < x + width; at++) {
		wchar_t chars[CCHARW_MAX + 1] = { 0 };
		cchar_t cell;
		attr_t attrs;
		short pair;
		int column = at;

		mvin_wch(y, at, &cell);
		getcchar(&cell, chars, &attrs, &pair, NULL);
		for (int i = 0; chars[i]; i++)
			g_string_append_unichar(text, (gunichar)chars[i]);
		if (char_width((gunichar)chars[0]) == 2)
			at++;
		while (ret_columns->len < text->len)
			g_array_append_val(ret_columns, column);
	}
	width += x;
	g_array_append_val(ret_columns, width);
	return g_string_free(text, FALSE);
}

static void
reverse_cells(int y, int from, int to)
{
	for (int x = from; x < to; x++) {
		attr_t attrs;
		short pair;
		wchar_t chars[CCHARW_MAX + 1] = { 0 };
		cchar_t cell;

		mvin_wch(y, x, &cell);
		getcchar(&cell, chars, &attrs, &pair, NULL);
		/* On a bar that is reversed as a whole, a hit stands out too. */
		mvchgat(y, x, 1, (attrs & ~(attr_t)A_DIM) ^ A_REVERSE, pair,
		    NULL);
	}
}

void
draw_hits(struct draw *draw, struct rect r, const char *needle)
{
	g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(int));
	int left = MAX(r.x, 0), right = MIN(r.x + r.w, draw->cols);

	if (!*needle || right <= left)
		return;
	for (int y = MAX(r.y, 0); y < MIN(r.y + r.h, draw->rows); y++) {
		g_autofree char *text = row_text(left, y, right - left,
		    columns);
		gsize from = 0, start, length;

		while (text_find(text + from, needle, &start, &length)) {
			reverse_cells(y, g_array_index(columns, int, from +
			    start), g_array_index(columns, int, from + start +
			    length));
			from += start + length;
		}
	}
}

void
draw_cursor(struct draw *draw, int x, int y)
{
	if (x >= 0 && y >= 0 && x < draw->cols && y < draw->rows)
		move(y, x);
}

static void
dump_row(struct draw *draw, int y, bool roles, GString *into)
{
	gsize start = into->len;

	for (int x = 0; x < draw->cols; x++) {
		wchar_t chars[CCHARW_MAX + 1] = { 0 };
		cchar_t cell;
		attr_t attrs;
		short pair;

		mvin_wch(y, x, &cell);
		getcchar(&cell, chars, &attrs, &pair, NULL);
		if (roles) {
			char letter = theme_role_letter((enum role)pair);

			g_string_append_c(into, attrs & A_REVERSE ?
			    (letter == '.' ? 'R' : g_ascii_toupper(letter)) :
			    letter);
			continue;
		}
		for (int i = 0; chars[i]; i++)
			g_string_append_unichar(into, (gunichar)chars[i]);
		if (char_width((gunichar)chars[0]) == 2)
			x++;
	}
	while (into->len > start && into->str[into->len - 1] == ' ')
		g_string_truncate(into, into->len - 1);
	g_string_append_c(into, '\n');
}

char *
draw_dump(struct draw *draw)
{
	GString *into = g_string_new(NULL);

	for (int y = 0; y < draw->rows; y++)
		dump_row(draw, y, false, into);
	return g_string_free(into, FALSE);
}

char *
draw_dump_roles(struct draw *draw)
{
	GString *into = g_string_new(NULL);

	for (int y = 0; y < draw->rows; y++)
		dump_row(draw, y, true, into);
	return g_string_free(into, FALSE);
}
