/*
 * Loading samples: one pass over the records, which keeps forty bytes a
 * sample, then a stable sort into the task-major order.  Texts are looked at
 * once, for blankness and a hash, and forgotten.
 */
#include "sample/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/record.h"
#include "sample/finder.h"
#include "sample/format.h"
#include "suite/python.h"

#define WARNINGS_MAX 20
#define UNKNOWN_IDS_MAX 1000

/* Fields that only suites have, for a sentence about swapped arguments. */
static const char *const suite_fields[] = {
	"test", "tests", "targets", "test_list", "entry_point",
};

struct loaded {
	struct sample sample;
	guint32 explicit_index;	/* FINDER_NO_INDEX where the record names none */
	guint64 hash;		/* of the text */
};

struct loader {
	struct sample_set *set;
	const struct suite *suite;
	struct finder finder;
	const struct sample_format *forced;
	GArray *loaded;		/* struct loaded, in file order */
	GHashTable *unknown_ids;	/* those already warned of */
	struct record_reader *reader;
	guint record_count;	/* for files that number tasks by position */
	guint more_warnings;
	char *first_unknown;
};

static void warn(struct loader *loader, const char *text, ...)
    G_GNUC_PRINTF(2, 3);

static void
warn(struct loader *loader, const char *format, ...)
{
	va_list arguments;

	if (loader->set->warnings->len >= WARNINGS_MAX) {
		loader->more_warnings++;
		return;
	}
	va_start(arguments, format);
	g_ptr_array_add(loader->set->warnings,
	    g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

static void
note_unknown(struct loader *loader, const struct json_place *place, char *id,
    guint count)
{
	g_autofree char *owned = id ? g_strdup_printf("\"%.80s\"", id) :
	    g_strdup("with that prompt");

	loader->set->unknown_samples += count;
	if (!loader->first_unknown)
		loader->first_unknown = g_strdup(id ? owned :
		    "only a prompt");
	g_free(id);
	if (g_hash_table_contains(loader->unknown_ids, owned) ||
	    g_hash_table_size(loader->unknown_ids) >= UNKNOWN_IDS_MAX)
		return;
	warn(loader, "%s:%u: the suite %s has no task %s", place->path,
	    place->line, loader->suite->name, owned);
	g_hash_table_add(loader->unknown_ids, g_steal_pointer(&owned));
}

/* A record with answers but no task, or with neither. */
static bool
fail_no_id(const struct json_place *place, GError **error)
{
	return json_fail(error, place, NULL, NULL, "names no task: it has "
	    "neither task_id, id, question_id, name nor prompt");
}

/* MBPP and HumanEval-X have their prose in a field `text`. */
static bool
is_suite_text(const struct sample_format *format, const cJSON *json)
{
	if (strcmp(format->name, "text") != 0)
		return false;
	for (gsize i = 0; i < G_N_ELEMENTS(suite_fields); i++) {
		if (json_get(json, suite_fields[i]))
			return true;
	}
	return false;
}

static bool
fail_no_answer(const cJSON *json, const struct json_place *place,
    const struct sample_format *forced, GError **error)
{
	g_autofree char *seen = json_list_fields(json);
	g_autofree char *known = sample_format_list();

	if (!cJSON_IsObject(json))
		return json_fail(error, place, NULL, NULL,
		    "a sample must be an object, but this is %s",
		    json_type_word(json));
	if (forced)
		return json_fail(error, place, NULL, forced->name,
		    "is missing: seen are %s", *seen ? seen : "no fields");
	for (gsize i = 0; i < G_N_ELEMENTS(suite_fields); i++) {
		if (json_get(json, suite_fields[i]))
			return json_fail(error, place, NULL, NULL,
			    "this looks like a task of a suite (it has the "
			    "field %s), not like a sample; the suite comes "
			    "first, the samples second", suite_fields[i]);
	}
	return json_fail(error, place, NULL, NULL,
	    "holds no answer: seen are %s; an answer is one of %s",
	    *seen ? seen : "no fields", known);
}

/* A list by itself means something by its place in a document only. */
static bool
has_bare_lists(const struct loader *loader)
{
	enum record_shape shape = record_reader_shape(loader->reader);

	return shape == RECORD_ARRAY || shape == RECORD_KEYED;
}

static void
add_samples(struct loader *loader, const struct record *record,
    const struct sample_format *format, const cJSON *json, const cJSON *value,
    guint task)
{
	guint count = sample_format_count(value), item = 0;
	const cJSON *element = cJSON_IsString(value) ? value : value->child;

	for (; item < count; item++, element = element->next) {
		const char *text = element->valuestring;
		struct loaded loaded = {
			.sample = {
				.task = task,
				.record = { record->offset, record->length,
				    record->line },
				.item = item,
				.field = format->field,
				.is_blank = python_is_blank(text),
			},
			.explicit_index = cJSON_IsString(value) ?
			    finder_explicit_index(json) : FINDER_NO_INDEX,
			.hash = finder_hash(text, task),
		};

		g_array_append_val(loader->loaded, loaded);
	}
}

/*
 * One record.  False with *error set when it is broken; *ret_is_fatal tells
 * that it was not the record's fault.
 */
static bool
take_record(struct loader *loader, const struct record *record,
    const struct json_place *place, bool *ret_is_fatal, GError **error)
{
	const struct sample_format *format;
	const cJSON *value;
	CLEANUP(cJSON_Delete) cJSON *json = NULL;
	g_autofree char *id = NULL;
	guint task = 0;

	json = json_parse(record->text, record->length, place, NULL, error);
	if (!json)
		return false;
	format = sample_format_detect(json, loader->forced);
	if (!format || (!loader->forced && is_suite_text(format, json)) ||
	    (cJSON_IsArray(json) && !has_bare_lists(loader)))
		return fail_no_answer(json, place, loader->forced, error);
	value = sample_format_value(format, json, place, error);
	if (!value)
		return false;
	if (!loader->set->format)
		loader->set->format = format->name;
	switch (finder_find(&loader->finder, record, json,
	    loader->record_count, &task, &id, error)) {
	case FOUND:
		add_samples(loader, record, format, json, value, task);
		return true;
	case FOUND_UNKNOWN:
		note_unknown(loader, place, g_steal_pointer(&id),
		    sample_format_count(value));
		return true;
	case FOUND_NO_ID:
		return fail_no_id(place, error);
	default:
		*ret_is_fatal = true;
		return false;
	}
}

/* All records; broken ones are skipped, counted and warned of. */
static bool
take_records(struct loader *loader, GError **error)
{
	struct sample_set *set = loader->set;
	enum record_status status;
	struct record record;

	for (;;) {
		g_autoptr(GError) broken = NULL;
		struct json_place place = {
			.path = source_label(set->source),
		};
		bool is_fatal = false;

		status = record_reader_next(loader->reader, &record, &broken);
		if (status == RECORD_END)
			return true;
		loader->record_count++;
		place.line = record.line;
		if (status == RECORD_OK && take_record(loader, &record, &place,
		    &is_fatal, &broken))
			continue;
		/*
		 * A document that ends too early has good elements before its
		 * end; they count, as the good lines of a file do.
		 */
		set->broken_lines++;
		if (is_fatal) {
			g_propagate_error(error, g_steal_pointer(&broken));
			return false;
		}
		warn(loader, "%s", broken->message);
		if (status == RECORD_FAILED)
			return true;
	}
}

static gint
compare_loaded(gconstpointer a, gconstpointer b)
{
	const struct loaded *x = a, *y = b;

	if (x->sample.task != y->sample.task)
		return x->sample.task < y->sample.task ? -1 : 1;
	if (x->sample.index != y->sample.index)
		return x->sample.index < y->sample.index ? -1 : 1;
	return 0;
}

static gint
compare_hashes(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;

	return x < y ? -1 : x > y;
}

/* Texts that stand earlier in the same task, counted by their hashes. */
static guint
count_same_texts(const struct loaded *loaded, guint count)
{
	g_autoptr(GArray) hashes = g_array_sized_new(FALSE, FALSE,
	    sizeof(guint64), count);
	guint same = 0;

	for (guint i = 0; i < count; i++)
		g_array_append_val(hashes, loaded[i].hash);
	g_array_sort(hashes, compare_hashes);
	for (guint i = 1; i < count; i++)
		same += g_array_index(hashes, guint64, i) ==
		    g_array_index(hashes, guint64, i - 1);
	return same;
}

/*
 * The samples of one task, in file order: drop the repeated numbers, order by
 * number where every sample has one, and put them into the set.
 */
static void
finish_task(struct loader *loader, struct loaded *loaded, guint count)
{
	struct sample_set *set = loader->set;
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	bool has_all = true;
	guint kept = 0;

	for (guint i = 0; i < count; i++) {
		guint32 index = loaded[i].explicit_index;

		if (index == FINDER_NO_INDEX) {
			has_all = false;
		} else if (!g_hash_table_add(seen, GUINT_TO_POINTER(index))) {
			set->duplicate_samples++;
			warn(loader, "%s:%u: the sample %u of the task %s is "
			    "there already; the first one counts",
			    source_label(set->source),
			    loaded[i].sample.record.line, index, suite_task(
			    loader->suite, loaded[i].sample.task)->id);
			continue;
		}
		loaded[kept++] = loaded[i];
	}
	for (guint i = 0; i < kept; i++)
		loaded[i].sample.index = has_all ?
		    loaded[i].explicit_index : i;
	if (has_all) {
		g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE,
		    sizeof(struct loaded));

		g_array_append_vals(sorted, loaded, kept);
		g_array_sort(sorted, compare_loaded);	/* is stable */
		memcpy(loaded, sorted->data, kept * sizeof(struct loaded));
	}
	set->duplicate_samples += count_same_texts(loaded, kept);
	for (guint i = 0; i < kept; i++) {
		loaded[i].sample.index = i;
		set->empty_samples += loaded[i].sample.is_blank;
		g_array_append_val(set->samples, loaded[i].sample);
	}
}

static void
finish(struct loader *loader)
{
	struct sample_set *set = loader->set;
	struct loaded *loaded = (void *)loader->loaded->data;
	guint total = loader->loaded->len, at = 0;

	g_array_sort(loader->loaded, compare_loaded);	/* is stable */
	for (guint task = 0; task < loader->suite->tasks->len; task++) {
		guint begin = at;

		g_array_append_val(set->first, set->samples->len);
		while (at < total && loaded[at].sample.task == task)
			at++;
		if (at > begin)
			finish_task(loader, loaded + begin, at - begin);
		else
			set->missing_tasks++;
	}
	g_array_append_val(set->first, set->samples->len);
	if (loader->more_warnings)
		g_ptr_array_add(set->warnings, g_strdup_printf(
		    "%u more warnings like these", loader->more_warnings));
}

/* Nothing usable: the most telling of what was met. */
static bool
fail_nothing(struct loader *loader, GError **error)
{
	struct sample_set *set = loader->set;
	const char *label = source_label(set->source);

	if (loader->record_count == 0)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: is empty", label);
	else if (set->unknown_samples > 0)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: no sample is of a task of the suite %s: the first "
		    "names %s, the suite's first task is \"%.80s\"", label,
		    loader->suite->name, loader->first_unknown,
		    suite_task(loader->suite, 0)->id);
	else if (set->broken_lines > 0)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: no record can be read (of %u); the first: %s", label,
		    loader->record_count,
		    (char *)g_ptr_array_index(set->warnings, 0));
	else
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: holds no sample", label);
	return false;
}

