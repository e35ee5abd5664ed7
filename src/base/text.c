/* The gate; text.h says what becomes of what. */
#include "base/text.h"

#include <string.h>

#define TAB_WIDTH 8
#define MARKS_MAX 4	/* combining marks on one character */

#define BOX_UTF8 "\u25af"

/* What a character is to the gate. */
enum kind {
	KIND_PRINTABLE,
	KIND_MARK,		/* combining: takes no column of its own */
	KIND_INVISIBLE,		/* acts on the text around, or shows nothing */
	KIND_UNKNOWN,
	KIND_C0,
	KIND_C1,
	KIND_DEL,
};

struct cleaner {
	GString *out;
	enum text_mode mode;
	guint column;
	guint marks;		/* on the last character */
	bool has_base;		/* a mark would have something to stand on */
	guint replaced;
};

/* What Unicode does not class as format characters, but acts as such. */
static const struct {
	gunichar first, last;
} invisible[] = {
	{ 0x034f, 0x034f },	/* combining grapheme joiner */
	{ 0x115f, 0x1160 },	/* Hangul fillers */
	{ 0x17b4, 0x17b5 },	/* Khmer inherent vowels */
	{ 0x180b, 0x180f },	/* Mongolian selectors and separator */
	{ 0x2028, 0x2029 },	/* line and paragraph separator */
	{ 0x2800, 0x2800 },	/* Braille blank */
	{ 0x3164, 0x3164 },	/* Hangul filler */
	{ 0xfe00, 0xfe0f },	/* variation selectors */
	{ 0xffa0, 0xffa0 },	/* halfwidth Hangul filler */
	{ 0x1f3fb, 0x1f3ff },	/* skin tones: join the emoji before, or not */
	{ 0xe0000, 0xe0fff },	/* tags, variation selectors */
};

static bool
is_invisible(gunichar c)
{
	for (gsize i = 0; i < G_N_ELEMENTS(invisible); i++) {
		if (c >= invisible[i].first && c <= invisible[i].last)
			return true;
	}
	return false;
}

static enum kind
kind_of(gunichar c)
{
	if (c < 0x20)
		return KIND_C0;
	if (c < 0x7f)
		return KIND_PRINTABLE;
	if (c == 0x7f)
		return KIND_DEL;
	if (c < 0xa0)
		return KIND_C1;
	if (is_invisible(c))
		return KIND_INVISIBLE;
	switch (g_unichar_type(c)) {
	case G_UNICODE_CONTROL:
	case G_UNICODE_FORMAT:
	case G_UNICODE_LINE_SEPARATOR:
	case G_UNICODE_PARAGRAPH_SEPARATOR:
		/* U+00AD is shown by some terminals, and not by others */
		return KIND_INVISIBLE;
	case G_UNICODE_UNASSIGNED:
	case G_UNICODE_PRIVATE_USE:
	case G_UNICODE_SURROGATE:
		return KIND_UNKNOWN;
	case G_UNICODE_NON_SPACING_MARK:
	case G_UNICODE_ENCLOSING_MARK:
		return KIND_MARK;
	default:
		return g_unichar_iszerowidth(c) ? KIND_MARK : KIND_PRINTABLE;
	}
}

static guint
width_of(gunichar c)
{
	if (kind_of(c) == KIND_MARK)
		return 0;
	return g_unichar_iswide(c) ? 2 : 1;
}

