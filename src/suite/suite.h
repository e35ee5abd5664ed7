/*
 * A benchmark: its tasks, read from a file in any of the known dialects.
 *
 * Loading keeps only small facts of each task in memory; the texts (prompt,
 * tests, reference) stay in the file and are read when a job or a screen
 * needs them.  A suite is immutable once loaded, so any thread may read it
 * (suite_load_text uses pread and allocates only what it returns).
 */
#ifndef EVALTOP_SUITE_SUITE_H
#define EVALTOP_SUITE_SUITE_H

#include <glib.h>
#include <stdbool.h>

#include "base/cleanup.h"

struct source;			/* base/source.h */

/* Where a record's JSON text stands in its source. */
struct text_ref {
	guint64 offset;
	guint32 length;
	guint32 line;		/* of the published file, from 1; for messages */
};

enum test_kind {
	TEST_ASSERTS,		/* a list of assertions, each one a test */
	TEST_CHECK,		/* source that defines check(candidate) */
	TEST_SCRIPT,		/* source with top-level assertions */
};

/* How a text becomes a program. */
enum answer_field {
	ANSWER_COMPLETION,	/* put behind the prompt as it is */
	ANSWER_SOLUTION,	/* a whole program */
	ANSWER_CHAT,		/* prose with code in it */
};

struct task {
	char *id;		/* as published: "HumanEval/7", "11" */
	char *entry_point;	/* NULL where the suite names none */
	struct text_ref record;
	enum test_kind kind;
	guint32 timeout_ms;	/* 0: the suite's or the run's default */
	bool has_reference;
	bool has_more_inputs;	/* which its tests do not hold: EvalPlus's */
};

struct suite {
	char *name;		/* for labels: "HumanEval", "demo" */
	char *path;		/* as given; "-" for stdin */
	char *sha256;		/* of the bytes of the file, as published */
	const char *dialect;	/* the name in the table of dialects */
	GArray *tasks;		/* struct task */
	GHashTable *by_id;	/* char *id -> GUINT_TO_POINTER(index + 1) */
	struct source *source;
	GArray *k;		/* guint; the suite's own k, or NULL */
	guint32 timeout_ms;	/* defaults of the suite; 0: none */
	guint64 memory_bytes;
	guint64 output_bytes;
	GStrv deny, allow;	/* changes to the import denylist, or NULL */
	char *warning;		/* what its users should know, or NULL */
};

/* The texts of one task. Clear with task_text_clear. */
struct task_text {
	char *prompt;		/* "" where there is none */
	bool prompt_is_code;	/* false: natural language, never put in front */
	char *setup;		/* runs between the code and the tests; or NULL */
	GPtrArray *asserts;	/* TEST_ASSERTS: char *; else NULL */
	char *test;		/* TEST_CHECK, TEST_SCRIPT: source; else NULL */
	char *reference;	/* NULL where there is none */
	enum answer_field reference_field;
};

/*
 * Read a suite. `format` forces a dialect by its name, NULL detects it.
 * `path` may be "-" for stdin; ".gz" content is unpacked whatever its name.
 * Returns NULL with an EVALTOP_ERROR_INPUT that names file, line and field.
 */
struct suite *suite_load(const char *path, const char *format, GError **error);
void suite_free(struct suite *suite);

DEFINE_CLEANUP(struct suite *, suite_free)

static inline const struct task *
suite_task(const struct suite *suite, guint index)
{
	return &g_array_index(suite->tasks, struct task, index);
}

/* False where no task has that id. */
bool suite_find(const struct suite *suite, const char *id, guint *ret_index);

bool suite_load_text(const struct suite *suite, guint task,
    struct task_text *ret, GError **error);
void task_text_clear(struct task_text *text);

/* The dialects' names, NULL-terminated, for --help and messages. */
const char *const *suite_dialect_names(void);

#endif
