/* See format.h. */
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

const char *
format_clock(gint64 ms, char ret[FORMAT_SIZE])
{
	gint64 s = MAX(ms, 0) / 1000;
	int days = (int)MIN(s / 86400, 99999);
	int h = (int)(s / 3600 % 24), m = (int)(s / 60 % 60);

	if (days > 0)
		snprintf(ret, FORMAT_SIZE, "%dd %02d:%02d:%02d", days, h, m,
		    (int)(s % 60));
	else
		snprintf(ret, FORMAT_SIZE, "%02d:%02d:%02d", h, m,
		    (int)(s % 60));
	return ret;
}

const char *
format_seconds(guint64 ms, char ret[FORMAT_SIZE])
{
	guint64 s = ms / 1000;

	if (ms < 1000)
		snprintf(ret, FORMAT_SIZE, "%ums", (guint)ms);
	else if (ms < 9995)
		snprintf(ret, FORMAT_SIZE, "%.2fs", (double)ms / 1000);
	else if (ms < 99950)
		snprintf(ret, FORMAT_SIZE, "%.1fs", (double)ms / 1000);
	else if (s < 3600)
		snprintf(ret, FORMAT_SIZE, "%um%02u", (guint)(s / 60),
		    (guint)(s % 60));
	else
		snprintf(ret, FORMAT_SIZE, "%uh%02u",
		    (guint)MIN(s / 3600, 99999u), (guint)(s / 60 % 60));
	return ret;
}

const char *
format_bytes(guint64 bytes, char ret[FORMAT_SIZE])
{
	static const char units[] = "BKMGTPE";
	double value = (double)bytes;
	int unit = 0;

	while (value >= 999.5 && units[unit + 1]) {
		value /= 1024;
		unit++;
	}
	snprintf(ret, FORMAT_SIZE, unit > 0 && value < 9.95 ? "%.1f%c" :
	    "%.0f%c", value, units[unit]);
	return ret;
}

const char *
format_rate(double per_second, char ret[FORMAT_SIZE])
{
	if (!(per_second > 0))
		g_strlcpy(ret, "---", FORMAT_SIZE);
	else if (per_second < 9.995)
		snprintf(ret, FORMAT_SIZE, "%.2f/s", per_second);
	else if (per_second < 99.95)
		snprintf(ret, FORMAT_SIZE, "%.1f/s", per_second);
	else
		snprintf(ret, FORMAT_SIZE, "%.0f/s", MIN(per_second, 1e9));
	return ret;
}

guint
format_count_lines(const char *text)
{
	guint n = 0;

	if (!text || !*text)
		return 0;
	for (const char *p = text; (p = strchr(p, '\n')); p++)
		n++;
	return n + (text[strlen(text) - 1] != '\n');
}

void
format_lines(const char *text, const char *rule, char *ret, gsize size)
{
	guint lines = format_count_lines(text);

	if (!text)
		g_strlcpy(ret, "", size);
	else
		g_snprintf(ret, size, "%u line%s%s%s", lines, lines == 1 ? "" :
		    "s", rule && *rule ? "  " : "", rule ? rule : "");
}

const char *
format_amount(const char *text, guint64 bytes, char ret[FORMAT_SIZE])
{
	guint lines = format_count_lines(text);
	char size[FORMAT_SIZE];

	if (bytes == 0)
		g_strlcpy(ret, "empty", FORMAT_SIZE);
	else
		snprintf(ret, FORMAT_SIZE, "%u line%s %s", lines,
		    lines == 1 ? "" : "s", format_bytes(bytes, size));
	return ret;
}
