/*
 * The gate keeps its promises for any bytes: what comes out is valid UTF-8 (or
 * ASCII), holds nothing that acts on a terminal, and has the width that
 * text_width says.
 */
#include <glib.h>
#include <string.h>

#include "base/text.h"
#include "tests/fuzz/driver.h"

const struct fuzz_seed fuzz_seeds[] = {
	{ "plain text", 0 },
	{ "\t\x1b[31mred\x1b[0m\x07\r\n\x7f", 0 },
	{ "a\0b", 3 },
	{ "\xc2\x9b\xe2\x80\xae\xe2\x80\x8d\xef\xbb\xbf\xee\x80\x80", 0 },
	{ "\xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81\xcc\x81\xcc\x81", 0 },
	{ "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\xf0\x9f\x8f\xbd", 0 },
	{ NULL, 0 },
};

static void
check_line(const char *clean, enum text_mode mode)
{
	g_assert_true(g_utf8_validate(clean, -1, NULL));
	for (const char *p = clean; *p; p++) {
		unsigned char c = (unsigned char)*p;

		g_assert_true(c >= 0x20 && c != 0x7f);
		g_assert_true(mode == TEXT_UTF8 || c < 0x80);
		/* C1 as UTF-8 */
		g_assert_false(c == 0xc2 && (unsigned char)p[1] < 0xa0);
	}
}

static void
check_cuts(const char *clean)
{
	guint width = text_width(clean);

	for (guint columns = 0; columns < 12; columns++) {
		g_autofree char *cut = text_cut(clean, columns);
		g_autofree char *fit = text_fit(clean, columns);

		g_assert_cmpuint(text_width(cut), <=, columns);
		g_assert_cmpuint(text_width(fit), ==, columns);
		g_assert_true(g_utf8_validate(cut, -1, NULL));
		if (width <= columns)
			g_assert_cmpstr(cut, ==, clean);
		g_assert_cmpuint(text_offset_of_column(clean, columns), <=,
		    strlen(clean));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *text = (const char *)bytes, *line;
	gsize left = size, length, total = 0;

	for (int mode = TEXT_UTF8; mode <= TEXT_ASCII; mode++) {
		guint replaced = 0;
		g_autofree char *clean = text_clean(text, (gssize)size,
		    (enum text_mode)mode, &replaced);
		g_autofree char *joined = text_clean_joined(text,
		    (gssize)size, (enum text_mode)mode, NULL);

		g_assert_cmpuint(replaced, <=, size);
		check_line(clean, (enum text_mode)mode);
		check_line(joined, (enum text_mode)mode);
		check_cuts(clean);
	}
	while (text_next_line(&text, &left, &line, &length)) {
		g_assert_null(memchr(line, '\n', length));
		total += length;
	}
	g_assert_cmpuint(total, <=, size);
	return 0;
}
