/* What takes long is done between keys: reading a run, sorting, searching. */
#include "tui_scene.h"

#include "tui/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* As the loop does it: the key, then a frame, and no more. */
static void
press(struct scene *scene, int key)
{
	app_key(&scene->app, key);
	app_update(&scene->app, scene->app.now_ms);
	app_draw(&scene->app);
}

static void
type(struct scene *scene, const char *keys)
{
	for (; *keys; keys++)
		press(scene, *keys == '\r' ? (int)K_ENTER : *keys);
}

static void
finish_work(struct scene *scene)
{
	while (app_work(&scene->app))
		app_update(&scene->app, scene->app.now_ms);
	app_update(&scene->app, scene->app.now_ms);
	app_draw(&scene->app);
}

/* A finished run of which only the first portion has been read. */
static void
open_half_read(struct scene *scene, guint tasks, guint portion)
{
	const struct fake_options options = { .tasks = tasks, .n = 10,
		.jobs = 4, .portion = portion };

	scene_open(scene, 100, 30, false, &options, 0);
	scene->app.follows = false;
	fake_advance(scene->session, G_MAXINT32);
	app_update(&scene->app, scene->app.now_ms);
	app_draw(&scene->app);
}

static void
test_keys_work_while_a_run_is_read(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	open_half_read(&s, 24, 40);
	assert_true(session_is_loading(s.session));
	assert_true(s.session->board->judged < 40);
	assert_true(scene_shows(&s, "[READING]"));
	type(&s, "jjj");
	sample = s.app.sample;
	assert_int_equal(app_task(&s.app), 3);
	/* Another screen, and back; nothing has been waited for. */
	type(&s, "a");
	assert_true(scene_shows(&s, "Samples"));
	type(&s, "q?q");
	assert_true(session_is_loading(s.session));
	assert_true(app_work(&s.app));
	finish_work(&s);
	assert_false(session_is_loading(s.session));
	assert_int_equal(s.session->board->judged, 240);
	/* Who has moved stays there, and what was read is no news. */
	assert_int_equal(s.app.sample, sample);
	assert_true(scene_shows(&s, "[DONE]"));
	assert_true(scene_shows(&s, "240/240"));
	scene_close(&s);
}

static void
test_a_read_run_begins_at_a_failure(void **state)
{
	struct scene s;

	(void)state;
	open_half_read(&s, 24, 2);
	assert_int_equal(s.app.sample, 0);
	finish_work(&s);
	assert_int_equal(s.app.sample, app_first_failure(&s.app,
	    board_task(s.session->board, 0)));
	scene_close(&s);
}

static void
test_texts_are_shown_when_they_are_there(void **state)
{
	struct fake_options options = scene_small;
	struct scene s;

	(void)state;
	options.has_pending_texts = true;
	scene_open(&s, 160, 50, false, &options, 60000);
	assert_true(scene_shows(&s, "reading suite and samples"));
	assert_true(app_next_tick(&s.app) > 0);
	/* The verdict is in the journal: it is there at once. */
	assert_non_null(s.app.detail.verdict);
	type(&s, "a\r");
	assert_true(scene_shows(&s, "reading suite and samples"));
	fake_set_pending_texts(s.session, false);
	app_update(&s.app, s.app.now_ms);
	app_draw(&s.app);
	assert_true(scene_shows(&s, "def pascal_row"));
	assert_int_equal(app_next_tick(&s.app), -1);
	scene_close(&s);
}

/* More samples than are sorted in a slice, in one list, at the first one. */
static void
open_large_list(struct scene *scene)
{
	const struct fake_options options = { .tasks = 2400, .n = 10,
		.jobs = 8 };

	scene_open(scene, 100, 30, false, &options, 0);
	fake_advance(scene->session, G_MAXINT32);
	app_update(&scene->app, scene->app.now_ms);
	app_select_sample(&scene->app, 0);
	type(scene, "a");
	finish_work(scene);
}

static int
order(double a, double b)
{
	return (a > b) - (a < b);
}

/* As the list promises it, sample by sample. */
static int
compare(struct app *app, guint a, guint b)
{
	const struct board *board = app->session->board;
	const struct board_sample *x = board_sample(board, a);
	const struct board_sample *y = board_sample(board, b);
	const struct reason_group *left, *right;

	switch (app->cases.sort) {
	case CASE_SORT_TASK:
		return compare_names(board_task(board, x->task)->id,
		    board_task(board, y->task)->id);
	case CASE_SORT_OUTCOME:
		return x->outcome != y->outcome ? order(x->outcome,
		    y->outcome) : order(x->detail, y->detail);
	case CASE_SORT_SCORE:
		return order((double)x->score, (double)y->score);
	case CASE_SORT_WALL:
		return order(y->wall_ms, x->wall_ms);
	case CASE_SORT_CPU:
		return order(y->cpu_ms, x->cpu_ms);
	case CASE_SORT_RSS:
		return order(y->rss_kib, x->rss_kib);
	case CASE_SORT_REASON:
		left = reason_groups_of(app->by_reason.groups, a);
		right = reason_groups_of(app->by_reason.groups, b);
		return left && right ? g_strcmp0(left->reason,
		    right->reason) : !left - !right;
	default:
		return 0;
	}
}

