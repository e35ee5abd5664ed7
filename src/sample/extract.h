/*
 * From a raw answer to the programs it may mean, best reading first.
 *
 * ANSWER_COMPLETION  prompt + answer, nothing trimmed
 * ANSWER_SOLUTION    the answer
 * ANSWER_CHAT        a leading <think> block is dropped, closed or not; then
 *                    the first fence tagged python/python3/py, else the first
 *                    fence, else the whole text; with the prompt's imports
 *                    and helpers in front.  Where several blocks qualify,
 *                    all are returned: the harness takes the first that
 *                    compiles and defines the entry point.
 *
 * Of a chat answer's blocks (at most 16, equal ones once) those that define
 * the entry point by their text come first; where the suite names none, those
 * that define a function which the tests call.  All are given behind the
 * prompt's imports and helpers first (what stands before the line that starts
 * the prompt's own function or its decorators), then alone.  A block that is
 * only the body of a function is read as a completion, too, before that.
 * <thinking> counts as <think>, and so does text that is only closed by such
 * a tag, as it comes when the chat template has written the opening one.  An
 * answer that only closes a fence (the prompt has opened it) is read up to
 * there, as EXTRACT_FENCE_OPEN.
 */
#ifndef EVALTOP_SAMPLE_EXTRACT_H
#define EVALTOP_SAMPLE_EXTRACT_H

#include "suite/suite.h"

enum extract_rule {
	EXTRACT_COMPLETION,
	EXTRACT_SOLUTION,
	EXTRACT_FENCE_PYTHON,
	EXTRACT_FENCE_ANY,
	EXTRACT_FENCE_OPEN,	/* a fence that is never closed, or never opened */
	EXTRACT_WHOLE_TEXT,
	EXTRACT__COUNT
};

/* "completion", "fence_python", ...: in the journal and the request. */
const char *extract_rule_word(enum extract_rule rule);

struct program {
	char *source;
	enum extract_rule rule;
	guint block;		/* which fence of the answer, from 0 */
	bool has_preamble;	/* the prompt's imports and helpers stand in front */
};

struct assembly {
	GArray *programs;	/* struct program, at least one unless blank */
	bool is_blank;		/* the answer holds nothing at all */
	bool think_dropped;
	bool stop_cut;		/* cut at a stop word */
};

/*
 * The prompt's imports and helpers: its text before the entry point's stub.
 * NULL where there are none.  Caller frees.
 */
char *extract_preamble(const struct task *task, const struct task_text *text);

/*
 * `stops` (or NULL): the answer is cut before the first of these strings,
 * before anything else is done.  Never fails.
 */
void assemble(const struct task *task, const struct task_text *text,
    enum answer_field field, const char *answer, const char *const *stops,
    struct assembly *ret);
void assembly_clear(struct assembly *assembly);

#endif
