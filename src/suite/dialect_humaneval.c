/*
 * HumanEval and what is published in its form: HumanEval+ (OriginFmt), MBXP,
 * the seed files of LDB.  One record a task; `test` defines check(candidate).
 */
#include "suite/dialect.h"
#include "suite/python.h"

#include <string.h>

static bool
matches(const struct dialect_input *input)
{
	const cJSON *record = input->record;

	return (input->key || json_get(record, "task_id")) &&
	    json_get(record, "prompt") && json_get(record, "entry_point") &&
	    cJSON_IsString(json_get(record, "test"));
}

static bool
read_task(const struct dialect_input *input, struct task *ret, GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	const char *test, *entry_point, *reference;

	if (!dialect_read_id(input, "task_id", ret, error) ||
	    !json_get_string(record, "prompt", place, error))
		return false;
	entry_point = json_get_string(record, "entry_point", place, error);
	if (!entry_point)
		return false;
	test = json_get_string(record, "test", place, error);
	if (!test || !json_find_string(record, "canonical_solution", place,
	    &reference, error))
		return false;
	ret->entry_point = g_strdup(entry_point);
	ret->kind = dialect_kind_of_source(test);
	/*
	 * Without check() and without an assertion anything would pass; by
	 * the official rules nothing does.  As TEST_CHECK it is refused.
	 */
	if (ret->kind == TEST_SCRIPT && !strstr(test, "assert"))
		ret->kind = TEST_CHECK;
	ret->has_reference = reference;
	ret->has_more_inputs = json_get(record, "plus_input") != NULL;
	return dialect_read_timeout(input, ret, error);
}

static bool
read_text(const struct dialect_input *input, struct task_text *ret,
    GError **error)
{
	const cJSON *record = input->record;
	const struct json_place *place = &input->place;
	const char *prompt, *test, *reference, *entry_point;

	prompt = json_get_string(record, "prompt", place, error);
	test = prompt ? json_get_string(record, "test", place, error) : NULL;
	entry_point = test ?
	    json_get_string(record, "entry_point", place, error) : NULL;
	if (!entry_point || !json_find_string(record, "canonical_solution",
	    place, &reference, error))
		return false;
	ret->prompt = g_strdup(prompt);
	ret->prompt_is_code = true;
	ret->test = g_strdup(test);
	ret->reference = g_strdup(reference);
	/* LDB's MBPP file gives whole programs under this field's name. */
	ret->reference_field = reference &&
	    !python_starts_indented(reference) &&
	    python_defines(reference, entry_point, true) ?
	    ANSWER_SOLUTION : ANSWER_COMPLETION;
	return true;
}

const struct dialect dialect_humaneval = {
	.name = "humaneval",
	/* As the official reader has it: a dict by task_id. */
	.later_replaces = true,
	.matches = matches,
	.read_task = read_task,
	.read_text = read_text,
};