/* Something of `columns` columns in the place of a character. */
static void
replace(struct cleaner *cleaner, guint columns, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void
replace(struct cleaner *cleaner, guint columns, const char *format, ...)
{
	va_list arguments;
	gsize before = cleaner->out->len;

	va_start(arguments, format);
	g_string_append_vprintf(cleaner->out, format, arguments);
	va_end(arguments);
	/* 0: as many columns as bytes */
	cleaner->column += columns ? columns :
	    (guint)(cleaner->out->len - before);
	cleaner->has_base = false;
	cleaner->replaced++;
}

static void
put_tab(struct cleaner *cleaner)
{
	do {
		g_string_append_c(cleaner->out, ' ');
		cleaner->column++;
	} while (cleaner->column % TAB_WIDTH != 0);
	cleaner->has_base = false;
}

static void
put_control(struct cleaner *cleaner, gunichar c)
{
	if (c == '\t')
		put_tab(cleaner);
	else if (cleaner->mode == TEXT_ASCII)
		replace(cleaner, 0, "^%c", (int)c + '@');
	else
		replace(cleaner, 1, "\xe2\x90%c", (int)(0x80 + c));
}

static void
put_mark(struct cleaner *cleaner, gunichar c)
{
	if (cleaner->mode == TEXT_ASCII) {
		replace(cleaner, 0, "\\u{%x}", c);
	} else if (!cleaner->has_base || cleaner->marks == MARKS_MAX) {
		replace(cleaner, 0, "<U+%04X>", c);
	} else {
		g_string_append_unichar(cleaner->out, c);
		cleaner->marks++;
	}
}

static void
put_printable(struct cleaner *cleaner, gunichar c)
{
	if (cleaner->mode == TEXT_ASCII && c >= 0x80) {
		replace(cleaner, 0, "\\u{%x}", c);
		return;
	}
	g_string_append_unichar(cleaner->out, c);
	cleaner->column += width_of(c);
	cleaner->has_base = true;
	cleaner->marks = 0;
}

static void
put(struct cleaner *cleaner, gunichar c)
{
	switch (kind_of(c)) {
	case KIND_PRINTABLE:
		put_printable(cleaner, c);
		break;
	case KIND_MARK:
		put_mark(cleaner, c);
		break;
	case KIND_INVISIBLE:
		replace(cleaner, 0, "<U+%04X>", c);
		break;
	case KIND_UNKNOWN:
		if (cleaner->mode == TEXT_ASCII)
			replace(cleaner, 1, "?");
		else
			replace(cleaner, 1, "%s", BOX_UTF8);
		break;
	case KIND_C0:
		put_control(cleaner, c);
		break;
	case KIND_C1:
		replace(cleaner, 0, "\\x%02x", c);
		break;
	case KIND_DEL:
		replace(cleaner, 0, "^?");
		break;
	}
}

char *
text_clean_at(const char *bytes, gssize length, enum text_mode mode,
    guint column, guint *ret_replaced)
{
	gsize left = length < 0 ? strlen(bytes) : (gsize)length;
	struct cleaner cleaner = {
		.out = g_string_sized_new(left + 16),
		.mode = mode,
		.column = column,
	};

	while (left > 0) {
		/* 0 bytes are characters too, to the functions with a length */
		gunichar c = *bytes == '\0' ? 0 :
		    g_utf8_get_char_validated(bytes, (gssize)left);
		gsize size = 1;

		if (c == (gunichar)-1 || c == (gunichar)-2) {
			replace(&cleaner, 0, "\\x%02x",
			    (guint)(unsigned char)*bytes);
		} else {
			put(&cleaner, c);
			size = (gsize)g_unichar_to_utf8(c, NULL);
		}
		bytes += size;
		left -= size;
	}
	if (ret_replaced)
		*ret_replaced += cleaner.replaced;
	return g_string_free(cleaner.out, FALSE);
}

char *
text_clean(const char *bytes, gssize length, enum text_mode mode,
    guint *ret_replaced)
{
	return text_clean_at(bytes, length, mode, 0, ret_replaced);
}

char *
text_clean_joined(const char *bytes, gssize length, enum text_mode mode,
    guint *ret_replaced)
{
	gsize left = length < 0 ? strlen(bytes) : (gsize)length, size;
	g_autoptr(GString) joined = g_string_sized_new(left);
	bool is_first = true;
	const char *line;

	while (text_next_line(&bytes, &left, &line, &size)) {
		if (!is_first)
			g_string_append_c(joined, ' ');
		g_string_append_len(joined, line, (gssize)size);
		is_first = false;
	}
	return text_clean(joined->str, (gssize)joined->len, mode,
	    ret_replaced);
}

bool
text_next_line(const char **bytes, gsize *length, const char **ret_line,
    gsize *ret_length)
{
	const char *p = *bytes, *end = *bytes + *length;

	if (*length == 0)
		return false;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	*ret_line = *bytes;
	*ret_length = (gsize)(p - *bytes);
	if (end - p >= 2 && p[0] == '\r' && p[1] == '\n')
		p += 2;
	else if (p < end)
		p++;
	*bytes = p;
	*length = (gsize)(end - p);
	return true;
}

/* g_utf8_next_char, but for its cast. */
static const char *
next_char(const char *p)
{
	return p + g_utf8_skip[(unsigned char)*p];
}

guint
text_width(const char *clean)
{
	guint width = 0;

	for (; *clean; clean = next_char(clean))
		width += width_of(g_utf8_get_char(clean));
	return width;
}

gsize
text_offset_of_column(const char *clean, guint column)
{
	const char *p = clean;
	guint at = 0;

	while (*p) {
		guint width = width_of(g_utf8_get_char(p));

		/* marks belong to the character before them */
		if (at + width > column)
			break;
		at += width;
		p = next_char(p);
	}
	return (gsize)(p - clean);
}

char *
text_cut(const char *clean, guint columns)
{
	gsize offset = text_offset_of_column(clean, columns);

	if (clean[offset] == '\0')
		return g_strndup(clean, offset);
	if (columns == 0)
		return g_strdup("");
	offset = text_offset_of_column(clean, columns - 1);
	return g_strdup_printf("%.*s~", (int)offset, clean);
}

char *
text_fit(const char *clean, guint columns)
{
	g_autofree char *cut = text_cut(clean, columns);
	guint width = text_width(cut);

	return g_strdup_printf("%s%*s", cut, (int)(columns - width), "");
}
