/*
 * The reviewer's labels and notes, of samples and of the run itself:
 * notes.jsonl of a run directory, one JSON line each time one is written; of
 * a sample's lines the last one counts.
 * Any process may append; main thread only.
 */
#ifndef EVALTOP_RUN_NOTES_H
#define EVALTOP_RUN_NOTES_H

#include <glib.h>
#include <stdbool.h>

#include "base/cleanup.h"

#define NOTE_LABEL_BYTES_MAX 64
#define NOTE_TEXT_BYTES_MAX 65536

struct note {
	char *label;		/* or NULL; else not empty */
	char *text;		/* or NULL; else not empty */
	gint64 time_ms;		/* wall clock */
};

struct notes;

/*
 * A run without notes gives none, no error.  Lines that cannot be understood
 * are skipped and counted.  NULL when the file cannot be read.
 */
struct notes *notes_load(const char *rundir, GError **error);
void notes_free(struct notes *notes);

/*
 * Of a sample, by its task and its number in it (from 0); NULL: none.  Good
 * until the next notes_set().
 */
const struct note *notes_get(const struct notes *notes, const char *task_id,
    guint32 completion_id);

/* Of the run as a whole; NULL: none.  Good until the next set. */
const struct note *notes_get_run(const struct notes *notes);
bool notes_set_run(struct notes *notes, const char *label, const char *text,
    gint64 time_ms, GError **error);

/*
 * Append a sample's label and text (each may be NULL or empty: none; both:
 * the note is taken back).  False when a limit is exceeded (USAGE) or nothing
 * could be written (HOST); the table is unchanged then.
 */
bool notes_set(struct notes *notes, const char *task_id,
    guint32 completion_id, const char *label, const char *text,
    gint64 time_ms, GError **error);

guint notes_count(const struct notes *notes);	/* samples with one */
guint notes_skipped(const struct notes *notes);

/*
 * Labels to choose from: the built-in ones, then those in use, sorted.
 * Strings are the caller's: g_ptr_array_unref().
 */
GPtrArray *notes_labels(const struct notes *notes);

DEFINE_CLEANUP(struct notes *, notes_free)

#endif
