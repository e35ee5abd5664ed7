/* run.json: written whole to a new file and renamed over the old one. */
#include "run/rundir.h"

#include "base/error.h"
#include "base/io.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define MANIFEST_FORMAT 1
#define SAMPLES_MAX (1u << 24)

struct run_manifest *
run_manifest_new(void)
{
	struct run_manifest *manifest = g_new0(struct run_manifest, 1);

	manifest->index.task_ids = g_ptr_array_new_with_free_func(g_free);
	manifest->index.counts = g_array_new(FALSE, FALSE, sizeof(guint32));
	manifest->settings.k = g_array_new(FALSE, FALSE, sizeof(guint));
	return manifest;
}

void
run_settings_clear(struct run_settings *settings)
{
	g_free(settings->label);
	g_free(settings->suite_path);
	g_free(settings->suite_name);
	g_free(settings->suite_format);
	g_free(settings->suite_sha256);
	g_free(settings->samples_path);
	g_free(settings->samples_format);
	g_free(settings->samples_sha256);
	g_clear_pointer(&settings->k, g_array_unref);
	g_strfreev(settings->deny);
	g_strfreev(settings->allow);
	g_strfreev(settings->stops);
	g_free(settings->only);
	g_free(settings->python);
	g_free(settings->tier);
	g_free(settings->guard);
	memset(settings, 0, sizeof *settings);
}

void
run_index_clear(struct run_index *index)
{
	g_clear_pointer(&index->task_ids, g_ptr_array_unref);
	g_clear_pointer(&index->counts, g_array_unref);
}

void
run_manifest_free(struct run_manifest *manifest)
{
	if (!manifest)
		return;
	run_settings_clear(&manifest->settings);
	run_index_clear(&manifest->index);
	g_free(manifest->tier);
	g_free(manifest->memory_by);
	g_free(manifest->interpreter);
	g_free(manifest->host);
	g_free(manifest->version);
	g_free(manifest);
}

/* ---- members that are a string, a number or a flag: one table ---- */

enum member_type { MEMBER_STRING, MEMBER_STRINGS, MEMBER_U32, MEMBER_U64,
	MEMBER_BOOL };

struct member {
	const char *name;
	enum member_type type;
	size_t offset;
};

#define M(name, type, field) \
	{ name, type, offsetof(struct run_settings, field) }
static const struct member settings_members[] = {
	M("label", MEMBER_STRING, label),
	M("suite", MEMBER_STRING, suite_path),
	M("suite_name", MEMBER_STRING, suite_name),
	M("suite_format", MEMBER_STRING, suite_format),
	M("suite_sha256", MEMBER_STRING, suite_sha256),
	M("samples", MEMBER_STRING, samples_path),
	M("samples_format", MEMBER_STRING, samples_format),
	M("samples_sha256", MEMBER_STRING, samples_sha256),
	M("jobs", MEMBER_U32, jobs),
	M("timeout_ms", MEMBER_U32, timeout_ms),
	M("memory_bytes", MEMBER_U64, memory_bytes),
	M("output_bytes", MEMBER_U64, output_bytes),
	M("file_bytes", MEMBER_U64, file_bytes),
	M("deny", MEMBER_STRINGS, deny),
	M("allow", MEMBER_STRINGS, allow),
	M("stops", MEMBER_STRINGS, stops),
	M("only", MEMBER_STRING, only),
	M("limit", MEMBER_U32, limit),
	M("python", MEMBER_STRING, python),
	M("dedup", MEMBER_BOOL, dedup),
	M("cold", MEMBER_BOOL, is_cold),
	M("site_packages", MEMBER_BOOL, site_packages),
	M("is_check", MEMBER_BOOL, is_check),
	M("sandbox", MEMBER_STRING, tier),
	M("guard", MEMBER_STRING, guard),
};
#undef M
#define M(name, type, field) { name, type, offsetof(struct run_counts, field) }
static const struct member counts_members[] = {
	M("missing_tasks", MEMBER_U32, missing_tasks),
	M("unknown_samples", MEMBER_U32, unknown_samples),
	M("duplicate_samples", MEMBER_U32, duplicate_samples),
	M("empty_samples", MEMBER_U32, empty_samples),
	M("broken_lines", MEMBER_U32, broken_lines),
};
#undef M
#define M(name, type, field) \
	{ name, type, offsetof(struct run_manifest, field) }
