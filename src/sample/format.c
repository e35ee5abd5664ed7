/* Formats of samples: the field's name, its shape, and how it is read. */
#include "sample/format.h"

#include <string.h>

#include "sample/sample.h"

/*
 * Detection asks in this order: a whole program is the surest reading, so
 * `solution` wins over `completion`; words that prompts use too come last.
 */
static const struct sample_format formats[] = {
	{ "solution", FORMAT_STRING, ANSWER_SOLUTION },
	{ "completion", FORMAT_STRING, ANSWER_COMPLETION },
	{ "solutions", FORMAT_STRINGS, ANSWER_SOLUTION },
	{ "code_list", FORMAT_STRINGS, ANSWER_SOLUTION },
	{ "completions", FORMAT_STRINGS, ANSWER_COMPLETION },
	{ "samples", FORMAT_STRINGS, ANSWER_COMPLETION },
	{ "responses", FORMAT_STRINGS, ANSWER_CHAT },
	{ "response", FORMAT_EITHER, ANSWER_CHAT },
	{ "answer", FORMAT_EITHER, ANSWER_CHAT },
	{ "output", FORMAT_EITHER, ANSWER_CHAT },
	{ "generation", FORMAT_EITHER, ANSWER_CHAT },
	{ "text", FORMAT_EITHER, ANSWER_CHAT },
	/* bigcode: [["program", ...], ...], by the number of the task */
	{ "generations", FORMAT_BARE, ANSWER_SOLUTION },
};

const char *const *
sample_format_names(void)
{
	static const char *names[G_N_ELEMENTS(formats) + 1];
	static gsize once;

	if (g_once_init_enter(&once)) {
		for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
			names[i] = formats[i].name;
		g_once_init_leave(&once, 1);
	}
	return names;
}

const struct sample_format *
sample_format_by_name(const char *name)
{
	for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	}
	return NULL;
}

char *
sample_format_list(void)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
		g_string_append_printf(text, "%s%s", i ? ", " : "",
		    formats[i].name);
	return g_string_free(g_steal_pointer(&text), FALSE);
}

static bool
has_shape(const struct sample_format *format, const cJSON *value)
{
	if (cJSON_IsString(value))
		return format->shape == FORMAT_STRING ||
		    format->shape == FORMAT_EITHER;
	return format->shape != FORMAT_STRING && json_is_string_list(value);
}

static const cJSON *
find_value(const struct sample_format *format, const cJSON *record)
{
	if (format->shape == FORMAT_BARE)
		return cJSON_IsArray(record) ? record : NULL;
	return json_get_value(record, format->name);
}

const struct sample_format *
sample_format_detect(const cJSON *record, const struct sample_format *forced)
{
	const struct sample_format *present = NULL;

	for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
		const cJSON *value = find_value(&formats[i], record);

		if (!value || (forced && forced != &formats[i]))
			continue;
		if (has_shape(&formats[i], value))
			return &formats[i];
		if (!present)
			present = &formats[i];
	}
	/* A field of the wrong type: sample_format_value will say so. */
	return present;
}

const cJSON *
sample_format_value(const struct sample_format *format, const cJSON *record,
    const struct json_place *place, GError **error)
{
	static const char *const wanted[] = {
		[FORMAT_STRING] = "a string",
		[FORMAT_STRINGS] = "a list of strings",
		[FORMAT_EITHER] = "a string or a list of strings",
		[FORMAT_BARE] = "a list of strings",
	};
	const cJSON *value = find_value(format, record);

	if (has_shape(format, value))
		return value;
	json_fail(error, place, value,
	    format->shape == FORMAT_BARE ? NULL : format->name,
	    "must be %s, but is %s", wanted[format->shape],
	    cJSON_IsArray(value) ? "a list of other things" :
	    json_type_word(value));
	return NULL;
}

guint
sample_format_count(const cJSON *value)
{
	return cJSON_IsString(value) ? 1 : (guint)cJSON_GetArraySize(value);
}

const char *
sample_format_text(const cJSON *value, guint item)
{
	if (!cJSON_IsString(value))
		value = cJSON_GetArrayItem(value, (int)item);
	return cJSON_IsString(value) ? value->valuestring : NULL;
}
