/*
 * The gate for text from outside: what leaves text_clean can be printed to a
 * terminal and takes exactly the columns that text_width says.  Nothing that
 * comes from a file, a model or a candidate may reach a screen but through
 * it (or its siblings here).
 *
 * One line at a time; text_next_line splits.  What becomes of what:
 *
 *	                          TEXT_UTF8             TEXT_ASCII
 *	printable                 itself                itself if ASCII, else \u{e9}
 *	TAB                       spaces up to the next column that 8 divides
 *	C0 (also LF, CR, ESC)     U+2400 + code         ^A ... ^_
 *	DEL                       ^?                    ^?
 *	C1 (U+0080-9F)            \x9b                  \x9b
 *	byte of invalid UTF-8     \x9b                  \x9b
 *	bidi controls, joiners,   <U+202E>              <U+202E>
 *	other format characters, line and paragraph separator, variation
 *	selectors, tags, Hangul fillers (all that show as nothing)
 *	unassigned, private use   U+25AF                ?
 *	combining mark            itself behind a       \u{301}
 *	                          printable, at most 4 in a row; else <U+0301>
 *
 * The gate is not reversible: "\x9b" may have stood in the text as such.
 * All functions are pure; any thread may call them.
 */
#ifndef EVALTOP_BASE_TEXT_H
#define EVALTOP_BASE_TEXT_H

#include <glib.h>
#include <stdbool.h>

enum text_mode {
	TEXT_UTF8,
	TEXT_ASCII,
};

/*
 * Clean one line: `length` bytes, or up to the NUL where it is -1 (with a
 * length, NUL bytes are C0 like others).  A line break inside is a C0 too.
 * `column` is where the line will stand, for tabs.  *ret_replaced, if not
 * NULL, is raised by the number of characters that were shown as something
 * else (tabs do not count).  Returns a string to free.
 */
char *text_clean_at(const char *bytes, gssize length, enum text_mode mode,
    guint column, guint *ret_replaced);

/* The same at column 0. */
char *text_clean(const char *bytes, gssize length, enum text_mode mode,
    guint *ret_replaced);

/*
 * For a list of several lines' text in one cell: line breaks become one space
 * each before the text is cleaned.
 */
char *text_clean_joined(const char *bytes, gssize length, enum text_mode mode,
    guint *ret_replaced);

/*
 * Take the next line off *bytes (which may hold NUL bytes): false at the end.
 * Lines end at LF, CRLF or a CR that no LF follows; an ending that is last
 * begins no further line.  *ret_line points into the text, without the ending.
 */
bool text_next_line(const char **bytes, gsize *length, const char **ret_line,
    gsize *ret_length);

/* How many columns a cleaned string takes (1 or 2 a character; 0 for marks). */
guint text_width(const char *clean);

/*
 * Cut a cleaned string to `columns`; if anything is lost the last column shows
 * "~".  Returns a string to free; its width is at most `columns`, and one less
 * where a wide character would not fit.  text_fit pads with spaces to exactly
 * `columns`.
 */
char *text_cut(const char *clean, guint columns);
char *text_fit(const char *clean, guint columns);

/* Where in a cleaned string column `column` begins, as a byte offset. */
gsize text_offset_of_column(const char *clean, guint column);

#endif
