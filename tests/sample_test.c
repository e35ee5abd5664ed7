/* Samples: every format, order, counts, warnings, and the published files. */
#include "tests/reader_helpers.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "sample/sample.h"

static const char suite_text[] =
    "{\"id\":\"a\",\"tests\":[\"a()\"],\"prompt\":\"def a():\\n\","
    "\"reference\":\"def a(): return 1\"}\n"
    "{\"id\":\"b\",\"tests\":[\"b()\"],\"prompt\":\"def b():\\n\","
    "\"canonical_solution\":\"    return 1\"}\n"
    "{\"id\":\"7\",\"tests\":[\"c()\"],\"prompt\":\"def c():\\n\"}\n";

static struct suite *suite;

static int
load_suite(void **state)
{
	(void)state;
	suite = suite_load(make_file("suite.jsonl", suite_text, -1), NULL,
	    NULL);
	return suite ? 0 : -1;
}

static int
free_suite(void **state)
{
	(void)state;
	suite_free(suite);
	return 0;
}

/* "task.index=field:text ... [counts that are not zero]" */
static char *
describe(const struct sample_set *set)
{
	static const char letters[] = {
		[ANSWER_COMPLETION] = 'c', [ANSWER_SOLUTION] = 's',
		[ANSWER_CHAT] = 't',
	};
	const struct {
		const char *name;
		guint count;
	} counts[] = {
		{ "missing", set->missing_tasks },
		{ "unknown", set->unknown_samples },
		{ "duplicate", set->duplicate_samples },
		{ "empty", set->empty_samples },
		{ "broken", set->broken_lines },
		{ "warnings", set->warnings->len },
	};
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < set->samples->len; i++) {
		const struct sample *sample = sample_set_get(set, i);
		bool has_nul;
		g_autofree char *answer = sample_set_load_text(set, i,
		    &has_nul, NULL);

		g_string_append_printf(text, "%s%u.%u=%c:%s%s", i ? " " : "",
		    sample->task, sample->index, letters[sample->field],
		    answer, has_nul ? "(nul)" : "");
	}
	for (gsize i = 0; i < G_N_ELEMENTS(counts); i++) {
		if (counts[i].count)
			g_string_append_printf(text, " %s %u", counts[i].name,
			    counts[i].count);
	}
	return g_string_free(text, FALSE);
}

struct load_case {
	const char *bytes, *format, *want;
};

