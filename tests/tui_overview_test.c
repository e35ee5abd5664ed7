/* A run as the overview shows it, live and ended, and how one leaves it. */
#include "tui_scene.h"

#include "tui/format.h"
#include "tui/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
test_cursor_stays_on_its_sample_through_sorting(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "gjjj");
	sample = s.app.sample;
	for (int i = 0; i < 2 * TASK_SORT__COUNT; i++) {
		scene_type(&s, i % 2 ? "S" : "s");
		assert_int_equal(s.app.sample, sample);
		assert_true(s.app.tasks.cursor >= s.app.tasks.top &&
		    s.app.tasks.cursor < s.app.tasks.top +
		    s.app.tasks.shown);
		assert_int_equal(g_array_index(s.app.order, guint,
		    s.app.tasks.cursor), app_task(&s.app));
	}
	scene_close(&s);
}

static void
test_follow_ends_with_a_move_and_says_so(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	assert_true(s.app.follows);
	assert_true(scene_shows(&s, "follow"));
	scene_type(&s, "k");
	assert_false(s.app.follows);
	assert_true(scene_shows(&s, "follow off"));
	sample = s.app.sample;
	fake_advance(s.session, 6000);
	app_update(&s.app, FAKE_START_MS + 6000);
	assert_int_equal(s.app.sample, sample);
	scene_type(&s, "F");
	assert_int_equal(s.app.sample, s.session->board->last_sample);
	scene_close(&s);
}

/* The run goes on by ten seconds: the sample on the screen is the same. */
static void
assert_stays(struct scene *s)
{
	guint sample = s->app.sample;

	for (gint64 t = 3100; t <= 13000; t += 100) {
		fake_advance(s->session, t);
		app_update(&s->app, FAKE_START_MS + t);
	}
	assert_int_not_equal(s->session->board->last_sample, sample);
	assert_int_equal(s->app.sample, sample);
}

static void
test_what_was_opened_stays_while_the_run_goes_on(void **state)
{
	/* The task's samples; one of them; code, read; and back again. */
	static const struct {
		const char *keys;
		const struct screen *screen;
	} cases[] = {
		{ "\r", &screen_samples }, { "\r\r", &screen_review },
		{ "l", &screen_samples }, { "5\r", &screen_review },
		{ "5j", &screen_overview }, { "\rq", &screen_overview },
		{ "\rF\r", &screen_review },
	};
	struct scene s;

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		scene_open(&s, 120, 30, false, &scene_small, 3000);
		assert_true(s.app.follows);
		scene_type(&s, cases[i].keys);
		assert_ptr_equal(app_screen(&s.app), cases[i].screen);
		assert_false(s.app.follows);
		assert_true(scene_shows(&s, "follow off"));
		assert_stays(&s);
		scene_close(&s);
	}
}

static void
test_nothing_moves_after_the_end(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	assert_false(s.app.follows);
	assert_int_equal(s.app.sample, s.session->board->last_sample);
	scene_close(&s);
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	assert_true(s.app.follows);
	scene_type(&s, "a");
	assert_false(s.app.follows);
	scene_close(&s);
}

static void
test_next_failure_walks_over_all_failures(void **state)
{
	struct scene s;
	guint found = 0, last = 0;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	app_select_sample(&s.app, 0);
	while (app_step(&s.app, 1, true)) {
		assert_true(s.app.sample > last);
		last = s.app.sample;
		found++;
	}
	if (board_sample(s.session->board, 0)->outcome != OUTCOME_PASS)
		found++;
	assert_int_equal(found, s.session->board->judged -
	    s.session->board->outcomes[OUTCOME_PASS]);
	scene_type(&s, "e");
	assert_true(scene_shows(&s, "no further failure"));
	scene_close(&s);
}

static void
test_disabled_keys_say_why(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "p");
	assert_true(scene_shows(&s, "cannot pause: the run has ended"));
	scene_type(&s, "x");
	assert_true(scene_shows(&s, "cannot cancel: the run has ended"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "nothing to search for"));
	scene_key(&s, K_CTRL('O'));
	assert_true(scene_shows(&s, "this key does nothing here"));
	scene_close(&s);
}