static void
check_order(struct scene *scene)
{
	struct cases *cases = &scene->app.cases;

	for (guint i = 1; i < cases->rows->len; i++) {
		guint a = g_array_index(cases->rows, guint32, i - 1);
		guint b = g_array_index(cases->rows, guint32, i);
		int by = compare(&scene->app, a, b);

		by = by ? by : order(a, b);
		if (cases->is_reverse ? by <= 0 : by >= 0)
			fail_msg("by %s%s: row %u, sample %u, stands before "
			    "sample %u", case_sort_words[cases->sort],
			    cases->is_reverse ? " reversed" : "", i - 1, a,
			    b);
	}
}

static void
test_the_list_is_used_while_it_is_sorted(void **state)
{
	struct scene s;

	(void)state;
	open_large_list(&s);
	for (int i = 0; i < 2 * CASE_SORT__COUNT; i++) {
		guint moved;

		press(&s, i % 2 ? 'S' : 's');
		/* Sorted or not yet: a move is a move, and it counts. */
		press(&s, K_DOWN);
		moved = s.app.sample;
		assert_int_equal(g_array_index(s.app.cases.rows, guint32,
		    s.app.cases.list.cursor), moved);
		finish_work(&s);
		assert_int_equal(s.app.sample, moved);
		assert_int_equal(g_array_index(s.app.cases.rows, guint32,
		    s.app.cases.list.cursor), moved);
		assert_int_equal(s.app.cases.rows->len, 24000);
		check_order(&s);
	}
	/* A new order, a filter and another screen in the middle of it. */
	type(&s, "sSfout=error\r");
	assert_true(s.app.cases.rows->len > 0);
	type(&s, "q=jq");
	press(&s, 'a');
	finish_work(&s);
	assert_int_equal(s.app.cases.rows->len,
	    s.session->board->outcomes[OUTCOME_ERROR]);
	check_order(&s);
	scene_close(&s);
}

static double
mean_of(const struct board_task *task)
{
	return task->judged > 0 ? task->score_sum / task->judged : -1;
}

static int
compare_tasks(const struct app *app, guint a, guint b)
{
	const struct board_task *x = board_task(app->session->board, a);
	const struct board_task *y = board_task(app->session->board, b);

	switch (app->sort) {
	case TASK_SORT_NAME:
		return compare_names(x->id, y->id);
	case TASK_SORT_MEAN:
		return order(mean_of(x), mean_of(y));
	case TASK_SORT_FAILED:
		return order(y->judged - y->passed, x->judged - x->passed);
	default:
		return 0;
	}
}

static void
test_tasks_stand_in_every_order(void **state)
{
	struct scene s;

	(void)state;
	/* Half-way: some tasks have no verdict yet. */
	scene_open(&s, 100, 30, false, &scene_small, 5000);
	for (int i = 0; i < 2 * TASK_SORT__COUNT; i++) {
		press(&s, i % 2 ? 'S' : 's');
		assert_int_equal(s.app.order->len, 24);
		for (guint row = 1; row < s.app.order->len; row++) {
			guint a = g_array_index(s.app.order, guint, row - 1);
			guint b = g_array_index(s.app.order, guint, row);
			int by = compare_tasks(&s.app, a, b);

			by = by ? by : order(a, b);
			if (s.app.is_reverse ? by <= 0 : by >= 0)
				fail_msg("order %d%s: task %u stands before "
				    "task %u", s.app.sort, s.app.is_reverse ?
				    " reversed" : "", a, b);
		}
	}
	scene_close(&s);
}

/* Rows that are never drawn, on a screen that is too small for them. */
static void
test_rows_may_change_without_being_drawn(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	type(&s, "aG");
	finish_work(&s);
	term_close(s.term);
	s.term = term_open_null("xterm-256color", 4, 20);
	draw_resize(&s.app.draw);
	cases_set_filter(&s.app, "task=zigzag");
	finish_work(&s);
	assert_int_equal(s.app.cases.rows->len, 10);
	press(&s, K_END);
	assert_int_equal(s.app.cases.list.cursor, 9);
	assert_int_equal(s.app.sample, 239);
	scene_close(&s);
}

static void
test_a_search_goes_on_between_keys(void **state)
{
	struct scene s;

	(void)state;
	open_large_list(&s);
	type(&s, "/zebra");
	finish_work(&s);
	assert_true(scene_shows(&s, "no hit"));
	assert_int_equal(s.app.cases.list.cursor, 0);
	press(&s, K_ENTER);
	/* The last row of all, reached the short way round. */
	type(&s, "gN");
	finish_work(&s);
	s.app.search = (g_free(s.app.search), app_sample_name(&s.app, 23999));
	press(&s, 'n');
	finish_work(&s);
	assert_int_equal(s.app.sample, 23999);
	press(&s, 'n');
	finish_work(&s);
	assert_true(scene_shows(&s, "the only hit"));
	/* A key ends what is under way. */
	g_free(s.app.search);
	s.app.search = g_strdup("zebra");
	press(&s, 'n');
	press(&s, K_UP);
	assert_false(s.app.searching.is_busy);
	assert_int_equal(s.app.sample, 23998);
	scene_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys_work_while_a_run_is_read),
		cmocka_unit_test(test_a_read_run_begins_at_a_failure),
		cmocka_unit_test(test_texts_are_shown_when_they_are_there),
		cmocka_unit_test(test_the_list_is_used_while_it_is_sorted),
		cmocka_unit_test(test_tasks_stand_in_every_order),
		cmocka_unit_test(test_rows_may_change_without_being_drawn),
		cmocka_unit_test(test_a_search_goes_on_between_keys),
	};

	scene_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
