/*
 * What the board wants of a line, without building the rest.  Nearly all
 * lines of a journal say that a sample starts or was judged, and most of their
 * bytes are texts that the board does not keep; those are stepped over.  A
 * line of another kind, or one that is not quite as we write them, is left to
 * codec_decode(): nothing is known here that is not known there.
 */
#include "run/codec.h"

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
static const struct {
	const char *name;
	gsize length;
} fields[FIELD__COUNT] = {
#define F(word) { word, sizeof(word) - 1 }
	[FIELD_EVENT] = F("event"), [FIELD_TIME] = F("time_ms"),
	[FIELD_SAMPLE] = F("sample"), [FIELD_SLOT] = F("slot"),
	[FIELD_TIMEOUT] = F("timeout_ms"), [FIELD_TESTS] = F("tests"),
	[FIELD_OUTCOME] = F("outcome"), [FIELD_DETAIL] = F("detail"),
	[FIELD_TRUST] = F("trust"), [FIELD_SCORE] = F("score"),
	[FIELD_WALL] = F("wall_ms"), [FIELD_CPU] = F("cpu_ms"),
	[FIELD_RSS] = F("rss_bytes"), [FIELD_RETRIED] = F("retried"),
	[FIELD_SAME_AS] = F("same_as"), [FIELD_RERUN] = F("rerun"),
	[FIELD_JOBS] = F("jobs"), [FIELD_MESSAGE] = F("message"),
#undef F
};

static enum field
field_of(const struct value *name)
{
	for (guint i = 0; i < FIELD__COUNT; i++)
		if (fields[i].length == name->length &&
		    memcmp(fields[i].name, name->at, name->length) == 0)
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

		at = read_value(at + 1, end, &name);
		if (!at || name.type != '"' || at == end || *at != ':')
			return false;
		at = read_value(at + 1, end, &value);
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