static void
test_what_is_said_of_a_key_goes_with_the_next(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_key(&s, K_CTRL('O'));
	assert_true(scene_shows(&s, "this key does nothing here"));
	scene_type(&s, "\r");
	assert_ptr_equal(app_screen(&s.app), &screen_samples);
	assert_null(s.app.message);
	scene_close(&s);
}

/* Of seven tests the last was not to be reached. */
static void
test_a_pass_says_how_many_tests_ran(void **state)
{
	struct scene s;
	char left[256], right[256];
	struct pager pager = { 0 };
	struct verdict *v;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	for (guint i = 0; board_sample(s.session->board, i)->outcome !=
	    OUTCOME_PASS; i++)
		app_select_sample(&s.app, i + 1);
	v = app_detail(&s.app)->verdict;
	assert_non_null(v);
	assert_int_equal(v->outcome, OUTCOME_PASS);
	g_free(v->strip);
	v->strip = g_strdup("pppppp-");
	v->tests_passed = 6;
	result_title(&s.app, left, sizeof(left), right, sizeof(right));
	assert_memory_equal(right, "tests 6/6  ", 11);
	result_fill(&s.app, &pager, RESULT_BRIEF);
	assert_string_equal(pager_line(&pager, 0), "pass: 6 of 6 tests passed");
	result_fill(&s.app, &pager, RESULT_CORE);
	assert_string_equal(pager_line(&pager, 1),
	    "1 not reached: in a branch, and not counted");
	pager_clear(&pager);
	scene_close(&s);
}

static void
test_panes_grow_and_workers_too(void **state)
{
	struct scene s;
	int width, height;

	(void)state;
	scene_open(&s, 160, 50, false, &scene_small, 3000);
	width = s.app.layout.panes[PANE_TASKS].w;
	scene_type(&s, "+");
	assert_int_equal(s.app.layout.panes[PANE_TASKS].w, width + 4);
	scene_type(&s, "2+");
	assert_int_equal(s.app.layout.panes[PANE_TASKS].w, width);
	height = s.app.layout.panes[PANE_CODE].h;
	scene_type(&s, "5++");
	assert_int_equal(s.app.layout.panes[PANE_CODE].h, height + 4);
	/* Never so far that another pane is gone. */
	for (int i = 0; i < 100; i++)
		scene_type(&s, "+");
	assert_true(s.app.layout.panes[PANE_TASKS].h >= 4);
	for (int i = 0; i < 100; i++)
		scene_type(&s, "-");
	assert_true(s.app.layout.panes[PANE_CODE].h >= 3);
	scene_type(&s, "3+");
	assert_int_equal(fake_last_command(s.session), FEED_JOBS);
	assert_true(scene_shows(&s, "workers: 5"));
	scene_type(&s, ":jobs 9\r");
	assert_true(scene_shows(&s, "workers: 9"));
	scene_type(&s, ":jobs 0\r");
	assert_true(scene_shows(&s, "1 worker is the least"));
	scene_type(&s, ":jobs many\r");
	assert_true(scene_shows(&s, "jobs takes a number"));
	scene_type(&s, ":pause\r");
	assert_int_equal(fake_last_command(s.session), FEED_PAUSE);
	scene_type(&s, "z+");
	assert_true(scene_shows(&s, "workers: "));
	scene_close(&s);
}

static void
test_bell_rings_at_the_end_for_who_wants_it(void **state)
{
	(void)state;
	for (int wants = 0; wants < 2; wants++) {
		struct scene s;
		g_autofree char *live = NULL, *done = NULL;

		scene_open(&s, 80, 24, false, &scene_small, 3000);
		s.app.config.bell = wants;
		live = app_title(&s.app);
		assert_true(g_str_has_prefix(live, "evaltop starling-7b "));
		assert_true(g_str_has_suffix(live, "%"));
		fake_advance(s.session, 600000);
		app_update(&s.app, FAKE_START_MS + 600000);
		assert_int_equal(s.app.wants_bell, wants);
		done = app_title(&s.app);
		assert_string_equal(done, "evaltop starling-7b done");
		scene_close(&s);
	}
}

