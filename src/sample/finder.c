/*
 * Finding a record's task: by the place in a document of lists, by one of the
 * fields that publishers put ids into, by the key of the object around it, or
 * by the text of the prompt.
 */
#include "sample/finder.h"

#include <math.h>

/* In this order; the first that names a task of the suite is taken. */
static const char *const id_fields[] = {
	"task_id", "id", "question_id", "name",
};

/* What publishers call the number of a sample within its task. */
static const char *const index_fields[] = {
	"completion_id", "sample_id", "attempt",
};

/* FNV-1a with a final mix, so that all bits count. */
guint64
finder_hash(const char *text, guint64 seed)
{
	guint64 hash = G_GUINT64_CONSTANT(0xcbf29ce484222325) ^ seed;

	for (; *text; text++) {
		hash ^= (unsigned char)*text;
		hash *= G_GUINT64_CONSTANT(0x100000001b3);
	}
	hash ^= hash >> 33;
	hash *= G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
	return hash ^ hash >> 33;
}

static bool
index_prompts(struct finder *finder, GError **error)
{
	finder->by_prompt = g_hash_table_new_full(g_int64_hash, g_int64_equal,
	    g_free, NULL);
	for (guint i = 0; i < finder->suite->tasks->len; i++) {
		struct task_text text;
		guint64 *hash;

		if (!suite_load_text(finder->suite, i, &text, error))
			return false;
		hash = g_new(guint64, 1);
		*hash = finder_hash(text.prompt, 0);
		task_text_clear(&text);
		if (g_hash_table_contains(finder->by_prompt, hash))
			g_free(hash);
		else
			g_hash_table_insert(finder->by_prompt, hash,
			    GUINT_TO_POINTER(i + 1));
	}
	return true;
}

static enum found
find_by_prompt(struct finder *finder, const cJSON *record, guint *ret_task,
    GError **error)
{
	const cJSON *prompt = json_get(record, "prompt");
	gpointer value;
	guint64 hash;

	if (!cJSON_IsString(prompt))
		return FOUND_NO_ID;
	if (!finder->by_prompt && !index_prompts(finder, error))
		return FOUND_FAILED;
	hash = finder_hash(prompt->valuestring, 0);
	value = g_hash_table_lookup(finder->by_prompt, &hash);
	if (!value)
		return FOUND_UNKNOWN;
	*ret_task = GPOINTER_TO_UINT(value) - 1;
	return FOUND;
}

enum found
finder_find(struct finder *finder, const struct record *record,
    const cJSON *json, guint number, guint *ret_task, char **ret_id,
    GError **error)
{
	*ret_id = NULL;
	if (cJSON_IsArray(json) && !record->key) {
		*ret_task = number - 1;
		*ret_id = g_strdup_printf("#%u", *ret_task + 1);
		return *ret_task < finder->suite->tasks->len ? FOUND :
		    FOUND_UNKNOWN;
	}
	for (gsize i = 0; i < G_N_ELEMENTS(id_fields); i++) {
		g_autofree char *id = json_dup_id(json_get(json,
		    id_fields[i]));

		if (!id)
			continue;
		if (suite_find(finder->suite, id, ret_task))
			return FOUND;
		if (!*ret_id)
			*ret_id = g_steal_pointer(&id);
	}
	if (*ret_id)
		return FOUND_UNKNOWN;
	if (record->key) {
		*ret_id = g_strdup(record->key);
		return suite_find(finder->suite, record->key, ret_task) ?
		    FOUND : FOUND_UNKNOWN;
	}
	return find_by_prompt(finder, json, ret_task, error);
}

guint32
finder_explicit_index(const cJSON *record)
{
	for (gsize i = 0; i < G_N_ELEMENTS(index_fields); i++) {
		const cJSON *item = json_get(record, index_fields[i]);

		if (cJSON_IsNumber(item) && item->valuedouble >= 0 &&
		    item->valuedouble < FINDER_NO_INDEX &&
		    trunc(item->valuedouble) == item->valuedouble)
			return (guint32)item->valuedouble;
	}
	return FINDER_NO_INDEX;
}

void
finder_clear(struct finder *finder)
{
	g_clear_pointer(&finder->by_prompt, g_hash_table_unref);
}
