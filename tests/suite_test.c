/* Suites: every dialect's facts and texts, and every way to be refused. */
#include "tests/reader_helpers.h"

#include <string.h>

#include "base/error.h"
#include "suite/suite.h"

#define HUMANEVAL(id, test) \
	"{\"task_id\":\"" id "\",\"prompt\":\"def f(x):\\n\"," \
	"\"entry_point\":\"f\",\"canonical_solution\":\"    return x\\n\"," \
	"\"test\":\"" test "\"}\n"
#define CHECK "def check(candidate):\\n    assert candidate(1) == 1\\n"

static const char native[] =
    "evaltop: 1\n"
    "name: demo\n"
    "description: text\n"
    "defaults: {timeout_s: 1.5, memory: 512M, output_cap: 256K}\n"
    "k: [1, 5, 10]\n"
    "deny: [os]\n"
    "allow: [shutil]\n"
    "tasks:\n"
    "  - id: demo/a\n"
    "    prompt: |\n"
    "      import math\n"
    "      def a(n): ...\n"
    "    entry_point: a\n"
    "    targets: ['a(3) == 1', 'assert a(5) == \"x\"']\n"
    "    setup: import re\n"
    "    reference: |\n"
    "      def a(n): return 1\n"
    "    metadata: {timeout_s: 2.0, free: [1]}\n"
    "  - id: b\n"
    "    prompt: Write b.\n"
    "    entry_point: b\n"
    "    tests: |\n"
    "      def check(c):\n"
    "          assert c() == 1\n"
    "  - id: 3\n"
    "    tests: |\n"
    "      for i in range(3):\n"
    "          assert c(i) == 1\n"
    "    timeout_s: 99\n"
    "    canonical_solution: '    return 1'\n";

static struct suite *
load(const char *name, const char *bytes)
{
	g_autoptr(GError) error = NULL;
	struct suite *suite = suite_load(make_file(name, bytes, -1), NULL,
	    &error);

	if (!suite)
		fail_msg("%s: got the error %s", name, error->message);
	return suite;
}

static void
load_text(const struct suite *suite, guint task, struct task_text *ret)
{
	g_autoptr(GError) error = NULL;

	if (!suite_load_text(suite, task, ret, &error))
		fail_msg("got the error %s", error->message);
}

static void
humaneval_gives_check_and_completion(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("Toy.v1.jsonl",
	    HUMANEVAL("T/0", CHECK) "\n" HUMANEVAL("T/1", CHECK)
	    HUMANEVAL("T/0", "assert f(2)"));
	struct task_text text;
	guint index = 99;

	(void)state;
	assert_text("name", suite->name, "Toy.v1");
	assert_text("dialect", suite->dialect, "humaneval");
	/* as the official reader: a later record takes the earlier's place */
	assert_int_equal(suite->tasks->len, 2);
	assert_int_equal(suite_task(suite, 0)->kind, TEST_SCRIPT);
	assert_int_equal(suite_task(suite, 0)->record.line, 4);
	assert_int_equal(suite_task(suite, 1)->kind, TEST_CHECK);
	assert_text("entry point", suite_task(suite, 1)->entry_point, "f");
	assert_true(suite_find(suite, "T/1", &index));
	assert_int_equal(index, 1);
	assert_true(suite_find(suite, "T/0", &index));
	assert_int_equal(index, 0);
	assert_false(suite_find(suite, "T/2", &index));
	load_text(suite, 1, &text);
	assert_text("prompt", text.prompt, "def f(x):\n");
	assert_true(text.prompt_is_code);
	assert_null(text.asserts);
	assert_non_null(strstr(text.test, "def check"));
	assert_text("reference", text.reference, "    return x\n");
	assert_int_equal(text.reference_field, ANSWER_COMPLETION);
	task_text_clear(&text);
}

static void
humaneval_knows_a_whole_program(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("s",
	    "{\"T/0\":{\"prompt\":\"def f(x):\\n\",\"entry_point\":\"f\","
	    "\"canonical_solution\":\"import re\\ndef f(x):\\n  return 1\","
	    "\"test\":\"" CHECK "\"}}");
	struct task_text text;

	(void)state;
	assert_text("id", suite_task(suite, 0)->id, "T/0");
	load_text(suite, 0, &text);
	assert_int_equal(text.reference_field, ANSWER_SOLUTION);
	task_text_clear(&text);
}

