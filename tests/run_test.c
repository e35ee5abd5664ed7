/* The journal and the manifest: what is written is read back. */
#include "fixture.h"
#include "base/error.h"
#include "run/capture.h"
#include "run/codec.h"
#include "run/journal.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct verdict *
full_verdict(void)
{
	struct verdict *verdict = verdict_new(OUTCOME_ASSERTION_FAIL,
	    DETAIL_WRONG_ANSWER);
	struct test_failure *failure = g_new0(struct test_failure, 1);

	verdict->trust = TRUST_DISPUTED;
	verdict->score = 2.0 / 3;
	verdict->tests_total = 3;
	verdict->tests_passed = 2;
	verdict->strip = g_strdup("pfp");
	verdict->reason = g_strdup("assert f(1) == \"é\"\\n: got \x1b[31m");
	verdict->code_line = 7;
	verdict->failures = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)test_failure_free);
	failure->test = 1;
	failure->line = 4;
	failure->source = g_strdup("assert f(1) == 2");
	failure->got = g_strdup("3");
	failure->op = g_strdup("==");
	failure->want = g_strdup("2");
	g_ptr_array_add(verdict->failures, failure);
	verdict->wall_ms = 12;
	verdict->cpu_ms = 11;
	verdict->timeout_ms = 3000;
	verdict->rss_bytes = 5ull << 30;
	verdict->memory_bytes = 6ull << 30;
	verdict->signal = 11;
	verdict->stdout_bytes = 7;
	verdict->stdout_text = g_strdup("hello\n");
	verdict->has_capture = true;
	verdict->rule = g_strdup("fence_python");
	verdict->program = 2;
	verdict->think_dropped = verdict->stop_cut = verdict->retried = true;
	verdict->is_rerun = true;
	verdict->same_as = 0;
	verdict->tier = "full";
	return verdict;
}

static void
verdict_survives_the_journal(void **state)
{
	const struct codec_sample sample = { "task/0", 1 };
	struct event *event = event_new(EVENT_JUDGED, 1), *back;
	g_autofree char *line = NULL, *again = NULL;

	(void)state;
	event->time_ms = 1234567890123;
	event->verdict = full_verdict();
	line = codec_encode(event, &sample);
	assert_non_null(strstr(line, "\"task_id\":\"task/0\""));
	assert_non_null(strstr(line, "\"completion_id\":1"));
	assert_non_null(strstr(line, "\"passed\":false"));
	assert_non_null(strstr(line, "\"result\":\"failed: assert"));
	assert_non_null(strstr(line, "\"memory_bytes\":6442450944"));
	assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
	back = codec_decode(line, strlen(line) - 1);
	assert_non_null(back);
	assert_true(back->verdict->same_as == 0);
	assert_true(back->verdict->is_rerun);
	again = codec_encode(back, &sample);
	assert_string_equal(line, again);
	event_free(event);
	event_free(back);
}

static void
codec_refuses_what_is_no_event(void **state)
{
	static const char *const lines[] = {
		"", "null", "[]", "{", "{}", "{\"event\":\"test\"}",
		"{\"event\":\"judged\"}",
		"{\"event\":\"judged\",\"outcome\":\"none\"}",
		"{\"event\":\"judged\",\"outcome\":3}",
	};
	static const char mad[] = "{\"event\":\"judged\",\"outcome\":"
	    "\"pass\",\"sample\":-5,\"score\":1e300,\"wall_ms\":1e99}";
	struct event *event;

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
		event = codec_decode(lines[i], strlen(lines[i]));
		if (event)
			fail_msg("'%s' was taken for an event", lines[i]);
	}
	/* Mad numbers are clamped, not believed. */
	event = codec_decode(mad, strlen(mad));
	assert_non_null(event);
	assert_int_equal(event->sample, 0);
	assert_true(event->verdict->score == 1);
	event_free(event);
}

static guint
count_events(const char *rundir)
{
	struct journal_reader *reader = journal_reader_open(rundir, NULL);
	struct event *event;
	guint n = 0;

	assert_non_null(reader);
	while ((event = journal_reader_next(reader, true, NULL))) {
		event_free(event);
		n++;
	}
	journal_reader_close(reader);
	return n;
}

