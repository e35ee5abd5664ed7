/* The command line, what it writes and starts, and scripts. */
#include "tui_scene.h"

#include "tui/format.h"
#include "tui/screen/script.h"
#include "tui/table.h"
#include "tui/screen/spawn.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
test_editors_get_words_and_no_shell(void **state)
{
	g_auto(GStrv) argv = NULL, pager = NULL;

	(void)state;
	g_setenv("VISUAL", "my-editor --wait 'a b' ; rm", TRUE);
	argv = spawn_argv(true, "/tmp/x/code.py", 7, NULL);
	assert_string_equal(argv[0], "my-editor");
	assert_string_equal(argv[2], "a b");
	assert_string_equal(argv[3], ";");
	assert_string_equal(argv[5], "--");
	assert_string_equal(argv[6], "/tmp/x/code.py");
	assert_null(argv[7]);
	g_setenv("PAGER", "less -R", TRUE);
	pager = spawn_argv(false, "/tmp/x/text", 7, NULL);
	assert_string_equal(pager[2], "+7");
	g_unsetenv("VISUAL");
	g_unsetenv("PAGER");
}

/* Whatever moves in a list that a filter has made: keys mean what is lit. */
static void
test_cursor_and_sample_are_the_same_under_a_filter(void **state)
{
	static const char *const moves[] = { ".", ",", "e", "E", "J", "K",
		"G.", "g,", ":goto union_find.2\r", ":goto union_find\r",
		"''" };
	struct scene s;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	scene_type(&s, "afout=timeout\r");
	while (app_work(&s.app))
		;
	for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
		scene_type(&s, moves[i]);
		if (g_array_index(s.app.cases.rows, guint32, s.app.cases.list
		    .cursor) != s.app.sample)
			fail_msg("after %s the cursor is elsewhere", moves[i]);
	}
	scene_type(&s, ":goto union_find.2\r");
	assert_true(scene_shows(&s, "the filter hides union_find.2"));
	scene_type(&s, "gG.");
	assert_true(scene_shows(&s, "the filter hides the next sample"));
	scene_type(&s, ":s\r");
	assert_true(scene_shows(&s, "several commands begin with 's'"));
	scene_close(&s);
}

static void
test_files_are_not_replaced_unasked(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "f.csv", NULL);
	g_autofree char *line = g_strdup_printf(":write %s\r", path);
	g_autofree char *text = NULL, *after = NULL;

	(void)state;
	assert_true(g_file_set_contents(path, "mine", -1, NULL));
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "a");
	scene_type(&s, line);
	assert_int_equal(s.app.question, QUESTION_REPLACE);
	scene_type(&s, "n");
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_string_equal(text, "mine");
	scene_type(&s, line);
	scene_type(&s, "y");
	assert_true(g_file_get_contents(path, &after, NULL, NULL));
	assert_true(g_str_has_prefix(after, "task_id,"));
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_rows_are_written_in_three_formats(void **state)
{
	static const char *const want[] = {
		[TABLE_CSV] = "id,n,text\n\"a,\"\"b\"\"\",1.50,"
		    "\"x|y\nz\xef\xbf\xbd\"\nc,,\n",
		[TABLE_JSON] = "[\n{\"id\":\"a,\\\"b\\\"\",\"n\":1.50,"
		    "\"text\":\"x|y\\nz\xef\xbf\xbd\"},\n{\"id\":\"c\","
		    "\"n\":null,\"text\":null}\n]\n",
		[TABLE_MARKDOWN] = "| id | n | text |\n| --- | ---: | --- "
		    "|\n| a,\"b\" | 1.50 | x\\|y z\xef\xbf\xbd |\n"
		    "| c |  |  |\n",
	};
	enum table_format format;

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
		struct table *table = table_new("id #n text",
		    (enum table_format)i);
		g_autofree char *text = NULL;

		table_add(table, "a,\"b\"");
		table_addf(table, "%.2f", 1.5);
		assert_int_equal(table_rows(table), 0);
		table_add(table, "x|y\nz\xff");
		table_add(table, "c");
		table_add(table, NULL);
		table_add(table, NULL);
		assert_int_equal(table_rows(table), 2);
		text = table_finish(table);
		assert_string_equal(text, want[i]);
	}
	table_free(table_new("a b", TABLE_CSV));
	table_free(NULL);
	assert_true(table_format_of("a/b.json", &format));
	assert_int_equal(format, TABLE_JSON);
	assert_true(table_format_of("A.CSV", &format));
	assert_int_equal(format, TABLE_CSV);
	assert_false(table_format_of("json", &format));
	assert_false(table_format_of("a.csv.txt", &format));
}

