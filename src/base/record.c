/*
 * Records; see record.h.  The bytes pass through one growing window; values
 * that span lines are delimited by counting brackets outside strings, which
 * needs no parser and survives values that no parser takes.
 */
#include "base/record.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"

#define BLOCK_SIZE (256 * 1024)

struct record_reader {
	const struct source *source;
	enum record_shape shape;
	char first_byte;
	char *buffer;
	gsize capacity;
	gsize start, end;	/* the window's unread bytes in the buffer */
	guint64 next_read;	/* where in the source the window ends */
	guint line;		/* of the byte at `start` */
	char overwritten;	/* the byte where the last record's NUL stands */
	gsize overwritten_at;
	bool has_overwritten;
	bool has_opened;	/* the bracket around the records is behind us */
	bool has_element;	/* a comma must come before the next */
	bool has_ended;
	char *key;
};

/* How far into a value we are. */
struct value_scan {
	guint depth;
	bool is_string;
	bool is_escaped;
	bool has_begun;
	bool is_scalar;		/* a number or word: ends before a delimiter */
};

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct record_reader *
reader_new(const struct source *source)
{
	struct record_reader *reader = g_new0(struct record_reader, 1);

	reader->source = source;
	reader->capacity = 2 * BLOCK_SIZE;
	reader->buffer = g_malloc(reader->capacity + 1);
	reader->next_read = source_start(source);
	reader->line = 1;
	return reader;
}

void
record_reader_free(struct record_reader *reader)
{
	if (!reader)
		return;
	g_free(reader->buffer);
	g_free(reader->key);
	g_free(reader);
}

enum record_shape
record_reader_shape(const struct record_reader *reader)
{
	return reader->shape;
}

char
record_reader_first_byte(const struct record_reader *reader)
{
	return reader->first_byte;
}

/* More bytes into the window: 1, 0 at the end of the source, -1 on error. */
static int
fill(struct record_reader *reader, GError **error)
{
	gssize n;

	if (reader->start > 0) {
		memmove(reader->buffer, reader->buffer + reader->start,
		    reader->end - reader->start);
		reader->end -= reader->start;
		reader->start = 0;
	}
	if (reader->capacity - reader->end < BLOCK_SIZE) {
		reader->capacity *= 2;
		reader->buffer = g_realloc(reader->buffer,
		    reader->capacity + 1);
	}
	n = source_pread(reader->source, reader->next_read,
	    reader->buffer + reader->end, BLOCK_SIZE, error);
	if (n < 0)
		return -1;
	reader->end += (gsize)n;
	reader->next_read += (guint64)n;
	return n > 0;
}

static guint64
position(const struct record_reader *reader)
{
	return reader->next_read - (reader->end - reader->start);
}

static guint
count_lines(const char *bytes, gsize length)
{
	const char *end = bytes + length;
	guint count = 0;

	while ((bytes = memchr(bytes, '\n', (size_t)(end - bytes)))) {
		bytes++;
		count++;
	}
	return count;
}

/* Step over `length` bytes of the window. */
static void
consume(struct record_reader *reader, gsize length)
{
	reader->line += count_lines(reader->buffer + reader->start, length);
	reader->start += length;
}

static enum record_status
fail(struct record_reader *reader, GError **error, const char *text)
{
	reader->has_ended = true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT, "%s:%u: %s",
	    source_label(reader->source), reader->line, text);
	return RECORD_FAILED;
}

#define PEEK_END (-1)
#define PEEK_FAILED (-2)

/* The next byte that is not white space, left in the window, or PEEK_... */
static int
peek(struct record_reader *reader, GError **error)
{
	for (;;) {
		int more;

		while (reader->start < reader->end) {
			char c = reader->buffer[reader->start];

			if (!is_space(c))
				return (unsigned char)c;
			consume(reader, 1);
		}
		more = fill(reader, error);
		if (more <= 0)
			return more < 0 ? PEEK_FAILED : PEEK_END;
	}
}

/*
 * Go on through a value; returns how many of the bytes belong to it, and in
 * *ret_is_done whether it ends there.
 */
static gsize
scan_value(struct value_scan *scan, const char *bytes, gsize length,
    bool *ret_is_done)
{
	*ret_is_done = false;
	for (gsize i = 0; i < length; i++) {
		char c = bytes[i];

		if (scan->is_string) {
			if (scan->is_escaped)
				scan->is_escaped = false;
			else if (c == '\\')
				scan->is_escaped = true;
			else if (c == '"')
				scan->is_string = false;
			if (scan->is_string || scan->depth > 0)
				continue;
			*ret_is_done = true;
			return i + 1;
		}
		if (scan->is_scalar && (is_space(c) || c == ',' || c == ']' ||
		    c == '}')) {
			*ret_is_done = true;
			return i;
		}
		if (c == '"') {
			scan->is_string = true;
		} else if (c == '{' || c == '[') {
			scan->depth++;
		} else if (c == '}' || c == ']') {
			if (scan->depth <= 1) {
				*ret_is_done = true;
				return i + 1;
			}
			scan->depth--;
		} else if (!scan->has_begun) {
			scan->is_scalar = true;
		}
		scan->has_begun = true;
	}
	return length;
}

