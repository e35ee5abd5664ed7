/* Text, JSON, YAML and sizes: what comes from outside is understood or named. */
#include "tests/reader_helpers.h"

#include <string.h>

#include "base/error.h"
#include "base/io.h"
#include "base/json.h"
#include "base/size.h"
#include "base/text.h"
#include "base/yaml.h"

struct clean_case {
	const char *bytes;
	gssize length;
	const char *utf8, *ascii;
	guint replaced;		/* in UTF-8 mode */
};

static const struct clean_case clean_cases[] = {
	{ "plain", -1, "plain", "plain", 0 },
	{ "", -1, "", "", 0 },
	{ "a\tb", -1, "a       b", "a       b", 0 },
	{ "12345678\tb", -1, "12345678        b", "12345678        b", 0 },
	{ "\x1b[2J", -1, "\u241b[2J", "^[[2J", 1 },
	{ "a\rb\nc", -1, "a\u240db\u240ac", "a^Mb^Jc", 2 },
	{ "a\0b", 3, "a\u2400b", "a^@b", 1 },
	{ "a\x7f", -1, "a^?", "a^?", 1 },
	{ "\xc2\x9b" "31m", -1, "\\x9b31m", "\\x9b31m", 1 },
	{ "\x9b", -1, "\\x9b", "\\x9b", 1 },
	{ "\xff\xfe", -1, "\\xff\\xfe", "\\xff\\xfe", 2 },
	{ "\xe2\x82", -1, "\\xe2\\x82", "\\xe2\\x82", 2 },
	{ "\xed\xa0\x80", -1, "\\xed\\xa0\\x80", "\\xed\\xa0\\x80", 3 },
	{ "\xc0\xaf", -1, "\\xc0\\xaf", "\\xc0\\xaf", 2 },
	{ "a\u202e" "b", -1, "a<U+202E>b", "a<U+202E>b", 1 },
	{ "\u2066x\u2069", -1, "<U+2066>x<U+2069>", "<U+2066>x<U+2069>", 2 },
	{ "a\u200d", -1, "a<U+200D>", "a<U+200D>", 1 },
	{ "a\u200b", -1, "a<U+200B>", "a<U+200B>", 1 },
	{ "\ufeff", -1, "<U+FEFF>", "<U+FEFF>", 1 },
	{ "\u2028", -1, "<U+2028>", "<U+2028>", 1 },
	{ "\u3164", -1, "<U+3164>", "<U+3164>", 1 },
	{ "\U000e0041", -1, "<U+E0041>", "<U+E0041>", 1 },
	{ "\u2764\ufe0f", -1, "\u2764<U+FE0F>", "\\u{2764}<U+FE0F>", 1 },
	{ "\ue000", -1, "\u25af", "?", 1 },
	{ "\u0378", -1, "\u25af", "?", 1 },
	{ "\U0010ffff", -1, "\u25af", "?", 1 },
	{ "caf\u00e9", -1, "caf\u00e9", "caf\\u{e9}", 0 },
	{ "e\u0301", -1, "e\u0301", "e\\u{301}", 0 },
	{ "\u0301", -1, "<U+0301>", "\\u{301}", 1 },
	{ "a\u0301\u0301\u0301\u0301\u0301", -1,
	    "a\u0301\u0301\u0301\u0301<U+0301>",
	    "a\\u{301}\\u{301}\\u{301}\\u{301}\\u{301}", 1 },
	{ "\u6f22\tx", -1, "\u6f22      x", "\\u{6f22}        x", 0 },
};

static void
text_clean_shows_each_character_as_documented(void **state)
{
	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(clean_cases); i++) {
		const struct clean_case *test = &clean_cases[i];
		guint replaced = 0;
		g_autofree char *utf8 = text_clean(test->bytes, test->length,
		    TEXT_UTF8, &replaced);
		g_autofree char *ascii = text_clean(test->bytes, test->length,
		    TEXT_ASCII, NULL);

		assert_text("UTF-8", utf8, test->utf8);
		assert_text("ASCII", ascii, test->ascii);
		if (replaced != test->replaced)
			fail_msg("%s: got %u replaced, want %u", test->utf8,
			    replaced, test->replaced);
	}
}

static void
text_next_line_splits_at_every_ending(void **state)
{
	static const char text[] = "a\nb\r\n\rc\0d\n";
	static const struct {
		const char *line;
		gsize length;
	} want[] = { { "a", 1 }, { "b", 1 }, { "", 0 }, { "c\0d", 3 } };
	const char *bytes = text, *line;
	gsize length = sizeof(text) - 1, size, count = 0;

	(void)state;
	while (text_next_line(&bytes, &length, &line, &size)) {
		assert_true(count < G_N_ELEMENTS(want));
		assert_int_equal(size, want[count].length);
		assert_memory_equal(line, want[count].line, size);
		count++;
	}
	assert_int_equal(count, G_N_ELEMENTS(want));
}

