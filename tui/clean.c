/* Interim gate until base/text.h is there. */
#include "tui/clean.h"

#include <glib.h>
#include <string.h>

char *
clean_line(const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
	GString *clean = g_string_new(NULL);

	for (char *p = valid; *p; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c == '\n' || c == '\t' || c == '\r')
			g_string_append_c(clean, ' ');
		else
			g_string_append_unichar(clean,
			    g_unichar_isprint(c) ? c : 0xfffd);
	}
	return g_string_free(clean, FALSE);
}

bool
clean_is_plain_word(const char *text)
{
	for (const char *p = text; *p; p++) {
		if (!g_ascii_isalnum(*p) && !strchr("_./+-@%:,", *p))
			return false;
	}
	return *text && *text != '-';
}
