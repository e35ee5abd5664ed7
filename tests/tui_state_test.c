/* What is remembered: filters by number, places in a run, prompts' lines. */
#include "tui_scene.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct folder {
	char *path, *file;
};

static int
folder_open(void **state)
{
	struct folder *folder = g_new0(struct folder, 1);

	folder->path = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	folder->file = g_build_filename(folder->path, "deep", "state.ini",
	    NULL);
	*state = folder;
	return folder->path ? 0 : -1;
}

static int
folder_close(void **state)
{
	struct folder *folder = *state;
	g_autofree char *deep = g_path_get_dirname(folder->file);

	(void)g_unlink(folder->file);
	(void)g_rmdir(deep);
	(void)g_rmdir(folder->path);
	g_free(folder->file);
	g_free(folder->path);
	g_free(folder);
	return 0;
}

static void
filters_and_lines_come_back(void **state)
{
	const struct folder *folder = *state;
	struct saved_filter written = { 0 }, read[SAVED_FILTERS] = { 0 };
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) again = g_ptr_array_new_with_free_func(g_free);

	state_load_filters(folder->file, read);
	assert_null(read[0].text);
	saved_filter_set(&written, "reason~\"a;b\\\\c\" or task~\u00e4 ",
	    "odd = ones");
	assert_true(state_save_filter(folder->file, 8, &written, NULL));
	for (int i = 0; i < 150; i++)
		g_ptr_array_add(lines, g_strdup_printf("line; %d = \\n", i));
	assert_true(state_save_history(folder->file, "search", lines, NULL));
	saved_filter_set(&read[0], "out=pass", NULL);
	state_load_filters(folder->file, read);
	assert_string_equal(read[0].text, "out=pass");
	assert_string_equal(read[8].text, written.text);
	assert_string_equal(read[8].name, "odd = ones");
	/* Not for ever more of them. */
	state_load_history(folder->file, "search", again);
	assert_int_equal(again->len, 100);
	assert_string_equal(g_ptr_array_index(again, 99),
	    "line; 149 = \\n");
	saved_filter_clear(&written);
	for (int i = 0; i < SAVED_FILTERS; i++)
		saved_filter_clear(&read[i]);
}

static void
a_broken_file_is_nothing(void **state)
{
	const struct folder *folder = *state;
	g_autofree char *deep = g_path_get_dirname(folder->file);
	struct saved_filter read[SAVED_FILTERS] = { 0 };
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);

	assert_int_equal(g_mkdir(deep, 0700), 0);
	assert_true(g_file_set_contents(folder->file, "\x01 [filters\nf1\xff",
	    -1, NULL));
	state_load_filters(folder->file, read);
	state_load_history(folder->file, "search", lines);
	assert_null(read[0].text);
	assert_int_equal(lines->len, 0);
}

static void
words_of_filters(void **state)
{
	(void)state;
	assert_int_equal(saved_filter_index("f1"), 0);
	assert_int_equal(saved_filter_index("f9"), 8);
	assert_int_equal(saved_filter_index("f0"), -1);
	assert_int_equal(saved_filter_index("f10"), -1);
	assert_int_equal(saved_filter_index("f"), -1);
	assert_int_equal(saved_filter_index(""), -1);
}

static void
numbers_put_filters_in_force(void **state)
{
	struct scene s;
	guint timeouts;

	(void)state;
	scene_open(&s, 160, 50, false, &scene_small, 60000);
	timeouts = s.session->board->outcomes[OUTCOME_TIMEOUT];
	assert_true(timeouts > 0 && timeouts < 240);
	scene_type(&s, "a");
	assert_true(scene_shows(&s, "1 timeouts   2 syntax errors"));
	/* By the digit, and once more: off. */
	scene_type(&s, "1");
	assert_int_equal(s.app.cases.rows->len, timeouts);
	assert_true(scene_shows(&s, "filter: out=timeout"));
	scene_type(&s, "1");
	assert_int_equal(s.app.cases.rows->len, 240);
	/* By its name in the prompt, as it is typed. */
	scene_type(&s, "ff1");
	assert_int_equal(s.app.cases.rows->len, timeouts);
	assert_true(scene_shows(&s, "timeouts: out=timeout"));
	scene_type(&s, "\r");
	assert_true(scene_shows(&s, "filter: out=timeout   Esc drops it"));
	scene_type(&s, "\033:filter f2\r");
	assert_string_equal(s.app.cases.filter, "out=syntax_error");
	/* There is no such one. */
	scene_type(&s, "9");
	assert_true(scene_shows(&s, "no filter is saved as f9"));
	scene_type(&s, "\033ff9\r");
	assert_true(scene_shows(&s, "no filter is saved as f9"));
	assert_int_equal(s.app.cases.rows->len, 240);
	scene_close(&s);
}

