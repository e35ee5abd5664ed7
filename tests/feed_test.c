/* Reading a journal in portions, and what the board makes of its times. */
#include "fixture.h"
#include "run/board.h"
#include "run/codec.h"
#include "run/feed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* One task of five samples. */
static struct run_manifest *
five_samples(void)
{
	struct run_manifest *manifest = run_manifest_new();

	g_ptr_array_add(manifest->index.task_ids, g_strdup("task/0"));
	g_array_append_val(manifest->index.counts, (guint32){ 5 });
	return manifest;
}

static struct event *
judged(guint32 sample, gint64 time_ms)
{
	struct event *event = event_new(EVENT_JUDGED, sample);

	event->verdict = verdict_new(OUTCOME_PASS, DETAIL_NONE);
	event->verdict->tier = "full";
	event->time_ms = time_ms;
	return event;
}

static void
write_journal(const char *rundir, const struct run_index *index, guint n)
{
	struct journal *journal = journal_open(rundir, index, NULL);

	assert_non_null(journal);
	for (guint i = 0; i < n; i++)
		append_event(journal, judged(i % 5, 1000 + i));
	journal_close(journal);
}

/* All that the columns show, if the last one is just over. */
static double
sum_of(const struct timeline *timeline, guint width)
{
	g_autofree double *rates = g_new(double, width);
	guint64 column_ms;
	guint count = timeline_rates(timeline, timeline->cell_ms *
	    TIMELINE_CELLS, width, rates, &column_ms);
	double sum = 0;

	assert_in_range(count, width / 2 + width % 2, width);
	for (guint i = 0; i < count; i++)
		sum += rates[i] * (double)column_ms / 1000;
	return sum;
}

static void
timeline_counts_every_sample_once(void **state)
{
	static const guint64 lengths[] = { 1, 700, 256000, 256001, 10000000,
		1234567890, G_GUINT64_CONSTANT(999999999999) };

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(lengths); i++) {
		struct timeline line = { 0 };

		for (guint j = 0; j < 1000; j++)
			timeline_add(&line, lengths[i] * j / 1000);
		check_close("in 1", sum_of(&line, 1), 1000, 1e-6);
		check_close("in 70", sum_of(&line, 70), 1000, 1e-6);
		check_close("in 512", sum_of(&line, 512), 1000, 1e-6);
		assert_true(line.cell_ms * TIMELINE_CELLS < 2 * lengths[i] +
		    2 * TIMELINE_FIRST_MS * TIMELINE_CELLS);
	}
}

static void
timeline_columns_stay_while_time_goes_on(void **state)
{
	struct timeline line = { 0 };
	double rates[8];
	guint64 column_ms;

	(void)state;
	assert_int_equal(timeline_rates(&line, 1000, 8, rates, &column_ms), 0);
	/* Ten in the first half second, forty in the last one of the second. */
	for (guint j = 0; j < 50; j++)
		timeline_add(&line, j < 10 ? j * 50 : 1500 + j);
	assert_int_equal(timeline_rates(&line, 300, 8, rates, &column_ms), 1);
	assert_int_equal(timeline_rates(&line, 2000, 8, rates, &column_ms), 4);
	check_close("first", rates[0], 20, 1e-6);
	check_close("second", rates[1], 0, 1e-6);
	check_close("last", rates[3], 80, 1e-6);
	assert_int_equal(timeline_rates(&line, 2499, 8, rates, &column_ms),
	    4);
	assert_int_equal(column_ms, 500);
	/* Too many for the width: each is twice as long. */
	assert_int_equal(timeline_rates(&line, 4500, 8, rates, &column_ms),
	    4);
	assert_int_equal(column_ms, 1000);
	check_close("first of twice the time", rates[0], 10, 1e-6);
	check_close("second of twice the time", rates[1], 40, 1e-6);
	/* A mad clock, and no time at all. */
	timeline_add(&line, G_MAXUINT64);
	timeline_add(&line, 0);
	assert_int_equal(line.counts[0], 51);
	assert_int_equal(timeline_rates(&line, 0, 8, rates, &column_ms), 0);
}

