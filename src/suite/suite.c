/*
 * Suites: open, detect the dialect by the first record, take the small facts
 * of each task, find a task by its id or an alias of it.
 */
#include "suite/suite.h"

#include <string.h>

#include "base/error.h"
#include "base/record.h"
#include "suite/dialect.h"
#include "suite/native.h"

/* Prefixes that publishers of MBPP put before the number, or leave out. */
static const char *const mbpp_prefixes[] = { "", "MBPP/", "Mbpp/", "mbpp/" };

/* Fields that only answers have, for a sentence about swapped arguments. */
static const char *const answer_fields[] = {
	"completion", "completions", "solution", "solutions", "samples",
	"response", "responses", "answer", "output", "generation", "code_list",
};

static void
clear_task(gpointer data)
{
	struct task *task = data;

	g_free(task->id);
	g_free(task->entry_point);
}

static struct suite *
suite_new(const char *path)
{
	struct suite *suite = g_new0(struct suite, 1);

	suite->path = g_strdup(path);
	suite->tasks = g_array_new(FALSE, TRUE, sizeof(struct task));
	g_array_set_clear_func(suite->tasks, clear_task);
	/* Keys are borrowed from the tasks. */
	suite->by_id = g_hash_table_new(g_str_hash, g_str_equal);
	return suite;
}

void
suite_free(struct suite *suite)
{
	if (!suite)
		return;
	g_hash_table_unref(suite->by_id);
	g_array_unref(suite->tasks);
	if (suite->k)
		g_array_unref(suite->k);
	source_unref(suite->source);
	g_strfreev(suite->deny);
	g_strfreev(suite->allow);
	g_free(suite->warning);
	g_free(suite->name);
	g_free(suite->path);
	g_free(suite->sha256);
	g_free(suite);
}

void
task_text_clear(struct task_text *text)
{
	g_free(text->prompt);
	g_free(text->setup);
	g_clear_pointer(&text->asserts, g_ptr_array_unref);
	g_free(text->test);
	g_free(text->reference);
	memset(text, 0, sizeof(*text));
}

/* "HumanEval" for "data/HumanEval.jsonl.gz". */
static char *
name_from_path(const char *path, const char *dialect)
{
	static const char *const endings[] = {
		".gz", ".jsonl", ".json", ".ndjson", ".yaml", ".yml",
	};
	char *name;

	if (strcmp(path, "-") == 0)
		return g_strdup(dialect);
	name = g_path_get_basename(path);
	for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
		gsize length = strlen(name), end = strlen(endings[i]);

		if (length > end && strcmp(name + length - end,
		    endings[i]) == 0)
			name[length - end] = '\0';
	}
	return name;
}

/* Add a task, or where the dialect says so replace the one of that id. */
bool
suite_add_task(struct suite *suite, const struct dialect *dialect,
    const struct dialect_input *input, const struct text_ref *record,
    GError **error)
{
	struct task task = { 0 }, *earlier;
	gpointer value;

	if (!dialect_check_language(input, error) ||
	    !dialect->read_task(input, &task, error)) {
		clear_task(&task);
		return false;
	}
	task.record = *record;
	value = g_hash_table_lookup(suite->by_id, task.id);
	if (!value) {
		g_array_append_val(suite->tasks, task);
		g_hash_table_insert(suite->by_id, task.id,
		    GUINT_TO_POINTER(suite->tasks->len));
		return true;
	}
	earlier = &g_array_index(suite->tasks, struct task,
	    GPOINTER_TO_UINT(value) - 1);
	if (!dialect->later_replaces) {
		json_fail(error, &input->place, input->record, NULL,
		    "the id \"%.80s\" stands already on line %u", task.id,
		    earlier->record.line);
		clear_task(&task);
		return false;
	}
	g_hash_table_replace(suite->by_id, task.id, value);
	clear_task(earlier);
	*earlier = task;
	return true;
}

static bool
fail_unknown(const struct dialect_input *input, GError **error)
{
	const cJSON *record = input->record;
	g_autofree char *names = g_strjoinv(", ",
	    (char **)(gintptr)suite_dialect_names());
	g_autofree char *seen = NULL;

	if (!cJSON_IsObject(record))
		return json_fail(error, &input->place, NULL, NULL,
		    "a task must be an object, but this is %s",
		    json_type_word(record));
	seen = json_list_fields(record);
	for (gsize i = 0; i < G_N_ELEMENTS(answer_fields); i++) {
		if (!json_get(record, answer_fields[i]) ||
		    json_get(record, "test") || json_get(record, "tests"))
			continue;
		return json_fail(error, &input->place, NULL, NULL,
		    "this is a file of samples (it has the field %s and no "
		    "tests), not a suite; the suite comes first, the samples "
		    "second", answer_fields[i]);
	}
	if (json_get(record, "plus_input"))
		return json_fail(error, &input->place, NULL, NULL,
		    "the fields fit no dialect: here are EvalPlus's inputs "
		    "(plus_input) without tests; take its file called "
		    "OriginFmt, which has them as tests");
	return json_fail(error, &input->place, NULL, NULL,
	    "the fields fit no dialect: seen are %s; evaltop-suite(5) names "
	    "those of %s", *seen ? seen : "none", names);
}

