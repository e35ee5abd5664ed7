/* Numbers as the screens write them.  Each writes into a caller's buffer. */
#ifndef EVALTOP_TUI_FORMAT_H
#define EVALTOP_TUI_FORMAT_H

#include <glib.h>

#define FORMAT_SIZE 32

/* GLib's macro casts const away. */
static inline const char *
utf8_next(const char *p)
{
	return p + g_utf8_skip[*(const guchar *)p];
}

/* 00:12:41; 3d 04:05:06. */
const char *format_clock(gint64 ms, char ret[FORMAT_SIZE]);
/* "40ms", "1.20s", "12.1s", "3m20": five columns at most under an hour. */
const char *format_seconds(guint64 ms, char ret[FORMAT_SIZE]);
/* "812B", "9.1M", "512M": five columns at most. */
const char *format_bytes(guint64 bytes, char ret[FORMAT_SIZE]);
/* "1.07/s", "143/s"; "---" if not above zero. */
const char *format_rate(double per_second, char ret[FORMAT_SIZE]);
/* "2 lines 48B", "empty". */
const char *format_amount(const char *text, guint64 bytes,
    char ret[FORMAT_SIZE]);
/* Lines of a text; one without a line feed at its end counts. */
guint format_count_lines(const char *text);
/* "1 line", "4 lines  RULE": a text's title; "" without a text. */
void format_lines(const char *text, const char *rule, char *ret, gsize size);

#endif
