/*
 * The native format, evaltop-suite(5): one YAML or JSON document with the
 * suite's own settings and its tasks.  Its tasks are written out as JSON into
 * a spool, so that behind the loading all dialects are alike; their texts are
 * read by the reader of assertion scripts.
 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/record.h"
#include "base/size.h"
#include "base/source.h"
#include "base/yaml.h"
#include "suite/dialect_asserts.h"
#include "suite/native.h"

#define FORMAT_VERSION 1
#define K_MAX 1000000

static const char *const suite_keys[] = {
	"evaltop", "name", "description", "defaults", "k", "deny", "allow",
	"tasks", NULL,
};
static const char *const default_keys[] = {
	"timeout_s", "memory", "output_cap", NULL,
};
static const char *const task_keys[] = {
	"id", "prompt", "entry_point", "targets", "tests", "setup",
	"reference", "canonical_solution", "timeout_s", "metadata", NULL,
};

/* Pairs that say the same thing twice. */
static const char *const exclusive_keys[][2] = {
	{ "targets", "tests" }, { "reference", "canonical_solution" },
};

/* How many letters must change; one row of Levenshtein's table at a time. */
static guint
edit_distance(const char *a, const char *b)
{
	guint row[33];
	gsize width = MIN(strlen(b), G_N_ELEMENTS(row) - 1);

	for (guint j = 0; j <= width; j++)
		row[j] = j;
	for (guint i = 0; a[i]; i++) {
		guint corner = row[0];

		row[0] = i + 1;
		for (guint j = 0; j < width; j++) {
			guint change = corner + (a[i] != b[j]);

			corner = row[j + 1];
			row[j + 1] = MIN(change, MIN(corner, row[j]) + 1);
		}
	}
	return row[width];
}

static const char *
nearest_key(const char *key, const char *const *known)
{
	const char *best = NULL;
	guint best_distance = 3;

	for (gsize i = 0; known[i] && strlen(key) < 32; i++) {
		guint distance = edit_distance(key, known[i]);

		if (distance < best_distance && distance < strlen(known[i])) {
			best_distance = distance;
			best = known[i];
		}
	}
	return best;
}

static bool
check_keys(const cJSON *object, const char *const *known,
    const struct json_place *place, GError **error)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, object) {
		const char *nearest = nearest_key(item->string, known);
		g_autofree char *all = NULL;
		bool is_known = false;

		for (gsize i = 0; known[i]; i++)
			is_known |= strcmp(item->string, known[i]) == 0;
		if (is_known)
			continue;
		if (nearest)
			return json_fail(error, place, item, NULL,
			    "the key \"%.60s\" is not known; did you mean "
			    "\"%s\"?", item->string, nearest);
		all = g_strjoinv(", ", (char **)(gintptr)known);
		return json_fail(error, place, item, NULL,
		    "the key \"%.60s\" is not known; known are %s",
		    item->string, all);
	}
	return true;
}

static bool
read_version(const cJSON *root, const struct json_place *place, GError **error)
{
	const cJSON *item = json_get_value(root, "evaltop");

	if (!item)
		return json_fail(error, place, root, "evaltop",
		    "is missing: a suite of the native format starts with "
		    "\"evaltop: %d\"", FORMAT_VERSION);
	if (!cJSON_IsNumber(item))
		return json_fail(error, place, item, "evaltop",
		    "must be %d, but is %s", FORMAT_VERSION,
		    json_type_word(item));
	if (lround(item->valuedouble) != FORMAT_VERSION)
		return json_fail(error, place, item, "evaltop",
		    "is version %g of the format; this evaltop reads version "
		    "%d", item->valuedouble, FORMAT_VERSION);
	return true;
}

static bool
read_size(const cJSON *defaults, const char *field,
    const struct json_place *place, guint64 *ret, GError **error)
{
	const cJSON *item = json_get_value(defaults, field);
	g_autofree char *text = NULL;

	if (!item)
		return true;
	text = json_dup_id(item);
	if (text && size_parse(text, ret))
		return true;
	return json_fail(error, place, item, field,
	    "must be a size such as 512M or 256K, but is %s%s%s",
	    text ? "\"" : json_type_word(item), text ? text : "",
	    text ? "\"" : "");
}