static const struct load_case load_cases[] = {
	/* one answer a record */
	{ "{\"task_id\":\"a\",\"completion\":\" x\"}\n", "completion",
	    "0.0=c: x missing 2" },
	{ "{\"task_id\":\"a\",\"solution\":\"x\"}\n", "solution",
	    "0.0=s:x missing 2" },
	{ "{\"task_id\":\"a\",\"completion\":\"x\",\"solution\":\"y\"}\n",
	    "solution", "0.0=s:y missing 2" },
	{ "{\"id\":\"a\",\"response\":\"x\"}\n", "response",
	    "0.0=t:x missing 2" },
	{ "{\"name\":\"a\",\"answer\":\"x\"}\n", "answer",
	    "0.0=t:x missing 2" },
	{ "{\"question_id\":\"a\",\"output\":\"x\"}\n", "output",
	    "0.0=t:x missing 2" },
	{ "{\"id\":\"a\",\"generation\":\"x\"}\n", "generation",
	    "0.0=t:x missing 2" },
	{ "{\"id\":\"a\",\"text\":\"x\"}\n", "text", "0.0=t:x missing 2" },
	{ "{\"id\":7,\"text\":\"x\"}\n", "text", "2.0=t:x missing 2" },
	/* an id that is no task's gives way to one that is */
	{ "{\"id\":\"a\",\"task_id\":\"row 1\",\"text\":\"x\"}\n", "text",
	    "0.0=t:x missing 2" },
	/* several */
	{ "{\"id\":\"a\",\"output\":[\"x\",\"y\"]}\n", "output",
	    "0.0=t:x 0.1=t:y missing 2" },
	{ "{\"id\":\"a\",\"completions\":[\"x\",\"y\"]}\n", "completions",
	    "0.0=c:x 0.1=c:y missing 2" },
	{ "{\"id\":\"a\",\"solutions\":[\"x\"]}\n", "solutions",
	    "0.0=s:x missing 2" },
	{ "{\"id\":\"a\",\"responses\":[\"x\"]}\n", "responses",
	    "0.0=t:x missing 2" },
	{ "[{\"question_id\":\"a\",\"code_list\":[\"x\"]}]", "code_list",
	    "0.0=s:x missing 2" },
	{ "{\"prompt\":\"def b():\\n\",\"samples\":[\"x\",\"y\"]}\n",
	    "samples", "1.0=c:x 1.1=c:y missing 2" },
	{ "{\"a\":{\"completion\":\"x\"},\"b\":{\"completion\":\"y\"}}",
	    "completion", "0.0=c:x 1.0=c:y missing 1" },
	{ "[[\"x\"],[\"y\",\"z\"]]", "generations",
	    "0.0=s:x 1.0=s:y 1.1=s:z missing 1" },
	{ "{\"b\":[\"x\"],\"a\":[\"y\"]}", "generations",
	    "0.0=s:y 1.0=s:x missing 1" },
	{ "[[\"x\"],[],[\"y\"],[\"z\"]]", "generations",
	    "0.0=s:x 2.0=s:y missing 1 unknown 1 warnings 1" },
	/* any order, any number */
	{ "{\"id\":\"b\",\"text\":\"1\"}\n{\"id\":\"a\",\"text\":\"2\"}\n"
	    "{\"id\":\"b\",\"text\":\"3\"}\n{\"id\":7,\"text\":\"4\"}\n",
	    "text", "0.0=t:2 1.0=t:1 1.1=t:3 2.0=t:4" },
	/* explicit numbers: order, and the first of two */
	{ "{\"id\":\"a\",\"text\":\"1\",\"attempt\":2}\n"
	    "{\"id\":\"a\",\"text\":\"2\",\"attempt\":0}\n"
	    "{\"id\":\"a\",\"text\":\"3\",\"attempt\":0}\n", "text",
	    "0.0=t:2 0.1=t:1 missing 2 duplicate 1 warnings 1" },
	{ "{\"id\":\"a\",\"text\":\"1\",\"completion_id\":2}\n"
	    "{\"id\":\"a\",\"text\":\"2\"}\n", "text",
	    "0.0=t:1 0.1=t:2 missing 2" },
	/* counts */
	{ "{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"a\",\"text\":\"1\"}\n"
	    "{\"id\":\"b\",\"text\":\"1\"}\n{\"id\":\"7\",\"text\":\" \\n\"}\n",
	    "text", "0.0=t:1 0.1=t:1 1.0=t:1 2.0=t: \n duplicate 1 empty 1" },
	{ "{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"z\",\"text\":\"1\"}\n"
	    "{\"id\":\"z\",\"text\":\"2\"}\n", "text",
	    "0.0=t:1 missing 2 unknown 2 warnings 1" },
	/* broken lines between good ones */
	{ "{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"a\",\"te\n"
	    "{\"id\":\"a\"}\n{\"text\":\"x\"}\n{\"id\":\"a\",\"text\":5}\n"
	    "[]\n7\n{\"id\":\"a\",\"text\":\"\xff\"}\n"
	    "{\"id\":\"a\",\"text\":[\"x\",1]}\n{\"id\":\"b\",\"text\":\"2\"}",
	    "text", "0.0=t:1 1.0=t:2 missing 1 broken 8 warnings 8" },
	/* what Python writes and C would cut */
	{ "{\"id\":\"a\",\"text\":\"x\\u0000y\\ud800\"}\n", "text",
	    "0.0=t:x\ufffdy\ufffd(nul) missing 2" },
	{ "{\"id\":\"a\",\"text\":\"\ufffd\",\"log\":\"\\u0000\"}\n", "text",
	    "0.0=t:\ufffd missing 2" },
	/* a document cut short keeps its whole elements */
	{ "[{\"id\":\"a\",\"text\":\"1\"},{\"id\":\"a\",\"te", "text",
	    "0.0=t:1 missing 2 broken 1 warnings 1" },
};

