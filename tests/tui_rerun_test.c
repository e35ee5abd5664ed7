/* Samples are judged again: which, with what asked before, and what is seen. */
#include "tui_scene.h"

#include "tui/rundata.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <cmocka.h>

static void
advance(struct scene *s, gint64 at_ms)
{
	fake_advance(s->session, at_ms);
	app_update(&s->app, FAKE_START_MS + at_ms);
	app_draw(&s->app);
}

static const struct board_sample *
here(const struct scene *s)
{
	return board_sample(s->session->board, s->app.sample);
}

/* The run has ended, its screen is open: one sample, seen to its end. */
static void
test_sample_is_judged_again_in_an_ended_run(void **state)
{
	struct scene s;
	guint judged;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	judged = s.session->board->judged;
	assert_int_equal(s.session->board->state, RUN_DONE);
	scene_type(&s, "e\r\rr");
	assert_int_equal(s.app.question, QUESTION_RERUN);
	assert_true(scene_shows(&s, "Judge this sample again?"));
	assert_true(scene_shows(&s, "with the run's own timeout"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "nothing was done"));
	assert_int_equal(here(&s)->state, SAMPLE_JUDGED);
	scene_type(&s, "ry");
	assert_true(scene_shows(&s, "judging 1 sample again"));
	/* It is queued, and what it was is still there to be read. */
	session_drain(s.session);
	app_update(&s.app, s.app.now_ms);
	app_draw(&s.app);
	assert_int_equal(here(&s)->state, SAMPLE_QUEUED);
	assert_true(app_is_live(&s.app));
	assert_true(scene_shows(&s, "queued again"));
	assert_true(scene_shows(&s, "Earlier verdict"));
	assert_non_null(s.app.detail.verdict);
	/* A second time says why not. */
	scene_type(&s, "r");
	assert_int_equal(s.app.question, QUESTION_NONE);
	assert_true(scene_shows(&s, "waits or runs already"));
	advance(&s, 200000);
	assert_int_equal(here(&s)->state, SAMPLE_JUDGED);
	assert_int_equal(s.session->board->judged, judged);
	assert_int_equal(s.session->board->state, RUN_DONE);
	assert_false(app_is_live(&s.app));
	assert_true(scene_shows(&s, "timeout 3 s (rerun)"));
	scene_close(&s);
}

static void
test_timeout_is_asked_for_and_shown(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	scene_type(&s, "e\r\rR");
	assert_int_equal(s.app.asking, ASK_TIMEOUT);
	scene_type(&s, "31\r");
	assert_int_equal(s.app.question, QUESTION_NONE);
	assert_true(scene_shows(&s, "at most 30 seconds, not '31'"));
	scene_type(&s, "R\r");
	assert_true(scene_shows(&s, "nothing was done"));
	scene_type(&s, "Rsoon\r");
	assert_true(scene_shows(&s, "not 'soon'"));
	scene_type(&s, "R12\r");
	assert_int_equal(s.app.question, QUESTION_RERUN);
	assert_true(scene_shows(&s, "with a timeout of 12 s"));
	scene_type(&s, "y");
	advance(&s, 200000);
	assert_true(scene_shows(&s, "timeout 12 s (rerun)"));
	/* The same by the command line, with another one. */
	scene_type(&s, ":rerun 500ms\r");
	assert_true(scene_shows(&s, "with a timeout of 0.5 s"));
	scene_type(&s, "y");
	advance(&s, 400000);
	assert_true(scene_shows(&s, "timeout 0.5 s (rerun)"));
	scene_close(&s);
}

static void
test_marked_ones_are_judged_again_where_marks_are_seen(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	scene_type(&s, "ag   r");
	assert_true(scene_shows(&s, "Judge these 3 samples again?"));
	assert_true(scene_shows(&s, "3 samples of 1 task"));
	scene_type(&s, "y");
	session_drain(s.session);
	for (guint i = 0; i < 4; i++)
		assert_int_equal(board_sample(s.session->board, i)->state,
		    i < 3 ? SAMPLE_QUEUED : SAMPLE_JUDGED);
	/* A filter goes by what they were. */
	scene_type(&s, "fstate=queued and wall>=0\r");
	assert_int_equal(s.app.cases.rows->len, 3);
	advance(&s, 200000);
	assert_int_equal(board_count_reruns(s.session->board), 3);
	/* On the dashboard it is the sample under the cursor. */
	scene_type(&s, "qr");
	assert_true(scene_shows(&s, "Judge this sample again?"));
	scene_close(&s);
}

