/* Sources and records: every container and shape, every way to be broken. */
#include "tests/reader_helpers.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/record.h"
#include "base/source.h"

#define LONG_LINE (200 * 1024 * 1024)

/* "shape: text@line text@line ... [!message]" of all records. */
static char *
describe(const char *path)
{
	static const char *const shapes[] = {
		"lines", "array", "keyed", "values",
	};
	g_autoptr(GError) error = NULL;
	CLEANUP(source_unref) struct source *source = source_open(path,
	    &error);
	CLEANUP(record_reader_free) struct record_reader *reader = NULL;
	GString *text = g_string_new(NULL);
	enum record_status status = RECORD_END;
	struct record record;

	if (source)
		reader = record_reader_new(source, &error);
	if (reader)
		g_string_append(text, shapes[record_reader_shape(reader)]);
	while (reader && (status = record_reader_next(reader, &record,
	    &error)) == RECORD_OK) {
		g_autofree char *again = source_read(source, record.offset,
		    record.length, NULL);

		/* what random access gives must be what was handed out */
		assert_text("again", again, record.text);
		g_string_append_printf(text, " %s%s%s@%u",
		    record.key ? record.key : "", record.key ? "=" : "",
		    record.text, record.line);
	}
	if (error) {
		const char *message = strstr(error->message, ": ");

		g_string_append_printf(text, " !%s",
		    strrchr(error->message, '/') ?
		    strrchr(error->message, '/') + 1 : message);
	}
	return g_string_free(text, FALSE);
}

