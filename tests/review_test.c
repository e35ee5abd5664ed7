/* Reasons, notes and the nearest pass: what a reviewer asks of a run. */
#include "fixture.h"
#include "review_fixture.h"

#include "base/error.h"
#include "run/nearest.h"
#include "run/reason.h"
#include "run/session.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- reasons ---- */

static void
reasons_lose_their_values_and_keep_their_names(void **state)
{
	static const struct {
		enum outcome outcome;
		enum detail detail;
		const char *reason, *source, *message, *exception, *want;
	} rows[] = {
		{ OUTCOME_PASS, DETAIL_NONE, NULL, NULL, NULL, NULL, NULL },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, "NameError: name 'List' is "
		    "not defined, line 1: def f(x: List):", "assert f(1)", "",
		    "NameError: name 'List' is not defined",
		    "NameError: List" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_EXCEPTION, "NameError: name "
		    "'OrderedDict' is not defined, at import, line 3", NULL,
		    NULL, NULL, "NameError: OrderedDict" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_EXCEPTION,
		    "ModuleNotFoundError: No module named 'numpy', at import, "
		    "line 1", NULL, NULL, NULL, "ModuleNotFoundError: numpy" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: 'R'", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: 50", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: (1, 'a')", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ValueError: invalid literal for int() with base 10: 'ff'",
		    "ValueError: invalid literal for int() with base N: "
		    "'...'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ValueError: -3.5e-7 isn't in \"a\\\"b\" of utf8 x1 "
		    "0x7fAb12", "ValueError: N isn't in \"...\" of utf8 x1 N" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "AttributeError: 'list' object has no attribute 'push'",
		    "AttributeError: 'list' object has no attribute 'push'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "TypeError: f() takes 0 positional arguments but 1 was "
		    "given", "TypeError: f() takes N positional arguments but "
		    "N was given" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "TypeError: unsupported operand type(s) for +: 'int' and "
		    "'str'", "TypeError: unsupported operand type(s) for +: "
		    "'int' and 'str'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, "IndexError: list index out "
		    "of range, line 10: return x[10]", NULL, NULL, NULL,
		    "IndexError: list index out of range" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ZeroDivisionError", "ZeroDivisionError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "RecursionError: maximum recursion depth exceeded in "
		    "comparison", "RecursionError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL, NULL,
		    "exception" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: expected "
		    "':' (line 5)", NULL, NULL, NULL,
		    "SyntaxError: expected ':'" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: "
		    "unterminated string literal (detected at line 3) (line "
		    "3)", NULL, NULL, NULL, "SyntaxError: unterminated string "
		    "literal (detected at line N)" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: '(' was "
		    "never closed (line 9)", NULL, NULL, NULL,
		    "SyntaxError: '(' was never closed" },
		{ OUTCOME_ERROR, DETAIL_DENIED_IMPORT, "import of socket is "
		    "denied, line 5: import socket", NULL, NULL, NULL,
		    "import of socket is denied" },
		{ OUTCOME_ERROR, DETAIL_DENIED_CALL, "call of os.system is "
		    "denied, line 5: os.system('x')", "assert f()", "",
		    "call of os.system is denied",
		    "call of os.system is denied" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_WRONG_ANSWER, "assert f(30) "
		    "== 'x': got 1, expected 'x'", "assert f(30) == 'x'", "",
		    NULL, "assert f(30) == 'x'" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_WRONG_ANSWER, "Wrong: got 12",
		    "", "Wrong: got 12", NULL, "Wrong: got N" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_NONE, NULL, NULL, NULL, NULL,
		    "assertion fail" },
		{ OUTCOME_TIMEOUT, DETAIL_NONE, "no answer within 3 s", NULL,
		    NULL, NULL, "timeout" },
		{ OUTCOME_TIMEOUT, DETAIL_CPU_LIMIT, "used more than 5 s of "
		    "CPU time", NULL, NULL, NULL, "cpu limit" },
		{ OUTCOME_ERROR, DETAIL_MEMORY_LIMIT, "MemoryError, line 9: x",
		    "assert f()", "", "MemoryError", "memory limit" },
		{ OUTCOME_ERROR, DETAIL_NO_ENTRY_POINT, "the program does not "
		    "define f; it defines g", "assert f()", "",
		    "NameError: name 'f' is not defined", "no entry point" },
		{ OUTCOME_ERROR, DETAIL_SIGNAL, "killed by signal 11 "
		    "(SIGSEGV)", NULL, NULL, NULL,
		    "killed by signal 11 (SIGSEGV)" },
		{ OUTCOME_ERROR, DETAIL_NO_CODE, "the answer holds no code",
		    NULL, NULL, NULL, "no code" },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct verdict *verdict = verdict_new(rows[i].outcome,
		    rows[i].detail);
		g_autofree char *got = NULL;

		verdict->reason = g_strdup(rows[i].reason);
		if (rows[i].source || rows[i].exception) {
			struct test_failure *failure =
			    g_new0(struct test_failure, 1);

			failure->source = g_strdup(rows[i].source);
			failure->message = g_strdup(rows[i].message);
			failure->exception = g_strdup(rows[i].exception);
			verdict->failures = g_ptr_array_new_with_free_func(
			    (GDestroyNotify)test_failure_free);
			g_ptr_array_add(verdict->failures, failure);
		}
		got = reason_normalise(verdict);
		if (g_strcmp0(got, rows[i].want) != 0)
			fail_msg("row %u: got \"%s\", want \"%s\"", i,
			    got ? got : "(none)",
			    rows[i].want ? rows[i].want : "(none)");
		verdict_free(verdict);
	}
}

