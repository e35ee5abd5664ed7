/* The table of dialects, and what several of them share. */
#include "suite/dialect.h"

#include <math.h>
#include <string.h>

#include "suite/python.h"

/* Detection asks in this order. */
static const struct dialect *const dialects[] = {
	&dialect_native,
	&dialect_humaneval,
	&dialect_mbpp,
	&dialect_asserts,
};

const char *const *
suite_dialect_names(void)
{
	static const char *names[G_N_ELEMENTS(dialects) + 1];
	static gsize once;

	if (g_once_init_enter(&once)) {
		for (gsize i = 0; i < G_N_ELEMENTS(dialects); i++)
			names[i] = dialects[i]->name;
		g_once_init_leave(&once, 1);
	}
	return names;
}

const struct dialect *
dialect_by_name(const char *name)
{
	for (gsize i = 0; i < G_N_ELEMENTS(dialects); i++) {
		if (strcmp(dialects[i]->name, name) == 0)
			return dialects[i];
	}
	return NULL;
}

const struct dialect *
dialect_detect(const struct dialect_input *input)
{
	for (gsize i = 0; i < G_N_ELEMENTS(dialects); i++) {
		if (dialects[i]->matches(input))
			return dialects[i];
	}
	return NULL;
}

/* MBXP and MultiPL-E come in a dozen languages, with the same fields. */
bool
dialect_check_language(const struct dialect_input *input, GError **error)
{
	const char *language;

	if (!json_find_string(input->record, "language", &input->place,
	    &language, error))
		return false;
	if (!language || g_ascii_strncasecmp(language, "py", 2) == 0)
		return true;
	return json_fail(error, &input->place,
	    json_get(input->record, "language"), "language",
	    "is \"%.40s\", but only python can be judged", language);
}

bool
dialect_read_id(const struct dialect_input *input, const char *field,
    struct task *ret, GError **error)
{
	const cJSON *item = json_get_value(input->record, field);

	if (!item && input->key)
		ret->id = g_strdup(input->key);
	else
		ret->id = json_dup_id(item);
	if (ret->id && *ret->id)
		return true;
	if (!item)
		return json_fail(error, &input->place, input->record, field,
		    "is missing");
	return json_fail(error, &input->place, item, field, ret->id ?
	    "must not be empty" : "must be a string or a whole number");
}

bool
dialect_parse_timeout(const cJSON *item, const struct json_place *place,
    const char *field, guint32 *ret_ms, GError **error)
{
	double seconds;

	if (!cJSON_IsNumber(item))
		return json_fail(error, place, item, field,
		    "must be a number of seconds, but is %s",
		    json_type_word(item));
	seconds = item->valuedouble;
	if (!(seconds > 0))
		return json_fail(error, place, item, field,
		    "must be more than 0 seconds, but is %g", seconds);
	seconds = fmin(seconds, TASK_TIMEOUT_MAX_S);
	*ret_ms = (guint32)fmax(1, round(seconds * 1000));
	return true;
}

bool
dialect_read_timeout(const struct dialect_input *input, struct task *ret,
    GError **error)
{
	const cJSON *metadata = json_get_value(input->record, "metadata");
	const cJSON *item = json_get_value(input->record, "timeout_s");

	if (item)
		return dialect_parse_timeout(item, &input->place, "timeout_s",
		    &ret->timeout_ms, error);
	item = json_get_value(metadata, "timeout_s");
	if (item)
		return dialect_parse_timeout(item, &input->place,
		    "metadata.timeout_s", &ret->timeout_ms, error);
	return true;
}

enum test_kind
dialect_kind_of_source(const char *source)
{
	return python_defines(source, "check", true) ? TEST_CHECK :
	    TEST_SCRIPT;
}

/* Words that only a statement starts with. */
static bool
is_statement(const char *text)
{
	static const char *const words[] = {
		"assert", "async", "class", "def", "del", "for", "from",
		"global", "if", "import", "pass", "raise", "try", "while",
		"with",
	};
	gsize length = strspn(text, "abcdefghijklmnopqrstuvwxyz");

	/* Several lines, or several statements, are not one expression. */
	if (text[0] == '@' || text[strcspn(text, "\n")])
		return true;
	for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
		if (strlen(words[i]) == length &&
		    strncmp(text, words[i], length) == 0 &&
		    !g_ascii_isalnum(text[length]) && text[length] != '_')
			return true;
	}
	return false;
}

bool
dialect_read_asserts(const struct dialect_input *input, const char *field,
    GPtrArray **ret, GError **error)
{
	g_autoptr(GPtrArray) asserts = json_get_strings(input->record, field,
	    &input->place, error);

	if (!asserts)
		return false;
	if (asserts->len == 0)
		return json_fail(error, &input->place,
		    json_get(input->record, field), field,
		    "must hold at least one assertion");
	for (guint i = 0; i < asserts->len; i++) {
		g_autofree char *text = g_ptr_array_index(asserts, i);

		if (python_is_blank(text)) {
			asserts->pdata[i] = NULL;
			return json_fail(error, &input->place,
			    json_get(input->record, field), field,
			    "assertion %u is blank", i + 1);
		}
		/* a block scalar ends with a newline that means nothing */
		g_strchomp(text);
		asserts->pdata[i] = is_statement(text) ?
		    g_strdup(text) : g_strconcat("assert ", g_strchug(text),
		    NULL);
	}
	*ret = g_steal_pointer(&asserts);
	return true;
}