static void
test_escape_never_leaves(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_key(&s, K_ENTER);
	scene_key(&s, K_ENTER);
	assert_int_equal(s.app.depth, 3);
	for (int i = 0; i < 5; i++)
		scene_key(&s, K_ESCAPE);
	assert_int_equal(s.app.depth, 3);
	scene_type(&s, "qqq");
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_QUIT);
	scene_close(&s);
}

static void
test_leaving_a_live_run_asks_and_stops(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	scene_type(&s, "q");
	assert_true(scene_shows(&s, "Stop the run?"));
	scene_type(&s, "n");
	assert_false(s.app.has_left);
	assert_int_equal(fake_last_command(s.session), -1);
	scene_type(&s, "Qy");
	assert_int_equal(fake_last_command(s.session), FEED_STOP);
	assert_false(s.app.has_left);
	session_drain(s.session);
	fake_advance(s.session, 20000);
	app_update(&s.app, FAKE_START_MS + 20000);
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_QUIT);
	assert_int_equal(s.session->board->state, RUN_STOPPED);
	scene_close(&s);
}

static void
test_second_interrupt_kills(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	app_interrupt(&s.app);
	assert_false(s.app.has_left);
	assert_int_equal(s.app.question, QUESTION_STOP);
	app_interrupt(&s.app);
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_INTERRUPTED);
	assert_int_equal(fake_last_command(s.session), FEED_KILL);
	scene_close(&s);
}

static void
test_search_moves_as_you_type_and_wraps(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "g/union");
	assert_true(scene_shows(&s, "/union"));
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	scene_key(&s, K_ENTER);
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "the only hit"));
	scene_type(&s, "g/never closed");
	scene_key(&s, K_ENTER);
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "interval_merge");
	scene_type(&s, "N");
	assert_true(scene_shows(&s, "wrapped around the start"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "wrapped around the end"));
	scene_type(&s, "/union");
	scene_key(&s, K_ENTER);
	scene_type(&s, "/nowhere");
	scene_key(&s, K_ENTER);
	assert_true(scene_shows(&s, "no hit in task ids and reasons"));
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	scene_close(&s);
}

static void
test_clock_leaves_out_the_time_suspended(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	s.app.stopped_ms = FAKE_START_MS + 3000;
	s.app.continued_ms = FAKE_START_MS + 13000;
	s.app.now_ms = FAKE_START_MS + 14000;
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 2500), 1500);
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 13500), 500);
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 20000), 0);
	scene_close(&s);
}

static void
test_finished_run_needs_no_tick(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	assert_int_equal(app_next_tick(&s.app), 250);
	scene_close(&s);
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	assert_int_equal(app_next_tick(&s.app), -1);
	scene_close(&s);
}

static void
test_an_empty_run_shows(void **state)
{
	static const struct fake_options none = { .tasks = 0, .n = 1,
		.jobs = 1 };
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &none, 0);
	assert_true(scene_shows(&s, "no task has a sample"));
	scene_type(&s, "jkgG/e,.zw");
	scene_key(&s, K_ENTER);
	scene_close(&s);
}

static void
test_hostile_text_stays_text(void **state)
{
	static const struct fake_options hostile = { .tasks = 24, .n = 3,
		.jobs = 4, .is_hostile = true };
	static const char walk[] = "e\ree\r\t\t\t\t\t\t\tzwqeeqzqe";
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &hostile, 60000);
	for (const char *p = walk; *p; p++) {
		g_autofree char *dump = NULL;

		scene_key(&s, *p == '\r' ? (int)K_ENTER : *p);
		if (s.app.has_left)
			break;
		dump = draw_dump(&s.app.draw);
		assert_true(g_utf8_validate(dump, -1, NULL));
		for (const char *c = dump; *c; c = utf8_next(c)) {
			gunichar u = g_utf8_get_char(c);

			assert_true(u == '\n' || (u >= 0x20 && u != 0x7f &&
			    !(u >= 0x80 && u < 0xa0) && u != 0x202e &&
			    u != 0x200d));
		}
	}
	scene_close(&s);
}

