/* Sample sets: what a loaded set can tell; sample_load.c fills it. */
#include "sample/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
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

/* The answer as it stands in the record's bytes; NULL where it does not. */
static char *
extract_answer(const struct sample_set *set, const struct sample *sample,
    const char *bytes, const char *nul_escape, struct json_notes *notes,
    GError **error)
{
	struct json_place place = {
		.path = source_label(set->source), .line = sample->record.line,
	};
	CLEANUP(cJSON_Delete) cJSON *record = json_parse_nul_as(bytes,
	    sample->record.length, nul_escape, &place, notes, error);
	const struct sample_format *format;
	const cJSON *value = NULL;
	const char *text = NULL;

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
	if (!text)
		json_fail(error, &place, NULL, NULL,
		    "the samples can no longer be read: the file has changed");
	return g_strdup(text);
}

char *
sample_set_load_text(const struct sample_set *set, guint ordinal,
    bool *ret_has_nul, GError **error)
{
	const struct sample *sample = sample_set_get(set, ordinal);
	struct json_notes notes = { 0 };
	g_autofree char *bytes = NULL, *other = NULL;
	char *text;

	*ret_has_nul = false;
	if (!set->source)
		return load_reference(set, sample->task, error);
	bytes = source_read(set->source, sample->record.offset,
	    sample->record.length, error);
	if (!bytes)
		return NULL;
	text = extract_answer(set, sample, bytes, "\\ufffd", &notes, error);
	if (!text || !notes.has_nul)
		return text;
	/*
	 * The NUL may be another field's, and U+FFFD the text's own.  Read with
	 * another stand-in, only a text that holds a NUL looks different.
	 */
	other = extract_answer(set, sample, bytes, "\\u0001", &notes, NULL);
	*ret_has_nul = g_strcmp0(text, other) != 0;
	return text;
}