static void
board_has_a_timeline_without_the_pauses(void **state)
{
	struct run_manifest *manifest = five_samples();
	struct board *board;
	double rates[9];
	guint64 column_ms;

	(void)state;
	board = board_new(&manifest->index);
	/* A second of work, an hour of nothing, two more seconds. */
	for (guint session = 0; session < 2; session++) {
		guint base = 1000 + session * 3600000;
		guint step = session ? 1000 : 400;
		struct event *events[] = { event_new(EVENT_BEGIN, 0),
			judged(session * 2, base + step),
			judged(session * 2 + 1, base + 2 * step) };

		events[0]->time_ms = base;
		for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
			board_apply(board, events[i]);
			event_free(events[i]);
		}
	}
	assert_true(board->elapsed_ms == 2800);
	assert_int_equal(timeline_rates(&board->timeline, 3000, 9, rates,
	    &column_ms), 6);
	check_close("to 0.5 s", rates[0], 2, 1e-6);
	check_close("to 1 s", rates[1], 2, 1e-6);
	check_close("to 2 s", rates[3], 2, 1e-6);
	check_close("to 3 s", rates[5], 2, 1e-6);
	check_close("between", rates[2] + rates[4], 0, 0);
	board_free(board);
	run_manifest_free(manifest);
}

/* All that board_apply() reads of a line's event, and where it stands. */
static char *
board_facts(const struct event *event)
{
	const struct verdict *v;

	if (!event)
		return g_strdup("no event");
	v = event->verdict;
	return g_strdup_printf("%d at %" G_GINT64_FORMAT " sample %u slot %u "
	    "limit %u tests %u jobs %u state %d %s again %d: %d %d %d %.17g "
	    "limit %u %u %u %" G_GUINT64_FORMAT " %d %" G_GINT64_FORMAT
	    " again %d", event->type, event->time_ms, event->sample,
	    event->slot, event->timeout_ms, event->tests_total, event->jobs,
	    event->state, event->message ? event->message : "",
	    event->is_rerun, v ? (int)v->outcome : -1, v ? (int)v->detail : 0,
	    v ? (int)v->trust : 0, v ? v->score : 0, v ? v->timeout_ms : 0, v ?
	    v->wall_ms : 0, v ? v->cpu_ms : 0, v ? v->rss_bytes : 0, v ?
	    v->retried : false, v ? v->same_as : 0, v ? v->is_rerun : false);
}

static void
check_brief(const char *line, gsize length)
{
	struct event *whole = codec_decode(line, length);
	struct event *brief = codec_decode_brief(line, length);
	g_autofree char *want = board_facts(whole);
	g_autofree char *got = board_facts(brief);

	if (strcmp(got, want) != 0)
		fail_msg("'%.*s' is to the board\n%s, want\n%s", (int)length,
		    line, got, want);
	event_free(whole);
	event_free(brief);
}

/* All that filters and reasons read of a verdict. */
static char *
why_facts(const struct verdict *v)
{
	const struct test_failure *f = v && v->failures && v->failures->len >
	    0 ? g_ptr_array_index(v->failures, 0) : NULL;

	return v ? g_strdup_printf("%d %d passed %u reason %s rule %s: %d %s "
	    "%s %s", (int)v->outcome, (int)v->detail, v->tests_passed,
	    v->reason ? v->reason : "none", v->rule ? v->rule : "none", f !=
	    NULL, f && f->source ? f->source : "none", f && f->message ?
	    f->message : "none", f && f->exception ? f->exception : "none") :
	    g_strdup("no verdict");
}

/* The line is not followed by a null character. */
static void
check_why(const char *line, gsize length)
{
	struct event *whole = codec_decode(line, length);
	g_autofree char *bytes = g_memdup2(line, length);
	struct verdict *why = codec_decode_why(bytes, length);
	g_autofree char *want = why_facts(whole ? whole->verdict : NULL);
	g_autofree char *got = why_facts(why);

	if (strcmp(got, want) != 0)
		fail_msg("'%.*s' says\n%s, want\n%s", (int)length, line, got,
		    want);
	event_free(whole);
	verdict_free(why);
}

