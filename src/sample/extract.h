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
 */
#ifndef EVALTOP_SAMPLE_EXTRACT_H
#define EVALTOP_SAMPLE_EXTRACT_H

#include "suite/suite.h"

enum extract_rule {
	EXTRACT_COMPLETION,
	EXTRACT_SOLUTION,
	EXTRACT_FENCE_PYTHON,
	EXTRACT_FENCE_ANY,
	EXTRACT_FENCE_OPEN,	/* a fence that is never closed */
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
 * `stops` (or NULL): the answer is cut before the first of these strings,
 * before anything else is done.  Never fails.
 */
void assemble(const struct task *task, const struct task_text *text,
    enum answer_field field, const char *answer, const char *const *stops,
    struct assembly *ret);
void assembly_clear(struct assembly *assembly);

#endif
