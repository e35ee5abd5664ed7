/* Making and freeing events; the words of run states. */
#include "run/event.h"

static const char *const run_states[RUN_STATE__COUNT] = {
	[RUN_RUNNING] = "running",
	[RUN_PAUSED] = "paused",
	[RUN_STOPPING] = "stopping",
	[RUN_DONE] = "done",
	[RUN_STOPPED] = "stopped",
	[RUN_INCOMPLETE] = "incomplete",
};

const char *
run_state_word(enum run_state state)
{
	g_assert(state < RUN_STATE__COUNT);
	return run_states[state];
}

bool
run_state_from_word(const char *word, enum run_state *ret)
{
	for (int i = 0; i < RUN_STATE__COUNT; i++) {
		if (g_strcmp0(run_states[i], word) == 0) {
			*ret = (enum run_state)i;
			return true;
		}
	}
	return false;
}

bool
event_is_about_sample(enum event_type type)
{
	switch (type) {
	case EVENT_START:
	case EVENT_TEST:
	case EVENT_JUDGED:
	case EVENT_UNJUDGED:
	case EVENT_REQUEUED:
		return true;
	case EVENT_BEGIN:
	case EVENT_STATE:
	case EVENT_WARNING:
	case EVENT_END:
		break;
	}
	return false;
}

struct event *
event_new(enum event_type type, guint32 sample)
{
	struct event *event = g_new0(struct event, 1);

	event->type = type;
	event->sample = sample;
	return event;
}

void
event_free(struct event *event)
{
	if (!event)
		return;
	verdict_free(event->verdict);
	g_free(event->message);
	g_free(event);
}

struct verdict *
verdict_new(enum outcome outcome, enum detail detail)
{
	struct verdict *verdict = g_new0(struct verdict, 1);

	verdict->outcome = outcome;
	verdict->detail = detail;
	verdict->same_as = -1;
	return verdict;
}

guint
verdict_tests_unreached(const struct verdict *verdict)
{
	guint count = 0;

	if (verdict->outcome != OUTCOME_PASS || !verdict->strip)
		return 0;
	for (const char *c = verdict->strip; *c; c++)
		count += *c == '-';
	return MIN(count, verdict->tests_total);
}

guint
verdict_tests_counted(const struct verdict *verdict)
{
	return verdict->tests_total - verdict_tests_unreached(verdict);
}

void
test_failure_free(struct test_failure *failure)
{
	if (!failure)
		return;
	g_free(failure->source);
	g_free(failure->message);
	g_free(failure->got);
	g_free(failure->op);
	g_free(failure->want);
	g_free(failure->exception);
	g_free(failure);
}

void
verdict_free(struct verdict *verdict)
{
	if (!verdict)
		return;
	g_free(verdict->strip);
	g_free(verdict->reason);
	g_clear_pointer(&verdict->failures, g_ptr_array_unref);
	g_free(verdict->stdout_text);
	g_free(verdict->stderr_text);
	g_free(verdict->rule);
	g_free(verdict->trust_reason);
	g_free(verdict->tamper);
	g_free(verdict->changes);
	g_free(verdict);
}
