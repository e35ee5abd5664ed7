/* JSON for people who make mistakes; see json.h. */
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

#define FIELDS_SHOWN 12
#define REPLACEMENT "\\ufffd"

static guint
place_line(const struct json_place *place, const cJSON *item)
{
	gpointer line = NULL;

	if (place->lines && item)
		line = g_hash_table_lookup(place->lines, item);
	return line ? GPOINTER_TO_UINT(line) : place->line;
}

bool
json_fail(GError **error, const struct json_place *place, const cJSON *item,
    const char *field, const char *format, ...)
{
	g_autoptr(GString) text = g_string_new(place->path);
	guint line = place_line(place, item);
	va_list arguments;

	if (line)
		g_string_append_printf(text, ":%u", line);
	g_string_append(text, ": ");
	if (place->within)
		g_string_append_printf(text, "%s: ", place->within);
	if (field)
		g_string_append_printf(text, "%s: ", field);
	va_start(arguments, format);
	g_string_append_vprintf(text, format, arguments);
	va_end(arguments);
	g_set_error_literal(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    text->str);
	return false;
}

/* The four digits behind "\u" as a number, or -1. */
static int
read_hex4(const char *digits, const char *end)
{
	int value = 0;

	if (end - digits < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int digit = g_ascii_xdigit_value(digits[i]);

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

static bool
is_low_surrogate_escape(const char *p, const char *end)
{
	int code;

	if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
		return false;
	code = read_hex4(p + 2, end);
	return code >= 0xdc00 && code <= 0xdfff;
}

/*
 * Replace in place (all are six bytes) the escapes that cJSON mishandles.
 * `text` may be looked at only: with `fix` NULL it says whether there is any.
 */
static bool
scan_escapes(const char *text, gsize length, char *fix,
    const char *nul_escape, struct json_notes *notes)
{
	const char *end = text + length, *p = text;
	bool is_found = false;

	while ((p = memchr(p, '\\', (size_t)(end - p))) && end - p >= 2) {
		int code = p[1] == 'u' ? read_hex4(p + 2, end) : -1;

		if (code >= 0xd800 && code <= 0xdbff &&
		    is_low_surrogate_escape(p + 6, end)) {
			p += 12;
			continue;
		}
		if (code == 0 || (code >= 0xd800 && code <= 0xdfff)) {
			is_found = true;
			if (code == 0)
				notes->has_nul = true;
			else
				notes->has_surrogate = true;
			if (fix)
				memcpy(fix + (p - text), code == 0 ?
				    nul_escape : REPLACEMENT, 6);
		}
		p += code >= 0 ? 6 : 2;
	}
	return is_found;
}

/* Python's names for what JSON has no number for; NULL where none stands. */
static char *
replace_constants(const char *text, gsize length)
{
	static const char *const names[] = { "-Infinity", "Infinity", "NaN" };
	g_autoptr(GString) fixed = g_string_sized_new(length + 16);
	bool is_string = false, is_found = false;

	for (gsize i = 0; i < length; i++) {
		gsize skip = 0;

		if (text[i] == '"')
			is_string = !is_string;
		else if (is_string && text[i] == '\\' && i + 1 < length)
			g_string_append_c(fixed, text[i++]);
		for (gsize n = 0; !is_string && n < G_N_ELEMENTS(names); n++) {
			gsize size = strlen(names[n]);

			if (length - i >= size &&
			    memcmp(text + i, names[n], size) == 0)
				skip = MAX(skip, size);
		}
		if (skip) {
			g_string_append(fixed, "null");
			is_found = true;
			i += skip - 1;
		} else {
			g_string_append_c(fixed, text[i]);
		}
	}
	return is_found ? g_string_free(g_steal_pointer(&fixed), FALSE) : NULL;
}

static bool
check_bytes(const char *text, gsize length, const struct json_place *place,
    GError **error)
{
	const char *nul = memchr(text, '\0', length), *bad;

	if (nul)
		return json_fail(error, place, NULL, NULL,
		    "holds a NUL byte at column %" G_GSIZE_FORMAT,
		    (gsize)(nul - text) + 1);
	if (!g_utf8_validate_len(text, length, &bad))
		return json_fail(error, place, NULL, NULL,
		    "is not valid UTF-8: byte 0x%02x at column %" G_GSIZE_FORMAT,
		    (guint)(unsigned char)*bad, (gsize)(bad - text) + 1);
	return true;
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Parse, and see to it that nothing but white space stands behind. */
static cJSON *
parse_all(const char *text, gsize length, gsize *ret_column,
    bool *ret_has_rest)
{
	const char *end = text;
	cJSON *value = cJSON_ParseWithLengthOpts(text, length, &end, 0);

	*ret_has_rest = false;
	if (value) {
		while (end < text + length && is_space(*end))
			end++;
		if (end < text + length) {
			*ret_has_rest = true;
			cJSON_Delete(value);
			value = NULL;
		}
	}
	*ret_column = (gsize)(end - text) + 1;
	return value;
}

cJSON *
json_parse(const char *text, gsize length, const struct json_place *place,
    struct json_notes *notes, GError **error)
{
	return json_parse_nul_as(text, length, REPLACEMENT, place, notes,
	    error);
}

cJSON *
json_parse_nul_as(const char *text, gsize length, const char *nul_escape,
    const struct json_place *place, struct json_notes *notes, GError **error)
{
	struct json_notes none = { 0 };
	g_autofree char *copy = NULL;
	bool has_rest;
	gsize column;
	cJSON *value;

	if (!notes)
		notes = &none;
	*notes = none;
	if (!check_bytes(text, length, place, error))
		return NULL;
	if (scan_escapes(text, length, NULL, nul_escape, notes)) {
		copy = g_strndup(text, length);
		scan_escapes(text, length, copy, nul_escape, notes);
		text = copy;
	}
	value = parse_all(text, length, &column, &has_rest);
	if (!value && !has_rest) {
		g_autofree char *plain = replace_constants(text, length);
		gsize other_column;

		if (plain)
			value = parse_all(plain, strlen(plain), &other_column,
			    &has_rest);
	}
	if (!value)
		json_fail(error, place, NULL, NULL, has_rest ?
		    "more text stands behind the JSON value, at column %"
		    G_GSIZE_FORMAT :
		    "is not JSON: the fault is near column %" G_GSIZE_FORMAT,
		    column);
	return value;
}

const cJSON *
json_get(const cJSON *object, const char *field)
{
	const cJSON *item, *found = NULL;

	if (!cJSON_IsObject(object))
		return NULL;
	cJSON_ArrayForEach(item, object) {
		if (item->string && strcmp(item->string, field) == 0)
			found = item;
	}
	return found;
}

const cJSON *
json_get_value(const cJSON *object, const char *field)
{
	const cJSON *item = json_get(object, field);

	return item && !cJSON_IsNull(item) ? item : NULL;
}

const char *
json_type_word(const cJSON *item)
{
	if (!item)
		return "absent";
	switch (item->type & 0xff) {
	case cJSON_String:
		return "a string";
	case cJSON_Number:
		return "a number";
	case cJSON_Array:
		return "a list";
	case cJSON_Object:
		return "an object";
	case cJSON_True:
	case cJSON_False:
		return "a boolean";
	default:
		return "null";
	}
}

const char *
json_get_string(const cJSON *object, const char *field,
    const struct json_place *place, GError **error)
{
	const cJSON *item = json_get(object, field);

	if (cJSON_IsString(item))
		return item->valuestring;
	if (item)
		json_fail(error, place, item, field,
		    "must be a string, but is %s", json_type_word(item));
	else
		json_fail(error, place, object, field, "is missing");
	return NULL;
}

bool
json_find_string(const cJSON *object, const char *field,
    const struct json_place *place, const char **ret, GError **error)
{
	*ret = NULL;
	if (!json_get_value(object, field))
		return true;
	*ret = json_get_string(object, field, place, error);
	return *ret;
}

bool
json_is_string_list(const cJSON *item)
{
	const cJSON *element;

	if (!cJSON_IsArray(item))
		return false;
	cJSON_ArrayForEach(element, item) {
		if (!cJSON_IsString(element))
			return false;
	}
	return true;
}

GPtrArray *
json_get_strings(const cJSON *object, const char *field,
    const struct json_place *place, GError **error)
{
	const cJSON *item = json_get(object, field), *element;
	g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func(g_free);

	if (!cJSON_IsArray(item)) {
		if (item)
			json_fail(error, place, item, field,
			    "must be a list of strings, but is %s",
			    json_type_word(item));
		else
			json_fail(error, place, object, field, "is missing");
		return NULL;
	}
	cJSON_ArrayForEach(element, item) {
		if (!cJSON_IsString(element)) {
			json_fail(error, place, element, field,
			    "must be a list of strings, but element %u is %s",
			    strings->len + 1, json_type_word(element));
			return NULL;
		}
		g_ptr_array_add(strings, g_strdup(element->valuestring));
	}
	return g_steal_pointer(&strings);
}

char *
json_dup_id(const cJSON *item)
{
	if (cJSON_IsString(item))
		return g_strdup(item->valuestring);
	if (cJSON_IsNumber(item) && fabs(item->valuedouble) < 1e15 &&
	    trunc(item->valuedouble) == item->valuedouble)
		return g_strdup_printf("%.0f", item->valuedouble);
	return NULL;
}

char *
json_list_fields(const cJSON *object)
{
	g_autoptr(GString) names = g_string_new(NULL);
	const cJSON *item;
	guint count = 0;

	cJSON_ArrayForEach(item, object) {
		if (!item->string)
			continue;
		if (count == FIELDS_SHOWN) {
			g_string_append(names, ", ...");
			break;
		}
		g_string_append_printf(names, "%s%.40s", count ? ", " : "",
		    item->string);
		count++;
	}
	return g_string_free(g_steal_pointer(&names), FALSE);
}
