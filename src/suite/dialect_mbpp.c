/*
 * MBPP: the full form (text, test_setup_code), the sanitized one (prompt,
 * test_imports), the test split that goes around with `test` as the list, and
 * MBPP+ in the original's form, whose `test` is a script.  The prompt is
 * prose; tests are three assertions; the function's name is said nowhere.
 */
#include "suite/dialect.h"

/* The list of assertions goes by two names. */
static const char *
asserts_field(const cJSON *record)
{
	return json_get_value(record, "test_list") ? "test_list" : "test";
}

static bool
has_script(const cJSON *record)
{
	return cJSON_IsString(json_get(record, "test"));
}

static const char *
prompt_field(const cJSON *record)
{
	return json_get_value(record, "text") ? "text" : "prompt";
}

static bool
matches(const struct dialect_input *input)
{
	const cJSON *record = input->record;

	return (input->key || json_get(record, "task_id")) &&
	    json_get(record, "code") && json_get(record, prompt_field(record)) &&
	    (has_script(record) ||
	    json_is_string_list(json_get(record, asserts_field(record))));
}

static bool
read_task(const struct dialect_input *input, struct task *ret, GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	g_autoptr(GPtrArray) asserts = NULL;
	const char *reference;

	if (!dialect_read_id(input, "task_id", ret, error) ||
	    !json_get_string(record, prompt_field(record), place, error) ||
	    !json_find_string(record, "code", place, &reference, error))
		return false;
	if (!has_script(record)) {
		ret->kind = TEST_ASSERTS;
		if (!dialect_read_asserts(input, asserts_field(record),
		    &asserts, error))
			return false;
	} else {
		ret->kind = dialect_kind_of_source(
		    json_get(record, "test")->valuestring);
	}
	ret->has_reference = reference;
	return dialect_read_timeout(input, ret, error);
}

/* test_setup_code, or the lines of test_imports; both run before the tests. */
static bool
read_setup(const struct dialect_input *input, struct task_text *ret,
    GError **error)
{
	const cJSON *record = input->record;
	g_autoptr(GPtrArray) imports = NULL;
	const char *setup;

	if (!json_find_string(record, "test_setup_code", &input->place, &setup,
	    error))
		return false;
	if (setup && *setup)
		ret->setup = g_strdup(setup);
	if (ret->setup || !json_get_value(record, "test_imports"))
		return true;
	imports = json_get_strings(record, "test_imports", &input->place,
	    error);
	if (!imports)
		return false;
	if (imports->len > 0) {
		g_ptr_array_add(imports, NULL);
		ret->setup = g_strjoinv("\n", (char **)imports->pdata);
	}
	return true;
}

static bool
read_text(const struct dialect_input *input, struct task_text *ret,
    GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	const char *prompt, *reference;

	prompt = json_get_string(record, prompt_field(record), place, error);
	if (!prompt || !json_find_string(record, "code", place, &reference,
	    error) || !read_setup(input, ret, error))
		return false;
	if (has_script(record))
		ret->test = g_strdup(json_get(record, "test")->valuestring);
	else if (!dialect_read_asserts(input, asserts_field(record),
	    &ret->asserts, error))
		return false;
	ret->prompt = g_strdup(prompt);
	ret->reference = g_strdup(reference);
	ret->reference_field = ANSWER_SOLUTION;
	return true;
}

const struct dialect dialect_mbpp = {
	.name = "mbpp",
	.later_replaces = true,
	.matches = matches,
	.read_task = read_task,
	.read_text = read_text,
};