static struct sample_set *
set_new(const char *path, const struct suite *suite)
{
	struct sample_set *set = g_new0(struct sample_set, 1);

	set->path = g_strdup(path);
	set->suite = suite;
	set->samples = g_array_new(FALSE, FALSE, sizeof(struct sample));
	set->first = g_array_new(FALSE, FALSE, sizeof(guint32));
	set->warnings = g_ptr_array_new_with_free_func(g_free);
	return set;
}

static bool
load(struct loader *loader, GError **error)
{
	struct sample_set *set = loader->set;

	set->source = source_open(set->path, error);
	if (!set->source)
		return false;
	set->sha256 = g_strdup(source_sha256(set->source));
	loader->reader = record_reader_new(set->source, error);
	if (!loader->reader || !take_records(loader, error))
		return false;
	if (loader->loaded->len == 0)
		return fail_nothing(loader, error);
	finish(loader);
	return true;
}

struct sample_set *
sample_set_load(const char *path, const char *format,
    const struct suite *suite, GError **error)
{
	struct loader loader = {
		.suite = suite, .finder = { .suite = suite },
	};
	bool is_good;

	if (format && !(loader.forced = sample_format_by_name(format))) {
		g_autofree char *names = sample_format_list();

		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "there is no samples format \"%s\"; known are %s", format,
		    names);
		return NULL;
	}
	loader.set = set_new(path, suite);
	loader.set->is_format_forced = format;
	loader.loaded = g_array_new(FALSE, FALSE, sizeof(struct loaded));
	loader.unknown_ids = g_hash_table_new_full(g_str_hash, g_str_equal,
	    g_free, NULL);
	is_good = load(&loader, error);
	record_reader_free(loader.reader);
	g_array_unref(loader.loaded);
	g_hash_table_unref(loader.unknown_ids);
	finder_clear(&loader.finder);
	g_free(loader.first_unknown);
	if (is_good)
		return loader.set;
	sample_set_free(loader.set);
	return NULL;
}

struct sample_set *
sample_set_from_references(const struct suite *suite, GError **error)
{
	CLEANUP(sample_set_free) struct sample_set *set =
	    set_new(suite->path, suite);

	set->format = "references";
	set->sha256 = g_strdup(suite->sha256);
	for (guint i = 0; i < suite->tasks->len; i++) {
		const struct task *task = suite_task(suite, i);
		struct sample sample = { .task = i, .record = task->record };
		struct task_text text;

		g_array_append_val(set->first, set->samples->len);
		if (!task->has_reference) {
			set->missing_tasks++;
			continue;
		}
		if (!suite_load_text(suite, i, &text, error))
			return NULL;
		sample.field = text.reference_field;
		sample.is_blank = python_is_blank(text.reference);
		set->empty_samples += sample.is_blank;
		task_text_clear(&text);
		g_array_append_val(set->samples, sample);
	}
	g_array_append_val(set->first, set->samples->len);
	if (set->samples->len == 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: no task has a reference solution", suite->path);
		return NULL;
	}
	return g_steal_pointer(&set);
}
