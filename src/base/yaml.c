/* libyaml's events, built into cJSON items on a stack; see yaml.h. */
#include "base/yaml.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/error.h"
#include "base/json.h"

#define COPIED_BYTES_MAX (64u * 1024 * 1024)

/* A list or mapping that is being filled. */
struct level {
	cJSON *item;
	char *anchor;
	char *key;		/* of the mapping, whose value comes next */
	guint key_line;
	guint key_count;
};

struct builder {
	struct json_place place;
	struct yaml_document *document;
	GArray *levels;		/* struct level */
	GHashTable *anchors;	/* char * -> cJSON item in the tree */
	guint copies;
	gsize copied_bytes;
	guint documents;
};

static bool
fail_at(struct builder *builder, const yaml_event_t *event, GError **error,
    const char *text)
{
	struct json_place place = builder->place;

	place.line = (guint)event->start_mark.line + 1;
	return json_fail(error, &place, NULL, NULL, "%s", text);
}

static struct level *
top(struct builder *builder)
{
	return builder->levels->len == 0 ? NULL : &g_array_index(
	    builder->levels, struct level, builder->levels->len - 1);
}

static void
clear_level(gpointer data)
{
	g_free(((struct level *)data)->anchor);
	g_free(((struct level *)data)->key);
}

static bool
is_one_of(const char *text, const char *const *words)
{
	for (gsize i = 0; words[i]; i++) {
		if (strcmp(text, words[i]) == 0)
			return true;
	}
	return false;
}

static bool
read_number(const char *text, double *ret)
{
	const char *digits = text + (*text == '-' || *text == '+');
	char *end;

	if (strcmp(digits, ".inf") == 0 || strcmp(digits, ".Inf") == 0) {
		*ret = *text == '-' ? -(double)INFINITY : (double)INFINITY;
		return true;
	}
	if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'o')) {
		int base = digits[1] == 'x' ? 16 : 8;

		if (digits != text || !g_ascii_isxdigit(digits[2]))
			return false;
		*ret = (double)g_ascii_strtoull(digits + 2, &end, base);
		return *end == '\0';
	}
	/* strtod takes more than YAML does: "inf", "0x1p3", leading blanks */
	if (digits[strspn(digits, "0123456789.eE+-")] ||
	    !(g_ascii_isdigit(digits[0]) ||
	    (digits[0] == '.' && g_ascii_isdigit(digits[1]))))
		return false;
	*ret = g_ascii_strtod(text, &end);
	return *end == '\0';
}

static cJSON *
make_plain(const char *text)
{
	static const char *const nulls[] = {
		"", "~", "null", "Null", "NULL", NULL,
	};
	static const char *const trues[] = { "true", "True", "TRUE", NULL };
	static const char *const falses[] = {
		"false", "False", "FALSE", NULL,
	};
	double number;

	if (is_one_of(text, nulls))
		return cJSON_CreateNull();
	if (is_one_of(text, trues))
		return cJSON_CreateTrue();
	if (is_one_of(text, falses))
		return cJSON_CreateFalse();
	if (read_number(text, &number))
		return cJSON_CreateNumber(number);
	return cJSON_CreateString(text);
}

/* The tags of the core schema say nothing new, but for str. */
static bool
check_tag(struct builder *builder, const yaml_event_t *event,
    const yaml_char_t *tag, GError **error)
{
	static const char *const known[] = {
		"!", YAML_NULL_TAG, YAML_BOOL_TAG, YAML_STR_TAG, YAML_INT_TAG,
		YAML_FLOAT_TAG, YAML_SEQ_TAG, YAML_MAP_TAG, NULL,
	};
	g_autofree char *text = NULL;

	if (!tag || is_one_of((const char *)tag, known))
		return true;
	text = g_strdup_printf("the tag \"%.60s\" is not known", tag);
	return fail_at(builder, event, error, text);
}

static void
note_line(struct builder *builder, const cJSON *item, guint line)
{
	g_hash_table_insert(builder->document->lines,
	    (gpointer)(gintptr)item, GUINT_TO_POINTER(line));
}

/*
 * Put a finished or just opened item where the stack says; owns it from here.
 */
static bool
place_item(struct builder *builder, const yaml_event_t *event, cJSON *item,
    GError **error)
{
	struct level *level = top(builder);
	guint line = (guint)event->start_mark.line + 1;

	if (!level) {
		builder->document->root = item;
	} else if (cJSON_IsArray(level->item)) {
		cJSON_AddItemToArray(level->item, item);
	} else if (level->key) {
		cJSON_AddItemToObject(level->item, level->key, item);
		line = level->key_line;
		g_clear_pointer(&level->key, g_free);
	} else {
		cJSON_Delete(item);
		return fail_at(builder, event, error,
		    "a key must be a plain word or string");
	}
	note_line(builder, item, line);
	return true;
}

