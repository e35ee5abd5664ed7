/* Sample sets: what a loaded set can tell; sample_load.c fills it. */
#include "sample/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/source.h"
#include "sample/format.h"

void
sample_set_free(struct sample_set *set)
{
	if (!set)
		return;
	g_clear_pointer(&set->samples, g_array_unref);
	g_clear_pointer(&set->first, g_array_unref);
	g_clear_pointer(&set->warnings, g_ptr_array_unref);
	source_unref(set->source);
	g_free(set->path);
	g_free(set->sha256);
	g_free(set);
}

static char *
load_reference(const struct sample_set *set, guint task, GError **error)
{
	struct task_text text;
	char *reference;

	if (!suite_load_text(set->suite, task, &text, error))
		return NULL;
	reference = g_steal_pointer(&text.reference);
	task_text_clear(&text);
	if (!reference)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: the task %s has no reference any more",
		    set->path, suite_task(set->suite, task)->id);
	return reference;
}

char *
sample_set_load_text(const struct sample_set *set, guint ordinal,
    bool *ret_has_nul, GError **error)
{
	const struct sample *sample = sample_set_get(set, ordinal);
	const struct sample_format *format;
	CLEANUP(cJSON_Delete) cJSON *record = NULL;
	g_autofree char *bytes = NULL;
	struct json_place place = { .line = sample->record.line };
	struct json_notes notes = { 0 };
	const cJSON *value = NULL;
	const char *text = NULL;

	*ret_has_nul = false;
	if (!set->source)
		return load_reference(set, sample->task, error);
	place.path = source_label(set->source);
	bytes = source_read(set->source, sample->record.offset,
	    sample->record.length, error);
	if (bytes)
		record = json_parse(bytes, sample->record.length, &place,
		    &notes, error);
	if (!record) {
		g_prefix_error(error, "the samples can no longer be read: ");
		return NULL;
	}
	format = sample_format_detect(record, set->is_format_forced ?
	    sample_format_by_name(set->format) : NULL);
	if (format)
		value = sample_format_value(format, record, &place, NULL);
	if (value)
		text = sample_format_text(value, sample->item);
	if (!text) {
		json_fail(error, &place, NULL, NULL,
		    "the samples can no longer be read: the file has changed");
		return NULL;
	}
	/* U+FFFD in the text itself must not be taken for a NUL character. */
	*ret_has_nul = notes.has_nul && strstr(text, "\xef\xbf\xbd");
	return g_strdup(text);
}