static void
text_cut_keeps_to_the_columns(void **state)
{
	static const struct {
		const char *text;
		guint columns;
		const char *cut, *fit;
	} cases[] = {
		{ "abc", 3, "abc", "abc" },
		{ "abc", 5, "abc", "abc  " },
		{ "abcd", 3, "ab~", "ab~" },
		{ "abcd", 1, "~", "~" },
		{ "abcd", 0, "", "" },
		{ "", 0, "", "" },
		{ "\u6f22\u5b57", 4, "\u6f22\u5b57", "\u6f22\u5b57" },
		{ "\u6f22\u5b57", 3, "\u6f22~", "\u6f22~" },
		{ "\u6f22\u5b57", 2, "~", "~ " },
		{ "ae\u0301b", 2, "a~", "a~" },
		{ "ae\u0301", 2, "ae\u0301", "ae\u0301" },
	};
	g_autofree char *joined = text_clean_joined("a\r\nb\n\nc\n", -1,
	    TEXT_UTF8, NULL);

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *cut = text_cut(cases[i].text,
		    cases[i].columns);
		g_autofree char *fit = text_fit(cases[i].text,
		    cases[i].columns);

		assert_text("cut", cut, cases[i].cut);
		assert_text("fit", fit, cases[i].fit);
	}
	assert_text("joined", joined, "a b  c");
}

static void
json_parse_repairs_what_python_writes(void **state)
{
	static const struct {
		const char *json, *text;
		bool has_nul, has_surrogate;
	} cases[] = {
		{ "{\"a\": \"x\\u0000y\"}", "x\ufffdy", true, false },
		{ "{\"a\": \"x\\\\u0000y\"}", "x\\u0000y", false, false },
		{ "{\"a\": \"\\ud800\"}", "\ufffd", false, true },
		{ "{\"a\": \"\\udc00x\"}", "\ufffdx", false, true },
		{ "{\"a\": \"\\ud83d\\ude00\"}", "\U0001f600", false, false },
		{ "{\"a\": \"\\ud83d\\ud83d\\ude00\"}", "\ufffd\U0001f600",
		    false, true },
		{ "{\"b\": NaN, \"c\": [-Infinity, Infinity], "
		    "\"a\": \"NaN \\\"NaN\"}", "NaN \"NaN", false, false },
		{ "{\"a\": \"first\", \"a\": \"last\"}", "last", false, false },
	};
	struct json_place place = { .path = "f", .line = 7 };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		struct json_notes notes;
		CLEANUP(cJSON_Delete) cJSON *json = json_parse(cases[i].json,
		    strlen(cases[i].json), &place, &notes, &error);

		assert_text("error", error ? error->message : NULL, NULL);
		assert_text(cases[i].json, json_get_string(json, "a", &place,
		    &error), cases[i].text);
		assert_int_equal(notes.has_nul, cases[i].has_nul);
		assert_int_equal(notes.has_surrogate, cases[i].has_surrogate);
	}
}

static void
json_parse_names_the_fault(void **state)
{
	g_autofree char *deep = g_strnfill(5000, '[');
	const struct {
		const char *json;
		gssize length;
		const char *message;
	} cases[] = {
		{ "{\"a\": 1", -1, "f:7: is not JSON: the fault is near column" },
		{ "{\"a\": 1} x", -1, "f:7: more text stands behind" },
		{ "\"a\0b\"", 5, "f:7: holds a NUL byte at column 3" },
		{ "\"a\xff\"", -1, "f:7: is not valid UTF-8: byte 0xff" },
		{ "", -1, "is not JSON" },
		{ "\"\\u00", -1, "is not JSON" },
		{ "\"\\", -1, "is not JSON" },
		{ deep, -1, "is not JSON" },
	};
	struct json_place place = { .path = "f", .line = 7 };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		gsize length = cases[i].length < 0 ? strlen(cases[i].json) :
		    (gsize)cases[i].length;

		assert_null(json_parse(cases[i].json, length, &place, NULL,
		    &error));
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
}