static void
test_rows_are_copied(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	for (int i = 0; i < 3; i++) {
		static const char *const keys[] = { "g", "ag", "g\rg" };

		scene_type(&s, keys[i]);
		scene_type(&s, "y");
		assert_int_equal(s.app.request, REQUEST_COPY);
		assert_non_null(strstr(s.app.request_text, ".1 wrong_answer: "
		    "assert "));
		s.app.request = REQUEST_NONE;
		scene_type(&s, i == 1 ? "q" : "");
	}
	scene_type(&s, "=y");
	assert_int_equal(s.app.request, REQUEST_COPY);
	assert_string_equal(s.app.request_text, reasons_selected(&s.app));
	s.app.request = REQUEST_NONE;
	scene_type(&s, "afsample=99\ry");
	assert_int_equal(s.app.request, REQUEST_NONE);
	assert_true(scene_shows(&s, "there is no row to copy"));
	scene_close(&s);
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "jy");
	assert_string_equal(s.app.request_text, "/fake/24x10");
	scene_close(&s);
}

/* Nothing is written that was not meant: not even an empty file. */
static void
test_other_endings_are_refused(void **state)
{
	static const char *const names[] = { "x", "x.txt", "x.csv.gz", "csv" };
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(folder, names[i],
		    NULL);
		g_autofree char *line = g_strdup_printf("%sW\025%s\r", i == 2 ?
		    "a" : "", path);

		scene_type(&s, line);
		assert_true(scene_shows(&s, "nothing was written: the name "
		    "has to end in .csv, .json or .md"));
		assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
	}
	scene_type(&s, "W");
	assert_true(scene_shows(&s, "the ending says how: .csv, .json, .md"));
	scene_type(&s, "\033qW");
	assert_true(scene_shows(&s, "the ending says how"));
	scene_close(&s);
	assert_int_equal(g_rmdir(folder), 0);
}

/* A list of any length is written between keys, and can be stopped. */
static void
test_long_lists_are_written_in_slices(void **state)
{
	const struct fake_options many = { .tasks = 2000, .n = 10, .jobs = 8 };
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "x.csv", NULL);
	g_autofree char *line = g_strdup_printf(":write %s", path);
	g_autofree char *text = NULL;
	struct scene s;
	guint slices = 0;

	(void)state;
	scene_open(&s, 80, 24, false, &many, 600000);
	scene_type(&s, "a");
	for (int stop = 0; stop < 3; stop++) {
		scene_type(&s, line);
		/* Only the key: no work is done for it yet. */
		app_key(&s.app, K_ENTER);
		assert_non_null(s.app.exporting);
		app_draw(&s.app);
		assert_true(scene_shows(&s, " of 20000 rows to "));
		assert_true(scene_shows(&s, "Esc stops"));
		app_key(&s.app, 'Q');
		assert_false(s.app.has_left);
		if (stop == 0)
			app_key(&s.app, K_ESCAPE);
		else if (stop == 1)
			app_interrupt(&s.app);
		else
			break;
		assert_null(s.app.exporting);
		assert_false(s.app.has_left);
		app_draw(&s.app);
		assert_true(scene_shows(&s, "was not written"));
		assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
	}
	app_key(&s.app, 'j');
	while (app_work(&s.app))
		slices++;
	assert_true(slices > 2);
	app_draw(&s.app);
	assert_true(scene_shows(&s, "wrote 20000 rows as CSV to "));
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_int_equal(format_count_lines(text), 20001);
	scene_type(&s, "q");
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_each_list_is_written(void **state)
{
	static const struct {
		const char *keys, *path, *begins, *holds;
	} cases[] = {
		{ "", "x.csv", "task_id,samples,judged,passed,mean_score,"
		    "reason\narray_rotate,10,10,4,0.5", "\nzigzag,10," },
		{ "a", "x.csv", "task_id,completion_id,outcome,",
		    "\narray_rotate,0,assertion_fail,wrong_answer," },
		{ "a", "x.json", "[\n{\"task_id\":\"array_rotate\",",
		    "\"completion_id\":9," },
		{ "\r", "x.md", "| task_id | completion_id |", "| ---: |" },
		{ "=", "x.csv", "samples,tasks,outcome,reason\n",
		    ",timeout," },
	};
	struct scene s;
	g_autofree char *runs = NULL, *json = NULL;

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = NULL;

		scene_open(&s, 80, 24, false, &scene_small, 60000);
		scene_type(&s, cases[i].keys);
		text = scene_written(&s, cases[i].path + 1);
		if (!g_str_has_prefix(text, cases[i].begins) ||
		    !strstr(text, cases[i].holds))
			fail_msg("%s%s: %s", cases[i].keys, cases[i].path,
			    text);
		scene_close(&s);
	}
	scene_open_runs(&s, 80, 24, false);
	runs = scene_written(&s, ".csv");
	assert_true(g_str_has_prefix(runs, "run,label,suite,state,samples,"
	    "judged,pass@1,pass@5,pass@10,note_label,note,folder\n"));
	assert_non_null(strstr(runs, "\n24x10,baseline,mini-eval,done,240,240,"
	    "0.434000,0.584000,0.734000,baseline,as published,/fake/24x10"));
	scene_type(&s, "bjac");
	json = scene_written(&s, ".json");
	assert_int_equal(json[0], '{');
	scene_close(&s);
}