/* The value at the window's start, all of it in the window; its length. */
static enum record_status
gather_value(struct record_reader *reader, gsize *ret_length, GError **error)
{
	struct value_scan scan = { 0 };
	gsize length = 0;
	bool is_done;

	for (;;) {
		int more;

		length += scan_value(&scan, reader->buffer + reader->start +
		    length, reader->end - reader->start - length, &is_done);
		if (is_done)
			break;
		if (length > RECORD_LENGTH_MAX)
			return fail(reader, error,
			    "a value is longer than 64 MiB");
		more = fill(reader, error);
		if (more < 0)
			return RECORD_FAILED;
		if (more == 0 && scan.is_scalar && scan.depth == 0)
			break;
		if (more == 0)
			return fail(reader, error, "the file ends inside the "
			    "JSON value that starts here; it may be cut short");
	}
	if (length > RECORD_LENGTH_MAX)
		return fail(reader, error, "a value is longer than 64 MiB");
	*ret_length = length;
	return RECORD_OK;
}

/* Hand out `length` bytes of the window, NUL-terminated, and step on. */
static enum record_status
deliver(struct record_reader *reader, gsize length, struct record *ret)
{
	char *text = reader->buffer + reader->start;

	ret->offset = position(reader);
	ret->length = (guint32)length;
	ret->line = reader->line;
	ret->text = text;
	ret->key = reader->key;
	consume(reader, length);
	reader->overwritten_at = reader->start;
	reader->overwritten = reader->buffer[reader->start];
	reader->has_overwritten = true;
	text[length] = '\0';
	return RECORD_OK;
}

/* Step over a line that is too long, without keeping it. */
static enum record_status
skip_line(struct record_reader *reader, GError **error)
{
	guint line = reader->line;

	for (;;) {
		const char *newline = memchr(reader->buffer + reader->start,
		    '\n', reader->end - reader->start);
		int more;

		if (newline) {
			consume(reader, (gsize)(newline - reader->buffer) -
			    reader->start + 1);
			break;
		}
		reader->start = reader->end;
		more = fill(reader, error);
		if (more < 0)
			return RECORD_FAILED;
		if (more == 0)
			break;
	}
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "%s:%u: the line is longer than 64 MiB",
	    source_label(reader->source), line);
	return RECORD_BROKEN;
}

static enum record_status
next_line(struct record_reader *reader, struct record *ret, GError **error)
{
	gsize seen = 0;
	int c = peek(reader, error);

	if (c < 0)
		return c == PEEK_FAILED ? RECORD_FAILED : RECORD_END;
	for (;;) {
		const char *bytes = reader->buffer + reader->start;
		const char *newline = memchr(bytes + seen, '\n',
		    reader->end - reader->start - seen);
		int more;

		seen = newline ? (gsize)(newline - bytes) :
		    reader->end - reader->start;
		if (seen > RECORD_LENGTH_MAX)
			return skip_line(reader, error);
		if (newline)
			break;
		more = fill(reader, error);
		if (more < 0)
			return RECORD_FAILED;
		if (more == 0)
			break;
	}
	while (is_space(reader->buffer[reader->start + seen - 1]))
		seen--;
	return deliver(reader, seen, ret);
}

static enum record_status
next_value(struct record_reader *reader, struct record *ret, GError **error)
{
	int c = peek(reader, error);
	enum record_status status;
	gsize length;

	if (c < 0)
		return c == PEEK_FAILED ? RECORD_FAILED : RECORD_END;
	status = gather_value(reader, &length, error);
	return status == RECORD_OK ? deliver(reader, length, ret) : status;
}

/* The key and the colon of a member. */
static enum record_status
take_key(struct record_reader *reader, GError **error)
{
	struct json_place place = { .path = source_label(reader->source) };
	CLEANUP(cJSON_Delete) cJSON *key = NULL;
	enum record_status status;
	gsize length;

	if (reader->buffer[reader->start] != '"')
		return fail(reader, error, "a key in quotes was expected");
	status = gather_value(reader, &length, error);
	if (status != RECORD_OK)
		return status;
	place.line = reader->line;
	key = json_parse(reader->buffer + reader->start, length, &place, NULL,
	    error);
	if (!key)
		return RECORD_FAILED;
	g_free(reader->key);
	reader->key = g_strdup(key->valuestring);
	consume(reader, length);
	switch (peek(reader, error)) {
	case PEEK_FAILED:
		return RECORD_FAILED;
	case ':':
		consume(reader, 1);
		return RECORD_OK;
	default:
		return fail(reader, error, "a colon was expected");
	}
}

static enum record_status
end_document(struct record_reader *reader, GError **error)
{
	int c;

	consume(reader, 1);
	reader->has_ended = true;
	c = peek(reader, error);
	if (c >= 0)
		return fail(reader, error,
		    "more text stands behind the JSON value");
	return c == PEEK_FAILED ? RECORD_FAILED : RECORD_END;
}

