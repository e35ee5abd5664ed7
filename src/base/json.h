/*
 * cJSON with the facts that it misses, and accessors that turn a missing or
 * ill-typed field into a sentence with file, line and field.
 *
 * Differences from plain cJSON:
 *   - a \u0000 escape, which would cut a C string, and a lone surrogate
 *     (\ud800), which cJSON refuses but Python writes, are read as U+FFFD;
 *   - NaN, Infinity and -Infinity, which Python writes, are read as null;
 *   - a NUL byte, invalid UTF-8, or more text behind the value is an error;
 *   - where a key stands twice the last one counts, as in Python (json_get).
 * Nesting deeper than cJSON's limit (1000) is an error.
 */
#ifndef EVALTOP_BASE_JSON_H
#define EVALTOP_BASE_JSON_H

#include <cjson/cJSON.h>
#include <glib.h>
#include <stdbool.h>

#include "base/cleanup.h"

/* Where a value stands, for messages. */
struct json_place {
	const char *path;	/* "stdin" for "-" */
	guint line;		/* from 1; 0: not known */
	GHashTable *lines;	/* cJSON item -> line (base/yaml.h), or NULL */
	const char *within;	/* "task 3", for values without a line; or NULL */
};

/* What had to be repaired. */
struct json_notes {
	bool has_nul;		/* a \u0000 somewhere */
	bool has_surrogate;	/* a lone surrogate somewhere */
};

/*
 * Parse one JSON value. `notes` may be NULL.  NULL with EVALTOP_ERROR_INPUT
 * "path:line: ..." when it is none.
 */
cJSON *json_parse(const char *text, gsize length,
    const struct json_place *place, struct json_notes *notes, GError **error);

/*
 * The same with another stand-in for \u0000, an escape of six bytes such as
 * "\\u0001": a text that differs between the two holds a NUL character.
 */
cJSON *json_parse_nul_as(const char *text, gsize length,
    const char *nul_escape, const struct json_place *place,
    struct json_notes *notes, GError **error);

DEFINE_CLEANUP(cJSON *, cJSON_Delete)

/* The last member of that name, or NULL (also where `object` is none). */
const cJSON *json_get(const cJSON *object, const char *field);

/* As json_get, but a null counts as absent. */
const cJSON *json_get_value(const cJSON *object, const char *field);

/*
 * Set "path:line: field: text". `item` is where lines are known the nearest
 * value; it and `field` may be NULL.  Returns false, for return json_fail().
 */
bool json_fail(GError **error, const struct json_place *place,
    const cJSON *item, const char *field, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* The field's text; NULL with *error set when it is absent or no string. */
const char *json_get_string(const cJSON *object, const char *field,
    const struct json_place *place, GError **error);

/* The same for a field that may be absent or null: true with *ret NULL. */
bool json_find_string(const cJSON *object, const char *field,
    const struct json_place *place, const char **ret, GError **error);

/* A list of strings, as char * in an array that owns them; NULL on error. */
GPtrArray *json_get_strings(const cJSON *object, const char *field,
    const struct json_place *place, GError **error);

bool json_is_string_list(const cJSON *item);

/* A string, or a whole number written out ("11"); else NULL. Free it. */
char *json_dup_id(const cJSON *item);

/* "a string", "a list", ...: what a value is, for messages. */
const char *json_type_word(const cJSON *item);

/* "task_id, prompt, test": the first members' names, for messages. */
char *json_list_fields(const cJSON *object);

#endif