static void
inputs_beside_the_tests_are_warned_of(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("Plus.jsonl",
	    HUMANEVAL("T/0", CHECK) "\n"
	    "{\"task_id\":\"T/1\",\"prompt\":\"def f(x):\\n\","
	    "\"entry_point\":\"f\",\"test\":\"" CHECK "\","
	    "\"plus_input\":[[1],[2]]}\n");
	CLEANUP(suite_free) struct suite *whole = load("Toy.jsonl",
	    HUMANEVAL("T/0", CHECK));

	(void)state;
	assert_non_null(suite->warning);
	assert_non_null(strstr(suite->warning, "1 of 2 tasks have "
	    "plus_input, which is not judged"));
	assert_null(whole->warning);
}

static void
mbpp_gives_asserts_setup_and_aliases(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("mbpp.json",
	    "[{\"text\":\"Write f.\",\"code\":\"def f(): pass\",\"task_id\":11,"
	    "\"test_setup_code\":\"x = 1\",\"test_list\":[\"assert f()\","
	    "\"assert not f()\"],\"challenge_test_list\":[]},"
	    "{\"prompt\":\"Write g.\",\"code\":\"g = 1\",\"task_id\":12,"
	    "\"test_imports\":[\"import re\",\"import os\"],"
	    "\"test_list\":[\"assert g\"]},"
	    "{\"prompt\":\"Write h.\",\"code\":\"h = 1\",\"task_id\":13,"
	    "\"test_imports\":[],\"test_list\":[\"assert h\"],"
	    "\"test\":\"for x in [1]:\\n    assert h == x\"}]");
	static const char *const aliases[] = {
		"11", "MBPP/11", "Mbpp/11", "mbpp/11",
	};
	struct task_text text;

	(void)state;
	assert_text("dialect", suite->dialect, "mbpp");
	for (gsize i = 0; i < G_N_ELEMENTS(aliases); i++) {
		guint index = 99;

		assert_true(suite_find(suite, aliases[i], &index));
		assert_int_equal(index, 0);
	}
	assert_null(suite_task(suite, 0)->entry_point);
	load_text(suite, 0, &text);
	assert_false(text.prompt_is_code);
	assert_text("setup", text.setup, "x = 1");
	assert_int_equal(text.asserts->len, 2);
	assert_text("assert", g_ptr_array_index(text.asserts, 1),
	    "assert not f()");
	assert_int_equal(text.reference_field, ANSWER_SOLUTION);
	task_text_clear(&text);
	load_text(suite, 1, &text);
	assert_text("setup", text.setup, "import re\nimport os");
	task_text_clear(&text);
	assert_int_equal(suite_task(suite, 2)->kind, TEST_SCRIPT);
	load_text(suite, 2, &text);
	assert_null(text.setup);
	assert_null(text.asserts);
	assert_non_null(text.test);
	task_text_clear(&text);
}

static void
asserts_are_read_from_lines(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("a.jsonl",
	    "{\"id\":\"a\",\"entry_point\":\"f\",\"tests\":\"assert f()\","
	    "\"timeout_s\":0.25}\n"
	    "{\"task_id\":2,\"tests\":[\"f(1) == 2\",\"x = 3\\nassert x\"],"
	    "\"prompt\":\"def f(x):\",\"metadata\":{\"timeout_s\":45}}\n");
	struct task_text text;

	(void)state;
	assert_text("dialect", suite->dialect, "asserts");
	assert_int_equal(suite_task(suite, 0)->kind, TEST_SCRIPT);
	assert_int_equal(suite_task(suite, 0)->timeout_ms, 250);
	assert_false(suite_task(suite, 0)->has_reference);
	assert_text("id", suite_task(suite, 1)->id, "2");
	assert_int_equal(suite_task(suite, 1)->kind, TEST_ASSERTS);
	assert_int_equal(suite_task(suite, 1)->timeout_ms, 30000);
	load_text(suite, 1, &text);
	assert_true(text.prompt_is_code);
	assert_text("expression", g_ptr_array_index(text.asserts, 0),
	    "assert f(1) == 2");
	assert_text("statements", g_ptr_array_index(text.asserts, 1),
	    "x = 3\nassert x");
	task_text_clear(&text);
}

