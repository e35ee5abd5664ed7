/* See find.h. */
#include "tui/find.h"

#include "tui/format.h"

/* A character, or a byte that is none; *p goes behind it. */
static gunichar
take(const char **p)
{
	const unsigned char *at = (const unsigned char *)*p;
	gunichar c = at[0] < 0x80 ? at[0] : g_utf8_get_char_validated(*p, -1);

	if (at[0] < 0x80 || c >= (gunichar)-2) {
		(*p)++;
		return at[0] < 0x80 ? c : 0x110000u + at[0];
	}
	*p = utf8_next(*p);
	return c;
}

static gunichar
fold(gunichar c, bool folds)
{
	if (!folds || c >= 0x110000u)
		return c;
	return c < 0x80 ? (gunichar)g_ascii_tolower((char)c) :
	    g_unichar_tolower(c);
}

static bool
has_capitals(const char *text)
{
	while (*text) {
		gunichar c = take(&text);

		if (fold(c, true) != c)
			return true;
	}
	return false;
}

/* Where the needle ends if it begins here, or NULL. */
static const char *
match_here(const char *text, const char *needle, bool folds)
{
	while (*needle) {
		if (!*text || fold(take(&text), folds) != take(&needle))
			return NULL;
	}
	return text;
}

bool
text_find(const char *text, const char *needle, gsize *ret_start,
    gsize *ret_length)
{
	bool folds = !has_capitals(needle);

	for (const char *at = text; *needle && *at; take(&at)) {
		const char *end = match_here(at, needle, folds);

		if (!end)
			continue;
		*ret_start = (gsize)(at - text);
		*ret_length = (gsize)(end - at);
		return true;
	}
	return false;
}

bool
text_matches(const char *text, const char *needle)
{
	gsize start, length;

	return text_find(text, needle, &start, &length);
}
