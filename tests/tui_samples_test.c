/* All samples, failures by reason, and the review of one sample. */
#include "tui_scene.h"

#include "tui/format.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
test_samples_are_filtered_as_one_types(void **state)
{
	struct scene s;
	guint all;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "a");
	all = s.app.cases.rows->len;
	assert_int_equal(all, 240);
	scene_type(&s, "fout=timeout");
	assert_int_equal(s.app.cases.rows->len,
	    s.session->board->outcomes[OUTCOME_TIMEOUT]);
	/* What makes no sense (yet) leaves the rows alone, and says so. */
	scene_type(&s, " (");
	assert_int_equal(s.app.cases.rows->len,
	    s.session->board->outcomes[OUTCOME_TIMEOUT]);
	assert_true(scene_shows(&s, "column"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.cases.rows->len, all);
	/* The cursor is back, too; and on a row that is shown meanwhile. */
	scene_type(&s, "gjjfout=timeout");
	assert_int_equal(board_sample(s.session->board, s.app.sample)->outcome,
	    OUTCOME_TIMEOUT);
	scene_type(&s, "\033");
	assert_int_equal(s.app.sample, 2);
	scene_type(&s, "freason~IndexError\r");
	assert_true(s.app.cases.rows->len > 0);
	for (guint i = 0; i < s.app.cases.rows->len; i++)
		assert_non_null(strstr(app_reason(&s.app, g_array_index(
		    s.app.cases.rows, guint32, i)), "IndexError"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.cases.rows->len, all);
	scene_close(&s);
}

static void
test_samples_sort_and_keep_the_cursor(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "agjjjj");
	sample = s.app.sample;
	for (int i = 0; i < 2 * CASE_SORT__COUNT; i++) {
		scene_type(&s, i % 2 ? "S" : "s");
		assert_int_equal(s.app.sample, sample);
		assert_int_equal(g_array_index(s.app.cases.rows, guint32,
		    s.app.cases.list.cursor), sample);
		assert_int_equal(s.app.cases.rows->len, 240);
	}
	scene_close(&s);
}

static void
test_marks(void **state)
{
	struct scene s;
	g_autofree char *csv = NULL;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "ag  ");
	assert_int_equal(s.app.marked, 2);
	scene_type(&s, "k ");
	assert_int_equal(s.app.marked, 1);
	scene_type(&s, "gVjjjV");
	assert_int_equal(s.app.marked, 4);
	csv = scene_written(&s, ".csv");
	assert_true(scene_shows(&s, "wrote 4 marked rows as CSV to "));
	assert_int_equal(format_count_lines(csv), 5);
	scene_type(&s, "fmark=yes\r");
	assert_int_equal(s.app.cases.rows->len, 4);
	scene_type(&s, "\033*");
	assert_int_equal(s.app.marked, 240);
	scene_type(&s, "U");
	assert_int_equal(s.app.marked, 0);
	scene_close(&s);
}

static void
test_reasons_lead_to_their_samples(void **state)
{
	struct scene s;
	const struct reason_group *group;
	guint count;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "=");
	assert_true(scene_shows(&s, "Failures by reason"));
	group = g_ptr_array_index(s.app.by_reason.shown, 0);
	count = group->count;
	assert_true(count > 1);
	scene_type(&s, "g\r");
	assert_int_equal(s.app.cases.rows->len, count);
	/* In a review, the next case is the list's. */
	scene_type(&s, "\rJ");
	assert_int_equal(s.app.cases.list.cursor, 1);
	assert_int_equal(s.app.sample, g_array_index(s.app.cases.rows,
	    guint32, 1));
	scene_type(&s, "q\033");
	assert_int_equal(s.app.cases.rows->len, 240);
	scene_close(&s);
}

static void
test_labels_and_notes_are_kept(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "notes.jsonl", NULL);
	g_autofree char *text = NULL;
	const struct note *note;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	g_free(s.session->rundir);
	s.session->rundir = g_strdup(folder);
	scene_type(&s, "gje\r\rtwording\r");
	note = actions_note(&s.app, s.app.sample);
	assert_non_null(note);
	assert_string_equal(note->label, "wording");
	scene_type(&s, "iinserts and\r2");
	assert_string_equal(actions_note(&s.app, s.app.sample)->text,
	    "inserts and");
	assert_string_equal(actions_note(&s.app, s.app.sample)->label,
	    "wording");
	assert_true(scene_shows(&s, "inserts and"));
	scene_type(&s, "qqag  tflaky\rflabel=flaky\r");
	assert_int_equal(s.app.cases.rows->len, 2);
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_non_null(strstr(text, "wording"));
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_texts_are_copied_with_what_they_are(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "gje\r\ry");
	assert_int_equal(s.app.request, REQUEST_COPY);
	assert_true(g_str_has_prefix(s.app.request_text, "def pascal_row"));
	assert_string_equal(s.app.request_what, "the code");
	scene_type(&s, "Y");
	assert_true(g_str_has_prefix(s.app.request_text, "evaltop run "));
	assert_non_null(strstr(s.app.request_text, " --only "));
	scene_type(&s, "v");
	assert_int_equal(s.app.request, REQUEST_EDITOR);
	scene_type(&s, "5o");
	assert_int_equal(s.app.request, REQUEST_PAGER);
	assert_true(g_str_has_prefix(s.app.request_text, "Here is"));
	scene_close(&s);
}

