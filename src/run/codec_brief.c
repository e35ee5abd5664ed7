/*
 * What the board wants of a line, or who asks why samples failed, without
 * building the rest.  Nearly all lines of a journal say that a sample starts or
 * was judged, and most of their bytes are texts that neither keeps; those are
 * stepped over.  A line of another kind, or one that is not quite as we write
 * them, is left to codec_decode(): nothing is known here that is not known
 * there.
 */
#include "run/codec.h"

#include <cjson/cJSON.h>
#include <string.h>

#define WORD_MAX 32

/* The bytes between two quotes, a number or a literal; of others only where. */
struct value {
	const char *at;
	gsize length;
	char type;		/* '"', '0' for a number, 't', 'f', 'n', '{', '[' */
};

/* Behind the closing quote of the string that begins at `at`; or NULL. */
static const char *
string_end(const char *at, const char *end)
{
	for (const char *p = at; (p = memchr(p, '"', (gsize)(end - p))); p++) {
		const char *slash = p;

		while (slash > at && slash[-1] == '\\')
			slash--;
		if ((p - slash) % 2 == 0)
			return p + 1;
	}
	return NULL;
}

/* Behind an object or array that begins at `at`; or NULL. */
static const char *
nested_end(const char *at, const char *end)
{
	guint depth = 0;

	while (at < end) {
		char c = *at++;

		if (c == '"') {
			at = string_end(at, end);
			if (!at)
				return NULL;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			return at;
		}
	}
	return NULL;
}

static bool
is_literal(const struct value *value)
{
	static const char *const literals[] = { "true", "false", "null" };

	for (guint i = 0; i < G_N_ELEMENTS(literals); i++)
		if (strlen(literals[i]) == value->length &&
		    memcmp(value->at, literals[i], value->length) == 0)
			return true;
	return false;
}

/* Behind the value at `at`, which is told of; NULL where there is none. */
static const char *
read_value(const char *at, const char *end, struct value *ret)
{
	const char *behind;

	if (at == end)
		return NULL;
	*ret = (struct value){ .at = at, .type = *at };
	switch (*at) {
	case '"':
		behind = string_end(++ret->at, end);
		ret->length = behind ? (gsize)(behind - 1 - ret->at) : 0;
		return behind;
	case '{':
	case '[':
		return nested_end(at, end);
	default:
		break;
	}
	for (behind = at; behind < end && *behind != ',' && *behind != '}';)
		behind++;
	ret->length = (gsize)(behind - at);
	if (g_ascii_isdigit(*at))
		ret->type = '0';
	else if (!is_literal(ret))
		return NULL;
	return behind;
}

/*
 * Behind a member's name and its colon; NULL where there is none, or where it
 * is spelled with escapes, so that it is none of ours to the letter.
 */
static const char *
read_name(const char *at, const char *end, struct value *ret)
{
	at = read_value(at, end, ret);
	if (!at || ret->type != '"' || at == end || *at != ':' ||
	    memchr(ret->at, '\\', ret->length))
		return NULL;
	return at + 1;
}

/* ---- values ---- */

static bool
get_count(const struct value *value, guint64 max, guint64 *ret)
{
	guint64 number = 0;

	if (value->type != '0' || value->length > 18)
		return false;
	for (gsize i = 0; i < value->length; i++) {
		if (!g_ascii_isdigit(value->at[i]))
			return false;
		number = number * 10 + (guint64)(value->at[i] - '0');
	}
	*ret = MIN(number, max);
	return true;
}

static bool
get_u32(const struct value *value, guint32 *ret)
{
	guint64 number;

	if (!get_count(value, G_MAXUINT32, &number))
		return false;
	*ret = (guint32)number;
	return true;
}

static bool
get_real(const struct value *value, double *ret)
{
	char text[WORD_MAX], *end;

	if (value->type != '0' || value->length >= sizeof(text))
		return false;
	memcpy(text, value->at, value->length);
	text[value->length] = '\0';
	*ret = g_ascii_strtod(text, &end);
	return *end == '\0';
}

static bool
get_word(const struct value *value, char ret[WORD_MAX])
{
	if (value->type != '"' || value->length >= WORD_MAX ||
	    memchr(value->at, '\\', value->length))
		return false;
	memcpy(ret, value->at, value->length);
	ret[value->length] = '\0';
	return true;
}

/* ---- fields ---- */

enum field {
	FIELD_EVENT, FIELD_TIME, FIELD_SAMPLE, FIELD_SLOT, FIELD_TIMEOUT,
	FIELD_TESTS, FIELD_OUTCOME, FIELD_DETAIL, FIELD_TRUST, FIELD_SCORE,
	FIELD_WALL, FIELD_CPU, FIELD_RSS, FIELD_RETRIED, FIELD_SAME_AS,
	FIELD_RERUN, FIELD_JOBS, FIELD_MESSAGE, FIELD__COUNT
};

/* With lengths, since each name of a line is looked up. */
struct name {
	const char *word;
	gsize length;
};