static void
json_accessors_name_file_line_and_field(void **state)
{
	struct json_place place = { .path = "f", .line = 3 };
	CLEANUP(cJSON_Delete) cJSON *json = cJSON_Parse(
	    "{\"n\": 1, \"l\": [\"a\", 2], \"null\": null, \"id\": 11}");
	g_autoptr(GError) error = NULL;
	g_autofree char *id = json_dup_id(json_get(json, "id"));
	const char *text = "";

	(void)state;
	assert_text("id", id, "11");
	assert_null(json_get_string(json, "absent", &place, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "f:3: absent: is missing");
	g_clear_error(&error);
	assert_null(json_get_string(json, "n", &place, &error));
	assert_error(error, EVALTOP_ERROR_INPUT,
	    "f:3: n: must be a string, but is a number");
	g_clear_error(&error);
	assert_null(json_get_strings(json, "l", &place, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "element 2 is a number");
	g_clear_error(&error);
	assert_true(json_find_string(json, "null", &place, &text, &error));
	assert_null(text);
}

static void
yaml_parse_types_scalars_and_knows_lines(void **state)
{
	static const char text[] =
	    "a: [1, 0x1f, -2.5, true, no, ~, '1', null, 1.2.3, 0o17]\n"
	    "b: |\n"
	    "  line 1\n"
	    "  line 2\n"
	    "c: &x {k: v}\n"
	    "d: *x\n"
	    "e: !!str 12\n";
	struct yaml_document document;
	g_autoptr(GError) error = NULL;
	char *json;

	(void)state;
	if (!yaml_parse(text, strlen(text), "f", &document, &error))
		fail_msg("got the error %s", error->message);
	json = cJSON_PrintUnformatted(document.root);
	assert_text("tree", json, "{\"a\":[1,31,-2.5,true,\"no\",null,\"1\","
	    "null,\"1.2.3\",15],\"b\":\"line 1\\nline 2\\n\","
	    "\"c\":{\"k\":\"v\"},\"d\":{\"k\":\"v\"},\"e\":\"12\"}");
	assert_int_equal(GPOINTER_TO_UINT(g_hash_table_lookup(document.lines,
	    json_get(document.root, "c"))), 5);
	cJSON_free(json);
	yaml_document_clear(&document);
}

static void
yaml_parse_refuses_with_a_line(void **state)
{
	g_autofree char *deep = g_strnfill(200, '[');
	const struct {
		const char *yaml, *message;
	} cases[] = {
		{ "a: 1\na: 2\n", "f:2: the key \"a\" stands twice" },
		{ "a: b: c\n", "f:1: is not YAML" },
		{ "a: *none\n", "f:1: the alias *none names nothing" },
		{ "a: &x [*x]\n", "names nothing that stands before" },
		{ "a: &x {b: 1}\nc:\n  <<: *x\n", "f:3: merge keys" },
		{ "? [a]\n: 1\n", "f:1: a key must be a plain word" },
		{ "a: !!python/object:os.system x\n", "f:1: the tag" },
		{ "a: \"x\\0y\"\n", "f:1: the text holds a NUL" },
		{ "a: 1\n---\nb: 2\n", "f:2: a second document" },
		{ "a: 1\nb: \xff\n", "f:2: is not valid UTF-8" },
		{ "a: [1, 2\n", "is not YAML" },
		{ "a:\n\t- 1\n", "f:2: is not YAML" },
		{ deep, "f:1: values are nested deeper" },
		{ "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
		    "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
		    "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
		    "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
		    "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"
		    "f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
		    "the aliases stand for too much" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct yaml_document document;
		g_autoptr(GError) error = NULL;

		assert_false(yaml_parse(cases[i].yaml, strlen(cases[i].yaml),
		    "f", &document, &error));
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
}

static void
size_parse_reads_what_people_write(void **state)
{
	static const struct {
		const char *text;
		guint64 bytes;		/* 0: refused */
	} cases[] = {
		{ "4096", 4096 }, { "256K", 262144 }, { "512M", 536870912 },
		{ "1GiB", 1073741824 }, { "1.5k", 1536 }, { "7B", 7 },
		{ "1kb", 1024 }, { "0", 0 }, { "", 0 }, { "-1", 0 },
		{ "x", 0 }, { "1Q", 0 }, { "1M2", 0 }, { "nan", 0 },
		{ "0x10", 0 }, { "99999999999T", 0 },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		guint64 bytes = 0;

		if (size_parse(cases[i].text, &bytes) !=
		    (cases[i].bytes > 0) || bytes != cases[i].bytes)
			fail_msg("%s: got %" G_GUINT64_FORMAT ", want %"
			    G_GUINT64_FORMAT, cases[i].text, bytes,
			    cases[i].bytes);
	}
}

static void
files_that_cannot_be_written_are_named(void **state)
{
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_false(io_write_file("/proc/nowhere/a: b", "x", -1,
	    G_FILE_SET_CONTENTS_CONSISTENT, &error));
	assert_true(g_error_matches(error, EVALTOP_ERROR,
	    EVALTOP_ERROR_HOST));
	assert_string_equal(error->message, "cannot write /proc/nowhere/a: b: "
	    "No such file or directory");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_that_cannot_be_written_are_named),
		cmocka_unit_test(text_clean_shows_each_character_as_documented),
		cmocka_unit_test(text_next_line_splits_at_every_ending),
		cmocka_unit_test(text_cut_keeps_to_the_columns),
		cmocka_unit_test(json_parse_repairs_what_python_writes),
		cmocka_unit_test(json_parse_names_the_fault),
		cmocka_unit_test(json_accessors_name_file_line_and_field),
		cmocka_unit_test(yaml_parse_types_scalars_and_knows_lines),
		cmocka_unit_test(yaml_parse_refuses_with_a_line),
		cmocka_unit_test(size_parse_reads_what_people_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