static void
test_samples_of_a_reason_are_judged_again(void **state)
{
	struct scene s;
	g_autoptr(GArray) samples = NULL;
	g_autofree char *title = NULL;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	scene_type(&s, "=");
	samples = reasons_samples(&s.app);
	assert_true(samples->len > 1);
	title = g_strdup_printf("Judge these %u samples again?",
	    samples->len);
	scene_type(&s, "r");
	assert_true(scene_shows(&s, title));
	scene_type(&s, "y");
	session_drain(s.session);
	for (guint i = 0; i < samples->len; i++)
		assert_int_equal(board_sample(s.session->board, g_array_index(
		    samples, guint32, i))->state, SAMPLE_QUEUED);
	scene_close(&s);
}

/* As long as its turn has not come, x takes it back. */
static void
test_rerun_that_waits_is_taken_back(void **state)
{
	struct scene s;
	guint judged;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	judged = s.session->board->judged;
	scene_type(&s, "ag  r");
	scene_type(&s, "y");
	session_drain(s.session);
	assert_int_equal(s.session->board->judged, judged - 2);
	scene_type(&s, "x");
	/* The cursor is on one that nobody has asked for. */
	assert_true(scene_shows(&s, "this sample is not running"));
	scene_type(&s, "gx");
	assert_int_equal(s.app.question, QUESTION_TAKE_BACK);
	assert_true(scene_shows(&s, "Take this rerun back?"));
	scene_type(&s, "n");
	assert_int_equal(here(&s)->state, SAMPLE_QUEUED);
	scene_type(&s, "xy");
	assert_true(scene_shows(&s, "taken back"));
	assert_int_equal(fake_last_command(s.session), FEED_CANCEL);
	session_drain(s.session);
	assert_int_equal(here(&s)->state, SAMPLE_JUDGED);
	advance(&s, 200000);
	assert_int_equal(s.session->board->judged, judged);
	assert_int_equal(board_count_reruns(s.session->board), 1);
	scene_close(&s);
}

/* Beside what still waits: only what has an end is asked about. */
static void
test_live_run_takes_what_has_an_end(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 3000);
	scene_type(&s, "aG");
	assert_int_equal(here(&s)->state, SAMPLE_QUEUED);
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "waits or runs already"));
	scene_type(&s, " g r");
	assert_true(scene_shows(&s, "Judge this sample again?"));
	scene_type(&s, "y");
	assert_true(scene_shows(&s, "judging 1 sample again"));
	advance(&s, 60000);
	assert_int_equal(s.session->board->judged, 240);
	assert_int_equal(board_count_reruns(s.session->board), 1);
	scene_close(&s);
}

static void
test_disabled_keys_say_why(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 3000);
	s.session->board->state = RUN_STOPPING;
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "cannot judge again: the run is "
	    "stopping"));
	/* Another process does it. */
	s.session->board->state = RUN_RUNNING;
	s.session->is_live = false;
	s.session->feed->fd = 0;
	s.app.lost_checked_ms = G_MAXINT64 / 2;
	scene_type(&s, "R");
	assert_true(scene_shows(&s, "another process does this run"));
	s.session->feed->fd = -1;
	s.session->is_live = true;
	scene_close(&s);
}

/* A run that is looked at is opened for it: the screen ends. */
static void
test_finished_run_is_left_for_a_rerun(void **state)
{
	struct scene s;
	struct dashboard_result result = { 0 };
	g_autofree char *folder = NULL;
	int lock;
	char gone[] = "suite /s.jsonl: no such file";

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	s.session->is_live = false;
	s.session->texts_error = gone;
	scene_type(&s, "ag  r");
	assert_int_equal(s.app.question, QUESTION_NONE);
	assert_true(scene_shows(&s, "cannot judge again: suite /s.jsonl: no "
	    "such file"));
	s.session->texts_error = NULL;
	s.session->manifest->settings.samples_path = g_strdup("-");
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "stdin"));
	g_clear_pointer(&s.session->manifest->settings.samples_path, g_free);
	folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_free(s.session->rundir);
	s.session->rundir = g_strdup(folder);
	lock = rundir_lock(folder, NULL);
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "another process writes this run"));
	assert_int_equal(close(lock), 0);
	rundata_discard(folder);
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "is gone"));
	assert_int_equal(g_mkdir(folder, 0700), 0);
	scene_type(&s, "R9\ry");
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_RERUN);
	rerun_give(&s.app, &result);
	assert_string_equal(result.text, s.session->rundir);
	assert_int_equal(result.timeout_ms, 9000);
	assert_int_equal(result.ordinals->len, 2);
	assert_int_equal(result.place.screen, PLACE_CASELIST);
	assert_int_equal(result.place.sample, s.app.sample);
	assert_int_equal(result.place.below, PLACE_OVERVIEW);
	assert_null(result.place.filter);
	dashboard_result_clear(&result);
	assert_int_equal(g_rmdir(folder), 0);
	s.session->is_live = true;
	scene_close(&s);
}

