/*
 * The records of a source, one after the other: the lines of JSON lines, the
 * elements of a JSON array, the members of a JSON object whose values are all
 * objects (or all lists), or JSON values that just follow each other (also
 * one value over many lines).  The shape is found by looking.
 *
 * Reads in blocks and keeps one record in memory.  Not for sharing between
 * threads.
 */
#ifndef EVALTOP_BASE_RECORD_H
#define EVALTOP_BASE_RECORD_H

#include <glib.h>
#include <stdbool.h>

#include "base/cleanup.h"
#include "base/source.h"

/* A longer record is an error: nothing that is judged is of that size. */
#define RECORD_LENGTH_MAX (64u * 1024 * 1024)

enum record_shape {
	RECORD_LINES,		/* one value a line; blank lines are skipped */
	RECORD_ARRAY,
	RECORD_KEYED,		/* members of one object; their key is an id */
	RECORD_VALUES,		/* values over several lines each */
};

enum record_status {
	RECORD_OK,
	RECORD_END,
	RECORD_BROKEN,		/* *error tells; the next call goes on behind it */
	RECORD_FAILED,		/* *error tells; nothing more can be read */
};

struct record {
	guint64 offset;		/* in the source */
	guint32 length;
	guint32 line;		/* from 1 */
	const char *text;	/* NUL-terminated, until the next call */
	const char *key;	/* RECORD_KEYED: the member's name; else NULL */
};

struct record_reader;

/* Borrows the source.  NULL with *error set when it cannot be read. */
struct record_reader *record_reader_new(const struct source *source,
    GError **error);
void record_reader_free(struct record_reader *reader);
enum record_shape record_reader_shape(const struct record_reader *reader);

/* The first byte that is not white space; 0 when there is none. */
char record_reader_first_byte(const struct record_reader *reader);

enum record_status record_reader_next(struct record_reader *reader,
    struct record *ret, GError **error);

DEFINE_CLEANUP(struct record_reader *, record_reader_free)

#endif
