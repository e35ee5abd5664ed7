/* See size.h. */
#include "base/size.h"

#include <string.h>

bool
size_parse(const char *text, guint64 *ret)
{
	static const char units[] = "kmgt";
	char *end;
	double value;

	if (!g_ascii_isdigit(*text) || (text[0] == '0' && text[1] == 'x'))
		return false;
	value = g_ascii_strtod(text, &end);
	if (*end) {
		const char *unit = strchr(units, g_ascii_tolower(*end));

		if (unit) {
			value *= (double)(G_GUINT64_CONSTANT(1) <<
			    (10 * (unit - units + 1)));
			end++;
			if (g_ascii_tolower(*end) == 'i' &&
			    g_ascii_tolower(end[1]) == 'b')
				end++;
		}
		if (g_ascii_tolower(*end) == 'b')
			end++;
	}
	if (*end || !(value >= 1) || value >= 9e18)
		return false;
	*ret = (guint64)value;
	return true;
}
