/* Where the words of a Python line are, for their colours. */
#ifndef EVALTOP_TUI_SYNTAX_H
#define EVALTOP_TUI_SYNTAX_H

#include <glib.h>

struct span {
	guint from, to;		/* bytes of the line */
	unsigned style;
};

enum syntax_state {
	SYNTAX_CODE,
	SYNTAX_IN_SINGLE,	/* within ''' */
	SYNTAX_IN_DOUBLE,	/* within """ */
};

/*
 * Append the spans (struct span) of one line, in order and disjoint.  `state`
 * is how the line before ended; the return value, how this one does.  Any
 * bytes will do: what is no Python has few colours.
 */
enum syntax_state syntax_python(const char *line, enum syntax_state state,
    GArray *spans);

#endif
