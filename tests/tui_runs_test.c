/* The run browser and the comparison. */
#include "tui_scene.h"
#include "tui/screen/compare_view.h"

#include "run/rundir.h"
#include "tui/term.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void
test_runs_are_filtered_sorted_and_kept(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	assert_true(scene_shows(&s, "1 live"));
	scene_type(&s, "jj");
	assert_string_equal(s.app.runs.selected, "/fake/6x1");
	for (int i = 0; i < 2 * RUN_SORT__COUNT; i++) {
		const struct run_row *row;

		scene_type(&s, i % 2 ? "S" : "s");
		row = g_ptr_array_index(s.app.runs.shown,
		    s.app.runs.list.cursor);
		assert_string_equal(row->path, "/fake/6x1");
	}
	scene_type(&s, "flost");
	assert_int_equal(s.app.runs.shown->len, 1);
	scene_type(&s, "\r");
	assert_true(scene_shows(&s, "filter: lost"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.runs.shown->len, 5);
	scene_type(&s, "/base\r");
	assert_string_equal(s.app.runs.selected, "/fake/24x10");
	scene_close(&s);
}

/* Every word of a state, at any size that has rows, with the label beside. */
static void
test_runs_show_states_whole(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = { { 40, 10 }, { 48, 12 }, { 60, 16 }, { 80, 24 },
		{ 160, 50 } };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
		struct scene s;

		scene_open_runs(&s, sizes[i].cols, sizes[i].rows, false);
		assert_true(scene_shows(&s, "stopped"));
		assert_true(scene_shows(&s, "10-09"));
		((struct run_row *)g_ptr_array_index(s.app.runs.shown, 1))
		    ->state = RUNLIST_INCOMPLETE;
		scene_type(&s, "k");
		assert_true(scene_shows(&s, "incomplete"));
		assert_true(scene_shows(&s, "stopped"));
		assert_true(scene_shows(&s, "LIVE"));
		assert_true(scene_shows(&s, "new prompt"));
		assert_true(scene_shows(&s, "0.448"));
		scene_close(&s);
	}
}

static void
test_runs_open_and_come_back(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "j\r");
	assert_non_null(s.app.session);
	assert_true(scene_shows(&s, "Tasks 24"));
	scene_type(&s, "\r\rqqq");
	assert_null(s.app.session);
	assert_true(scene_shows(&s, "Runs 5"));
	scene_type(&s, "G\r");
	assert_true(scene_shows(&s, "holds no run"));
	scene_type(&s, "?");
	assert_true(scene_shows(&s, "Help: runs"));
	scene_type(&s, "qq");
	assert_true(s.app.has_left);
	scene_close(&s);
}

static void
test_runs_say_what_they_cannot(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "c");
	assert_true(scene_shows(&s, "nothing to compare"));
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "another process does this run"));
	scene_type(&s, "D");
	assert_true(scene_shows(&s, "cannot delete: the run is live"));
	scene_type(&s, "jr");
	assert_true(scene_shows(&s, "all of its samples are judged"));
	scene_type(&s, "D");
	assert_true(scene_shows(&s, "Delete this run for good?"));
	assert_true(scene_shows(&s, "24x10"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "nothing was done"));
	scene_type(&s, "jr");
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_RESUME);
	assert_string_equal(s.app.runs.resume, "/fake/6x1");
	scene_close(&s);
}

/* It is over, but its screen is still open elsewhere and may judge again. */
static void
test_runs_that_are_open_elsewhere_are_left_alone(void **state)
{
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *journal = g_build_filename(folder, "results.jsonl",
	    NULL);
	int fd = rundir_lock(folder, NULL);
	struct run_row *row;
	struct scene s;

	(void)state;
	assert_true(fd >= 0);
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "jj");
	row = g_ptr_array_index(s.app.runs.shown, 2);
	assert_int_equal(row->state, RUNLIST_STOPPED);
	g_free(row->path);
	row->path = g_strdup(folder);
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "cannot resume: another process has"));
	scene_type(&s, "D");
	assert_true(scene_shows(&s, "cannot delete: another process has"));
	scene_close(&s);
	(void)close(fd);
	(void)g_unlink(journal);
	(void)g_rmdir(folder);
}

static void
test_comparison_pairs_shows_and_writes(void **state)
{
	struct scene s;
	g_autofree char *text = NULL;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "bjac");
	assert_true(scene_shows(&s, "24 paired tasks"));
	assert_true(scene_shows(&s, "95% range of B-A"));
	text = compare_text(&s.app);
	assert_non_null(strstr(text, "# starling-7b (A)"));
	assert_non_null(strstr(text, "| k | A | B |"));
	scene_type(&s, "\t\t\t\r.,dXsS/me\rn1");
	assert_true(scene_shows(&s, "Compare"));
	scene_type(&s, "qqqq");
	assert_true(scene_shows(&s, "Runs 5"));
	assert_null(s.app.compare);
	scene_close(&s);
}

/* A warning is read to its end where there is room for it. */
static void
test_long_warnings_go_on_in_the_next_line(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = { { 80, 24 }, { 160, 50 } };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
		struct scene s;
		GPtrArray *warnings;

		scene_open_runs(&s, sizes[i].cols, sizes[i].rows, false);
		scene_type(&s, "bjac");
		warnings = s.app.compare->warnings;
		g_ptr_array_set_size(warnings, 0);
		g_ptr_array_add(warnings, g_strdup("the modules denied "
		    "differ: none in A, itertools, re, collections, "
		    "functools, numpy in B only"));
		scene_type(&s, "\t");
		assert_true(scene_shows(&s, "! the modules denied differ"));
		assert_true(scene_shows(&s, " in B only"));
		scene_close(&s);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs_are_filtered_sorted_and_kept),
		cmocka_unit_test(test_runs_show_states_whole),
		cmocka_unit_test(test_runs_open_and_come_back),
		cmocka_unit_test(test_runs_say_what_they_cannot),
		cmocka_unit_test(
		    test_runs_that_are_open_elsewhere_are_left_alone),
		cmocka_unit_test(test_comparison_pairs_shows_and_writes),
		cmocka_unit_test(test_long_warnings_go_on_in_the_next_line),
	};

	scene_environment();
	return cmocka_run_group_tests_name("runs", tests, NULL, NULL);
}
