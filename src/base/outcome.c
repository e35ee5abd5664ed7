/* The tables behind outcome.h. */
#include "base/outcome.h"

#include <glib.h>

static const struct outcome_info outcomes[OUTCOME__COUNT] = {
	[OUTCOME_NONE] = { "none", "none", "\u00b7", '.' },
	[OUTCOME_PASS] = { "pass", "pass", "\u2713", 'P' },
	[OUTCOME_ASSERTION_FAIL] = { "assertion_fail", "fail", "\u2717", 'F' },
	[OUTCOME_SYNTAX_ERROR] = { "syntax_error", "syntax", "S", 'S' },
	[OUTCOME_TIMEOUT] = { "timeout", "timeout", "T", 'T' },
	[OUTCOME_ERROR] = { "error", "error", "E", 'E' },
};

static const char *const details[DETAIL__COUNT] = {
	[DETAIL_OUTPUT_OVERFLOW] = "output_overflow",
	[DETAIL_MEMORY_LIMIT] = "memory_limit",
	[DETAIL_CPU_LIMIT] = "cpu_limit",
	[DETAIL_DENIED_IMPORT] = "denied_import",
	[DETAIL_DENIED_CALL] = "denied_call",
	[DETAIL_EXCEPTION] = "exception",
	[DETAIL_SIGNAL] = "signal",
	[DETAIL_EARLY_EXIT] = "early_exit",
	[DETAIL_NO_CODE] = "no_code",
	[DETAIL_NO_ENTRY_POINT] = "no_entry_point",
	[DETAIL_BAD_VERDICT] = "bad_verdict",
	[DETAIL_COMPILE_ERROR] = "compile_error",
	[DETAIL_WRONG_ANSWER] = "wrong_answer",
};

static const char *const trusts[TRUST__COUNT] = {
	[TRUST_CONFIRMED] = "confirmed",
	[TRUST_DISPUTED] = "disputed",
	[TRUST_UNCONFIRMED] = "unconfirmed",
};

static const char *const guards[GUARD__COUNT] = {
	[GUARD_SHARED] = "shared",
	[GUARD_SPLIT] = "split",
	[GUARD_CONFIRM] = "confirm",
};

const struct outcome_info *
outcome_info(enum outcome outcome)
{
	g_assert(outcome < OUTCOME__COUNT);
	return &outcomes[outcome];
}

const char *
detail_word(enum detail detail)
{
	g_assert(detail < DETAIL__COUNT);
	return details[detail];
}

const char *
trust_word(enum trust trust)
{
	g_assert(trust < TRUST__COUNT);
	return trusts[trust];
}

bool
outcome_from_word(const char *word, enum outcome *ret)
{
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		if (g_strcmp0(outcomes[i].word, word) == 0) {
			*ret = (enum outcome)i;
			return true;
		}
	}
	return false;
}

bool
detail_from_word(const char *word, enum detail *ret)
{
	for (int i = DETAIL_NONE + 1; i < DETAIL__COUNT; i++) {
		if (g_strcmp0(details[i], word) == 0) {
			*ret = (enum detail)i;
			return true;
		}
	}
	return false;
}

bool
trust_from_word(const char *word, enum trust *ret)
{
	for (int i = TRUST_NONE + 1; i < TRUST__COUNT; i++) {
		if (g_strcmp0(trusts[i], word) == 0) {
			*ret = (enum trust)i;
			return true;
		}
	}
	return false;
}

const char *
guard_word(enum guard guard)
{
	g_assert(guard < GUARD__COUNT);
	return guards[guard];
}

bool
guard_from_word(const char *word, enum guard *ret)
{
	for (int i = 0; i < GUARD__COUNT; i++) {
		if (g_strcmp0(guards[i], word) == 0) {
			*ret = (enum guard)i;
			return true;
		}
	}
	return false;
}