static bool
read_defaults(struct suite *suite, const cJSON *root,
    const struct json_place *place, GError **error)
{
	const cJSON *defaults = json_get_value(root, "defaults");
	const cJSON *timeout = json_get_value(defaults, "timeout_s");

	if (!defaults)
		return true;
	if (!cJSON_IsObject(defaults))
		return json_fail(error, place, defaults, "defaults",
		    "must be a mapping, but is %s", json_type_word(defaults));
	return check_keys(defaults, default_keys, place, error) &&
	    (!timeout || dialect_parse_timeout(timeout, place,
	    "defaults.timeout_s", &suite->timeout_ms, error)) &&
	    read_size(defaults, "memory", place, &suite->memory_bytes,
	    error) &&
	    read_size(defaults, "output_cap", place, &suite->output_bytes,
	    error);
}

static bool
read_k(struct suite *suite, const cJSON *root, const struct json_place *place,
    GError **error)
{
	const cJSON *list = json_get_value(root, "k");
	const cJSON *item = cJSON_IsArray(list) ? list->child : list;

	if (!list)
		return true;
	suite->k = g_array_new(FALSE, FALSE, sizeof(guint));
	for (; item; item = cJSON_IsArray(list) ? item->next : NULL) {
		guint k;

		if (!cJSON_IsNumber(item) || item->valuedouble < 1 ||
		    item->valuedouble > K_MAX ||
		    trunc(item->valuedouble) != item->valuedouble)
			return json_fail(error, place, item, "k",
			    "must be whole numbers from 1, as in [1, 10]");
		k = (guint)item->valuedouble;
		g_array_append_val(suite->k, k);
	}
	if (suite->k->len == 0)
		return json_fail(error, place, list, "k",
		    "must hold at least one number");
	return true;
}

static bool
read_modules(const cJSON *root, const char *field,
    const struct json_place *place, GStrv *ret, GError **error)
{
	g_autoptr(GPtrArray) names = NULL;

	if (!json_get_value(root, field))
		return true;
	names = json_get_strings(root, field, place, error);
	if (!names)
		return false;
	for (guint i = 0; i < names->len; i++) {
		const char *name = g_ptr_array_index(names, i);

		if (!*name || strspn(name, G_CSET_a_2_z G_CSET_A_2_Z
		    G_CSET_DIGITS "_.") != strlen(name))
			return json_fail(error, place, json_get(root, field),
			    field, "\"%.60s\" is no name of a module", name);
	}
	g_ptr_array_add(names, NULL);
	*ret = g_strdupv((char **)names->pdata);
	return true;
}

static bool
read_settings(struct suite *suite, const cJSON *root,
    const struct json_place *place, GError **error)
{
	const char *name, *description;

	if (!json_find_string(root, "name", place, &name, error) ||
	    !json_find_string(root, "description", place, &description,
	    error))
		return false;
	if (name && *name)
		suite->name = g_strdup(name);
	return read_defaults(suite, root, place, error) &&
	    read_k(suite, root, place, error) &&
	    read_modules(root, "deny", place, &suite->deny, error) &&
	    read_modules(root, "allow", place, &suite->allow, error);
}

/* What JSON lines would let pass is an error here, where people type. */
static bool
check_task(const cJSON *task, const struct json_place *place, GError **error)
{
	const cJSON *metadata = json_get_value(task, "metadata");

	if (!cJSON_IsObject(task))
		return json_fail(error, place, task, NULL,
		    "a task must be a mapping, but this is %s",
		    json_type_word(task));
	if (!check_keys(task, task_keys, place, error))
		return false;
	for (gsize i = 0; i < G_N_ELEMENTS(exclusive_keys); i++) {
		const char *const *keys = exclusive_keys[i];

		if (json_get_value(task, keys[0]) &&
		    json_get_value(task, keys[1]))
			return json_fail(error, place,
			    json_get(task, keys[1]), keys[1],
			    "stands beside %s; one of the two is enough",
			    keys[0]);
	}
	if (metadata && !cJSON_IsObject(metadata))
		return json_fail(error, place, metadata, "metadata",
		    "must be a mapping, but is %s", json_type_word(metadata));
	return true;
}