static void
reasons_are_counted_as_the_run_goes_on(void **state)
{
	struct review *fixture = *state;
	CLEANUP(reason_groups_free) struct reason_groups *groups =
	    reason_groups_new(fixture->board);
	GPtrArray *list;
	const struct reason_group *group;
	g_autofree char *sentence = NULL;

	/* In slices of one, three failures. */
	assert_false(reason_groups_update(groups, review_load, fixture, 1));
	assert_int_equal(reason_groups_done(groups), 1);
	assert_int_equal(reason_groups_total(groups), 3);
	assert_false(reason_groups_update(groups, review_load, fixture, 1));
	assert_true(reason_groups_update(groups, review_load, fixture, 1));
	assert_int_equal(fixture->loads, 3);
	assert_true(reason_groups_update(groups, review_load, fixture, 1));
	assert_int_equal(fixture->loads, 3);

	list = reason_groups_list(groups);
	assert_int_equal(list->len, 2);
	group = g_ptr_array_index(list, 0);
	assert_string_equal(group->reason, "NameError: List");
	assert_int_equal(group->count, 2);
	assert_int_equal(group->tasks, 1);
	assert_int_equal(group->first, 3);
	sentence = reason_group_sentence(group);
	assert_string_equal(sentence, "2 samples of 1 task: NameError: List");
	assert_ptr_equal(reason_groups_of(groups, 4), group);
	assert_null(reason_groups_of(groups, 0));
	assert_null(reason_groups_of(groups, 5));
	g_ptr_array_unref(list);

	/* One is judged again and passes; one that waited fails. */
	review_judge(fixture->board, 2, review_verdict(0), 900);
	review_judge(fixture->board, 5, review_verdict(3), 1000);
	assert_true(reason_groups_update(groups, review_load, fixture, 0));
	list = reason_groups_list(groups);
	assert_int_equal(list->len, 1);
	group = g_ptr_array_index(list, 0);
	assert_int_equal(group->count, 3);
	assert_int_equal(fixture->loads, 4);
	g_ptr_array_unref(list);
}

/* ---- notes ---- */

static void
notes_are_read_back_and_the_last_one_counts(void **state)
{
	struct review *fixture = *state;
	CLEANUP(notes_free) struct notes *again = NULL;
	const struct note *note;

	assert_int_equal(notes_count(fixture->notes), 0);
	assert_null(notes_get(fixture->notes, "sort/1", 0));
	assert_true(notes_set(fixture->notes, "sort/1", 0, "format", "x", 1,
	    NULL));
	assert_true(notes_set(fixture->notes, "sort/1", 0, "my own",
	    "two\nlines \"q\" \xff", 2, NULL));
	assert_true(notes_set(fixture->notes, "sort/1", 1, "format", "", 3,
	    NULL));
	assert_true(notes_set(fixture->notes, "Roman/2", 1, "cheat", NULL, 4,
	    NULL));
	assert_true(notes_set(fixture->notes, "Roman/2", 1, "", NULL, 5,
	    NULL));
	again = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(again), 2);
	assert_int_equal(notes_skipped(again), 0);
	note = notes_get(again, "sort/1", 0);
	assert_string_equal(note->label, "my own");
	assert_string_equal(note->text, "two\nlines \"q\" \xef\xbf\xbd");
	assert_int_equal(note->time_ms, 2);
	assert_null(notes_get(again, "sort/1", 1)->text);
	assert_null(notes_get(again, "Roman/2", 1));
	assert_null(notes_get(again, "sort/1", 10));
}