static void
records_are_found_in_every_shape(void **state)
{
	static const struct {
		const char *bytes, *want;
	} cases[] = {
		{ "{\"a\":1}\n\n  \n{\"a\":2}", "lines {\"a\":1}@1 {\"a\":2}@4" },
		{ "{\"a\":1}\r\n{\"a\":2}\r\n", "lines {\"a\":1}@1 {\"a\":2}@2" },
		{ "\xef\xbb\xbf{\"a\":1}\n", "lines {\"a\":1}@1" },
		{ "", "lines" },
		{ " \n\n", "lines" },
		{ "[1, \"a,]\\\"\",\n {\"b\": [2]}]\n",
		    "array 1@1 \"a,]\\\"\"@1 {\"b\": [2]}@2" },
		{ "[]", "array" },
		{ "[[\"a\"], [\"b\", \"c\"]]",
		    "array [\"a\"]@1 [\"b\", \"c\"]@1" },
		{ "{\"x\": {\"a\": 1},\n\"y/\\u0031\": {\"a\": 2}}",
		    "keyed x={\"a\": 1}@1 y/1={\"a\": 2}@2" },
		{ "{\"x\": [\"a\"]}", "keyed x=[\"a\"]@1" },
		{ "{\"id\": \"x\", \"samples\": [\"a\"]}",
		    "lines {\"id\": \"x\", \"samples\": [\"a\"]}@1" },
		{ "{\n\"id\": 1\n}\n{\n\"id\": 2\n}\n",
		    "values {\n\"id\": 1\n}@1 {\n\"id\": 2\n}@4" },
		{ "{\"a\": \"cut\n{\"a\":2}\n", "lines {\"a\": \"cut@1 {\"a\":2}@2" },
		{ "{\"a\": 1\n{\"a\":2}\n", "lines {\"a\": 1@1 {\"a\":2}@2" },
		{ "{\"a\": [1,\n2]}\n", "keyed a=[1,\n2]@1" },
		{ "[1, 2", "array 1@1 2@1 !r:1: the file ends inside the JSON "
		    "document; it may be cut short" },
		{ "[1, {\"a\"", "array 1@1 !r:1: the file ends inside the JSON "
		    "value that starts here; it may be cut short" },
		{ "[1 2]", "array 1@1 !r:1: a comma was expected" },
		{ "[1,,2]", "array 1@1 !r:1: a value was expected" },
		{ "[1,]", "array 1@1 !r:1: a value was expected" },
		{ "[1]\nx", "array 1@1 !r:2: more text stands behind the JSON "
		    "value" },
		{ "name: yaml\n", "lines name: yaml@1" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		const char *path = make_file("r", cases[i].bytes, -1);
		g_autofree char *got = describe(path);

		assert_text(cases[i].bytes, got, cases[i].want);
	}
}

static void
records_go_over_block_borders(void **state)
{
	g_autoptr(GString) text = g_string_new(NULL);
	CLEANUP(source_unref) struct source *source = NULL;
	CLEANUP(record_reader_free) struct record_reader *reader = NULL;
	struct record record;
	guint count = 0;

	(void)state;
	for (guint i = 0; i < 3000; i++)
		g_string_append_printf(text, "{\"n\": %u, \"fill\": \"%*s\"}\n",
		    i, (int)(i % 1000), "");
	source = source_open(make_file("r", text->str, -1), NULL);
	reader = record_reader_new(source, NULL);
	while (record_reader_next(reader, &record, NULL) == RECORD_OK) {
		g_autofree char *want = g_strdup_printf("{\"n\": %u,", count);

		assert_true(g_str_has_prefix(record.text, want));
		assert_int_equal(record.line, count + 1);
		assert_int_equal(record.text[record.length - 1], '}');
		count++;
	}
	assert_int_equal(count, 3000);
}

static void
gzip_is_known_by_its_bytes(void **state)
{
	const char *packed = make_packed_file("plain.jsonl", "{\"a\":1}\n", 0);
	g_autofree char *one = describe(packed), *two = NULL, *bytes = NULL;
	g_autoptr(GByteArray) members = g_byte_array_new();
	gsize length;

	(void)state;
	assert_text("packed", one, "lines {\"a\":1}@1");
	assert_true(g_file_get_contents(packed, &bytes, &length, NULL));
	/* members one after the other, and padding */
	g_byte_array_append(members, (guint8 *)bytes, (guint)length);
	g_byte_array_append(members, (guint8 *)bytes, (guint)length);
	g_byte_array_append(members, (const guint8 *)"\0\0", 2);
	two = describe(make_file("two.gz", (char *)members->data,
	    (gssize)members->len));
	assert_text("members", two, "lines {\"a\":1}@1 {\"a\":1}@2");
}

static void
sources_are_refused_in_one_sentence(void **state)
{
	g_autofree char *noise = g_strnfill(100000, 'x');
	struct {
		const char *path, *message;
	} cases[] = {
		{ "/nonexistent", "/nonexistent: cannot be opened: No such" },
		{ g_get_tmp_dir(), "is a folder; name a file in it" },
		{ make_packed_file("cut.gz", noise, 6),
		    "its gzip data is truncated" },
		{ make_file("head.gz", "\x1f\x8b", 2), "is truncated" },
		{ make_file("bad.gz", "\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff\xff",
		    13), "its gzip data is damaged" },
		{ make_file("a.zip", "PK\3\4xxxx", 8), "is a zip archive" },
		{ make_file("a.parquet", "PAR1xxxx", 8), "is a parquet table" },
		{ make_file("a.utf16", "\xff\xfe{\0", 4), "is UTF-16 text" },
		{ make_file("b.utf16", "{\0\"\0", 4), "is a binary file" },
		{ make_file("a.bin", "\x7f" "ELF\0\0", 6), "is a binary file" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;

		assert_null(source_open(cases[i].path, &error));
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
}

static void
a_file_without_permission_is_an_error(void **state)
{
	const char *path = make_file("locked", "{}", -1);
	g_autoptr(GError) error = NULL;

	(void)state;
	if (geteuid() == 0) {
		print_message("skipped: root may read every file\n");
		skip();
	}
	g_chmod(path, 0);
	assert_null(source_open(path, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "Permission denied");
}

static void
a_pipe_is_unpacked_and_hashed_as_published(void **state)
{
	const char *packed = make_packed_file("p.gz", "[1,2]", 0);
	CLEANUP(source_unref) struct source *file = source_open(packed, NULL);
	CLEANUP(source_unref) struct source *piped = NULL;
	g_autofree char *text = NULL;
	int saved = dup(STDIN_FILENO), fd = open(packed, O_RDONLY);

	(void)state;
	assert_true(dup2(fd, STDIN_FILENO) >= 0);
	piped = source_open("-", NULL);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(fd);
	assert_non_null(piped);
	assert_text("label", source_label(piped), "stdin");
	assert_text("sha256", source_sha256(piped), source_sha256(file));
	text = source_read(piped, 0, 5, NULL);
	assert_text("text", text, "[1,2]");
}

static void
sha256_is_that_of_the_bytes(void **state)
{
	CLEANUP(source_unref) struct source *source = source_open(
	    make_file("s", "\xef\xbb\xbf{}", -1), NULL);
	g_autofree char *want = g_compute_checksum_for_string(
	    G_CHECKSUM_SHA256, "\xef\xbb\xbf{}", -1);

	(void)state;
	assert_text("sha256", source_sha256(source), want);
	assert_int_equal(source_start(source), 3);
}

/* The long line is a hole of a sparse file: fast, and not ours to hold. */
static void
a_line_of_200_mb_is_skipped_not_stored(void **state)
{
	const char *path = make_file("long", "{\"a\":1}\n", -1);
	int fd = open(path, O_WRONLY);
	g_autoptr(GError) error = NULL;
	CLEANUP(source_unref) struct source *source = NULL;
	CLEANUP(record_reader_free) struct record_reader *reader = NULL;
	struct record record;

	(void)state;
	assert_int_equal(pwrite(fd, "\n{\"a\":2}\n", 9, LONG_LINE), 9);
	close(fd);
	source = source_open(path, NULL);
	reader = record_reader_new(source, NULL);
	assert_int_equal(record_reader_next(reader, &record, NULL), RECORD_OK);
	assert_int_equal(record_reader_next(reader, &record, &error),
	    RECORD_BROKEN);
	assert_error(error, EVALTOP_ERROR_INPUT,
	    "long:2: the line is longer than 64 MiB");
	assert_int_equal(record_reader_next(reader, &record, NULL), RECORD_OK);
	assert_text("text", record.text, "{\"a\":2}");
	assert_int_equal(record.line, 3);
}

static void
a_file_that_shrinks_is_an_error_later(void **state)
{
	const char *path = make_file("shrinks", "{\"a\":1}\n", -1);
	CLEANUP(source_unref) struct source *source = source_open(path, NULL);
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_int_equal(truncate(path, 3), 0);
	assert_null(source_read(source, 0, 7, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "has become shorter");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_found_in_every_shape),
		cmocka_unit_test(records_go_over_block_borders),
		cmocka_unit_test(gzip_is_known_by_its_bytes),
		cmocka_unit_test(sources_are_refused_in_one_sentence),
		cmocka_unit_test(a_file_without_permission_is_an_error),
		cmocka_unit_test(a_pipe_is_unpacked_and_hashed_as_published),
		cmocka_unit_test(sha256_is_that_of_the_bytes),
		cmocka_unit_test(a_line_of_200_mb_is_skipped_not_stored),
		cmocka_unit_test(a_file_that_shrinks_is_an_error_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
