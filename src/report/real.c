/* See real.h. */
#include "report/real.h"

#include <glib.h>

void
report_add_real(cJSON *object, const char *name, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	char format[8];

	for (int digits = 15; digits <= 17; digits++) {
		g_snprintf(format, sizeof(format), "%%.%dg", digits);
		g_ascii_formatd(text, sizeof(text), format, value);
		if (!(g_ascii_strtod(text, NULL) < value) &&
		    !(g_ascii_strtod(text, NULL) > value))
			break;
	}
	cJSON_AddRawToObject(object, name, text);
}
