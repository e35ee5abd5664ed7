/* The fenced code blocks of a Markdown answer. */
#ifndef EVALTOP_SAMPLE_FENCE_H
#define EVALTOP_SAMPLE_FENCE_H

#include <glib.h>
#include <stdbool.h>

struct fence {
	char *text;		/* what stands inside, dedented by the indentation */
	guint number;		/* which fence of the answer, from 0 */
	bool is_python;		/* tagged so */
	bool is_tagged;		/* has an info string at all */
	bool is_open;		/* never closed: goes to the end */
	gsize offset;		/* of the opening line in the answer */
};

/*
 * All fences of an answer, in order, as struct fence; the array owns their
 * texts.  As in CommonMark: three or more backticks or tildes; closed by a
 * line of the same character, at least as many, with nothing behind, and
 * indented at most three columns more than the opening one.  The opening
 * line may be indented by any amount (list items).
 */
GArray *fence_list(const char *answer);

#endif
