/*
 * An opened input: a file or stdin, plain or gzip, with random access to its
 * unpacked bytes.
 *
 * A plain regular file is read in place through a descriptor that stays open,
 * so that it may be renamed or unlinked afterwards.  Gzip (known by its magic
 * bytes, whatever the name) and streams (stdin, pipes) are unpacked once into
 * an unlinked file in g_get_tmp_dir().  Reading uses pread and no shared
 * state, so any thread may read; the count of references is atomic.
 */
#ifndef EVALTOP_BASE_SOURCE_H
#define EVALTOP_BASE_SOURCE_H

#include <glib.h>
#include <stdbool.h>

#include "base/cleanup.h"

struct source;

/* What a gzip file or a stream may unpack to at most. */
#define SOURCE_SPOOL_MAX (G_GUINT64_CONSTANT(16) << 30)

/*
 * Open `path`, "-" for stdin.  A UTF-8 byte order mark is skipped.  Fails
 * with EVALTOP_ERROR_INPUT on a missing, unreadable, foreign (zip, parquet,
 * UTF-16, other binary) or truncated file and on a folder, and with
 * EVALTOP_ERROR_HOST when there is no room to unpack it.
 */
struct source *source_open(const char *path, GError **error);

/*
 * An empty source to append text to, for what is derived from `path` (the
 * records of a YAML suite).  Appending belongs to one thread, before others
 * read.
 */
struct source *source_new_spool(const char *path, GError **error);
bool source_append(struct source *source, const char *bytes, gsize length,
    guint64 *ret_offset, GError **error);

struct source *source_ref(struct source *source);
void source_unref(struct source *source);	/* NULL is fine */

const char *source_path(const struct source *source);	/* as given */
const char *source_label(const struct source *source);	/* "stdin" for "-" */

/* SHA-256, in hex, of the bytes as published (packed, with the mark). */
const char *source_sha256(const struct source *source);

/* Offsets of the unpacked text: its first byte, and the one past its end. */
guint64 source_start(const struct source *source);
guint64 source_end(const struct source *source);

/*
 * Up to `length` bytes from `offset` into `buffer`; fewer only at the end,
 * 0 there, -1 with *error set.
 */
gssize source_pread(const struct source *source, guint64 offset, char *buffer,
    gsize length, GError **error);

/*
 * Exactly `length` bytes, with a NUL behind; NULL with *error set when the
 * file can no longer give them.
 */
char *source_read(const struct source *source, guint64 offset, gsize length,
    GError **error);

DEFINE_CLEANUP(struct source *, source_unref)

#endif