static void
test_mouse_selects_and_scrolls(void **state)
{
	struct scene s;
	guint task;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "g");
	task = app_task(&s.app);
	app_mouse(&s.app, 5, 7, MOUSE_CLICK);
	app_draw(&s.app);
	assert_int_not_equal(app_task(&s.app), task);
	assert_int_equal(s.app.tasks.cursor, 2);
	app_mouse(&s.app, 5, 7, MOUSE_WHEEL_DOWN);
	assert_int_equal(s.app.tasks.cursor, 5);
	app_mouse(&s.app, 79, 23, MOUSE_CLICK);
	app_mouse(&s.app, 5, 7, MOUSE_DOUBLE);
	app_draw(&s.app);
	assert_int_equal(s.app.depth, 2);
	scene_close(&s);
}

static void
click_on(struct scene *s, const char *head)
{
	g_autofree char *dump = draw_dump(&s->app.draw);
	g_auto(GStrv) lines = g_strsplit(dump, "\n", -1);

	for (int y = 0; lines[y]; y++) {
		const char *at = strstr(lines[y], head);

		if (!at)
			continue;
		app_mouse(&s->app, (int)g_utf8_strlen(lines[y], at -
		    lines[y]) + 3, y, MOUSE_CLICK);
		app_update(&s->app, s->app.now_ms);
		while (app_work(&s->app))
			;
		app_draw(&s->app);
		return;
	}
	fail_msg("no head '%s': %s", head, dump);
}

static void
test_heads_sort_when_clicked(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &scene_small, 60000);
	click_on(&s, "   mean  ");
	assert_int_equal(s.app.sort, TASK_SORT_MEAN);
	assert_false(s.app.is_reverse);
	click_on(&s, "   mean  ");
	assert_true(s.app.is_reverse);
	click_on(&s, "   c/n");
	assert_int_equal(s.app.sort, TASK_SORT_FAILED);
	assert_false(s.app.is_reverse);
	scene_type(&s, "a");
	click_on(&s, " wall ");
	assert_int_equal(s.app.cases.sort, CASE_SORT_WALL);
	click_on(&s, "outcome ");
	assert_true(scene_shows(&s, "sort outcome \u25bc"));
	scene_type(&s, "q=");
	click_on(&s, "tasks ");
	assert_int_equal(s.app.by_reason.sort, REASON_SORT_TASKS);
	scene_type(&s, ":sort reason desc\r");
	assert_true(scene_shows(&s, "sort reason \u25b2"));
	scene_close(&s);
	scene_open_runs(&s, 80, 24, false);
	click_on(&s, "    @1 ");
	assert_int_equal(s.app.runs.sort, RUN_SORT_PASS);
	click_on(&s, "label ");
	assert_int_equal(s.app.runs.sort, RUN_SORT_LABEL);
	scene_close(&s);
}

static void
test_lost_run_is_told(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 3000);
	/* As if another process did it, and had gone. */
	s.session->is_live = false;
	s.session->feed->fd = 0;
	app_update(&s.app, s.app.now_ms + 5000);
	app_draw(&s.app);
	assert_true(s.app.is_lost);
	assert_true(scene_shows(&s, "[LOST]"));
	assert_true(scene_shows(&s, "the process that did this run is gone"));
	s.session->feed->fd = -1;
	scene_close(&s);
}

static void
test_disputed_pass_says_why(void **state)
{
	static const struct fake_options fake = { .tasks = 24, .n = 10,
		.jobs = 4, .has_disputes = true };
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &fake, 60000);
	app_select_sample(&s.app, 3);
	app_draw(&s.app);
	assert_true(scene_shows(&s, "passes by the official rules"));
	scene_close(&s);
}

static void
test_weak_sandbox_is_on_the_screen(void **state)
{
	static const struct fake_options weak = { .tasks = 3, .n = 2,
		.jobs = 1, .tier = "landlock" };
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &weak, 1000);
	assert_true(scene_shows(&s, "sandbox: landlock"));
	scene_close(&s);
}