static const char whole[] = "{\"event\":\"judged\",\"time_ms\":1234567890123,"
    "\"sample\":4,\"task_id\":\"task/2\",\"completion_id\":2,\"passed\":"
    "false,\"result\":\"failed: assert f(1) == \\\"\\u00e9\\\"\",\"outcome\":"
    "\"assertion_fail\",\"detail\":\"wrong_answer\",\"trust\":\"disputed\","
    "\"score\":0.666666666666667,\"tests\":3,\"tests_passed\":2,\"strip\":"
    "\"pfp\",\"reason\":\"assert f(1) == {[\\\\\",\"code_line\":7,"
    "\"failures\":[{\"test\":1,\"line\":4,\"got\":\"3\",\"op\":\"==\",\"want\":"
    "\"}]\"}],\"wall_ms\":12,\"cpu_ms\":11,\"timeout_ms\":3000,\"rss_bytes\":"
    "5368709120,\"stdout\":{\"bytes\":7,\"text\":\"hello\\n\"},\"capture\":true,"
    "\"rule\":\"fence_python\",\"retried\":true,\"rerun\":true,\"same_as\":0,"
    "\"tier\":\"full\"}";

static void
brief_decoding_tells_the_board_the_same(void **state)
{
	static const char *const lines[] = {
		"{\"event\":\"judged\",\"sample\":1,\"outcome\":\"pass\"}",
		"{\"event\":\"judged\",\"sample\":1,\"outcome\":\"pass\"} x",
		"{\"event\":\"judged\",\"outcome\":\"pass\"}",
		"{\"event\":\"judged\",\"sample\":1}",
		"{\"event\":\"judged\",\"sample\":1,\"outcome\":\"none\"}",
		"{\"event\":\"judged\",\"sample\":1,\"outcome\":\"p\\u0061ss\"}",
		"{\"event\":\"judged\",\"sample\":1,\"outcome\":\"pass\","
		    "\"outcome\":\"error\"}",
		"{\"event\":\"judged\",\"sample\":-1,\"outcome\":\"pass\","
		    "\"score\":1e300,\"wall_ms\":1e99}",
		"{\"event\":\"judged\",\"sample\":99999999999,\"outcome\":"
		    "\"pass\",\"score\":0.33333333333333331,\"trust\":"
		    "\"disputed\",\"detail\":\"no_such\"}",
		"{\"event\":\"judged\",\"sample\":2,\"reason\":\"a \\\\\","
		    "\"strip\":\"\\\"},{\\\"\",\"outcome\":\"error\","
		    "\"failures\":[{\"got\":\"[[}\",\"outcome\":\"pass\"}],"
		    "\"stderr\":{\"bytes\":1,\"text\":\"]\"},\"same_as\":0,"
		    "\"retried\":false,\"rss_bytes\":1234567890123}",
		"{\"event\":\"judged\", \"sample\":2,\"outcome\":\"pass\"}",
		"{\"event\":\"judged\",\"sample\":null,\"outcome\":\"pass\"}",
		"{\"event\":\"start\",\"time_ms\":5,\"sample\":3,\"slot\":2,"
		    "\"timeout_ms\":3000,\"tests\":7}",
		"{\"event\":\"start\",\"sample\":3,\"message\":\"odd\"}",
		"{\"event\":\"started\",\"sample\":3}",
		"{\"event\":\"requeued\",\"sample\":3,\"timeout_ms\":9,"
		    "\"rerun\":true}",
		"{\"event\":\"judged\",\"sample\":3,\"outcome\":\"pass\","
		    "\"rerun\":\"yes\"}",
		"{\"event\":\"end\",\"state\":\"done\",\"jobs\":4,"
		    "\"message\":\"m\"}",
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
		check_brief(lines[i], strlen(lines[i]));
	/* Also where it is torn. */
	for (gsize length = 0; length < strlen(whole); length++) {
		g_autofree char *torn = g_strndup(whole, length);

		check_brief(torn, length);
	}
}

static void
why_a_sample_failed_is_decoded_the_same(void **state)
{
#define JUDGED "{\"event\":\"judged\",\"sample\":1,"
	static const char *const lines[] = {
		"",
		"{\"event\":\"judged\"",
		"{\"event\":\"judged\"}",
		"{\"event\":\"start\",\"sample\":3}",
		JUDGED "\"outcome\":\"pass\",\"tests_passed\":12}",
		JUDGED "\"outcome\":\"pass\"} x",
		JUDGED "\"outcome\":\"no such\"}",
		JUDGED "\"outcome\":\"error\",\"detail\":\"no_such\"}",
		JUDGED "\"outcome\":\"error\",\"outcome\":\"pass\"}",
		JUDGED "\"outcome\":\"error\",\"tests_passed\":1.5}",
		JUDGED "\"outcome\":\"error\",\"tests_passed\":-1}",
		JUDGED "\"outcome\":\"error\",\"reason\":null,\"rule\":7}",
		JUDGED "\"outcome\":\"error\",\"reason\":\"a\\u00e9 \\\"b\\\\"
		    "\",\"rule\":\"\"}",
		JUDGED "\"outcome\":\"error\",\"reason\":\"\\ud83d\\ude00\"}",
		JUDGED "\"outcome\":\"error\",\"reason\":\"\\q\"}",
		JUDGED "\"outcome\":\"error\",\"failures\":[]}",
		JUDGED "\"outcome\":\"error\",\"failures\":[{}]}",
		JUDGED "\"outcome\":\"error\",\"failures\":[4]}",
		JUDGED "\"outcome\":\"error\",\"failures\":{\"source\":\"x\"}}",
		JUDGED "\"outcome\":\"error\",\"failures\":[{\"got\":\"{[\","
		    "\"source\":\"f() == \\\"]\\\"\",\"message\":\"m\"},"
		    "{\"source\":\"second\"}],\"rule\":\"fence\"}",
		JUDGED "\"outcome\":\"error\",\"failures\":[{\"exception\":"
		    "\"NameError: x\",\"exception\":\"other\"}]}",
		JUDGED "\"outcome\":\"error\", \"reason\":\"spaced\"}",
	};
#undef JUDGED

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
		check_why(lines[i], strlen(lines[i]));
	for (gsize length = 0; length <= strlen(whole); length++)
		check_why(whole, length);
}

static guint
take(struct feed *feed, GPtrArray *into)
{
	guint before = into->len;

	feed->take(feed, into);
	return into->len - before;
}

static void
feed_gives_a_journal_in_portions(void **state)
{
	struct run_manifest *manifest = five_samples();
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);
	struct feed *feed;
	guint portions = 0;

	write_journal(*state, &manifest->index, 10000);
	feed = feed_from_journal(*state, false, NULL);
	assert_non_null(feed);
	assert_true(feed->read == 0 && feed->size > 1000000);
	while (feed->read < feed->size) {
		guint64 before = feed->read;

		assert_true(take(feed, events) > 0);
		assert_true(feed->read > before);
		portions++;
	}
	assert_int_equal(events->len, 10000);
	assert_true(portions > 1);
	assert_int_equal(take(feed, events), 0);
	/* What comes later is no part of what was there at the start. */
	write_journal(*state, &manifest->index, 3);
	assert_true(feed->read == feed->size);
	assert_int_equal(take(feed, events), 3);
	assert_true(feed->read == feed->size);
	feed->free(feed);
	run_manifest_free(manifest);
}