static void
filters_are_saved_at_run_time(void **state)
{
	const struct folder *folder = *state;
	struct saved_filter read[SAVED_FILTERS] = { 0 };
	struct scene s;

	scene_open(&s, 160, 50, false, &scene_small, 60000);
	s.app.state_path = g_strdup(folder->file);
	scene_type(&s, "a:save-filter f5\r");
	assert_true(scene_shows(&s, "no filter is in force"));
	scene_type(&s, "fout=error and wall>1\r:save-filter f5 slow ones\r");
	assert_true(scene_shows(&s, "f5 is slow ones: out=error and wall>1"));
	assert_true(scene_shows(&s, "5 slow ones"));
	scene_type(&s, ":save-filter 12\r");
	assert_true(scene_shows(&s, "save-filter takes one of f1 to f9"));
	state_load_filters(folder->file, read);
	assert_string_equal(read[4].text, "out=error and wall>1");
	assert_string_equal(read[4].name, "slow ones");
	saved_filter_clear(&read[4]);
	scene_close(&s);
}

static void
configured_filters_are_read(void **state)
{
	static const char good[] = "filters:\n  f1: out=pass\n  f7: { name: "
	    "my own, filter: wall>2 }\n";
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "filters:\n  f0: out=pass\n", ":2: filters are called f1 "
		    "to f9, not f0" },
		{ "filters:\n  f1: out=\n", ":2: f1: " },
		{ "filters:\n  f1: 3\n", ":2: f1 must be a filter" },
		{ "filters:\n  f1: { name: x }\n", ":2: f1 must be" },
		{ "filters:\n  f1: { nam: x }\n", "no nam" },
		{ "filters: out=pass\n", "must be a mapping" },
	};
	struct config config;

	(void)state;
	config_read(&config, good, strlen(good), "c");
	assert_null(config.complaint);
	assert_string_equal(config.filters[0].text, "out=pass");
	assert_string_equal(config.filters[6].name, "my own");
	assert_string_equal(config.filters[6].text, "wall>2");
	config_clear(&config);
	for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
		config_read(&config, bad[i].text, strlen(bad[i].text), "c");
		if (!config.complaint || !strstr(config.complaint,
		    bad[i].says))
			fail_msg("%s: got %s", bad[i].text, config.complaint);
		config_clear(&config);
	}
}

static void
marks_lead_back(void **state)
{
	struct scene s;
	guint first, second;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "'x");
	assert_true(scene_shows(&s, "there is no mark x: mx sets it"));
	scene_type(&s, "''");
	assert_true(scene_shows(&s, "nothing to go back to"));
	first = s.app.sample;
	scene_type(&s, "mx");
	assert_true(scene_shows(&s, "'x comes back here"));
	scene_type(&s, "Gma");
	second = s.app.sample;
	assert_int_not_equal(first, second);
	scene_type(&s, "'x");
	assert_int_equal(s.app.sample, first);
	/* Back, and back from there. */
	scene_type(&s, "''");
	assert_int_equal(s.app.sample, second);
	scene_type(&s, "''");
	assert_int_equal(s.app.sample, first);
	/* A search, a failure and :goto are jumps as well. */
	scene_type(&s, "/kth\r''");
	assert_int_equal(s.app.sample, first);
	scene_type(&s, "Ge''");
	assert_int_equal(s.app.sample, second);
	/* In the review, too; letters are no keys while one waits for them. */
	scene_type(&s, "\r\r'x");
	assert_int_equal(s.app.sample, first);
	scene_type(&s, "mq");
	assert_false(s.app.has_left);
	scene_key(&s, '\'');
	scene_key(&s, K_UP);
	assert_true(scene_shows(&s, "no mark: marks are letters"));
	scene_close(&s);
}

static void
marks_do_not_hide_behind_a_filter(void **state)
{
	struct scene s;
	guint timeout;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "afout=pass\rmp\033fout=timeout\rGmt");
	timeout = s.app.sample;
	scene_type(&s, "'p");
	assert_true(scene_shows(&s, "which the filter hides"));
	assert_int_equal(s.app.sample, timeout);
	scene_type(&s, "\033\033'p");
	assert_int_not_equal(s.app.sample, timeout);
	assert_int_equal(board_sample(s.session->board,
	    s.app.sample)->outcome, OUTCOME_PASS);
	scene_type(&s, "'t");
	assert_int_equal(g_array_index(s.app.cases.rows, guint32,
	    s.app.cases.list.cursor), timeout);
	scene_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, folder_open, folder_close)
		T(filters_and_lines_come_back),
		T(a_broken_file_is_nothing),
		T(words_of_filters),
		T(numbers_put_filters_in_force),
		T(filters_are_saved_at_run_time),
		T(configured_filters_are_read),
		T(marks_lead_back),
		T(marks_do_not_hide_behind_a_filter),
#undef T
	};

	scene_environment();
	return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}