static void
test_search_in_a_text_walks_over_its_hits(void **state)
{
	struct scene s;
	struct pager *code;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "gje\r\r/row\r");
	code = &s.app.review.pagers[PART_CODE];
	assert_int_equal(code->found, 1);
	scene_type(&s, "nn");
	assert_int_equal(code->found, 5);
	scene_type(&s, "N");
	assert_int_equal(code->found, 2);
	scene_type(&s, "\033");
	assert_int_equal(code->found, 0);
	scene_close(&s);
}

/* As the program does: its "def" stands once. */
static void
test_reference_stands_behind_the_prompt(void **state)
{
	static const char prompt[] = "def f(x):\n    \"\"\"Doubles.\"\"\"\n";
	static const struct {
		const char *reference, *want;
	} cases[] = {
		{ "    return 2 * x\n", "1    def f(x):" },
		{ "def f(x):\n    return 2 * x\n", "1    def f(x):" },
		{ "def g():\n    return 2 * x\n", "1  - def g():" },
		{ "def f", "1  - def f" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct sample_texts *texts;
		g_autofree char *dump = NULL;
		struct scene s;

		scene_open(&s, 80, 24, false, &scene_small, 60000);
		scene_type(&s, "a\r");
		texts = &s.app.detail.texts;
		g_free(texts->prompt);
		g_free(texts->program);
		texts->prompt = g_strdup(prompt);
		texts->program = g_strconcat(prompt, "    return x\n", NULL);
		texts->reference = g_strdup(cases[i].reference);
		scene_type(&s, "d");
		assert_true(scene_shows(&s, cases[i].want));
		dump = draw_dump(&s.app.draw);
		assert_null(strstr(dump, "- def f(x):"));
		scene_close(&s);
	}
}

static void
test_tests_mark_the_one_that_failed(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &scene_small, 60000);
	scene_type(&s, "afdetail=wrong_answer\rg\r");
	assert_true(scene_shows(&s, "\u25b8 3  assert pascal_row(4) == [1, 4"));
	assert_true(scene_shows(&s, "  2  assert pascal_row(1) == [1, 1]"));
	scene_type(&s, "q\033fout=timeout\rg\r");
	assert_true(scene_shows(&s, "  3  assert pascal_row(4) == [1, 4"));
	scene_close(&s);
}

/* Where only one word has room, it is the same one in each list. */
static void
test_lists_say_the_same_of_a_sample(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "\r");
	assert_ptr_equal(app_screen(&s.app), &screen_samples);
	assert_true(scene_shows(&s, "wrong_answer"));
	scene_type(&s, "ag");
	assert_ptr_equal(app_screen(&s.app), &screen_cases);
	assert_true(scene_shows(&s, "wrong_answer"));
	scene_close(&s);
}

static void
test_difference_to_what_passes(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "gje\r\rd");
	assert_true(scene_shows(&s, "[8 Diff]"));
	assert_int_equal(s.app.review.diff, DIFF_UNIFIED);
	scene_type(&s, "d");
	assert_int_equal(s.app.review.diff, DIFF_SPLIT);
	scene_type(&s, "d");
	assert_true(scene_shows(&s, "[1 Code]"));
	scene_close(&s);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples_are_filtered_as_one_types),
		cmocka_unit_test(test_samples_sort_and_keep_the_cursor),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_reasons_lead_to_their_samples),
		cmocka_unit_test(test_labels_and_notes_are_kept),
		cmocka_unit_test(test_texts_are_copied_with_what_they_are),
		cmocka_unit_test(test_search_in_a_text_walks_over_its_hits),
		cmocka_unit_test(test_difference_to_what_passes),
		cmocka_unit_test(test_reference_stands_behind_the_prompt),
		cmocka_unit_test(test_tests_mark_the_one_that_failed),
		cmocka_unit_test(test_lists_say_the_same_of_a_sample),
	};

	scene_environment();
	return cmocka_run_group_tests_name("samples", tests, NULL, NULL);
}