static bool
add_task(struct suite *suite, const cJSON *task,
    const struct json_place *place, GError **error)
{
	struct dialect_input input = { .record = task, .place = *place };
	gpointer line = place->lines ?
	    g_hash_table_lookup(place->lines, task) : NULL;
	struct text_ref ref = {
		.line = line ? GPOINTER_TO_UINT(line) : place->line,
	};
	char *text;
	bool is_good;

	if (!check_task(task, place, error))
		return false;
	text = cJSON_PrintUnformatted(task);
	ref.length = (guint32)strlen(text);
	is_good = source_append(suite->source, text, ref.length, &ref.offset,
	    error) && suite_add_task(suite, &dialect_native, &input, &ref,
	    error);
	cJSON_free(text);
	return is_good;
}

static bool
read_tasks(struct suite *suite, const cJSON *root, struct json_place *place,
    GError **error)
{
	const cJSON *tasks = json_get_value(root, "tasks"), *task;
	guint number = 0;

	if (!cJSON_IsArray(tasks))
		return json_fail(error, place, tasks ? tasks : root, "tasks",
		    tasks ? "must be a list, but is %s" : "is %s",
		    tasks ? json_type_word(tasks) : "missing");
	cJSON_ArrayForEach(task, tasks) {
		g_autofree char *id = json_dup_id(json_get(task, "id"));
		g_autofree char *within = id ?
		    g_strdup_printf("task \"%.60s\"", id) :
		    g_strdup_printf("task %u", number + 1);
		bool is_good;

		number++;
		place->within = within;
		is_good = add_task(suite, task, place, error);
		place->within = NULL;
		if (!is_good)
			return false;
	}
	return true;
}

/* The document's bytes, as a tree. */
static bool
parse(struct source *published, struct yaml_document *ret, GError **error)
{
	guint64 start = source_start(published), end = source_end(published);
	struct json_place place = {
		.path = source_label(published), .line = 1,
	};
	g_autofree char *bytes = NULL;
	gsize length;

	if (end - start > RECORD_LENGTH_MAX)
		return json_fail(error, &place, NULL, NULL,
		    "a suite of the native format has at most 64 MiB");
	length = (gsize)(end - start);
	bytes = source_read(published, start, length, error);
	if (!bytes)
		return false;
	if (bytes[strspn(bytes, " \t\r\n")] != '{')
		return yaml_parse(bytes, length, place.path, ret, error);
	memset(ret, 0, sizeof(*ret));
	ret->root = json_parse(bytes, length, &place, NULL, error);
	return ret->root;
}

bool
native_load(struct suite *suite, struct source *published, GError **error)
{
	struct yaml_document document;
	struct json_place place = {
		.path = source_label(published), .line = 1,
	};
	struct source *spool;
	bool is_good;

	if (!parse(published, &document, error))
		return false;
	place.lines = document.lines;
	spool = source_new_spool(source_path(published), error);
	if (!spool) {
		yaml_document_clear(&document);
		return false;
	}
	suite->dialect = dialect_native.name;
	suite->source = spool;
	if (!cJSON_IsObject(document.root))
		is_good = json_fail(error, &place, NULL, NULL,
		    "is neither JSON nor a YAML mapping, but %s",
		    json_type_word(document.root));
	else
		is_good = read_version(document.root, &place, error) &&
		    check_keys(document.root, suite_keys, &place, error) &&
		    read_settings(suite, document.root, &place, error) &&
		    read_tasks(suite, document.root, &place, error);
	yaml_document_clear(&document);
	source_unref(published);
	return is_good;
}

static bool
matches(const struct dialect_input *input)
{
	return json_get(input->record, "evaltop");
}

const struct dialect dialect_native = {
	.name = "native",
	.matches = matches,
	.read_task = asserts_read_task,
	.read_text = asserts_read_text,
};
