/*
 * A YAML document as a cJSON tree, so that suites in YAML and in JSON have one
 * reader, with the line of each value for messages.
 *
 * Plain scalars are typed by YAML 1.2's core rules: null (also ~ and
 * nothing), true, false, whole numbers (also 0x1f, 0o17) and numbers; yes,
 * no, on and off are strings.  Quoted and block scalars are strings.  Aliases
 * become copies, up to YAML_COPIES_MAX copied values and 64 MiB of copied
 * text.  Refused, each with a sentence: a key that stands twice or is no
 * scalar, an alias to something around it, merge keys (<<), unknown tags, NUL
 * characters, more than one document, nesting deeper than YAML_DEPTH_MAX,
 * a mapping of more than YAML_KEYS_MAX keys.
 */
#ifndef EVALTOP_BASE_YAML_H
#define EVALTOP_BASE_YAML_H

#include <cjson/cJSON.h>
#include <glib.h>
#include <stdbool.h>

#define YAML_DEPTH_MAX 100
#define YAML_COPIES_MAX 100000
#define YAML_KEYS_MAX 1000	/* of one mapping */

struct yaml_document {
	cJSON *root;		/* a null item for an empty document */
	GHashTable *lines;	/* cJSON item -> GUINT_TO_POINTER(line) */
};

/* `label` names the file in messages.  False with *error set. */
bool yaml_parse(const char *text, gsize length, const char *label,
    struct yaml_document *ret, GError **error);
void yaml_document_clear(struct yaml_document *document);

#endif
