/* Two texts line by line. */
#ifndef EVALTOP_TUI_DIFF_H
#define EVALTOP_TUI_DIFF_H

#include <glib.h>

enum diff_kind { DIFF_SAME, DIFF_LEFT, DIFF_RIGHT };

struct diff_line {
	enum diff_kind kind;
	guint left, right;	/* line numbers from 0, where the kind has them */
};

/*
 * A shortest edit script (lines in common in the order of both; of a changed
 * piece, the left lines first), as struct diff_line.  Blanks at line ends do
 * not count.  Texts of very many differing lines count as wholly different in
 * the middle.
 */
GArray *diff_texts(const char *left, const char *right);

guint diff_changes(const GArray *diff);		/* lines that are not the same */

/* The lines of a text, as they stand; caller frees with g_strfreev. */
GStrv diff_split(const char *text);

#endif
