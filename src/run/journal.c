/*
 * Appending to and reading results.jsonl.
 *
 * A line is appended by one write(2), so a reader beside the writer sees
 * whole lines but for the last, and a writer killed at any byte leaves at
 * most one torn line, which the next writer cuts off.
 */
#include "run/journal.h"

#include "base/error.h"
#include "base/io.h"
#include "run/codec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_CHUNK (256 << 10)
#define JUMP_CHUNK (8 << 10)
#define LINE_MAX_BYTES (16u << 20)

struct journal {
	int fd;
	char *path;
	guint64 end;		/* offset of the next line */
	const struct run_index *index;
	GArray *first;		/* guint32 by task: its first ordinal */
	guint task;		/* where the last ordinal was found */
};

static char *
journal_path(const char *rundir)
{
	return g_build_filename(rundir, "results.jsonl", NULL);
}

/* The offset behind the last line end, by reading backwards. */
static bool
find_whole_end(int fd, guint64 size, guint64 *ret)
{
	char buffer[4096];

	while (size > 0) {
		gsize want = MIN(size, sizeof buffer);
		ssize_t got = pread(fd, buffer, want, (off_t)(size - want));
		const char *hit;

		if (got != (ssize_t)want)
			return false;
		hit = memrchr(buffer, '\n', want);
		if (hit) {
			*ret = size - want + (guint64)(hit - buffer) + 1;
			return true;
		}
		size -= want;
	}
	*ret = 0;
	return true;
}

struct journal *
journal_open(const char *rundir, const struct run_index *index, GError **error)
{
	g_autofree char *path = journal_path(rundir);
	struct journal *journal;
	guint32 ordinal = 0;
	struct stat st;
	guint64 end = 0;
	int fd;

	fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0 || fstat(fd, &st) < 0 ||
	    !find_whole_end(fd, (guint64)st.st_size, &end) ||
	    ((guint64)st.st_size != end && ftruncate(fd, (off_t)end) < 0)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot open the journal %s: %s", path, g_strerror(errno));
		if (fd >= 0)
			(void)close(fd);
		return NULL;
	}
	journal = g_new0(struct journal, 1);
	journal->fd = fd;
	journal->path = g_steal_pointer(&path);
	journal->end = end;
	journal->index = index;
	journal->first = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < index->counts->len; i++) {
		g_array_append_val(journal->first, ordinal);
		ordinal += g_array_index(index->counts, guint32, i);
	}
	return journal;
}

void
journal_close(struct journal *journal)
{
	if (!journal)
		return;
	(void)fdatasync(journal->fd);
	(void)close(journal->fd);
	g_free(journal->path);
	g_array_unref(journal->first);
	g_free(journal);
}

/* The task of an ordinal: nearly always the one of the last call. */
static guint
task_of(struct journal *journal, guint32 ordinal)
{
	guint low = 0, high = journal->first->len;

#define FIRST(i) g_array_index(journal->first, guint32, i)
#define COUNT(i) g_array_index(journal->index->counts, guint32, i)
	if (ordinal >= FIRST(journal->task) &&
	    ordinal - FIRST(journal->task) < COUNT(journal->task))
		return journal->task;
	while (high - low > 1) {
		guint middle = low + (high - low) / 2;

		if (FIRST(middle) <= ordinal)
			low = middle;
		else
			high = middle;
	}
	/* Tasks without samples share their first ordinal with the next. */
	while (COUNT(low) == 0 && low > 0)
		low--;
#undef FIRST
#undef COUNT
	journal->task = low;
	return low;
}

/* What is written to a deleted file nobody will ever read. */
static bool
is_deleted(const struct journal *journal, GError **error)
{
	struct stat st;

	if (fstat(journal->fd, &st) < 0 || st.st_nlink > 0)
		return false;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "the journal %s was deleted during the run; what was judged is "
	    "lost", journal->path);
	return true;
}

bool
journal_append(struct journal *journal, struct event *event, GError **error)
{
	struct codec_sample sample = { 0 };
	g_autofree char *line = NULL;
	gsize length;

	if (event_is_about_sample(event->type)) {
		guint task = task_of(journal, event->sample);

		sample.task_id = g_ptr_array_index(journal->index->task_ids,
		    task);
		sample.completion_id = event->sample -
		    g_array_index(journal->first, guint32, task);
	}
	line = codec_encode(event, &sample);
	length = strlen(line);
	if (!io_write_all(journal->fd, line, length)) {
		int err = errno;

		/* Take a half-written line back, so that the next one counts. */
		(void)!ftruncate(journal->fd, (off_t)journal->end);
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot write the journal %s: %s; free some space and "
		    "resume the run", journal->path, g_strerror(err));
		return false;
	}
	event->journal_offset = journal->end;
	event->journal_length = (guint32)(length - 1);
	journal->end += length;
	return !is_deleted(journal, error);
}

struct journal_reader {
	int fd;
	char *path;
	GString *buffer;	/* unread bytes */
	gsize used;		/* of the buffer: already given out */
	guint64 offset;		/* in the file, of buffer[used] */
	guint skipped;
};