static bool
take_key(struct builder *builder, const yaml_event_t *event, const char *text,
    GError **error)
{
	struct level *level = top(builder);
	g_autofree char *message = NULL;

	if (strcmp(text, "<<") == 0 &&
	    event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
		return fail_at(builder, event, error, "merge keys (<<) are "
		    "not supported; write the keys out");
	/* the search for a key that stands twice goes over all of them */
	if (++level->key_count > YAML_KEYS_MAX)
		return fail_at(builder, event, error,
		    "the mapping has more than 1000 keys");
	if (cJSON_GetObjectItemCaseSensitive(level->item, text)) {
		message = g_strdup_printf("the key \"%.60s\" stands twice",
		    text);
		return fail_at(builder, event, error, message);
	}
	level->key = g_strdup(text);
	level->key_line = (guint)event->start_mark.line + 1;
	return true;
}

static void
note_anchor(struct builder *builder, const yaml_char_t *anchor, cJSON *item)
{
	if (anchor)
		g_hash_table_insert(builder->anchors,
		    g_strdup((const char *)anchor), item);
}

static bool
take_scalar(struct builder *builder, const yaml_event_t *event, GError **error)
{
	const char *text = (const char *)event->data.scalar.value;
	const yaml_char_t *tag = event->data.scalar.tag;
	struct level *level = top(builder);
	cJSON *item;

	if (strlen(text) != event->data.scalar.length)
		return fail_at(builder, event, error,
		    "the text holds a NUL character");
	if (!check_tag(builder, event, tag, error))
		return false;
	if (level && cJSON_IsObject(level->item) && !level->key)
		return take_key(builder, event, text, error);
	if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	    event->data.scalar.plain_implicit)
		item = make_plain(text);
	else if (tag && (strcmp((const char *)tag, YAML_STR_TAG) == 0 ||
	    strcmp((const char *)tag, "!") == 0))
		item = cJSON_CreateString(text);
	else
		item = tag ? make_plain(text) : cJSON_CreateString(text);
	if (!place_item(builder, event, item, error))
		return false;
	note_anchor(builder, event->data.scalar.anchor, item);
	return true;
}

/* Count a subtree against the bounds, and carry its lines over to a copy. */
static bool
account_copy(struct builder *builder, const cJSON *item, const cJSON *copy)
{
	const cJSON *child, *copied = copy->child;
	gpointer line = g_hash_table_lookup(builder->document->lines, item);

	builder->copies++;
	builder->copied_bytes += item->valuestring ?
	    strlen(item->valuestring) : 0;
	if (builder->copies > YAML_COPIES_MAX ||
	    builder->copied_bytes > COPIED_BYTES_MAX)
		return false;
	note_line(builder, copy, GPOINTER_TO_UINT(line));
	cJSON_ArrayForEach(child, item) {
		if (!account_copy(builder, child, copied))
			return false;
		copied = copied->next;
	}
	return true;
}

/* How many values a subtree has, as far as it matters. */
static guint
count_items(const cJSON *item, guint limit)
{
	const cJSON *child;
	guint count = 1;

	cJSON_ArrayForEach(child, item) {
		if (count > limit)
			break;
		count += count_items(child, limit - count);
	}
	return count;
}

static bool
take_alias(struct builder *builder, const yaml_event_t *event, GError **error)
{
	const char *name = (const char *)event->data.alias.anchor;
	const cJSON *item = g_hash_table_lookup(builder->anchors, name);
	guint left = YAML_COPIES_MAX - builder->copies;
	g_autofree char *message = NULL;
	cJSON *copy;

	if (!item) {
		message = g_strdup_printf(
		    "the alias *%.60s names nothing that stands before it",
		    name);
		return fail_at(builder, event, error, message);
	}
	/* counted before it is copied: a few lines can mean millions */
	if (count_items(item, left) > left)
		return fail_at(builder, event, error,
		    "the aliases stand for too much");
	copy = cJSON_Duplicate(item, 1);
	if (!account_copy(builder, item, copy)) {
		cJSON_Delete(copy);
		return fail_at(builder, event, error,
		    "the aliases stand for too much");
	}
	/* the copy would keep the key of the original */
	g_clear_pointer(&copy->string, cJSON_free);
	return place_item(builder, event, copy, error);
}