#define NAME(word) { word, sizeof(word) - 1 }

static inline bool
is_name(const struct value *value, const struct name *name)
{
	return name->length == value->length &&
	    memcmp(name->word, value->at, name->length) == 0;
}

static const struct name fields[FIELD__COUNT] = {
	[FIELD_EVENT] = NAME("event"), [FIELD_TIME] = NAME("time_ms"),
	[FIELD_SAMPLE] = NAME("sample"), [FIELD_SLOT] = NAME("slot"),
	[FIELD_TIMEOUT] = NAME("timeout_ms"), [FIELD_TESTS] = NAME("tests"),
	[FIELD_OUTCOME] = NAME("outcome"), [FIELD_DETAIL] = NAME("detail"),
	[FIELD_TRUST] = NAME("trust"), [FIELD_SCORE] = NAME("score"),
	[FIELD_WALL] = NAME("wall_ms"), [FIELD_CPU] = NAME("cpu_ms"),
	[FIELD_RSS] = NAME("rss_bytes"), [FIELD_RETRIED] = NAME("retried"),
	[FIELD_SAME_AS] = NAME("same_as"), [FIELD_RERUN] = NAME("rerun"),
	[FIELD_JOBS] = NAME("jobs"), [FIELD_MESSAGE] = NAME("message"),
};

static enum field
field_of(const struct value *name)
{
	for (guint i = 0; i < FIELD__COUNT; i++)
		if (is_name(name, &fields[i]))
			return (enum field)i;
	return FIELD__COUNT;
}

static bool
take_verdict(struct verdict *verdict, enum field field,
    const struct value *value)
{
	char word[WORD_MAX];
	guint32 ordinal;

	switch (field) {
	case FIELD_OUTCOME:
		return get_word(value, word) &&
		    outcome_from_word(word, &verdict->outcome);
	case FIELD_DETAIL:
		return get_word(value, word) &&
		    detail_from_word(word, &verdict->detail);
	case FIELD_TRUST:
		return get_word(value, word) &&
		    trust_from_word(word, &verdict->trust);
	case FIELD_SCORE:
		return get_real(value, &verdict->score) &&
		    verdict->score <= 1;
	case FIELD_WALL:
		return get_u32(value, &verdict->wall_ms);
	case FIELD_CPU:
		return get_u32(value, &verdict->cpu_ms);
	case FIELD_RSS:
		return get_count(value, 1ull << 53, &verdict->rss_bytes);
	case FIELD_RETRIED:
		verdict->retried = value->type == 't';
		return true;
	case FIELD_SAME_AS:
		if (!get_u32(value, &ordinal))
			return false;
		verdict->same_as = ordinal;
		return true;
	default:
		return true;
	}
}

static bool
take_event(struct event *event, enum field field, const struct value *value)
{
	guint64 time_ms;

	switch (field) {
	case FIELD_TIME:
		if (!get_count(value, 1ull << 53, &time_ms))
			return false;
		event->time_ms = (gint64)time_ms;
		return true;
	case FIELD_SAMPLE:
		return get_u32(value, &event->sample);
	case FIELD_SLOT:
		return get_u32(value, &event->slot);
	case FIELD_TIMEOUT:
		return get_u32(value, &event->timeout_ms) && (!event->verdict ||
		    get_u32(value, &event->verdict->timeout_ms));
	case FIELD_RERUN:
		event->is_rerun = value->type == 't';
		if (event->verdict)
			event->verdict->is_rerun = event->is_rerun;
		return true;
	case FIELD_TESTS:
		return get_u32(value, &event->tests_total);
	case FIELD_EVENT:
	case FIELD_JOBS:
	case FIELD_MESSAGE:
		return false;	/* not in such lines of ours */
	default:
		return !event->verdict ||
		    take_verdict(event->verdict, field, value);
	}
}

/* The members behind the first one.  False: codec_decode() is to look at it. */
static bool
take_members(struct event *event, const char *at, const char *end)
{
	guint32 seen = 0;

	while (at < end && *at == ',') {
		struct value name, value;
		enum field field;

		at = read_name(at + 1, end, &name);
		at = at ? read_value(at, end, &value) : NULL;
		if (!at)
			return false;
		field = field_of(&name);
		if (field == FIELD__COUNT)
			continue;
		if (seen & 1u << field || !take_event(event, field, &value))
			return false;
		seen |= 1u << field;
	}
	if (event->verdict && !(seen & 1u << FIELD_OUTCOME))
		return false;
	return at + 1 == end && *at == '}' && (seen & 1u << FIELD_SAMPLE);
}

struct event *
codec_decode_brief(const char *line, gsize length)
{
	static const char start[] = "{\"event\":\"start\"";
	static const char judged[] = "{\"event\":\"judged\"";
	bool is_judged = g_str_has_prefix(line, judged);
	gsize from = is_judged ? sizeof(judged) - 1 : sizeof(start) - 1;
	struct event *event;

	if (length < from || (!is_judged && !g_str_has_prefix(line, start)))
		return codec_decode(line, length);
	event = event_new(is_judged ? EVENT_JUDGED : EVENT_START, 0);
	if (is_judged)
		event->verdict = verdict_new(OUTCOME_NONE, DETAIL_NONE);
	if (take_members(event, line + from, line + length))
		return event;
	event_free(event);
	return codec_decode(line, length);
}