static void
write_journal(const char *rundir, const struct run_index *index, guint n)
{
	struct journal *journal = journal_open(rundir, index, NULL);

	assert_non_null(journal);
	for (guint i = 0; i < n; i++)
		append_event(journal, judged_event(i % 5, OUTCOME_PASS,
		    DETAIL_NONE));
	journal_close(journal);
}

static void
journal_survives_a_cut_at_any_byte(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	g_autofree char *whole = NULL;
	gsize length;

	small_index(&manifest->index);
	write_journal(*state, &manifest->index, 3);
	assert_true(g_file_get_contents(file, &whole, &length, NULL));
	for (gsize cut = 0; cut <= length; cut++) {
		guint lines = 0;

		assert_true(g_file_set_contents(file, whole, (gssize)cut,
		    NULL));
		for (gsize i = 0; i < cut; i++)
			lines += whole[i] == '\n';
		assert_int_equal(count_events(*state), lines);
		write_journal(*state, &manifest->index, 1);
		assert_int_equal(count_events(*state), lines + 1);
	}
	run_manifest_free(manifest);
}

static void
journal_line_is_found_again(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	struct journal *journal;
	struct event *event, *back;

	small_index(&manifest->index);
	journal = journal_open(*state, &manifest->index, NULL);
	for (guint32 i = 0; i < 5; i++) {
		event = judged_event(i, OUTCOME_PASS, DETAIL_NONE);
		event->verdict->wall_ms = 100 + i;
		assert_true(journal_append(journal, event, NULL));
		back = journal_load(*state, event->journal_offset,
		    event->journal_length, NULL);
		assert_non_null(back);
		assert_int_equal(back->sample, i);
		assert_int_equal(back->verdict->wall_ms, 100 + i);
		event_free(event);
		event_free(back);
	}
	journal_close(journal);
	assert_null(journal_load(*state, 1, 50, NULL));
	run_manifest_free(manifest);
}

/* Forwards, backwards and far apart; and of a file that grows meanwhile. */
static void
journal_lines_are_found_in_any_order(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	g_autofree char *reason = g_strnfill(20000, 'x');
	guint64 offsets[60];
	guint32 lengths[60];
	struct journal *journal;
	struct journal_lines *lines;

	assert_null(journal_lines_open("/nowhere"));
	small_index(&manifest->index);
	journal = journal_open(*state, &manifest->index, NULL);
	lines = journal_lines_open(*state);
	assert_non_null(lines);
	assert_null(journal_lines_get(lines, 0, 10));
	for (guint i = 0; i < 180; i++) {
		guint k = i < 60 ? i : i < 120 ? 119 - i : i * 37 % 60;
		struct verdict *why;
		const char *line;

		if (i < 60) {
			struct event *event = judged_event(i % 5,
			    OUTCOME_ERROR, DETAIL_NONE);

			event->verdict->tests_passed = i;
			event->verdict->reason = g_strdup(i % 7 ? "no" :
			    reason);
			assert_true(journal_append(journal, event, NULL));
			offsets[i] = event->journal_offset;
			lengths[i] = event->journal_length;
			event_free(event);
		}
		line = journal_lines_get(lines, offsets[k], lengths[k]);
		assert_non_null(line);
		why = codec_decode_why(line, lengths[k]);
		assert_non_null(why);
		assert_int_equal(why->tests_passed, k);
		verdict_free(why);
	}
	assert_null(journal_lines_get(lines, offsets[59], lengths[59] + 2));
	assert_null(journal_lines_get(lines, G_MAXUINT32, 50));
	journal_lines_close(lines);
	journal_lines_close(NULL);
	journal_close(journal);
	run_manifest_free(manifest);
}

