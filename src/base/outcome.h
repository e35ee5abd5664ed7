/*
 * What can become of a sample: the closed lists of outcomes, details and
 * trusts, and the one table in which each has its word and its face.  The
 * journal, the summary, plain mode, the screens and the filters read it.
 */
#ifndef EVALTOP_BASE_OUTCOME_H
#define EVALTOP_BASE_OUTCOME_H

#include <stdbool.h>

enum outcome {
	OUTCOME_NONE,		/* not judged (yet) */
	OUTCOME_PASS,
	OUTCOME_ASSERTION_FAIL,
	OUTCOME_SYNTAX_ERROR,
	OUTCOME_TIMEOUT,
	OUTCOME_ERROR,
	OUTCOME__COUNT
};

enum detail {
	DETAIL_NONE,
	DETAIL_OUTPUT_OVERFLOW,
	DETAIL_MEMORY_LIMIT,
	DETAIL_CPU_LIMIT,
	DETAIL_DENIED_IMPORT,
	DETAIL_DENIED_CALL,
	DETAIL_EXCEPTION,
	DETAIL_SIGNAL,
	DETAIL_EARLY_EXIT,
	DETAIL_NO_CODE,
	DETAIL_NO_ENTRY_POINT,
	DETAIL_BAD_VERDICT,
	DETAIL_COMPILE_ERROR,
	DETAIL_WRONG_ANSWER,
	DETAIL__COUNT
};

/* How far a pass is believed (DESIGN: two guards). */
enum trust {
	TRUST_NONE,		/* no pass, or judged under the shared guard only */
	TRUST_CONFIRMED,
	TRUST_DISPUTED,
	TRUST_UNCONFIRMED,
	TRUST__COUNT
};

/* Which guard judges. */
enum guard {
	GUARD_SHARED,		/* tests in the candidate's interpreter */
	GUARD_SPLIT,		/* tests in a sandbox of their own */
	GUARD_CONFIRM,		/* shared first, then each pass again, split */
	GUARD__COUNT
};

struct outcome_info {
	const char *word;	/* "assertion_fail": JSON, filters */
	const char *label;	/* "fail": head of a column */
	const char *glyph;	/* UTF-8, one column */
	char letter;		/* ASCII mode */
};

const struct outcome_info *outcome_info(enum outcome outcome);
const char *detail_word(enum detail detail);	/* NULL for DETAIL_NONE */
const char *trust_word(enum trust trust);	/* NULL for TRUST_NONE */

/* False, and *ret untouched, when the word is none of the list. */
bool outcome_from_word(const char *word, enum outcome *ret);
bool detail_from_word(const char *word, enum detail *ret);
bool trust_from_word(const char *word, enum trust *ret);
const char *guard_word(enum guard guard);
bool guard_from_word(const char *word, enum guard *ret);

#endif
