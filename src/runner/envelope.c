/* Reading verdict lines; every number and word is checked. */
#include "runner/envelope.h"

#include <cjson/cJSON.h>
#include <string.h>

#define TESTS_MAX 1000000

void
plan_free(struct plan *plan)
{
	if (!plan)
		return;
	g_strfreev(plan->entry_points);
	g_free(plan->error);
	g_free(plan->lacks);
	g_free(plan->no_split);
	g_strfreev(plan->serve);
	g_free(plan->prepared);
	g_free(plan);
}

void
envelope_init(struct envelope *envelope, const char *nonce)
{
	memset(envelope, 0, sizeof *envelope);
	g_strlcpy(envelope->nonce, nonce, sizeof envelope->nonce);
	envelope->line = g_string_new(NULL);
	envelope->strip = g_byte_array_new();
	envelope->plans = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)plan_free);
}

void
envelope_clear(struct envelope *envelope)
{
	if (!envelope->line)
		return;
	g_string_free(envelope->line, TRUE);
	g_byte_array_unref(envelope->strip);
	g_ptr_array_unref(envelope->plans);
	g_free(envelope->fault);
	verdict_free(envelope->verdict);
	memset(envelope, 0, sizeof *envelope);
}

static const cJSON *
get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool
get_count(const cJSON *object, const char *name, guint *ret)
{
	const cJSON *item = get(object, name);

	if (!cJSON_IsNumber(item) || item->valuedouble < 0 ||
	    item->valuedouble > TESTS_MAX)
		return false;
	*ret = (guint)item->valuedouble;
	return true;
}

static guint
count_or_zero(const cJSON *object, const char *name)
{
	guint value = 0;

	(void)get_count(object, name, &value);
	return value;
}

/*
 * A copy of at most `chars` characters; NULL stays NULL.  Neither cJSON nor a
 * candidate that has found the nonce sees to it that text is UTF-8.
 */
static char *
copy_text(const char *text, glong chars)
{
	g_autofree char *valid = NULL;

	if (!text)
		return NULL;
	valid = g_utf8_make_valid(text, -1);
	if (g_utf8_strlen(valid, -1) <= chars)
		return g_steal_pointer(&valid);
	return g_utf8_substring(valid, 0, chars);
}

static char *
get_text(const cJSON *object, const char *name, glong chars)
{
	return copy_text(cJSON_GetStringValue(get(object, name)), chars);
}

static void
note_test(struct envelope *envelope, const cJSON *line)
{
	guint test;

	if (!get_count(line, "test", &test))
		return;
	if (test >= envelope->strip->len) {
		guint from = envelope->strip->len;

		g_byte_array_set_size(envelope->strip, test + 1);
		memset(envelope->strip->data + from, 0, test + 1 - from);
	}
	if (envelope->strip->data[test] == 0)
		envelope->tests_done++;
	envelope->strip->data[test] =
	    cJSON_IsTrue(get(line, "ok")) ? 'p' : 'f';
}

static GPtrArray *
read_failures(const cJSON *array)
{
	GPtrArray *failures = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)test_failure_free);
	const cJSON *item;

	cJSON_ArrayForEach(item, array) {
		struct test_failure *failure = g_new0(struct test_failure, 1);

		failure->test = count_or_zero(item, "test");
		failure->line = count_or_zero(item, "line");
		failure->code_line = count_or_zero(item, "code_line");
		failure->source = get_text(item, "source", 200);
		failure->message = get_text(item, "message", 200);
		failure->got = get_text(item, "got", 200);
		failure->op = get_text(item, "op", 20);
		failure->want = get_text(item, "want", 200);
		failure->exception = get_text(item, "exception", 200);
		g_ptr_array_add(failures, failure);
		if (failures->len == 20)
			break;
	}
	return failures;
}

/* Only letters of the protocol, so that counting them is safe. */
static char *
read_strip(const cJSON *object)
{
	char *strip = g_strdup(cJSON_GetStringValue(get(object, "strip")));

	if (strip && strspn(strip, "pfe-") != strlen(strip))
		g_clear_pointer(&strip, g_free);
	return strip;
}

/* What the candidate did that only a cheat does, as one line; or NULL. */
static char *
read_tamper(const cJSON *array)
{
	GString *line = g_string_new(NULL);
	const cJSON *item;

	cJSON_ArrayForEach(item, array) {
		g_autofree char *text = NULL;

		if (!cJSON_IsString(item) || line->len > 400)
			continue;
		text = copy_text(item->valuestring, 200);
		g_string_append_printf(line, "%s%s", line->len ? "; " : "",
		    text);
	}
	return g_string_free(line, line->len == 0);
}