static void
journal_that_was_deleted_takes_nothing(void **state)
{
	struct run_manifest *manifest = run_manifest_new();
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	g_autoptr(GError) error = NULL;
	struct journal *journal;
	struct event *event = judged_event(0, OUTCOME_PASS, DETAIL_NONE);

	small_index(&manifest->index);
	journal = journal_open(*state, &manifest->index, NULL);
	assert_true(journal_append(journal, event, NULL));
	assert_int_equal(g_unlink(file), 0);
	assert_false(journal_append(journal, event, &error));
	assert_true(g_error_matches(error, EVALTOP_ERROR,
	    EVALTOP_ERROR_HOST));
	assert_non_null(strstr(error->message, "was deleted"));
	event_free(event);
	journal_close(journal);
	run_manifest_free(manifest);
}

/* In place: whoever has the file open sees the new bytes. */
static void
rewrite(const char *path, const char *text)
{
	FILE *file = fopen(path, "r+e");

	assert_non_null(file);
	assert_int_equal(ftruncate(fileno(file), 0), 0);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* A follower has seen the torn end that a resume then cuts off. */
static void
reader_forgets_a_torn_end(void **state)
{
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	static const char torn[] = "{\"event\":\"begin\"}\n{\"event\":\"jud";
	static const char whole[] = "{\"event\":\"begin\"}\n"
	    "{\"event\":\"end\",\"state\":\"done\"}\n";
	struct journal_reader *reader;
	struct event *event;

	assert_true(g_file_set_contents_full(file, torn, -1,
	    G_FILE_SET_CONTENTS_NONE, 0666, NULL));
	reader = journal_reader_open(*state, NULL);
	event = journal_reader_next(reader, true, NULL);
	assert_int_equal(event->type, EVENT_BEGIN);
	event_free(event);
	assert_null(journal_reader_next(reader, true, NULL));
	rewrite(file, whole);
	event = journal_reader_next(reader, true, NULL);
	assert_non_null(event);
	assert_int_equal(event->type, EVENT_END);
	event_free(event);
	assert_int_equal(journal_reader_skipped(reader), 0);
	journal_reader_close(reader);
}

static void
reader_skips_broken_lines(void **state)
{
	g_autofree char *file = g_build_filename(*state, "results.jsonl",
	    NULL);
	static const char text[] = "{\"event\":\"begin\"}\nrubbish\n\n"
	    "{\"event\":\"end\",\"state\":\"done\"}\n{\"event\":\"be";
	struct journal_reader *reader;
	struct event *event;

	assert_true(g_file_set_contents(file, text, -1, NULL));
	reader = journal_reader_open(*state, NULL);
	event = journal_reader_next(reader, true, NULL);
	assert_int_equal(event->type, EVENT_BEGIN);
	event_free(event);
	event = journal_reader_next(reader, true, NULL);
	assert_int_equal(event->type, EVENT_END);
	assert_int_equal(event->state, RUN_DONE);
	event_free(event);
	assert_null(journal_reader_next(reader, true, NULL));
	assert_int_equal(journal_reader_skipped(reader), 1);
	journal_reader_close(reader);
}

static void
manifest_survives_the_file(void **state)
{
	struct run_manifest *manifest = run_manifest_new(), *back;
	static const char *const words[] = { "os", "sys", NULL };
	g_autofree char *file = g_build_filename(*state, "run.json", NULL);
	g_autofree char *first = NULL, *second = NULL;
	guint k = 10;

	small_index(&manifest->index);
	manifest->settings.label = g_strdup("a \"label\"");
	manifest->settings.memory_bytes = 3ull << 30;
	manifest->settings.deny = g_strdupv((GStrv)(guintptr)words);
	manifest->settings.dedup = true;
	manifest->counts.broken_lines = 3;
	manifest->state = RUN_STOPPED;
	manifest->memory_by = g_strdup("cgroup");
	manifest->started_ms = 1700000000000;
	g_array_append_val(manifest->settings.k, k);
	assert_true(run_manifest_write(manifest, *state, NULL));
	assert_true(g_file_get_contents(file, &first, NULL, NULL));
	back = run_manifest_read(*state, NULL);
	assert_non_null(back);
	assert_true(run_manifest_write(back, *state, NULL));
	assert_true(g_file_get_contents(file, &second, NULL, NULL));
	assert_string_equal(first, second);
	run_manifest_free(manifest);
	run_manifest_free(back);

	assert_true(g_file_set_contents(file, "{\"evaltop_run\":99}", -1,
	    NULL));
	assert_null(run_manifest_read(*state, NULL));
	/* More samples than memory has room for. */
	assert_true(g_file_set_contents(file, "{\"evaltop_run\":1,\"settings\":"
	    "{},\"tasks\":[[\"a\",16777216],[\"b\",1]]}", -1, NULL));
	assert_null(run_manifest_read(*state, NULL));
	assert_true(g_file_set_contents(file, "{\"evaltop_run\":1,\"settings\":"
	    "{},\"tasks\":[[\"a\",1],[\"b\",1]]}", -1, NULL));
	back = run_manifest_read(*state, NULL);
	assert_non_null(back);
	run_manifest_free(back);
}

static void
only_one_writer_at_a_time(void **state)
{
	g_autoptr(GError) error = NULL;
	int first, second;

	assert_false(rundir_is_locked(*state));
	first = rundir_lock(*state, NULL);
	assert_true(first >= 0);
	assert_true(rundir_is_locked(*state));
	second = rundir_lock(*state, &error);
	assert_int_equal(second, -1);
	assert_non_null(strstr(error->message, "another evaltop"));
	(void)close(first);
	assert_false(rundir_is_locked(*state));
}

static void
capture_is_found_again(void **state)
{
	g_autofree char *path = capture_file_path(*state, 1234567, 2);
	g_autofree char *bytes = NULL;
	gsize length;

	assert_true(capture_file_write(*state, 1234567, 2, "a\0b", 3, NULL));
	assert_true(g_file_get_contents(path, &bytes, &length, NULL));
	assert_int_equal(length, 3);
	assert_memory_equal(bytes, "a\0b", 3);
}

static void
every_word_has_a_row(void **state)
{
	(void)state;
	for (int i = 0; i < OUTCOME__COUNT; i++) {
		const struct outcome_info *info = outcome_info(
		    (enum outcome)i);

		assert_non_null(info->word);
		assert_non_null(info->label);
		assert_int_equal(g_utf8_strlen(info->glyph, -1), 1);
	}
	for (int i = 1; i < DETAIL__COUNT; i++)
		assert_non_null(detail_word((enum detail)i));
	for (int i = 1; i < TRUST__COUNT; i++)
		assert_non_null(trust_word((enum trust)i));
	for (int i = 0; i < RUN_STATE__COUNT; i++)
		assert_non_null(run_state_word((enum run_state)i));
}

/* Of "pppp-" the fifth stands in a branch that a right answer may not take. */
static void
a_pass_counts_the_tests_that_it_reached(void **state)
{
	static const struct {
		enum outcome outcome;
		const char *strip;
		guint total, counted;
	} cases[] = {
		{ OUTCOME_PASS, "pppp-", 5, 4 },
		{ OUTCOME_PASS, "ppppp", 5, 5 },
		{ OUTCOME_PASS, NULL, 5, 5 },
		{ OUTCOME_ASSERTION_FAIL, "pppf-", 5, 5 },
		{ OUTCOME_TIMEOUT, "pp---", 5, 5 },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct verdict *v = verdict_new(cases[i].outcome, DETAIL_NONE);

		v->strip = g_strdup(cases[i].strip);
		v->tests_total = cases[i].total;
		assert_int_equal(verdict_tests_counted(v), cases[i].counted);
		assert_int_equal(verdict_tests_unreached(v), cases[i].total -
		    cases[i].counted);
		verdict_free(v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, \
    folder_set_up, folder_tear_down)
		cmocka_unit_test(verdict_survives_the_journal),
		cmocka_unit_test(codec_refuses_what_is_no_event),
		cmocka_unit_test(a_pass_counts_the_tests_that_it_reached),
		T(journal_survives_a_cut_at_any_byte),
		T(journal_line_is_found_again),
		T(journal_lines_are_found_in_any_order),
		T(journal_that_was_deleted_takes_nothing),
		T(reader_forgets_a_torn_end),
		T(reader_skips_broken_lines),
		T(manifest_survives_the_file),
		T(only_one_writer_at_a_time),
		T(capture_is_found_again),
		cmocka_unit_test(every_word_has_a_row),
#undef T
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
