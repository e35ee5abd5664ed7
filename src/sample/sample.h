/*
 * The answers of a model to the tasks of a suite, from a file in any of the
 * known formats.
 *
 * Samples are numbered task-major: all of task 0 in file order, then all of
 * task 1, ... so that a number (the ordinal) is fixed by the counts per task.
 * Texts stay in the file.  Immutable once loaded; any thread may read.
 */
#ifndef EVALTOP_SAMPLE_SAMPLE_H
#define EVALTOP_SAMPLE_SAMPLE_H

#include "suite/suite.h"

struct sample {
	guint32 task;		/* index in the suite */
	guint32 index;		/* within the task, from 0 (completion_id) */
	struct text_ref record;
	guint32 item;		/* which of the record's several answers */
	enum answer_field field;
	bool is_blank;		/* nothing but white space */
};

struct sample_set {
	char *path;		/* as given */
	char *sha256;		/* of the file's bytes (of a folder: of its files) */
	const char *format;	/* the name in the table of formats */
	GArray *samples;	/* struct sample, by ordinal */
	GArray *first;		/* guint32 by task: its first ordinal; one more at the end */
	struct source *source;
	guint missing_tasks;	/* tasks of the suite without a sample */
	guint unknown_samples;	/* of tasks that the suite has not */
	guint duplicate_samples;	/* same text as an earlier one of the task */
	guint empty_samples;
	guint broken_lines;	/* skipped, each with a warning */
	GPtrArray *warnings;	/* char *, at most 20, then one that counts the rest */
	bool is_format_forced;	/* `format` was asked for, not detected */
	const struct suite *suite;	/* borrowed; must outlive the set */
};

/*
 * Read the samples for a suite.  `format` forces a format by its name, NULL
 * detects it by the fields.  Broken lines, unknown tasks and repeated ids
 * are counted and warned of; a file without any usable sample is an error.
 */
struct sample_set *sample_set_load(const char *path, const char *format,
    const struct suite *suite, GError **error);

/* The reference solutions of a suite as a sample set (evaltop check). */
struct sample_set *sample_set_from_references(const struct suite *suite,
    GError **error);
void sample_set_free(struct sample_set *set);

/*
 * Keep only samples of the tasks for which keep() says so (--only, --limit);
 * the rest is forgotten, ordinals are numbered anew.
 */
typedef bool (*sample_keep_fn)(const struct task *task, guint index,
    gpointer data);
void sample_set_filter(struct sample_set *set, const struct suite *suite,
    sample_keep_fn keep, gpointer data);
DEFINE_CLEANUP(struct sample_set *, sample_set_free)

static inline const struct sample *
sample_set_get(const struct sample_set *set, guint ordinal)
{
	return &g_array_index(set->samples, struct sample, ordinal);
}

/*
 * The raw answer.  *ret_has_nul tells that it holds a NUL character, which
 * the returned text shows as U+FFFD (such a program never compiles).
 * Returns NULL with an error when the file can no longer be read.
 */
char *sample_set_load_text(const struct sample_set *set, guint ordinal,
    bool *ret_has_nul, GError **error);

const char *const *sample_format_names(void);

#endif