static void
samples_are_read_in_every_format(void **state)
{
	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(load_cases); i++) {
		const struct load_case *test = &load_cases[i];
		g_autoptr(GError) error = NULL;
		CLEANUP(sample_set_free) struct sample_set *set =
		    sample_set_load(make_file("s", test->bytes, -1), NULL,
		    suite, &error);
		g_autofree char *got = NULL;

		if (!set)
			fail_msg("%s: got the error %s", test->bytes,
			    error->message);
		got = describe(set);
		assert_text(test->bytes, got, test->want);
		assert_text(test->bytes, set->format, test->format);
		assert_int_equal(set->first->len, suite->tasks->len + 1);
		assert_int_equal(g_array_index(set->first, guint32,
		    suite->tasks->len), set->samples->len);
	}
}

static void
warnings_name_file_line_and_reason(void **state)
{
	static const char bytes[] = "{\"id\":\"a\",\"text\":\"1\"}\n\n"
	    "{\"id\":\"a\"}\n{\"id\":\"z\",\"text\":\"1\"}\n"
	    "{\"text\":\"x\"}\n{\"id\":\"a\",\"text\":\"x\0\"}\n";
	CLEANUP(sample_set_free) struct sample_set *set = NULL;
	static const char *const want[] = {
		"s:3: holds no answer: seen are id; an answer is one of ",
		"s:4: the suite suite has no task \"z\"",
		"s:5: names no task: it has neither task_id, id, ",
		"s:6: holds a NUL byte at column 20",
	};

	(void)state;
	set = sample_set_load(make_file("s", bytes, sizeof(bytes) - 1), NULL,
	    suite, NULL);
	assert_non_null(set);
	assert_int_equal(set->warnings->len, G_N_ELEMENTS(want));
	for (gsize i = 0; i < G_N_ELEMENTS(want); i++) {
		const char *got = g_ptr_array_index(set->warnings, i);

		if (!strstr(got, want[i]))
			fail_msg("got \"%s\", want \"%s\"", got, want[i]);
	}
}

static void
warnings_are_twenty_and_a_count(void **state)
{
	g_autoptr(GString) text = g_string_new(
	    "{\"id\":\"a\",\"text\":\"1\"}\n");
	CLEANUP(sample_set_free) struct sample_set *set = NULL;

	(void)state;
	for (guint i = 0; i < 50; i++)
		g_string_append(text, "{\n");
	set = sample_set_load(make_file("s", text->str, -1), NULL, suite,
	    NULL);
	assert_non_null(set);
	assert_int_equal(set->broken_lines, 50);
	assert_int_equal(set->warnings->len, 21);
	assert_text("last", g_ptr_array_index(set->warnings, 20),
	    "30 more warnings like these");
}

