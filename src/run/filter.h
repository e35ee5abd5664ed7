/*
 * Filters on samples: `out=timeout`, `task~sort and wall>2`, `not (trust=
 * disputed or reason~NameError)`.
 *
 *	filter  = and { "or" and }
 *	and     = not { ["and"] not }
 *	not     = "not" not | "(" filter ")" | field operator value | word
 *
 * A word alone stands for a text in the task's id or in the reason.  ~ takes a
 * regular expression (PCRE); texts are compared without regard to case.
 * Values with spaces or parentheses are quoted: reason~"(list|dict) index".
 *
 * A comparison holds only where the sample has such a value: out!=pass finds
 * judged samples that did not pass, "not out=pass" also those that wait.  One
 * that is judged again has the values of its earlier verdict until then.
 */
#ifndef EVALTOP_RUN_FILTER_H
#define EVALTOP_RUN_FILTER_H

#include "base/cleanup.h"
#include "run/board.h"
#include "run/lookup.h"
#include "run/notes.h"

struct filter;

/*
 * NULL with a USAGE error "column 5: ..." (columns count characters from 1)
 * that says what is known there.  A blank text gives a filter that holds for
 * every sample.  `ret_column`, if not NULL, is set with the error.
 */
struct filter *filter_parse(const char *text, guint *ret_column,
    GError **error);
void filter_free(struct filter *filter);

/* True where no sample can be left out. */
bool filter_is_blank(const struct filter *filter);

/*
 * True where some samples cannot be decided by the board: those cost a verdict
 * (run/lookup.h), loaded at most once a sample and only after the cheaper
 * terms around it have left the question open.
 */
bool filter_needs_verdict(const struct filter *filter);

/* What a filter looks at.  All but the board may be NULL. */
struct filter_source {
	const struct board *board;
	const struct notes *notes;
	verdict_load_fn load;
	bool (*is_marked)(gpointer data, guint ordinal);
	gpointer data;		/* for both */
};

bool filter_matches(const struct filter *filter,
    const struct filter_source *source, guint ordinal);

/*
 * Append the ordinals (guint32) that match, out of [from, to), and stop early
 * once `max_loads` verdicts were loaded (0: no limit).  Returns where to go on
 * (`to` at the end), so that a long list is filtered in slices between keys.
 */
guint filter_run(const struct filter *filter,
    const struct filter_source *source, guint from, guint to,
    guint max_loads, GArray *into);

/* ---- the fields, for completion and help ---- */

struct filter_field {
	const char *name, *alias;	/* alias or NULL */
	const char *operators;		/* "= != ~ !~" */
	const char *help;		/* what it is, with units */
	const char *example;
	bool needs_verdict;
};

const struct filter_field *filter_fields(guint *ret_count);

/* The words that a field takes (static strings), or NULL: any value. */
GPtrArray *filter_field_values(const struct filter_field *field);

DEFINE_CLEANUP(struct filter *, filter_free)

#endif