static void
check_native(const struct suite *suite)
{
	struct task_text text;

	assert_text("name", suite->name, "demo");
	assert_text("dialect", suite->dialect, "native");
	assert_int_equal(suite->timeout_ms, 1500);
	assert_int_equal(suite->memory_bytes, 512 << 20);
	assert_int_equal(suite->output_bytes, 256 << 10);
	assert_int_equal(suite->k->len, 3);
	assert_int_equal(g_array_index(suite->k, guint, 2), 10);
	assert_text("deny", suite->deny[0], "os");
	assert_text("allow", suite->allow[0], "shutil");
	assert_int_equal(suite->tasks->len, 3);
	assert_int_equal(suite_task(suite, 0)->kind, TEST_ASSERTS);
	assert_int_equal(suite_task(suite, 0)->timeout_ms, 2000);
	assert_int_equal(suite_task(suite, 1)->kind, TEST_CHECK);
	assert_int_equal(suite_task(suite, 2)->kind, TEST_SCRIPT);
	assert_int_equal(suite_task(suite, 2)->timeout_ms, 30000);
	load_text(suite, 0, &text);
	assert_true(text.prompt_is_code);
	assert_text("setup", text.setup, "import re");
	assert_text("target", g_ptr_array_index(text.asserts, 0),
	    "assert a(3) == 1");
	assert_text("target", g_ptr_array_index(text.asserts, 1),
	    "assert a(5) == \"x\"");
	assert_text("reference", text.reference, "def a(n): return 1\n");
	assert_int_equal(text.reference_field, ANSWER_SOLUTION);
	task_text_clear(&text);
	load_text(suite, 1, &text);
	assert_false(text.prompt_is_code);
	assert_null(text.reference);
	task_text_clear(&text);
	load_text(suite, 2, &text);
	assert_text("prompt", text.prompt, "");
	assert_int_equal(text.reference_field, ANSWER_COMPLETION);
	task_text_clear(&text);
}

static void
native_is_read_from_yaml(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("n.yaml", native);
	g_autofree char *sha256 = g_compute_checksum_for_string(
	    G_CHECKSUM_SHA256, native, -1);

	(void)state;
	check_native(suite);
	assert_int_equal(suite_task(suite, 1)->record.line, 19);
	assert_text("sha256", suite->sha256, sha256);
}

static void
native_is_read_from_json(void **state)
{
	CLEANUP(suite_free) struct suite *suite = load("n.json",
	    "{\"evaltop\": 1, \"name\": \"demo\",\n \"k\": 3, \"tasks\": [\n"
	    "  {\"id\": \"a\", \"targets\": [\"f()\"]}\n]}\n");

	(void)state;
	assert_text("name", suite->name, "demo");
	assert_int_equal(g_array_index(suite->k, guint, 0), 3);
	assert_int_equal(suite->tasks->len, 1);
}