static bool
load_records(struct suite *suite, struct record_reader *reader,
    const struct dialect *forced, GError **error)
{
	const struct dialect *dialect = forced;
	enum record_status status;
	struct record record;

	while ((status = record_reader_next(reader, &record, error)) ==
	    RECORD_OK) {
		struct dialect_input input = {
			.key = record.key,
			.place = {
				.path = source_label(suite->source),
				.line = record.line,
			},
		};
		struct text_ref ref = {
			record.offset, record.length, record.line,
		};
		CLEANUP(cJSON_Delete) cJSON *json = json_parse(record.text,
		    record.length, &input.place, NULL, error);

		if (!json)
			return false;
		input.record = json;
		if (!dialect)
			dialect = dialect_detect(&input);
		if (!dialect || !cJSON_IsObject(json))
			return fail_unknown(&input, error);
		if (dialect == &dialect_native)
			return native_load(suite, suite->source, error);
		suite->dialect = dialect->name;
		if (!suite_add_task(suite, dialect, &input, &ref, error))
			return false;
	}
	return status == RECORD_END;
}

static bool
load(struct suite *suite, const struct dialect *forced, GError **error)
{
	CLEANUP(record_reader_free) struct record_reader *reader = NULL;
	char first;

	suite->source = source_open(suite->path, error);
	if (!suite->source)
		return false;
	suite->sha256 = g_strdup(source_sha256(suite->source));
	reader = record_reader_new(suite->source, error);
	if (!reader)
		return false;
	first = record_reader_first_byte(reader);
	if (first == '\0') {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: is empty", source_label(suite->source));
		return false;
	}
	/* JSON begins with a bracket; everything else may be YAML. */
	if (forced == &dialect_native ||
	    (!forced && first != '{' && first != '['))
		return native_load(suite, suite->source, error);
	return load_records(suite, reader, forced, error);
}

/* EvalPlus's own file: `test` is HumanEval's, its more is in another field. */
static void
warn_of_inputs(struct suite *suite)
{
	guint n = 0;

	for (guint i = 0; i < suite->tasks->len; i++)
		n += suite_task(suite, i)->has_more_inputs;
	if (n > 0)
		suite->warning = g_strdup_printf("%s: %u of %u tasks have "
		    "plus_input, which is not judged, beside the tests; the "
		    "file of EvalPlus called OriginFmt has all of them as "
		    "tests", source_label(suite->source), n,
		    suite->tasks->len);
}

struct suite *
suite_load(const char *path, const char *format, GError **error)
{
	CLEANUP(suite_free) struct suite *suite = NULL;
	const struct dialect *forced = NULL;

	if (format && !(forced = dialect_by_name(format))) {
		g_autofree char *names = g_strjoinv(", ",
		    (char **)(gintptr)suite_dialect_names());

		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "there is no suite format \"%s\"; known are %s", format,
		    names);
		return NULL;
	}
	suite = suite_new(path);
	if (!load(suite, forced, error))
		return NULL;
	if (suite->tasks->len == 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: holds no task", source_label(suite->source));
		return NULL;
	}
	if (!suite->name)
		suite->name = name_from_path(path, suite->dialect);
	warn_of_inputs(suite);
	return g_steal_pointer(&suite);
}

static bool
find_exact(const struct suite *suite, const char *id, guint *ret_index)
{
	gpointer value = g_hash_table_lookup(suite->by_id, id);

	if (!value)
		return false;
	*ret_index = GPOINTER_TO_UINT(value) - 1;
	return true;
}

bool
suite_find(const struct suite *suite, const char *id, guint *ret_index)
{
	const char *number = id;

	if (find_exact(suite, id, ret_index))
		return true;
	if (g_ascii_strncasecmp(id, "mbpp/", 5) == 0)
		number += 5;
	if (!*number || number[strspn(number, "0123456789")] ||
	    strlen(number) > 9)
		return false;
	for (gsize i = 0; i < G_N_ELEMENTS(mbpp_prefixes); i++) {
		char alias[32];

		g_snprintf(alias, sizeof(alias), "%s%s", mbpp_prefixes[i],
		    number);
		if (find_exact(suite, alias, ret_index))
			return true;
	}
	return false;
}

bool
suite_load_text(const struct suite *suite, guint task, struct task_text *ret,
    GError **error)
{
	const struct dialect *dialect = dialect_by_name(suite->dialect);
	const struct text_ref *ref = &suite_task(suite, task)->record;
	CLEANUP(cJSON_Delete) cJSON *json = NULL;
	g_autofree char *bytes = NULL;
	struct dialect_input input = { 0 };

	memset(ret, 0, sizeof(*ret));
	input.place.path = source_label(suite->source);
	input.place.line = ref->line;
	bytes = source_read(suite->source, ref->offset, ref->length, error);
	if (!bytes)
		return false;
	json = json_parse(bytes, ref->length, &input.place, NULL, error);
	input.record = json;
	if (json && dialect->read_text(&input, ret, error))
		return true;
	g_prefix_error(error, "the suite can no longer be read: ");
	task_text_clear(ret);
	return false;
}