static void
feed_does_not_wait_for_a_torn_end(void **state)
{
	struct run_manifest *manifest = five_samples();
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	struct feed *feed;
	FILE *out;

	write_journal(*state, &manifest->index, 3);
	out = fopen(file, "a");
	assert_non_null(out);
	fputs("{\"event\":\"judged\",\"sam", out);
	fclose(out);
	feed = feed_from_journal(*state, false, NULL);
	assert_int_equal(take(feed, events), 3);
	assert_true(feed->read == feed->size);
	/* Without texts, unless they are wanted. */
	assert_null(((struct event *)events->pdata[0])->verdict->tier);
	feed->free(feed);
	feed = feed_from_journal(*state, false, NULL);
	feed->wants_texts = true;
	assert_int_equal(take(feed, events), 3);
	assert_string_equal(((struct event *)events->pdata[3])->verdict->tier,
	    "full");
	feed->free(feed);
	run_manifest_free(manifest);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timeline_counts_every_sample_once),
		cmocka_unit_test(timeline_columns_stay_while_time_goes_on),
		cmocka_unit_test(board_has_a_timeline_without_the_pauses),
		cmocka_unit_test(brief_decoding_tells_the_board_the_same),
		cmocka_unit_test(why_a_sample_failed_is_decoded_the_same),
#define T(test) cmocka_unit_test_setup_teardown(test, folder_set_up, \
	folder_tear_down)
		T(feed_gives_a_journal_in_portions),
		T(feed_does_not_wait_for_a_torn_end),
#undef T
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