static void
unusable_files_are_refused(void **state)
{
	static const struct {
		const char *bytes, *message;
	} cases[] = {
		{ "", "s: is empty" },
		{ "\n\n", "s: is empty" },
		{ "[]", "s: is empty" },
		{ "[[]]", "s: holds no sample" },
		{ "{\n{\n", "s: no record can be read (of 2); the first: " },
		{ "{\"id\":\"z\",\"text\":\"1\"}\n",
		    "s: no sample is of a task of the suite suite: the first "
		    "names \"z\", the suite's first task is \"a\"" },
		{ "\xff\xff\n", "is not valid UTF-8" },
		{ "print(1)\n", "is not JSON" },
		{ suite_text, "this looks like a task of a suite (it has the "
		    "field tests)" },
		{ "{\"id\":\"a\",\"foo\":\"1\"}\n", "holds no answer: seen are "
		    "id, foo; an answer is one of solution, completion, " },
	};
	g_autoptr(GError) error = NULL;

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_clear_error(&error);
		if (sample_set_load(make_file("s", cases[i].bytes, -1), NULL,
		    suite, &error))
			fail_msg("%s: got a set, want an error",
			    cases[i].bytes);
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
	g_clear_error(&error);
	assert_null(sample_set_load("/nonexistent", NULL, suite, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "No such file");
}

static void
a_forced_format_takes_only_its_field(void **state)
{
	const char *path = make_file("s", "{\"id\":\"a\",\"completion\":\"x\","
	    "\"solution\":\"y\"}\n{\"id\":\"a\",\"solution\":\"z\"}\n", -1);
	CLEANUP(sample_set_free) struct sample_set *set = sample_set_load(
	    path, "completion", suite, NULL);
	g_autofree char *got = describe(set);
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_text("forced", got, "0.0=c:x missing 2 broken 1 warnings 1");
	assert_non_null(strstr(g_ptr_array_index(set->warnings, 0),
	    "s:2: completion: is missing: seen are id, solution"));
	assert_null(sample_set_load(path, "none", suite, &error));
	assert_error(error, EVALTOP_ERROR_USAGE, "there is no samples format "
	    "\"none\"; known are solution, completion, ");
}

static void
references_are_a_sample_set(void **state)
{
	g_autoptr(GError) error = NULL;
	CLEANUP(sample_set_free) struct sample_set *set =
	    sample_set_from_references(suite, &error);
	g_autofree char *got = describe(set);

	(void)state;
	assert_text("references", got, "0.0=s:def a(): return 1 "
	    "1.0=c:    return 1 missing 1");
}

static void
packed_samples_are_read(void **state)
{
	CLEANUP(sample_set_free) struct sample_set *set = sample_set_load(
	    make_packed_file("s.gz", "{\"id\":\"a\",\"text\":\"1\"}\n", 0),
	    NULL, suite, NULL);
	g_autofree char *got = describe(set);

	(void)state;
	assert_text("packed", got, "0.0=t:1 missing 2");
}

static void
a_file_that_changes_is_an_error_later(void **state)
{
	const char *path = make_file("s", "{\"id\":\"a\",\"text\":\"1\"}\n",
	    -1);
	CLEANUP(sample_set_free) struct sample_set *set = sample_set_load(
	    path, NULL, suite, NULL);
	g_autoptr(GError) error = NULL;
	FILE *file = fopen(path, "r+");
	bool has_nul;

	(void)state;
	fputs("{\"id\":\"a\",\"xxxx\"", file);
	fclose(file);
	assert_null(sample_set_load_text(set, 0, &has_nul, &error));
	assert_error(error, EVALTOP_ERROR_INPUT, "can no longer be read");
}

/* Forty bytes a sample is a promise of the header's. */
static void
many_samples_load_fast(void **state)
{
	g_autoptr(GString) text = g_string_new(NULL);
	CLEANUP(sample_set_free) struct sample_set *set = NULL;

	(void)state;
	assert_true(sizeof(struct sample) <= 40);
	for (guint i = 0; i < 100000; i++)
		g_string_append_printf(text, "{\"id\":\"%s\",\"completion\":"
		    "\"    return %u\"}\n", i % 2 ? "a" : "b", i);
	set = sample_set_load(make_file("s", text->str, -1), NULL, suite,
	    NULL);
	assert_int_equal(set->samples->len, 100000);
	assert_int_equal(set->duplicate_samples, 0);
	assert_int_equal(sample_set_get(set, 49999)->record.line, 100000);
}

static void
published_samples_have_their_counts(void **state)
{
	static const struct {
		const char *suite, *path, *format;
		guint samples, missing, unknown;
	} cases[] = {
		{ "problems/humaneval/HumanEval.jsonl.gz",
		    "samples/openai-humaneval-gpt35-n2/samples.jsonl",
		    "completion", 328, 0, 0 },
		{ "problems/humaneval/HumanEval.jsonl.gz",
		    "samples/openai-humaneval-gpt35-n2/samples.jsonl_results"
		    ".jsonl", "completion", 328, 0, 0 },
		{ "problems/humaneval/HumanEval.jsonl.gz",
		    "samples/bigcode-llama3-8b-n3/generations_humaneval.json",
		    "generations", 492, 0, 0 },
		{ "samples/codet-codegen16b-n100/HumanEval_for_code_generation"
		    ".jsonl", "samples/codet-codegen16b-n100/HumanEval_"
		    "codegen16B_temp0.8_topp0.95_num100_max300_code_solution"
		    ".jsonl", "samples", 16400, 0, 0 },
		{ "problems/humaneval/HumanEval.jsonl.gz",
		    "samples/ldb-gpt35-humaneval/seed.jsonl", "solution", 164,
		    0, 0 },
		{ "samples/ldb-gpt35-mbpp/seed.jsonl",
		    "samples/ldb-gpt35-mbpp/seed.jsonl", "solution", 500, 0,
		    0 },
		{ "problems/mbpp/mbpp.jsonl",
		    "samples/ldb-gpt35-mbpp/seed.jsonl", "solution", 500, 474,
		    0 },
		{ "problems/mbxp/mbpp_release_v1.jsonl",
		    "problems/mbxp/examples/mbpp_samples.jsonl", "completion",
		    974, 0, 0 },
		{ "problems/mbpp/mbpp_test.jsonl",
		    "problems/mbxp/examples/mbpp_samples.jsonl", "completion",
		    500, 0, 474 },
		{ "problems/humaneval/example_problem.jsonl",
		    "problems/humaneval/example_samples.jsonl", "completion",
		    6, 0, 0 },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *suite_path = find_data(cases[i].suite);
		g_autofree char *path = find_data(cases[i].path);
		g_autoptr(GError) error = NULL;
		CLEANUP(suite_free) struct suite *published = NULL;
		CLEANUP(sample_set_free) struct sample_set *set = NULL;

		if (!path || !suite_path)
			skip();
		published = suite_load(suite_path, NULL, &error);
		assert_non_null(published);
		set = sample_set_load(path, NULL, published, &error);
		if (!set)
			fail_msg("got the error %s", error->message);
		assert_text(path, set->format, cases[i].format);
		assert_int_equal(set->samples->len, cases[i].samples);
		assert_int_equal(set->missing_tasks, cases[i].missing);
		assert_int_equal(set->unknown_samples, cases[i].unknown);
		assert_int_equal(set->broken_lines, 0);
		for (guint s = 0; s < set->samples->len; s += 97) {
			bool has_nul;
			g_autofree char *text = sample_set_load_text(set, s,
			    &has_nul, NULL);

			assert_non_null(text);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_read_in_every_format),
		cmocka_unit_test(warnings_name_file_line_and_reason),
		cmocka_unit_test(warnings_are_twenty_and_a_count),
		cmocka_unit_test(unusable_files_are_refused),
		cmocka_unit_test(a_forced_format_takes_only_its_field),
		cmocka_unit_test(references_are_a_sample_set),
		cmocka_unit_test(packed_samples_are_read),
		cmocka_unit_test(a_file_that_changes_is_an_error_later),
		cmocka_unit_test(many_samples_load_fast),
		cmocka_unit_test(published_samples_have_their_counts),
	};

	return cmocka_run_group_tests(tests, load_suite, free_suite);
}
