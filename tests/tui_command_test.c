/* The command line, what it writes and starts, and scripts. */
#include "tui_scene.h"

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
	g_autofree char *path = g_build_filename(folder, "f", NULL);
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
	struct table *table = table_new("id #n text");
	g_autofree char *csv = NULL, *json = NULL, *markdown = NULL;
	enum table_format format;

	(void)state;
	table_add(table, "a,\"b\"");
	table_addf(table, "%.2f", 1.5);
	table_add(table, "x|y\nz\xff");
	table_add(table, "c");
	table_add(table, NULL);
	table_add(table, NULL);
	csv = table_text(table, TABLE_CSV);
	assert_string_equal(csv, "id,n,text\n\"a,\"\"b\"\"\",1.50,"
	    "\"x|y\nz\xef\xbf\xbd\"\nc,,\n");
	json = table_text(table, TABLE_JSON);
	assert_string_equal(json, "[\n{\"id\":\"a,\\\"b\\\"\",\"n\":1.50,"
	    "\"text\":\"x|y\\nz\xef\xbf\xbd\"},\n{\"id\":\"c\",\"n\":null,"
	    "\"text\":null}\n]\n");
	markdown = table_text(table, TABLE_MARKDOWN);
	assert_string_equal(markdown, "| id | n | text |\n| --- | ---: | --- "
	    "|\n| a,\"b\" | 1.50 | x\\|y z\xef\xbf\xbd |\n| c |  |  |\n");
	table_free(table);
	assert_true(table_format_of("a/b.json", &format));
	assert_int_equal(format, TABLE_JSON);
	assert_false(table_format_of("json", &format));
}

static void
test_each_list_is_written(void **state)
{
	static const struct {
		const char *keys, *path, *begins, *holds;
	} cases[] = {
		{ "", "x.csv", "task_id,samples,judged,passed,mean_score,"
		    "reason\narray_rotate,10,10,4,0.5", "\nzigzag,10," },
		{ "a", "x", "task_id,completion_id,outcome,",
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
		text = export_text(&s.app, cases[i].path);
		if (!g_str_has_prefix(text, cases[i].begins) ||
		    !strstr(text, cases[i].holds))
			fail_msg("%s%s: %s", cases[i].keys, cases[i].path,
			    text);
		scene_close(&s);
	}
	scene_open_runs(&s, 80, 24, false);
	runs = export_text(&s.app, "x.csv");
	assert_true(g_str_has_prefix(runs, "run,label,suite,state,samples,"
	    "judged,pass@1,pass@5,pass@10,note_label,note,folder\n"));
	assert_non_null(strstr(runs, "\n24x10,baseline,mini-eval,done,240,240,"
	    "0.434000,0.584000,0.734000,baseline,as published,/fake/24x10"));
	scene_type(&s, "bjac");
	json = export_text(&s.app, "x.json");
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
		cmocka_unit_test(test_each_list_is_written),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_script_presses_waits_and_fails),
	};

	scene_environment();
	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