/* ---- why ---- */

enum why {
	WHY_OUTCOME, WHY_DETAIL, WHY_PASSED, WHY_REASON, WHY_FAILURES,
	WHY_RULE, WHY__COUNT
};

static const struct name why_names[WHY__COUNT] = {
	[WHY_OUTCOME] = NAME("outcome"), [WHY_DETAIL] = NAME("detail"),
	[WHY_PASSED] = NAME("tests_passed"), [WHY_REASON] = NAME("reason"),
	[WHY_FAILURES] = NAME("failures"), [WHY_RULE] = NAME("rule"),
};
static const struct name failure_source = NAME("source"),
    failure_message = NAME("message"),
    failure_exception = NAME("exception");

/* A text, of which there is none yet; what is escaped is cJSON's matter. */
static bool
get_text(const struct value *value, char **ret)
{
	cJSON *item;

	if (value->type != '"' || *ret)
		return false;
	if (!memchr(value->at, '\\', value->length)) {
		*ret = g_strndup(value->at, value->length);
		return true;
	}
	item = cJSON_ParseWithLength(value->at - 1, value->length + 2);
	*ret = g_strdup(cJSON_GetStringValue(item));
	cJSON_Delete(item);
	return *ret != NULL;
}

/*
 * The next member of an object, from its '{' or behind the member before; false
 * at its end, where *at is NULL unless that is a proper one.
 */
static bool
next_member(const char **at, const char *end, struct value *ret_name,
    struct value *ret)
{
	const char *p = *at;

	*at = p && p < end && *p == '}' ? p + 1 : NULL;
	if (!p || p >= end || (*p != ',' && *p != '{'))
		return false;
	p = read_name(p + 1, end, ret_name);
	*at = p ? read_value(p, end, ret) : NULL;
	return *at != NULL;
}

/* The first of them, which is what reasons are made of. */
static bool
take_failures(struct verdict *verdict, const struct value *value,
    const char *end)
{
	struct test_failure *failure;
	struct value name, member;
	const char *at = value->at + 1;
	bool is_good = true;

	if (value->type != '[' || verdict->failures || at >= end)
		return false;
	if (*at == ']')
		return true;
	if (*at != '{')
		return false;
	failure = g_new0(struct test_failure, 1);
	verdict->failures = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)test_failure_free);
	g_ptr_array_add(verdict->failures, failure);
	while (is_good && next_member(&at, end, &name, &member))
		if (is_name(&name, &failure_source))
			is_good = get_text(&member, &failure->source);
		else if (is_name(&name, &failure_message))
			is_good = get_text(&member, &failure->message);
		else if (is_name(&name, &failure_exception))
			is_good = get_text(&member, &failure->exception);
	return is_good && at;
}

static bool
take_why(struct verdict *verdict, enum why why, const struct value *value,
    const char *end)
{
	char word[WORD_MAX];

	switch (why) {
	case WHY_OUTCOME:
		return get_word(value, word) &&
		    outcome_from_word(word, &verdict->outcome);
	case WHY_DETAIL:
		return get_word(value, word) &&
		    detail_from_word(word, &verdict->detail);
	case WHY_PASSED:
		return get_u32(value, &verdict->tests_passed);
	case WHY_REASON:
		return get_text(value, &verdict->reason);
	case WHY_FAILURES:
		return take_failures(verdict, value, end);
	case WHY_RULE:
		return get_text(value, &verdict->rule);
	case WHY__COUNT:
		break;
	}
	return true;
}

static bool
take_whys(struct verdict *verdict, const char *at, const char *end)
{
	struct value name, value;
	guint seen = 0;

	while (next_member(&at, end, &name, &value)) {
		guint why = 0;

		while (why < WHY__COUNT && !is_name(&name, &why_names[why]))
			why++;
		if (why == WHY__COUNT)
			continue;
		if (seen & 1u << why || !take_why(verdict, (enum why)why,
		    &value, end))
			return false;
		seen |= 1u << why;
	}
	return at == end && (seen & 1u << WHY_OUTCOME);
}

struct verdict *
codec_decode_why(const char *line, gsize length)
{
	static const char judged[] = "{\"event\":\"judged\"";
	struct verdict *verdict;
	struct event *event;

	if (length >= sizeof(judged) && strncmp(line, judged,
	    sizeof(judged) - 1) == 0) {
		verdict = verdict_new(OUTCOME_NONE, DETAIL_NONE);
		if (take_whys(verdict, line + sizeof(judged) - 1,
		    line + length))
			return verdict;
		verdict_free(verdict);
	}
	event = codec_decode(line, length);
	verdict = event ? g_steal_pointer(&event->verdict) : NULL;
	event_free(event);
	return verdict;
}