static void
a_broken_suite_is_refused_with_its_place(void **state)
{
	static const struct {
		const char *bytes, *message;
	} cases[] = {
		{ "", "s: is empty" },
		{ "\n \n", "s: is empty" },
		{ "[]", "s: holds no task" },
		{ HUMANEVAL("T/0", CHECK) "{\"task_id\": \n",
		    "s:2: is not JSON" },
		{ HUMANEVAL("T/0", CHECK) "{\"task_id\":\"T/1\",\"prompt\":1,"
		    "\"entry_point\":\"f\",\"test\":\"\"}\n",
		    "s:2: prompt: must be a string, but is a number" },
		{ HUMANEVAL("T/0", CHECK) "{\"task_id\":\"T/1\"}\n",
		    "s:2: prompt: is missing" },
		{ HUMANEVAL("T/0", CHECK) "{\"task_id\":1.5,\"prompt\":\"\","
		    "\"entry_point\":\"f\",\"test\":\"\"}\n",
		    "s:2: task_id: must be a string or a whole number" },
		{ HUMANEVAL("T/0", CHECK) "[1]\n", "s:2: a task must be an "
		    "object, but this is a list" },
		{ "{\"foo\": 1, \"bar\": 2}\n",
		    "s:1: the fields fit no dialect: seen are foo, bar; "
		    "evaltop-suite(5) names those of native, humaneval, mbpp" },
		{ "{\"task_id\": \"a\", \"prompt\": \"\", \"entry_point\": \"f\","
		    " \"base_input\": [], \"plus_input\": []}\n",
		    "s:1: the fields fit no dialect: here are EvalPlus's "
		    "inputs (plus_input) without tests; take its file called "
		    "OriginFmt" },
		{ "{\"task_id\": \"a\", \"completion\": \"x\"}\n",
		    "s:1: this is a file of samples (it has the field "
		    "completion and no tests)" },
		{ "{\"task_id\": \"a\", \"tests\": [], \"language\": \"cpp\"}",
		    "s:1: language: is \"cpp\", but only python" },
		{ "{\"task_id\": \"a\", \"tests\": []}\n",
		    "s:1: tests: must hold at least one assertion" },
		{ "{\"id\": \"a\", \"tests\": [\"x\"]}\n"
		    "{\"id\": \"a\", \"tests\": [\"x\"]}\n",
		    "s:2: the id \"a\" stands already on line 1" },
		{ "{\"id\": \"a\", \"tests\": [\"x\"], \"timeout_s\": \"3\"}",
		    "s:1: timeout_s: must be a number of seconds, but is a "
		    "string" },
		{ "{\"id\": \"a\", \"tests\": \"def check(c): pass\"}",
		    "s:1: entry_point: is missing" },
		{ "evaltop: 2\ntasks: []\n", "s:1: evaltop: is version 2" },
		{ "evaltop: 1\n", "s:1: tasks: is missing" },
		{ "evaltop: 1\ntasks: []\n", "s: holds no task" },
		{ "name: x\n", "s:1: evaltop: is missing" },
		{ "just text\n", "s:1: is neither JSON nor a YAML mapping" },
		{ "evaltop: 1\ntask: []\n", "s:2: the key \"task\" is not "
		    "known; did you mean \"tasks\"?" },
		{ "evaltop: 1\ntasks:\n- id: a\n  entrypoint: f\n",
		    "s:4: task \"a\": the key \"entrypoint\" is not known; did "
		    "you mean \"entry_point\"?" },
		{ "evaltop: 1\ntasks:\n- id: a\n  zzzzzzz: f\n",
		    "s:4: task \"a\": the key \"zzzzzzz\" is not known; known "
		    "are id, prompt," },
		{ "evaltop: 1\ntasks:\n- tests: [x]\n",
		    "s:3: task 1: id: is missing" },
		{ "evaltop: 1\ntasks:\n- id: a\n", "s:3: task \"a\": tests or "
		    "targets is missing" },
		{ "evaltop: 1\ntasks:\n- id: a\n  tests: [x]\n  targets: [y]\n",
		    "s:4: task \"a\": tests: stands beside targets" },
		{ "evaltop: 1\ntasks:\n- id: a\n  tests: [x]\n"
		    "  metadata:\n    timeout_s: 0\n", "s:6: task \"a\": "
		    "metadata.timeout_s: must be more than 0 seconds" },
		{ "evaltop: 1\ndefaults: {memory: lots}\ntasks: []\n",
		    "s:2: memory: must be a size such as 512M" },
		{ "evaltop: 1\ndefaults: {timeout_s: no}\ntasks: []\n",
		    "s:2: defaults.timeout_s: must be a number" },
		{ "evaltop: 1\nk: [0]\ntasks: []\n",
		    "s:2: k: must be whole numbers from 1" },
		{ "evaltop: 1\ndeny: [\"a b\"]\ntasks: []\n",
		    "s:2: deny: \"a b\" is no name of a module" },
		{ "evaltop: 1\ntasks:\n- id: a\n  tests: [x]\n- id: a\n"
		    "  tests: [x]\n",
		    "s:5: task \"a\": the id \"a\" stands already on line 3" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		struct suite *suite = suite_load(make_file("s",
		    cases[i].bytes, -1), NULL, &error);

		if (suite)
			fail_msg("%s: got a suite, want an error",
			    cases[i].bytes);
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
}

static void
a_forced_format_is_used_or_named(void **state)
{
	const char *path = make_file("s", HUMANEVAL("T/0", CHECK), -1);
	g_autoptr(GError) error = NULL;

	(void)state;
	assert_null(suite_load(path, "none", &error));
	assert_error(error, EVALTOP_ERROR_USAGE, "there is no suite format "
	    "\"none\"; known are native, humaneval, mbpp, asserts");
	g_clear_error(&error);
	assert_null(suite_load(path, "asserts", &error));
	assert_error(error, EVALTOP_ERROR_INPUT,
	    "s:1: tests or targets is missing");
}

static void
published_suites_have_their_counts(void **state)
{
	static const struct {
		const char *path, *name, *dialect;
		guint tasks, references, solutions;
		enum test_kind kind;
	} cases[] = {
		{ "problems/humaneval/HumanEval.jsonl.gz", "HumanEval",
		    "humaneval", 164, 164, 0, TEST_CHECK },
		{ "problems/humaneval/example_problem.jsonl",
		    "example_problem", "humaneval", 1, 1, 0, TEST_CHECK },
		{ "problems/evalplus/HumanEvalPlus-OriginFmt.jsonl.gz",
		    "HumanEvalPlus-OriginFmt", "humaneval", 164, 164, 0,
		    TEST_CHECK },
		{ "problems/mbpp/mbpp.jsonl", "mbpp", "mbpp", 974, 974, 974,
		    TEST_ASSERTS },
		{ "problems/mbpp/mbpp_test.jsonl", "mbpp_test", "mbpp", 500,
		    500, 500, TEST_ASSERTS },
		{ "problems/mbpp/sanitized-mbpp.json", "sanitized-mbpp",
		    "mbpp", 427, 427, 427, TEST_ASSERTS },
		{ "problems/evalplus/MbppPlus-OriginFmt.jsonl.gz",
		    "MbppPlus-OriginFmt", "mbpp", 378, 378, 378, TEST_SCRIPT },
		{ "problems/mbxp/mbpp_release_v1.jsonl", "mbpp_release_v1",
		    "humaneval", 974, 974, 0, TEST_CHECK },
		{ "samples/ldb-gpt35-humaneval/seed.jsonl", "seed",
		    "humaneval", 164, 164, 0, TEST_CHECK },
		{ "samples/ldb-gpt35-mbpp/seed.jsonl", "seed", "humaneval",
		    500, 500, 500, TEST_CHECK },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *path = find_data(cases[i].path);
		g_autoptr(GError) error = NULL;
		CLEANUP(suite_free) struct suite *suite = NULL;
		guint references = 0, solutions = 0;

		if (!path)
			skip();
		suite = suite_load(path, NULL, &error);
		if (!suite)
			fail_msg("got the error %s", error->message);
		assert_text(path, suite->name, cases[i].name);
		assert_text(path, suite->dialect, cases[i].dialect);
		assert_int_equal(suite->tasks->len, cases[i].tasks);
		for (guint t = 0; t < suite->tasks->len; t++) {
			struct task_text text;

			assert_int_equal(suite_task(suite, t)->kind,
			    cases[i].kind);
			load_text(suite, t, &text);
			references += text.reference != NULL;
			solutions += text.reference_field == ANSWER_SOLUTION;
			task_text_clear(&text);
		}
		assert_int_equal(references, cases[i].references);
		if (solutions != cases[i].solutions)
			fail_msg("%s: got %u whole programs, want %u", path,
			    solutions, cases[i].solutions);
	}
}

static void
published_files_of_other_kinds_are_refused(void **state)
{
	static const struct {
		const char *path, *message;
	} cases[] = {
		{ "problems/mbxp/mbjsp_release_v1.2.jsonl", "\"javascript\"" },
		{ "problems/multipl-e/humaneval-rs.jsonl", "\"rs\"" },
		{ "problems/unittest/ClassEval_data.json", "fit no dialect" },
		{ "samples/openai-humaneval-gpt35-n2/samples.jsonl",
		    "this is a file of samples" },
		{ "gaming/djinn/skiptest_v1/problem.yaml",
		    "evaltop: is missing" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *path = find_data(cases[i].path);
		g_autoptr(GError) error = NULL;

		if (!path)
			skip();
		assert_null(suite_load(path, NULL, &error));
		assert_error(error, EVALTOP_ERROR_INPUT, cases[i].message);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(humaneval_gives_check_and_completion),
		cmocka_unit_test(humaneval_knows_a_whole_program),
		cmocka_unit_test(inputs_beside_the_tests_are_warned_of),
		cmocka_unit_test(mbpp_gives_asserts_setup_and_aliases),
		cmocka_unit_test(asserts_are_read_from_lines),
		cmocka_unit_test(native_is_read_from_yaml),
		cmocka_unit_test(native_is_read_from_json),
		cmocka_unit_test(a_broken_suite_is_refused_with_its_place),
		cmocka_unit_test(a_forced_format_is_used_or_named),
		cmocka_unit_test(published_suites_have_their_counts),
		cmocka_unit_test(published_files_of_other_kinds_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