/* The next element of the array, or member of the object. */
static enum record_status
next_element(struct record_reader *reader, struct record *ret, GError **error)
{
	char closing = reader->shape == RECORD_KEYED ? '}' : ']';
	enum record_status status;
	int c;

	if (!reader->has_opened) {
		if (peek(reader, error) == PEEK_FAILED)
			return RECORD_FAILED;
		consume(reader, 1);
		reader->has_opened = true;
	}
	c = peek(reader, error);
	if (c == closing)
		return end_document(reader, error);
	if (reader->has_element && c == ',') {
		consume(reader, 1);
		c = peek(reader, error);
	} else if (reader->has_element && c >= 0) {
		return fail(reader, error, "a comma was expected");
	}
	if (c == PEEK_FAILED)
		return RECORD_FAILED;
	if (c == PEEK_END)
		return fail(reader, error, "the file ends inside the JSON "
		    "document; it may be cut short");
	if (c == ',' || c == closing)
		return fail(reader, error, "a value was expected");
	reader->has_element = true;
	if (reader->shape == RECORD_KEYED) {
		status = take_key(reader, error);
		if (status != RECORD_OK)
			return status;
	}
	status = next_value(reader, ret, error);
	return status == RECORD_END ? fail(reader, error,
	    "the file ends where a value was expected") : status;
}

enum record_status
record_reader_next(struct record_reader *reader, struct record *ret,
    GError **error)
{
	if (reader->has_overwritten) {
		reader->buffer[reader->overwritten_at] = reader->overwritten;
		reader->has_overwritten = false;
	}
	if (reader->has_ended)
		return RECORD_END;
	switch (reader->shape) {
	case RECORD_LINES:
		return next_line(reader, ret, error);
	case RECORD_VALUES:
		return next_value(reader, ret, error);
	default:
		return next_element(reader, ret, error);
	}
}

/* What a look at the first object of a document tells. */
struct look {
	struct value_scan scan;
	bool has_newline;	/* inside, between tokens */
	bool is_broken;		/* a line that ends inside the object */
	bool is_value_next;	/* at depth 1, behind a colon */
	bool has_object, has_list, has_other;	/* kinds of member values */
	char last;		/* last byte that is no white space */
	bool is_after_newline;
};

static void
look_at_member(struct look *look, char c)
{
	look->is_value_next = false;
	if (c == '{')
		look->has_object = true;
	else if (c == '[')
		look->has_list = true;
	else
		look->has_other = true;
}

/* One byte; true when it ends the object, or tells that it is broken. */
static bool
look_at_byte(struct look *look, char c)
{
	bool is_done;

	if (c == '\n') {
		look->has_newline = look->is_after_newline = true;
		/* JSON strings hold no newline: a line cut short */
		look->is_broken = look->scan.is_string;
		if (look->is_broken)
			return true;
	}
	if (!look->scan.is_string && !is_space(c)) {
		if (look->is_after_newline && c == '{' &&
		    look->last != ':' && look->last != ',' &&
		    look->last != '[') {
			look->is_broken = true;
			return true;
		}
		look->is_after_newline = false;
		if (look->is_value_next)
			look_at_member(look, c);
		else if (look->scan.depth == 1 && c == ':')
			look->is_value_next = true;
		look->last = c;
	}
	scan_value(&look->scan, &c, 1, &is_done);
	return is_done;
}

/* Which shape is a document that begins with a brace? */
static bool
look_at_objects(struct record_reader *reader, GError **error)
{
	struct look look = { .last = ':' };
	bool is_done = false;
	int more = 1;

	while (!is_done && more > 0) {
		while (!is_done && reader->start < reader->end)
			is_done = look_at_byte(&look,
			    reader->buffer[reader->start++]);
		if (!is_done)
			more = fill(reader, error);
	}
	if (more < 0)
		return false;
	reader->shape = RECORD_LINES;
	if (look.is_broken || (!is_done && !look.has_newline))
		return true;
	if (look.has_newline)
		reader->shape = RECORD_VALUES;
	if (is_done && !look.has_other && look.has_object != look.has_list) {
		int c = peek(reader, error);

		if (c == PEEK_FAILED)
			return false;
		if (c == PEEK_END)
			reader->shape = RECORD_KEYED;
	}
	return true;
}

struct record_reader *
record_reader_new(const struct source *source, GError **error)
{
	CLEANUP(record_reader_free) struct record_reader *look =
	    reader_new(source);
	struct record_reader *reader;
	int c = peek(look, error);

	if (c == PEEK_FAILED || (c == '{' && !look_at_objects(look, error)))
		return NULL;
	reader = reader_new(source);
	/* a NUL byte is something, if nothing good */
	reader->first_byte = (char)(c == PEEK_END ? 0 : MAX(c, 1));
	if (c == '{')
		reader->shape = look->shape;
	else
		reader->shape = c == '[' ? RECORD_ARRAY : RECORD_LINES;
	return reader;
}