static void
test_screen_begins_where_the_reader_was(void **state)
{
	static const struct {
		enum place place;
		const struct screen *screen;
	} rows[] = {
		{ PLACE_REVIEW, &screen_review },
		{ PLACE_CASELIST, &screen_cases },
		{ PLACE_SAMPLES, &screen_samples },
		{ PLACE_OVERVIEW, &screen_overview },
		/* There the sample is the reason's. */
		{ PLACE_REASONS, &screen_reasons },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct scene s;
		struct dashboard_place place = { .sample = 77,
			.screen = rows[i].place };

		scene_open(&s, 100, 30, false, &scene_small, 60000);
		rerun_show_place(&s.app, &place);
		advance(&s, 60001);
		assert_ptr_equal(app_screen(&s.app), rows[i].screen);
		if (rows[i].place != PLACE_REASONS)
			assert_int_equal(s.app.sample, 77);
		/* A place of another run is none. */
		place.sample = 1000000;
		rerun_show_place(&s.app, &place);
		assert_true(s.app.sample < 240);
		scene_close(&s);
	}
}

/* From a sample back to the list that it was opened from, as it was. */
static void
test_list_below_comes_back_with_its_filter(void **state)
{
	struct scene s;
	struct dashboard_result result = { 0 };
	guint rows;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	scene_type(&s, "ag*U  ma");
	scene_type(&s, "fout!=pass\rj\r");
	rows = s.app.cases.rows->len;
	assert_int_equal(s.app.marked, 2);
	rerun_give(&s.app, &result);
	assert_int_equal(result.place.screen, PLACE_REVIEW);
	assert_int_equal(result.place.below, PLACE_CASELIST);
	scene_close(&s);
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	rerun_show_place(&s.app, &result.place);
	advance(&s, 60001);
	assert_ptr_equal(app_screen(&s.app), &screen_review);
	assert_int_equal(s.app.sample, result.place.sample);
	scene_type(&s, "q");
	assert_ptr_equal(app_screen(&s.app), &screen_cases);
	while (app_work(&s.app))
		;
	assert_int_equal(s.app.cases.rows->len, rows);
	assert_string_equal(s.app.cases.filter, "out!=pass");
	/* And the marks, of rows and by letter. */
	assert_int_equal(s.app.marked, 2);
	assert_true(app_is_marked(&s.app, 0) && app_is_marked(&s.app, 1));
	scene_type(&s, "\033'a");
	assert_int_equal(s.app.sample, 2);
	scene_type(&s, "qq");
	assert_true(s.app.has_left && s.app.goes_back);
	dashboard_result_clear(&result);
	scene_close(&s);
}

static void
test_only_back_goes_back(void **state)
{
	static const char *const keys[] = { "q", "Q", ":quit\r", "\rQ" };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
		struct scene s;

		scene_open(&s, 100, 30, false, &scene_small, 60000);
		scene_type(&s, keys[i]);
		assert_true(s.app.has_left);
		assert_int_equal(s.app.goes_back, i == 0);
		scene_close(&s);
	}
}

static void
test_unjudged_sample_says_why(void **state)
{
	struct scene s;
	struct event *event;

	(void)state;
	scene_open(&s, 100, 30, false, &scene_small, 60000);
	event = event_new(EVENT_UNJUDGED, s.app.sample);
	/* One that never had a verdict. */
	g_array_index(s.session->board->samples, struct board_sample,
	    s.app.sample).has_verdict = false;
	event->journal_length = 9;
	board_apply(s.session->board, event);
	event_free(event);
	scene_type(&s, "\r");
	assert_true(scene_shows(&s, "unjudged"));
	assert_true(scene_shows(&s, "cannot start it: no room"));
	scene_type(&s, "\r");
	assert_true(scene_shows(&s, "reason  cannot start it: no room"));
	scene_close(&s);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sample_is_judged_again_in_an_ended_run),
		cmocka_unit_test(test_timeout_is_asked_for_and_shown),
		cmocka_unit_test(
		    test_marked_ones_are_judged_again_where_marks_are_seen),
		cmocka_unit_test(test_samples_of_a_reason_are_judged_again),
		cmocka_unit_test(test_rerun_that_waits_is_taken_back),
		cmocka_unit_test(test_live_run_takes_what_has_an_end),
		cmocka_unit_test(test_disabled_keys_say_why),
		cmocka_unit_test(test_finished_run_is_left_for_a_rerun),
		cmocka_unit_test(test_screen_begins_where_the_reader_was),
		cmocka_unit_test(test_list_below_comes_back_with_its_filter),
		cmocka_unit_test(test_only_back_goes_back),
		cmocka_unit_test(test_unjudged_sample_says_why),
	};

	scene_environment();
	return cmocka_run_group_tests_name("rerun", tests, NULL, NULL);
}