static const struct member manifest_members[] = {
	M("tier", MEMBER_STRING, tier),
	M("memory_by", MEMBER_STRING, memory_by),
	M("interpreter", MEMBER_STRING, interpreter),
	M("host", MEMBER_STRING, host),
	M("version", MEMBER_STRING, version),
	M("started_ms", MEMBER_U64, started_ms),
	M("ended_ms", MEMBER_U64, ended_ms),
};
#undef M

static void
add_strings(cJSON *object, const char *name, char *const *strings)
{
	cJSON *array;

	if (!strings)
		return;
	array = cJSON_AddArrayToObject(object, name);
	for (; *strings; strings++)
		cJSON_AddItemToArray(array, cJSON_CreateString(*strings));
}

static void
add_members(cJSON *object, const void *base, const struct member *members,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *name = members[i].name;
		const void *at = (const char *)base + members[i].offset;
		const char *string;

		switch (members[i].type) {
		case MEMBER_STRING:
			string = *(char *const *)at;
			if (string)
				cJSON_AddStringToObject(object, name, string);
			break;
		case MEMBER_STRINGS:
			add_strings(object, name, *(char *const *const *)at);
			break;
		case MEMBER_U32:
			cJSON_AddNumberToObject(object, name,
			    *(const guint32 *)at);
			break;
		case MEMBER_U64:
			cJSON_AddNumberToObject(object, name,
			    (double)*(const guint64 *)at);
			break;
		case MEMBER_BOOL:
			cJSON_AddBoolToObject(object, name, *(const bool *)at);
			break;
		}
	}
}

static GStrv
get_strings(const cJSON *array)
{
	g_autoptr(GPtrArray) strings = NULL;
	const cJSON *item;

	if (!cJSON_IsArray(array))
		return NULL;
	strings = g_ptr_array_new();
	cJSON_ArrayForEach(item, array) {
		if (cJSON_IsString(item))
			g_ptr_array_add(strings, g_strdup(item->valuestring));
	}
	g_ptr_array_add(strings, NULL);
	return (GStrv)g_ptr_array_free(g_steal_pointer(&strings), FALSE);
}

static guint64
number_of(const cJSON *item, guint64 max)
{
	if (!cJSON_IsNumber(item) || !(item->valuedouble > 0))
		return 0;
	return item->valuedouble >= (double)max ? max :
	    (guint64)item->valuedouble;
}

static void
get_members(const cJSON *object, void *base, const struct member *members,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const cJSON *item = cJSON_GetObjectItemCaseSensitive(object,
		    members[i].name);
		void *at = (char *)base + members[i].offset;

		switch (members[i].type) {
		case MEMBER_STRING:
			*(char **)at = g_strdup(cJSON_GetStringValue(item));
			break;
		case MEMBER_STRINGS:
			*(GStrv *)at = get_strings(item);
			break;
		case MEMBER_U32:
			*(guint32 *)at = (guint32)number_of(item, G_MAXUINT32);
			break;
		case MEMBER_U64:
			*(guint64 *)at = number_of(item, 1ull << 53);
			break;
		case MEMBER_BOOL:
			*(bool *)at = cJSON_IsTrue(item);
			break;
		}
	}
}

/* ---- writing ---- */

static cJSON *
index_to_json(const struct run_index *index)
{
	cJSON *array = cJSON_CreateArray();

	for (guint i = 0; i < index->task_ids->len; i++) {
		cJSON *pair = cJSON_CreateArray();

		cJSON_AddItemToArray(pair, cJSON_CreateString(
		    g_ptr_array_index(index->task_ids, i)));
		cJSON_AddItemToArray(pair, cJSON_CreateNumber(
		    g_array_index(index->counts, guint32, i)));
		cJSON_AddItemToArray(array, pair);
	}
	return array;
}

static char *
manifest_to_text(const struct run_manifest *manifest)
{
	cJSON *object = cJSON_CreateObject(), *settings, *counts, *k;
	char *printed, *text;

	cJSON_AddNumberToObject(object, "evaltop_run", MANIFEST_FORMAT);
	cJSON_AddStringToObject(object, "state",
	    run_state_word(manifest->state));
	add_members(object, manifest, manifest_members,
	    G_N_ELEMENTS(manifest_members));
	settings = cJSON_AddObjectToObject(object, "settings");
	add_members(settings, &manifest->settings, settings_members,
	    G_N_ELEMENTS(settings_members));
	k = cJSON_AddArrayToObject(settings, "k");
	for (guint i = 0; i < manifest->settings.k->len; i++)
		cJSON_AddItemToArray(k, cJSON_CreateNumber(
		    g_array_index(manifest->settings.k, guint, i)));
	counts = cJSON_AddObjectToObject(object, "counts");
	add_members(counts, &manifest->counts, counts_members,
	    G_N_ELEMENTS(counts_members));
	cJSON_AddItemToObject(object, "tasks",
	    index_to_json(&manifest->index));
	printed = cJSON_Print(object);
	text = g_strconcat(printed, "\n", NULL);
	cJSON_free(printed);
	cJSON_Delete(object);
	return text;
}

