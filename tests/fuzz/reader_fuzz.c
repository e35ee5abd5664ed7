/*
 * Any bytes as a suite, as samples, as YAML and as an answer: refused with a
 * sentence, or read so that every text can be loaded again.
 */
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/yaml.h"
#include "sample/extract.h"
#include "sample/sample.h"
#include "tests/fuzz/driver.h"

const struct fuzz_seed fuzz_seeds[] = {
	{ "{\"task_id\":\"T/0\",\"prompt\":\"def f(x):\\n\",\"entry_point\":"
	    "\"f\",\"canonical_solution\":\" return 1\",\"test\":\"def "
	    "check(c):\\n assert c(1)\"}\n", 0 },
	{ "[{\"text\":\"Write f.\",\"code\":\"def f(): 1\",\"task_id\":11,"
	    "\"test_setup_code\":\"\",\"test_list\":[\"assert f()\"]}]", 0 },
	{ "evaltop: 1\nname: n\ndefaults: {timeout_s: 1.0, memory: 5M}\n"
	    "k: [1, 5]\ntasks:\n- id: T/0\n  prompt: |\n    def f(n): ...\n"
	    "  targets: ['f(3) == 1']\n  metadata: {timeout_s: 2.0}\n", 0 },
	{ "{\"id\":\"T/0\",\"tests\":\"assert f()\",\"timeout_s\":1}\n", 0 },
	{ "{\"task_id\":\"T/0\",\"completion\":\"  return 1\",\"attempt\":1}\n"
	    "{\"task_id\":\"T/0\",\"solution\":\"def f(): 1\"}\n", 0 },
	{ "{\"T/0\":[\"a\",\"b\"],\"x\":[\"c\"]}", 0 },
	{ "[[\"def f(): 1\",\"\\ud800\\u0000\"],[]]", 0 },
	{ "{\"prompt\":\"def f(n): ...\\n\",\"samples\":[\"a\",\"b\"]}\n", 0 },
	{ "<think>\nx</think>Hi\n```python\ndef f(x):\n    return 1\n```\n"
	    "1. a\n   ~~~\n   f(1)\n   ~~~\n", 0 },
	{ "a: &a [1, 0x1f, yes]\nb: *a\nc: \"x\\n\"\n? d\n: e\n", 0 },
	{ NULL, 0 },
};

static const char known_suite[] =
    "{\"id\":\"T/0\",\"entry_point\":\"f\",\"prompt\":\"import re\\n@d\\ndef "
    "f(n): ...\\n\",\"tests\":[\"f(1)\"]}\n";

static char *
make_file(const void *bytes, size_t size)
{
	char *path = NULL;
	int fd = g_file_open_tmp("evaltop-fuzz-XXXXXX", &path, NULL);

	g_assert_cmpint(fd, >=, 0);
	g_assert_cmpint(write(fd, bytes, size), ==, (gssize)size);
	close(fd);
	return path;
}

static void
check_error(const GError *error)
{
	g_assert_nonnull(error);
	g_assert_cmpuint(strlen(error->message), >, 10);
	g_assert_true(g_utf8_validate(error->message, -1, NULL));
}

static void
read_as_suite(const char *path)
{
	g_autoptr(GError) error = NULL;
	CLEANUP(suite_free) struct suite *suite = suite_load(path, NULL,
	    &error);

	if (!suite) {
		check_error(error);
		return;
	}
	for (guint i = 0; i < suite->tasks->len; i++) {
		const struct task *task = suite_task(suite, i);
		struct task_text text;
		guint index;

		g_assert_true(suite_find(suite, task->id, &index));
		g_assert_cmpuint(index, ==, i);
		g_assert_true(suite_load_text(suite, i, &text, NULL));
		g_assert_nonnull(text.prompt);
		g_assert_true((text.asserts != NULL) ==
		    (task->kind == TEST_ASSERTS));
		g_assert_true((text.test != NULL) ==
		    (task->kind != TEST_ASSERTS));
		task_text_clear(&text);
	}
}

static void
read_as_samples(const char *path, const struct suite *suite)
{
	g_autoptr(GError) error = NULL;
	CLEANUP(sample_set_free) struct sample_set *set = sample_set_load(
	    path, NULL, suite, &error);

	if (!set) {
		check_error(error);
		return;
	}
	for (guint i = 0; i < set->samples->len; i++) {
		bool has_nul;
		g_autofree char *text = sample_set_load_text(set, i, &has_nul,
		    NULL);

		g_assert_nonnull(text);
	}
}

static void
read_as_answer(const void *bytes, size_t size, const struct suite *suite)
{
	g_autofree char *answer = g_strndup(bytes, size);
	struct task_text text;

	g_assert_true(suite_load_text(suite, 0, &text, NULL));
	for (int field = ANSWER_COMPLETION; field <= ANSWER_CHAT; field++) {
		struct assembly assembly;

		assemble(suite_task(suite, 0), &text, (enum answer_field)field,
		    answer, NULL, &assembly);
		g_assert_true(assembly.is_blank ==
		    (assembly.programs->len == 0));
		assembly_clear(&assembly);
	}
	task_text_clear(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct suite *suite;
	struct yaml_document document;
	g_autofree char *path = make_file(bytes, size);
	g_autofree char *text = g_strndup((const char *)bytes, size);

	if (!suite) {
		g_autofree char *known = make_file(known_suite,
		    strlen(known_suite));

		suite = suite_load(known, NULL, NULL);
		g_assert_nonnull(suite);
		unlink(known);
	}
	read_as_suite(path);
	read_as_samples(path, suite);
	read_as_answer(bytes, size, suite);
	if (yaml_parse(text, strlen(text), "fuzz", &document, NULL))
		yaml_document_clear(&document);
	unlink(path);
	return 0;
}
