/*
 * Assertion scripts: one record a task, whose tests are assertions in a list
 * or in a script.  The tasks of the native format have the same fields and
 * share this reader.
 */
#include "suite/dialect.h"
#include "suite/dialect_asserts.h"
#include "suite/python.h"

static const char *
tests_field(const cJSON *record)
{
	return json_get_value(record, "targets") ? "targets" : "tests";
}

static const char *
id_field(const cJSON *record)
{
	return json_get_value(record, "id") ||
	    !json_get_value(record, "task_id") ? "id" : "task_id";
}

static const char *
reference_field(const cJSON *record)
{
	return json_get_value(record, "reference") ? "reference" :
	    "canonical_solution";
}

static bool
matches(const struct dialect_input *input)
{
	const cJSON *record = input->record;
	const cJSON *tests = json_get(record, tests_field(record));

	return (input->key || json_get(record, id_field(record))) &&
	    (cJSON_IsString(tests) || json_is_string_list(tests));
}

/* The tests, as a list or as source; one of the two is set. */
static bool
read_tests(const struct dialect_input *input, GPtrArray **ret_asserts,
    char **ret_test, GError **error)
{
	const char *field = tests_field(input->record);
	const cJSON *item = json_get_value(input->record, field);

	if (!item)
		return json_fail(error, &input->place, input->record, NULL,
		    "tests or targets is missing");
	if (!cJSON_IsString(item))
		return dialect_read_asserts(input, field, ret_asserts, error);
	if (python_is_blank(item->valuestring))
		return json_fail(error, &input->place, item, field,
		    "must not be blank");
	*ret_test = g_strdup(item->valuestring);
	return true;
}

bool
asserts_read_task(const struct dialect_input *input, struct task *ret,
    GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	const char *prompt, *entry_point, *setup, *reference;
	g_autoptr(GPtrArray) asserts = NULL;
	g_autofree char *test = NULL;

	if (!dialect_read_id(input, id_field(record), ret, error) ||
	    !json_find_string(record, "prompt", place, &prompt, error) ||
	    !json_find_string(record, "entry_point", place, &entry_point,
	    error) ||
	    !json_find_string(record, "setup", place, &setup, error) ||
	    !json_find_string(record, reference_field(record), place,
	    &reference, error) ||
	    !read_tests(input, &asserts, &test, error))
		return false;
	ret->kind = asserts ? TEST_ASSERTS : dialect_kind_of_source(test);
	if (ret->kind == TEST_CHECK && !entry_point)
		return json_fail(error, place, record, "entry_point",
		    "is missing: the tests define check(), which needs it");
	ret->entry_point = g_strdup(entry_point);
	ret->has_reference = reference;
	return dialect_read_timeout(input, ret, error);
}

bool
asserts_read_text(const struct dialect_input *input, struct task_text *ret,
    GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	const char *prompt, *setup, *reference;

	if (!json_find_string(record, "prompt", place, &prompt, error) ||
	    !json_find_string(record, "setup", place, &setup, error) ||
	    !json_find_string(record, reference_field(record), place,
	    &reference, error) ||
	    !read_tests(input, &ret->asserts, &ret->test, error))
		return false;
	ret->prompt = g_strdup(prompt ? prompt : "");
	ret->prompt_is_code = python_looks_like_code(ret->prompt);
	ret->setup = setup && *setup ? g_strdup(setup) : NULL;
	ret->reference = g_strdup(reference);
	ret->reference_field = json_get_value(record, "reference") ?
	    ANSWER_SOLUTION : ANSWER_COMPLETION;
	return true;
}

const struct dialect dialect_asserts = {
	.name = "asserts",
	.matches = matches,
	.read_task = asserts_read_task,
	.read_text = asserts_read_text,
};