struct journal_reader *
journal_reader_open(const char *rundir, GError **error)
{
	g_autofree char *path = journal_path(rundir);
	struct journal_reader *reader;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "cannot open the journal %s: %s", path, g_strerror(errno));
		return NULL;
	}
	reader = g_new0(struct journal_reader, 1);
	reader->fd = fd;
	reader->path = g_steal_pointer(&path);
	reader->buffer = g_string_new(NULL);
	return reader;
}

/* 1: more bytes came, 0: end of file, -1: error (set). */
static int
refill(struct journal_reader *reader, GError **error)
{
	GString *buffer = reader->buffer;
	gsize kept;
	ssize_t n;

	g_string_erase(buffer, 0, (gssize)reader->used);
	reader->used = 0;
	kept = buffer->len;
	if (kept > LINE_MAX_BYTES) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: the line at byte %" G_GUINT64_FORMAT
		    " is longer than %u bytes", reader->path, reader->offset,
		    LINE_MAX_BYTES);
		return -1;
	}
	g_string_set_size(buffer, kept + READ_CHUNK);
	do
		n = pread(reader->fd, buffer->str + kept, READ_CHUNK,
		    (off_t)(reader->offset + kept));
	while (n < 0 && errno == EINTR);
	g_string_set_size(buffer, kept + (n > 0 ? (gsize)n : 0));
	if (n < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "cannot read %s: %s", reader->path, g_strerror(errno));
		return -1;
	}
	/* A torn end may be cut off and written anew: it is read again. */
	if (n == 0)
		g_string_truncate(buffer, 0);
	return n > 0;
}

struct event *
journal_reader_next(struct journal_reader *reader, bool with_texts,
    GError **error)
{
	for (;;) {
		const char *start = reader->buffer->str + reader->used;
		gsize left = reader->buffer->len - reader->used, length;
		const char *end = memchr(start, '\n', left);
		struct event *event;

		if (!end) {
			if (refill(reader, error) <= 0)
				return NULL;
			continue;
		}
		length = (gsize)(end - start);
		event = with_texts ? codec_decode(start, length) :
		    codec_decode_brief(start, length);
		if (event) {
			event->journal_offset = reader->offset;
			event->journal_length = (guint32)length;
		} else if (length > 0) {
			reader->skipped++;
		}
		reader->used += length + 1;
		reader->offset += length + 1;
		if (event)
			return event;
	}
}

guint
journal_reader_skipped(const struct journal_reader *reader)
{
	return reader->skipped;
}

guint64
journal_reader_offset(const struct journal_reader *reader)
{
	return reader->offset;
}

guint64
journal_reader_size(const struct journal_reader *reader)
{
	struct stat st;

	return fstat(reader->fd, &st) == 0 ? (guint64)st.st_size : 0;
}

void
journal_reader_close(struct journal_reader *reader)
{
	if (!reader)
		return;
	(void)close(reader->fd);
	g_free(reader->path);
	g_string_free(reader->buffer, TRUE);
	g_free(reader);
}

struct event *
journal_load(const char *rundir, guint64 offset, guint32 length,
    GError **error)
{
	g_autofree char *path = journal_path(rundir);
	g_autofree char *line = NULL;
	struct event *event = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && length <= LINE_MAX_BYTES) {
		line = g_malloc((gsize)length + 1);
		if (pread(fd, line, length, (off_t)offset) == (ssize_t)length)
			event = codec_decode(line, length);
	}
	if (fd >= 0)
		(void)close(fd);
	if (!event) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: no result at byte %" G_GUINT64_FORMAT
		    "; was the file changed?", path, offset);
		return NULL;
	}
	event->journal_offset = offset;
	event->journal_length = length;
	return event;
}

struct journal_lines {
	int fd;
	char *bytes;		/* of the file from `offset` on */
	gsize length, size;
	guint64 offset;
};

struct journal_lines *
journal_lines_open(const char *rundir)
{
	g_autofree char *path = journal_path(rundir);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct journal_lines *lines;

	if (fd < 0)
		return NULL;
	lines = g_new0(struct journal_lines, 1);
	lines->fd = fd;
	return lines;
}

/* Who reads on where the last bytes ended is given many at once. */
static void
read_lines(struct journal_lines *lines, guint64 offset, gsize length)
{
	guint64 end = lines->offset + lines->length;
	bool goes_on = offset >= lines->offset && offset <= end + READ_CHUNK;
	gsize want = MAX(length, goes_on ? READ_CHUNK : JUMP_CHUNK);
	ssize_t n;

	if (want > lines->size) {
		g_free(lines->bytes);
		lines->bytes = g_malloc(want);
		lines->size = want;
	}
	do
		n = pread(lines->fd, lines->bytes, want, (off_t)offset);
	while (n < 0 && errno == EINTR);
	lines->offset = offset;
	lines->length = n > 0 ? (gsize)n : 0;
}

const char *
journal_lines_get(struct journal_lines *lines, guint64 offset, guint32 length)
{
	if (length > LINE_MAX_BYTES)
		return NULL;
	if (offset < lines->offset ||
	    offset + length > lines->offset + lines->length)
		read_lines(lines, offset, length);
	return length <= lines->length ? lines->bytes + (offset -
	    lines->offset) : NULL;
}

void
journal_lines_close(struct journal_lines *lines)
{
	if (!lines)
		return;
	(void)close(lines->fd);
	g_free(lines->bytes);
	g_free(lines);
}