bool
run_manifest_write(const struct run_manifest *manifest, const char *path,
    GError **error)
{
	g_autofree char *file = g_build_filename(path, "run.json", NULL);
	g_autofree char *text = manifest_to_text(manifest);

	return io_write_file(file, text, -1, G_FILE_SET_CONTENTS_CONSISTENT |
	    G_FILE_SET_CONTENTS_DURABLE, error);
}

/* ---- reading ---- */

static bool
index_from_json(const cJSON *array, struct run_index *ret)
{
	const cJSON *pair;
	guint64 samples = 0;

	if (!cJSON_IsArray(array))
		return false;
	cJSON_ArrayForEach(pair, array) {
		const cJSON *id = cJSON_GetArrayItem(pair, 0);
		guint32 count = (guint32)number_of(cJSON_GetArrayItem(pair, 1),
		    G_MAXUINT32);

		/* A board has a place for each: a number out of nowhere takes all memory. */
		samples += count;
		if (!cJSON_IsString(id) || samples > SAMPLES_MAX)
			return false;
		g_ptr_array_add(ret->task_ids, g_strdup(id->valuestring));
		g_array_append_val(ret->counts, count);
	}
	return true;
}

static bool
manifest_from_json(const cJSON *object, struct run_manifest *ret)
{
	const cJSON *settings, *item;

	settings = cJSON_GetObjectItemCaseSensitive(object, "settings");
	if (!cJSON_IsObject(settings) || number_of(
	    cJSON_GetObjectItemCaseSensitive(object, "evaltop_run"), 1000) !=
	    MANIFEST_FORMAT)
		return false;
	get_members(object, ret, manifest_members,
	    G_N_ELEMENTS(manifest_members));
	get_members(settings, &ret->settings, settings_members,
	    G_N_ELEMENTS(settings_members));
	get_members(cJSON_GetObjectItemCaseSensitive(object, "counts"),
	    &ret->counts, counts_members, G_N_ELEMENTS(counts_members));
	cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(settings,
	    "k")) {
		guint k = (guint)number_of(item, 1u << 30);

		if (k > 0)
			g_array_append_val(ret->settings.k, k);
	}
	(void)run_state_from_word(cJSON_GetStringValue(
	    cJSON_GetObjectItemCaseSensitive(object, "state")), &ret->state);
	return index_from_json(cJSON_GetObjectItemCaseSensitive(object,
	    "tasks"), &ret->index);
}

/*
 * The task list is most of a manifest and stands last; strings hold no raw
 * line ends, so this is found in nothing else.  Cut off, what is left is an
 * object without its brace.  False where the text is not of our writing.
 */
static bool
cut_index_off(GString *text)
{
	const char *tasks = strstr(text->str, ",\n\t\"tasks\":");

	if (!tasks)
		return false;
	g_string_truncate(text, (gsize)(tasks - text->str));
	g_string_append(text, ",\"tasks\":[]}");
	return true;
}

static struct run_manifest *
read_manifest(const char *path, bool with_index, GError **error)
{
	g_autofree char *file = g_build_filename(path, "run.json", NULL);
	g_autofree char *text = NULL;
	g_autoptr(GError) cause = NULL;
	struct run_manifest *manifest;
	g_autoptr(GString) head = NULL;
	cJSON *object;
	gsize length;
	bool ok;

	if (!g_file_get_contents(file, &text, &length, &cause)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s is not a run: %s", path, cause->message);
		return NULL;
	}
	manifest = run_manifest_new();
	head = with_index ? NULL : g_string_new_len(text, (gssize)length);
	if (head && cut_index_off(head))
		object = cJSON_ParseWithLength(head->str, head->len);
	else
		object = cJSON_ParseWithLength(text, length);
	ok = cJSON_IsObject(object) && manifest_from_json(object, manifest);
	cJSON_Delete(object);
	if (!ok) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s is not a manifest that this version of evaltop reads",
		    file);
		g_clear_pointer(&manifest, run_manifest_free);
	}
	return manifest;
}

struct run_manifest *
run_manifest_read(const char *path, GError **error)
{
	return read_manifest(path, true, error);
}

struct run_manifest *
run_manifest_read_head(const char *path, GError **error)
{
	return read_manifest(path, false, error);
}