static bool
open_level(struct builder *builder, const yaml_event_t *event, cJSON *item,
    const yaml_char_t *tag, const yaml_char_t *anchor, GError **error)
{
	struct level level = { .item = item };

	if (!check_tag(builder, event, tag, error)) {
		cJSON_Delete(item);
		return false;
	}
	if (!place_item(builder, event, item, error))
		return false;
	if (builder->levels->len == YAML_DEPTH_MAX)
		return fail_at(builder, event, error,
		    "values are nested deeper than 100 levels");
	level.anchor = g_strdup((const char *)anchor);
	g_array_append_val(builder->levels, level);
	return true;
}

/* An anchor counts from here: an alias inside of it would have no end. */
static void
close_level(struct builder *builder)
{
	struct level *level = &g_array_index(builder->levels, struct level,
	    builder->levels->len - 1);

	note_anchor(builder, (const yaml_char_t *)level->anchor, level->item);
	g_array_set_size(builder->levels, builder->levels->len - 1);
}

static bool
take_event(struct builder *builder, const yaml_event_t *event, GError **error)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (++builder->documents > 1)
			return fail_at(builder, event, error,
			    "a second document starts here; one is read");
		return true;
	case YAML_SCALAR_EVENT:
		return take_scalar(builder, event, error);
	case YAML_ALIAS_EVENT:
		return take_alias(builder, event, error);
	case YAML_SEQUENCE_START_EVENT:
		return open_level(builder, event, cJSON_CreateArray(),
		    event->data.sequence_start.tag,
		    event->data.sequence_start.anchor, error);
	case YAML_MAPPING_START_EVENT:
		return open_level(builder, event, cJSON_CreateObject(),
		    event->data.mapping_start.tag,
		    event->data.mapping_start.anchor, error);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		close_level(builder);
		return true;
	default:
		return true;
	}
}

static bool
fail_parser(struct builder *builder, const yaml_parser_t *parser,
    GError **error)
{
	struct json_place place = builder->place;

	place.line = (guint)parser->problem_mark.line + 1;
	if (parser->context && parser->context_mark.line !=
	    parser->problem_mark.line)
		return json_fail(error, &place, NULL, NULL,
		    "is not YAML: %s (%s that starts on line %u)",
		    parser->problem, parser->context,
		    (guint)parser->context_mark.line + 1);
	return json_fail(error, &place, NULL, NULL, "is not YAML: %s",
	    parser->problem ? parser->problem : "it cannot be read");
}

static bool
build(struct builder *builder, yaml_parser_t *parser, GError **error)
{
	bool is_done = false;

	while (!is_done) {
		yaml_event_t event;
		bool is_good;

		if (!yaml_parser_parse(parser, &event))
			return fail_parser(builder, parser, error);
		is_good = take_event(builder, &event, error);
		is_done = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
		if (!is_good)
			return false;
	}
	if (!builder->document->root)
		builder->document->root = cJSON_CreateNull();
	return true;
}

/* libyaml would name a byte offset; people want a line. */
static bool
check_utf8(struct builder *builder, const char *text, gsize length,
    GError **error)
{
	struct json_place place = builder->place;
	const char *bad;

	if (g_utf8_validate_len(text, length, &bad))
		return true;
	place.line = 1;
	for (const char *p = text; p < bad; p++)
		place.line += *p == '\n';
	if (*bad == '\0')
		return json_fail(error, &place, NULL, NULL,
		    "holds a NUL byte");
	return json_fail(error, &place, NULL, NULL,
	    "is not valid UTF-8: byte 0x%02x", (guint)(unsigned char)*bad);
}

bool
yaml_parse(const char *text, gsize length, const char *label,
    struct yaml_document *ret, GError **error)
{
	struct builder builder = { .place = { .path = label }, .document = ret };
	yaml_parser_t parser;
	bool is_good;

	memset(ret, 0, sizeof(*ret));
	if (!check_utf8(&builder, text, length, error))
		return false;
	if (!yaml_parser_initialize(&parser))
		g_error("libyaml cannot be initialised");
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text,
	    length);
	ret->lines = g_hash_table_new(NULL, NULL);
	builder.levels = g_array_new(FALSE, TRUE, sizeof(struct level));
	g_array_set_clear_func(builder.levels, clear_level);
	builder.anchors = g_hash_table_new_full(g_str_hash, g_str_equal,
	    g_free, NULL);
	is_good = build(&builder, &parser, error);
	g_array_unref(builder.levels);
	g_hash_table_unref(builder.anchors);
	yaml_parser_delete(&parser);
	if (!is_good)
		yaml_document_clear(ret);
	return is_good;
}

void
yaml_document_clear(struct yaml_document *document)
{
	cJSON_Delete(document->root);
	g_clear_pointer(&document->lines, g_hash_table_unref);
	document->root = NULL;
}
