/* See review_fixture.h. */
#include "review_fixture.h"

#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
	enum outcome outcome;	/* NONE: not judged */
	enum detail detail;
	enum trust trust;
	guint32 wall_ms, cpu_ms;
	guint64 rss_bytes;
	double score;
	guint tests_passed;
	bool retried, is_copy;
	const char *reason, *exception, *rule;
} samples[REVIEW_SAMPLES] = {
	/* sort/1 */
	{ OUTCOME_PASS, DETAIL_NONE, TRUST_CONFIRMED, 40, 30, 9 << 20, 1, 7,
	    false, false, NULL, NULL, "fence" },
	{ OUTCOME_PASS, DETAIL_NONE, TRUST_DISPUTED, 2500, 2000, 9 << 20, 1,
	    7, false, true, NULL, NULL, "fence" },
	{ OUTCOME_TIMEOUT, DETAIL_NONE, TRUST_NONE, 3000, 2900, 150 << 20,
	    0.8, 5, true, false, "no answer within 3 s", NULL, "whole" },
	/* Roman/2 */
	{ OUTCOME_ERROR, DETAIL_EXCEPTION, TRUST_NONE, 50, 40, 9 << 20, 0, 0,
	    false, false, "NameError: name 'List' is not defined, line 1: "
	    "def f(x: List):", "NameError: name 'List' is not defined",
	    "fence" },
	{ OUTCOME_ERROR, DETAIL_EXCEPTION, TRUST_NONE, 60, 40, 9 << 20, 0, 0,
	    false, false, "NameError: name 'List' is not defined, at import, "
	    "line 3", NULL, "fence" },
	{ OUTCOME_NONE, DETAIL_NONE, TRUST_NONE, 0, 0, 0, 0, 0, false, false,
	    NULL, NULL, NULL },
};

struct verdict *
review_verdict(guint ordinal)
{
	struct verdict *verdict = verdict_new(samples[ordinal].outcome,
	    samples[ordinal].detail);

	verdict->trust = samples[ordinal].trust;
	verdict->wall_ms = samples[ordinal].wall_ms;
	verdict->cpu_ms = samples[ordinal].cpu_ms;
	verdict->rss_bytes = samples[ordinal].rss_bytes;
	verdict->score = samples[ordinal].score;
	verdict->tests_passed = samples[ordinal].tests_passed;
	verdict->tests_total = 7;
	verdict->retried = samples[ordinal].retried;
	verdict->same_as = samples[ordinal].is_copy ? 0 : -1;
	verdict->reason = g_strdup(samples[ordinal].reason);
	verdict->rule = g_strdup(samples[ordinal].rule);
	if (samples[ordinal].exception) {
		struct test_failure *failure = g_new0(struct test_failure, 1);

		failure->exception = g_strdup(samples[ordinal].exception);
		verdict->failures = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)test_failure_free);
		g_ptr_array_add(verdict->failures, failure);
	}
	return verdict;
}

struct verdict *
review_load(gpointer data, guint ordinal)
{
	struct review *fixture = data;

	fixture->loads++;
	/* The sample that waits fails as its neighbour did, once it is judged. */
	return review_verdict(ordinal == 5 ? 3 : ordinal);
}

void
review_judge(struct board *board, guint ordinal, struct verdict *verdict,
    guint64 offset)
{
	struct event *event = event_new(EVENT_JUDGED, ordinal);

	event->verdict = verdict;
	event->journal_offset = offset;
	board_apply(board, event);
	event_free(event);
}

int
review_set_up(void **state)
{
	static const char *const ids[] = { "sort/1", "Roman/2" };
	static const guint32 counts[] = { 3, 3 };
	struct run_manifest *manifest = run_manifest_new();
	struct review *fixture = g_new0(struct review, 1);

	for (guint i = 0; i < 2; i++) {
		g_ptr_array_add(manifest->index.task_ids, g_strdup(ids[i]));
		g_array_append_val(manifest->index.counts, counts[i]);
	}
	fixture->board = board_new(&manifest->index);
	run_manifest_free(manifest);
	for (guint i = 0; i < REVIEW_SAMPLES; i++) {
		if (samples[i].outcome != OUTCOME_NONE)
			review_judge(fixture->board, i, review_verdict(i),
			    i * 100);
	}
	fixture->rundir = g_dir_make_tmp("evaltop-review-XXXXXX", NULL);
	fixture->notes = notes_load(fixture->rundir, NULL);
	*state = fixture;
	return fixture->rundir && fixture->notes ? 0 : -1;
}

int
review_tear_down(void **state)
{
	struct review *fixture = *state;

	remove_tree(fixture->rundir);
	notes_free(fixture->notes);
	board_free(fixture->board);
	g_free(fixture->rundir);
	g_free(fixture);
	return 0;
}