static void
test_command_line(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, ":goto union_find.2\r");
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	assert_int_equal(s.app.samples.cursor, 1);
	scene_type(&s, ":the\t");
	assert_true(scene_shows(&s, ":theme"));
	scene_type(&s, "mo\t\r");
	assert_string_equal(s.app.theme->name, "mono");
	scene_type(&s, ":set theme light\r");
	assert_string_equal(s.app.theme->name, "light");
	scene_type(&s, "T");
	assert_string_equal(s.app.theme->name, "mono");
	scene_type(&s, ":fly\r");
	assert_true(scene_shows(&s, "there is no command 'fly'"));
	scene_type(&s, ":mess\r");
	assert_true(scene_shows(&s, "there is no command 'fly'"));
	scene_type(&s, "q:filter out=ti\t\r");
	assert_string_equal(s.app.cases.filter, "out=timeout");
	scene_type(&s, ":sort wall desc\r");
	assert_int_equal(s.app.cases.sort, CASE_SORT_WALL);
	assert_true(s.app.cases.is_reverse);
	scene_type(&s, ":status\r");
	assert_true(scene_shows(&s, "judged"));
	scene_type(&s, ":set mouse\r");
	assert_true(s.app.has_mouse);
	scene_close(&s);
}

static void
test_script_presses_waits_and_fails(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "script", NULL);
	struct script *script;
	enum script_step step;
	gint64 now = 1000;

	(void)state;
	assert_true(g_file_set_contents(path, "# first\nj j Enter\n\"q\n"
	    ":wait-for Tasks\n:theme light\nNoKey\n", -1, NULL));
	script = script_load(path, NULL);
	assert_non_null(script);
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	while ((step = script_next(script, &s.app, now)) == SCRIPT_DONE_STEP)
		app_draw(&s.app);
	assert_int_equal(step, SCRIPT_FAILED);
	assert_non_null(strstr(script_error(script), ":6: there is no key "
	    "'NoKey'"));
	assert_string_equal(s.app.theme->name, "light");
	script_free(script);
	assert_true(g_file_set_contents(path, ":wait-for never\n", -1,
	    NULL));
	script = script_load(path, NULL);
	assert_int_equal(script_next(script, &s.app, now), SCRIPT_WAITS);
	assert_int_equal(script_next(script, &s.app, now + 20000),
	    SCRIPT_FAILED);
	script_free(script);
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_editors_get_words_and_no_shell),
		cmocka_unit_test(
		    test_cursor_and_sample_are_the_same_under_a_filter),
		cmocka_unit_test(test_files_are_not_replaced_unasked),
		cmocka_unit_test(test_rows_are_written_in_three_formats),
		cmocka_unit_test(test_rows_are_copied),
		cmocka_unit_test(test_other_endings_are_refused),
		cmocka_unit_test(test_each_list_is_written),
		cmocka_unit_test(test_long_lists_are_written_in_slices),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_script_presses_waits_and_fails),
	};

	scene_environment();
	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
