/* base/text.h's gate, in the terminal's character set. */
#include "tui/clean.h"

#include "base/text.h"

#include <glib.h>
#include <string.h>

char *
clean_line(const char *text)
{
	enum text_mode mode = g_get_charset(NULL) ? TEXT_UTF8 : TEXT_ASCII;

	return text_clean_joined(text ? text : "", -1, mode, NULL);
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