static void
notes_of_the_run_are_apart_from_those_of_samples(void **state)
{
	struct review *fixture = *state;
	CLEANUP(notes_free) struct notes *again = NULL, *none = NULL;

	assert_null(notes_get_run(fixture->notes));
	assert_true(notes_set(fixture->notes, "", 0, "format", NULL, 1,
	    NULL));
	assert_true(notes_set_run(fixture->notes, "old", "x", 2, NULL));
	assert_true(notes_set_run(fixture->notes, "baseline", "no hints", 3,
	    NULL));
	again = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_skipped(again), 0);
	assert_int_equal(notes_count(again), 1);
	assert_string_equal(notes_get_run(again)->label, "baseline");
	assert_string_equal(notes_get_run(again)->text, "no hints");
	assert_int_equal(notes_get_run(again)->time_ms, 3);
	assert_string_equal(notes_get(again, "", 0)->label, "format");
	assert_true(notes_set_run(again, NULL, "", 4, NULL));
	assert_null(notes_get_run(again));
	none = notes_load(fixture->rundir, NULL);
	assert_null(notes_get_run(none));
}

static void
notes_survive_torn_and_foreign_lines(void **state)
{
	struct review *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->rundir,
	    "notes.jsonl", NULL);
	CLEANUP(notes_free) struct notes *notes = NULL, *again = NULL;

	assert_true(g_file_set_contents(path,
	    "{\"task_id\":\"a\",\"completion_id\":1,\"label\":\"x\"}\n"
	    "not json\n[]\n{\"task_id\":\"a\"}\n"
	    "{\"task_id\":\"a\",\"completion_id\":-1,\"label\":\"x\"}\n\n"
	    "{\"task_id\":\"b\",\"comple", -1, NULL));
	notes = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(notes), 1);
	assert_int_equal(notes_skipped(notes), 5);
	assert_true(notes_set(notes, "c", 7, "y", NULL, 1, NULL));
	again = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(again), 2);
	assert_string_equal(notes_get(again, "c", 7)->label, "y");
}

static void
notes_that_cannot_be_kept_are_refused(void **state)
{
	struct review *fixture = *state;
	g_autofree char *wide = g_strnfill(NOTE_LABEL_BYTES_MAX + 1, 'x');
	g_autofree char *path = g_build_filename(fixture->rundir,
	    "notes.jsonl", NULL);
	g_autoptr(GError) error = NULL, other = NULL;

	assert_false(notes_set(fixture->notes, "a", 0, wide, NULL, 1,
	    &error));
	assert_int_equal(error->code, EVALTOP_ERROR_USAGE);
	/* A folder in the file's place: neither read nor written. */
	assert_int_equal(g_mkdir(path, 0777), 0);
	assert_false(notes_set(fixture->notes, "a", 0, "x", NULL, 1, &other));
	assert_int_equal(other->code, EVALTOP_ERROR_HOST);
	assert_int_equal(notes_count(fixture->notes), 0);
	assert_int_equal(g_rmdir(path), 0);
}

static void
labels_are_the_built_in_ones_and_those_in_use(void **state)
{
	struct review *fixture = *state;
	g_autoptr(GPtrArray) plain = notes_labels(fixture->notes);
	g_autoptr(GPtrArray) more = NULL;

	assert_true(notes_set(fixture->notes, "a", 0, "zebra", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 1, "apple", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 2, "apple", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 3, "bad test", NULL, 1,
	    NULL));
	more = notes_labels(fixture->notes);
	assert_int_equal(more->len, plain->len + 2);
	assert_string_equal(g_ptr_array_index(more, plain->len), "apple");
	assert_string_equal(g_ptr_array_index(more, plain->len + 1), "zebra");
}

/* ---- the nearest pass ---- */

static void
distances_count_lines_that_only_one_has(void **state)
{
	static const struct {
		const char *a, *b;
		guint want;
	} rows[] = {
		{ "", "", 0 },
		{ "a\nb\nc", "a\nb\nc\n", 0 },
		{ "a\n\nb  \n", "a\nb\n\n", 0 },
		{ "a\nb\nc\n", "a\nx\nc\n", 2 },
		{ "a\nb\nc\n", "a\nc\n", 1 },
		{ "a\nb\n", "", 2 },
		{ "a\nb\nc\nd\n", "d\nc\nb\na\n", 6 },
		{ "  a\n", "a\n", 2 },
		{ "x\na\nb\nc\n", "a\ny\nb\nz\nc\nw\n", 4 },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		assert_int_equal(nearest_distance(rows[i].a, rows[i].b),
		    rows[i].want);
		assert_int_equal(nearest_distance(rows[i].b, rows[i].a),
		    rows[i].want);
	}
}