static void
note_verdict(struct envelope *envelope, const cJSON *object)
{
	enum outcome outcome;
	enum detail detail = DETAIL_NONE;
	struct verdict *verdict;

	if (envelope->verdict || !outcome_from_word(cJSON_GetStringValue(
	    get(object, "outcome")), &outcome))
		return;		/* the first one is final */
	(void)detail_from_word(cJSON_GetStringValue(get(object, "detail")),
	    &detail);
	verdict = verdict_new(outcome, detail);
	verdict->reason = get_text(object, "reason", VERDICT_REASON_CHARS);
	verdict->program = count_or_zero(object, "program");
	verdict->strip = read_strip(object);
	verdict->code_line = count_or_zero(object, "code_line");
	verdict->failures = read_failures(get(object, "failures"));
	verdict->changed_arguments = cJSON_IsTrue(get(object, "mutated"));
	verdict->changes = g_strdup(cJSON_GetStringValue(get(object,
	    "changes")));
	verdict->tamper = read_tamper(get(object, "tamper"));
	envelope->executed = count_or_zero(object, "executed");
	envelope->verdict = verdict;
}

static void
note_free(struct envelope *envelope, const cJSON *line)
{
	const cJSON *cpu = get(line, "cpu_us");

	envelope->is_free = envelope->verdict != NULL;
	if (cJSON_IsNumber(cpu) && cpu->valuedouble >= 0 &&
	    cpu->valuedouble < 1e12)
		envelope->cpu_us = (guint64)cpu->valuedouble;
}

static GStrv
read_words(const cJSON *array)
{
	GPtrArray *words = g_ptr_array_new();
	const cJSON *item;

	cJSON_ArrayForEach(item, array) {
		if (cJSON_IsString(item))
			g_ptr_array_add(words, g_strdup(item->valuestring));
	}
	g_ptr_array_add(words, NULL);
	return (GStrv)g_ptr_array_free(words, FALSE);
}

struct plan *
plan_from_json(const cJSON *line)
{
	struct plan *plan = g_new0(struct plan, 1);

	plan->total = count_or_zero(line, "total");
	plan->required = count_or_zero(line, "required");
	plan->entry_points = read_words(get(line, "entry_points"));
	plan->error = get_text(line, "error", VERDICT_REASON_CHARS);
	plan->lacks = get_text(line, "lacks", VERDICT_REASON_CHARS);
	plan->no_split = get_text(line, "split", VERDICT_REASON_CHARS);
	plan->is_steady = cJSON_IsTrue(get(line, "steady"));
	plan->serve = read_words(get(line, "serve"));
	plan->prepared = g_strdup(cJSON_GetStringValue(get(line,
	    "prepared")));
	return plan;
}

static void
read_line(struct envelope *envelope, const char *text, gsize length)
{
	cJSON *line = cJSON_ParseWithLength(text, length);

	if (cJSON_IsObject(line) && g_strcmp0(cJSON_GetStringValue(
	    get(line, "nonce")), envelope->nonce) == 0) {
		if (get(line, "test")) {
			note_test(envelope, line);
		} else if (cJSON_IsTrue(get(line, "start"))) {
			envelope->is_started = true;
			envelope->program = count_or_zero(line, "program");
		} else if (cJSON_IsObject(get(line, "verdict"))) {
			note_verdict(envelope, get(line, "verdict"));
		} else if (get(line, "plan")) {
			g_ptr_array_add(envelope->plans,
			    plan_from_json(line));
		} else if (cJSON_IsTrue(get(line, "free"))) {
			note_free(envelope, line);
		} else if (get(line, "fault") && !envelope->fault) {
			envelope->fault = get_text(line, "fault", 200);
		}
	}
	cJSON_Delete(line);
}

void
envelope_feed(struct envelope *envelope, const char *bytes, gsize length)
{
	envelope->bytes += length;
	if (envelope->bytes > ENVELOPE_BYTES_MAX && !envelope->is_endless) {
		envelope->is_flooded = true;
		return;
	}
	while (length > 0) {
		const char *end = memchr(bytes, '\n', length);
		gsize part = end ? (gsize)(end - bytes) : length;

		g_string_append_len(envelope->line, bytes, (gssize)part);
		if (!end)
			return;
		read_line(envelope, envelope->line->str, envelope->line->len);
		g_string_truncate(envelope->line, 0);
		bytes += part + 1;
		length -= part + 1;
	}
}

char *
envelope_partial_strip(const struct envelope *envelope, guint total)
{
	char *strip = g_malloc((gsize)total + 1);

	for (guint i = 0; i < total; i++) {
		guint8 letter = i < envelope->strip->len ?
		    envelope->strip->data[i] : 0;

		strip[i] = letter ? (char)letter : '-';
	}
	strip[total] = '\0';
	return strip;
}