/* Figures over less than what was given say so. */
/* Figures are not computed for each frame; their title is about them. */
static void
test_passk_says_how_many_tasks_it_rests_on(void **state)
{
	struct scene s;
	g_autofree char *before = NULL, *after = NULL;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 20000);
	assert_true(app_is_live(&s.app));
	before = g_strdup_printf("%u of 24 tasks",
	    s.session->board->tasks_complete);
	assert_true(scene_shows(&s, before));
	s.session->board->tasks_complete++;
	s.session->board->generation++;
	app_update(&s.app, s.app.now_ms);
	app_draw(&s.app);
	assert_true(scene_shows(&s, before));
	app_update(&s.app, s.app.now_ms + 2000);
	app_draw(&s.app);
	after = draw_dump(&s.app.draw);
	assert_null(strstr(after, before));
	scene_close(&s);
}

/* "cpu 8.48s in~" is no number: facts stand whole or not at all. */
static void
test_totals_are_not_cut(void **state)
{
	guint shown = 0;

	(void)state;
	for (int cols = 80; cols <= 160; cols += 4)
		for (int rows = 24; rows <= 50; rows += 2) {
			struct scene s;
			g_autofree char *dump = NULL;
			const char *from;

			scene_open(&s, cols, rows, false, &scene_small,
			    60000);
			dump = draw_dump(&s.app.draw);
			from = strstr(dump, "longest ");
			if (from) {
				const char *end = strstr(from, "\u2502");
				const char *cut = strchr(from, '~');

				assert_non_null(end);
				if (cut && cut < end)
					fail_msg("%dx%d: %.*s", cols, rows,
					    (int)(end - from), from);
				shown++;
			}
			scene_close(&s);
		}
	assert_true(shown > 20);
}

static void
test_what_is_left_out_is_told(void **state)
{
	struct scene s;
	struct session *session;

	(void)state;
	scene_open(&s, 160, 50, false, &scene_small, 60000);
	session = s.session;
	assert_true(scene_shows(&s, "24 tasks \u00d7"));
	session->manifest->counts = (struct run_counts){ .missing_tasks = 140,
		.unknown_samples = 16000, .broken_lines = 1 };
	app_close(&s.app);
	s.app.depth = 0;
	app_open(&s.app, session);
	s.app.owns_session = false;
	app_update(&s.app, s.app.now_ms);
	app_draw(&s.app);
	assert_true(scene_shows(&s, "24 of 164 tasks \u00d7"));
	assert_true(scene_shows(&s, "left out: 16000 samples are of no task "
	    "of the suite, 1 line could not be read"));
	scene_close(&s);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_passk_says_how_many_tasks_it_rests_on),
		cmocka_unit_test(test_totals_are_not_cut),
		cmocka_unit_test(test_what_is_left_out_is_told),
		cmocka_unit_test(test_cursor_stays_on_its_sample_through_sorting),
		cmocka_unit_test(test_follow_ends_with_a_move_and_says_so),
		cmocka_unit_test(
		    test_what_was_opened_stays_while_the_run_goes_on),
		cmocka_unit_test(test_nothing_moves_after_the_end),
		cmocka_unit_test(test_next_failure_walks_over_all_failures),
		cmocka_unit_test(test_disabled_keys_say_why),
		cmocka_unit_test(
		    test_what_is_said_of_a_key_goes_with_the_next),
		cmocka_unit_test(test_a_pass_says_how_many_tests_ran),
		cmocka_unit_test(test_panes_grow_and_workers_too),
		cmocka_unit_test(test_bell_rings_at_the_end_for_who_wants_it),
		cmocka_unit_test(test_escape_never_leaves),
		cmocka_unit_test(test_leaving_a_live_run_asks_and_stops),
		cmocka_unit_test(test_second_interrupt_kills),
		cmocka_unit_test(test_search_moves_as_you_type_and_wraps),
		cmocka_unit_test(test_clock_leaves_out_the_time_suspended),
		cmocka_unit_test(test_finished_run_needs_no_tick),
		cmocka_unit_test(test_an_empty_run_shows),
		cmocka_unit_test(test_hostile_text_stays_text),
		cmocka_unit_test(test_mouse_selects_and_scrolls),
		cmocka_unit_test(test_heads_sort_when_clicked),
		cmocka_unit_test(test_lost_run_is_told),
		cmocka_unit_test(test_disputed_pass_says_why),
		cmocka_unit_test(test_weak_sandbox_is_on_the_screen),
	};

	scene_environment();
	return cmocka_run_group_tests_name("overview", tests, NULL, NULL);
}