static char *
write_file(const char *folder, const char *name, const char *text)
{
	char *path = g_build_filename(folder, name, NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
	return path;
}

/* Sample 0 fails; 1 passes and is far, 2 near but disputed, 3 and 4 near. */
static void
judge_five(const char *rundir, const struct run_index *index)
{
	struct journal *journal = journal_open(rundir, index, NULL);

	for (guint i = 0; i < 5; i++) {
		struct event *event = event_new(EVENT_JUDGED, i);

		event->verdict = verdict_new(i == 0 ? OUTCOME_TIMEOUT :
		    OUTCOME_PASS, DETAIL_NONE);
		if (i == 2)
			event->verdict->trust = TRUST_DISPUTED;
		append_event(journal, event);
	}
	journal_close(journal);
}

static struct session *
open_five(const char *folder)
{
	g_autofree char *suite = write_file(folder, "suite.jsonl",
	    "{\"task_id\":\"T/0\",\"prompt\":\"def f(x):\\n\","
	    "\"entry_point\":\"f\",\"canonical_solution\":\" return 1\\n\","
	    "\"test\":\"def check(c):\\n assert c(1)\"}\n");
	g_autofree char *answers = write_file(folder, "samples.jsonl",
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return a\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" return 5\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return a \"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return b\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return 2\"}\n");
	struct run_manifest *manifest = run_manifest_new();
	guint32 five = 5;

	manifest->settings.suite_path = g_strdup(suite);
	manifest->settings.samples_path = g_strdup(answers);
	g_ptr_array_add(manifest->index.task_ids, g_strdup("T/0"));
	g_array_append_val(manifest->index.counts, five);
	assert_true(run_manifest_write(manifest, folder, NULL));
	judge_five(folder, &manifest->index);
	run_manifest_free(manifest);
	return session_open(folder, false, NULL);
}

static void
texts_are_read_beside_the_main_thread(void **state)
{
	struct review *fixture = *state;
	struct session *session = open_five(fixture->rundir);
	struct sample_texts texts;
	g_autoptr(GError) error = NULL;
	g_autofree char *samples = g_build_filename(fixture->rundir,
	    "samples.jsonl", NULL);

	session_drain_all(session);
	/* Who asks before they are there waits for them. */
	session_begin_texts(session);
	assert_true(session_load_texts(session, 1, 0, &texts, NULL));
	assert_string_equal(texts.raw, " return 5");
	sample_texts_clear(&texts);
	assert_false(session_texts_are_pending(session));
	session_begin_texts(session);
	assert_null(session->texts);
	session_free(session);
	/* Nobody asks. */
	session = session_open(fixture->rundir, false, NULL);
	session_begin_texts(session);
	session_free(session);
	/* They are not there. */
	assert_int_equal(g_unlink(samples), 0);
	session = session_open(fixture->rundir, false, NULL);
	session_begin_texts(session);
	assert_false(session_load_texts(session, 1, 0, &texts, &error));
	assert_non_null(strstr(error->message, "no texts: "));
	assert_non_null(session->texts_error);
	assert_non_null(session->suite);
	session_begin_texts(session);
	assert_null(session->texts);
	session_free(session);
}

static void
nearest_pass_has_the_fewest_lines_that_differ(void **state)
{
	static const char *const files[] = { "suite.jsonl", "samples.jsonl",
		"run.json", "results.jsonl" };
	struct review *fixture = *state;
	struct session *session = open_five(fixture->rundir);
	struct nearest *nearest;
	guint ordinal = 0, lines = 0, slices = 1;

	assert_non_null(session);
	session_drain_all(session);
	nearest = nearest_new(session, 0, NULL);
	assert_non_null(nearest);
	assert_false(nearest_get(nearest, &ordinal, &lines));
	while (!nearest_step(nearest, 1))
		slices++;
	assert_int_equal(slices, 4);
	assert_true(nearest_get(nearest, &ordinal, &lines));
	/* 2 is the same but for a space, and disputed; 3 is the first of two. */
	assert_int_equal(ordinal, 3);
	assert_int_equal(lines, 2);
	nearest_free(nearest);
	session_free(session);

	/* Without the samples file there are no programs. */
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(fixture->rundir,
		    files[i], NULL);

		if (i == 2) {
			g_autoptr(GError) error = NULL;

			session = session_open(fixture->rundir, false, NULL);
			assert_null(nearest_new(session, 0, &error));
			assert_non_null(strstr(error->message, "no texts"));
			session_free(session);
		}
		assert_int_equal(g_unlink(path), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, review_set_up, \
    review_tear_down)
		T(reasons_lose_their_values_and_keep_their_names),
		T(reasons_are_counted_as_the_run_goes_on),
		T(distances_count_lines_that_only_one_has),
		T(texts_are_read_beside_the_main_thread),
		T(nearest_pass_has_the_fewest_lines_that_differ),
		T(notes_are_read_back_and_the_last_one_counts),
		T(notes_of_the_run_are_apart_from_those_of_samples),
		T(notes_survive_torn_and_foreign_lines),
		T(notes_that_cannot_be_kept_are_refused),
		T(labels_are_the_built_in_ones_and_those_in_use),
#undef T
	};

	return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
