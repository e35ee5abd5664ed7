/* The list of runs: rows, states, caches, order; on made-up folders. */
#include "fixture.h"
#include "report/runlist.h"
#include "report/summary.h"
#include "run/journal.h"
#include "run/notes.h"

#include <glib/gstdio.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

#define TASKS 20

/*
 * A run of 20 tasks with a sample each, the first `judged` judged, the first
 * `passed` of them passes.  Returns its folder; free it.
 */
static char *
make_run(const char *base, const char *name, enum run_state state,
    guint judged, guint passed)
{
	char *path = g_build_filename(base, name, NULL);
	struct run_manifest *manifest = run_manifest_new();
	guint k = 1, more = 2;
	guint32 one = 1;
	struct journal *journal;
	struct event *event;

	manifest->settings.label = g_strdup_printf("label of %s", name);
	manifest->settings.suite_name = g_strdup("HumanEval");
	g_array_append_val(manifest->settings.k, k);
	g_array_append_val(manifest->settings.k, more);
	manifest->state = state;
	manifest->started_ms = 1000;
	for (guint i = 0; i < TASKS; i++) {
		g_ptr_array_add(manifest->index.task_ids,
		    g_strdup_printf("\n\t\"tasks\": [/%u", i));
		g_array_append_val(manifest->index.counts, one);
	}
	assert_int_equal(g_mkdir(path, 0777), 0);
	assert_true(run_manifest_write(manifest, path, NULL));
	journal = journal_open(path, &manifest->index, NULL);
	append_event(journal, event_new(EVENT_BEGIN, 0));
	for (guint i = 0; i < judged; i++) {
		event = event_new(EVENT_JUDGED, i);
		event->verdict = verdict_new(i < passed ? OUTCOME_PASS :
		    OUTCOME_TIMEOUT, DETAIL_NONE);
		append_event(journal, event);
	}
	if (state >= RUN_DONE) {
		event = event_new(EVENT_END, 0);
		event->state = state;
		append_event(journal, event);
	}
	journal_close(journal);
	run_manifest_free(manifest);
	return path;
}

/* The same, where the folder is not asked for. */
static void
add_run(const char *base, const char *name, enum run_state state,
    guint judged, guint passed)
{
	g_free(make_run(base, name, state, judged, passed));
}

static const struct runlist_row *
row_at(const struct runlist *list, guint index)
{
	return g_ptr_array_index(list->rows, index);
}

static void
rows_say_what_the_runs_are(void **state)
{
	g_autofree char *done = make_run(*state, "20260101-1", RUN_DONE, 20,
	    15);
	g_autofree char *other = g_build_filename(*state, "no-run", NULL);
	CLEANUP(notes_free) struct notes *notes = notes_load(done, NULL);
	CLEANUP(runlist_free) struct runlist *list = NULL;
	const struct runlist_row *row;
	const struct runlist_figure *figure;

	add_run(*state, "20260101-2", RUN_STOPPED, 10, 5);
	add_run(*state, "20260101-3", RUN_RUNNING, 5, 1);
	assert_int_equal(g_mkdir(other, 0777), 0);
	assert_true(notes_set(notes, "a", 0, "format", NULL, 1, NULL));
	assert_true(notes_set(notes, "a", 0, "cheat", NULL, 1, NULL));
	list = runlist_new(*state);
	assert_int_equal(list->rows->len, 3);
	assert_int_equal(list->complaints->len, 0);
	/* newest first */
	row = row_at(list, 0);
	assert_string_equal(row->name, "20260101-3");
	assert_int_equal(row->state, RUNLIST_LOST);
	assert_int_equal(row->judged, 5);
	assert_int_equal(row_at(list, 1)->state, RUNLIST_STOPPED);
	row = row_at(list, 2);
	assert_string_equal(row->path, done);
	assert_string_equal(row->label, "label of 20260101-1");
	assert_string_equal(row->suite, "HumanEval");
	assert_string_equal(row->tier, "");
	assert_int_equal(row->state, RUNLIST_DONE);
	assert_int_equal(row->tasks, TASKS);
	assert_int_equal(row->samples, TASKS);
	assert_int_equal(row->judged, 20);
	assert_int_equal(row->outcomes[OUTCOME_PASS], 15);
	assert_int_equal(row->outcomes[OUTCOME_TIMEOUT], 5);
	assert_int_equal(row->notes, 1);
	assert_string_equal(row->note_label, "");
	assert_int_equal(row->figures->len, 2);
	figure = runlist_figure(row, 1);
	assert_non_null(figure);
	assert_true(fabs(figure->value - 0.75) < 1e-12);
	assert_true(figure->low < 0.75 && figure->high > 0.75);
	/* Two samples of a task would be needed. */
	assert_null(runlist_figure(row, 2));
	assert_null(runlist_figure(row, 3));
}

static void
a_quick_list_reads_no_journal(void **state)
{
	g_autofree char *known = make_run(*state, "20260101-1", RUN_DONE, 20,
	    15);
	g_autofree char *unknown = make_run(*state, "20260101-2", RUN_DONE,
	    20, 10);
	g_autofree char *summary = summary_load(known, NULL);
	g_autofree char *kept = NULL;
	CLEANUP(runlist_free) struct runlist *list = runlist_new_quick(
	    *state);

	assert_non_null(summary);
	assert_int_equal(list->rows->len, 2);
	assert_int_equal(row_at(list, 1)->judged, 20);
	assert_non_null(runlist_figure(row_at(list, 1), 1));
	assert_int_equal(row_at(list, 0)->state, RUNLIST_DONE);
	assert_int_equal(row_at(list, 0)->samples, TASKS);
	assert_int_equal(row_at(list, 0)->tasks, TASKS);
	assert_int_equal(row_at(list, 0)->judged, 0);
	assert_null(runlist_figure(row_at(list, 0), 1));
	assert_true(row_at(list, 0)->is_bare);
	kept = summary_load_kept(unknown);
	assert_null(kept);
}

static void
folders_that_are_no_readable_run_are_complained_of(void **state)
{
	g_autofree char *bad = make_run(*state, "b", RUN_DONE, 20, 1);
	g_autofree char *file = g_build_filename(bad, "run.json", NULL);
	CLEANUP(runlist_free) struct runlist *list = NULL;

	add_run(*state, "a", RUN_DONE, 20, 1);
	assert_true(g_file_set_contents(file, "{}", -1, NULL));
	list = runlist_new(*state);
	assert_int_equal(list->rows->len, 1);
	assert_int_equal(list->complaints->len, 1);
	assert_non_null(strstr(g_ptr_array_index(list->complaints, 0),
	    "is not a manifest"));
}

/* The lock is this process's own, but an open file description's. */
static void
a_run_that_is_being_written_is_live(void **state)
{
	g_autofree char *path = make_run(*state, "a", RUN_RUNNING, 5, 2);
	g_autofree char *kept = g_build_filename(path, "summary.json", NULL);
	int fd = rundir_lock(path, NULL);
	CLEANUP(runlist_free) struct runlist *list = runlist_new(*state);

	assert_true(fd >= 0);
	assert_int_equal(row_at(list, 0)->state, RUNLIST_LIVE);
	assert_int_equal(row_at(list, 0)->judged, 5);
	/* Its summary would be old in a moment. */
	assert_false(g_file_test(kept, G_FILE_TEST_EXISTS));
	(void)close(fd);
	assert_true(runlist_update(list));
	assert_int_equal(row_at(list, 0)->state, RUNLIST_LOST);
	assert_true(g_file_test(kept, G_FILE_TEST_EXISTS));
}

/* Its screen is still open, and may take a rerun. */
static void
a_run_that_has_ended_is_not_running_while_it_is_locked(void **state)
{
	static const struct {
		enum run_state state;
		enum runlist_state want;
	} cases[] = {
		{ RUN_DONE, RUNLIST_DONE },
		{ RUN_INCOMPLETE, RUNLIST_INCOMPLETE },
		{ RUN_PAUSED, RUNLIST_LIVE },
		{ RUN_STOPPED, RUNLIST_STOPPED },
		{ RUN_STOPPING, RUNLIST_LIVE },
	};

	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *name = g_strdup_printf("run%zu", i);
		g_autofree char *path = make_run(*state, name, cases[i].state,
		    TASKS, 2);
		int fd = rundir_lock(path, NULL);
		CLEANUP(runlist_row_free) struct runlist_row *row =
		    runlist_read(path, NULL);

		assert_true(fd >= 0);
		assert_int_equal(row->state, cases[i].want);
		(void)close(fd);
	}
}

/* A long journal of a live run: counted line by line. */
static void
progress_of_a_long_live_run_is_counted(void **state)
{
	g_autofree char *path = make_run(*state, "a", RUN_RUNNING, 5, 2);
	g_autofree char *journal = g_build_filename(path, "results.jsonl",
	    NULL);
	g_autofree char *blank = g_strnfill(5 << 20, ' ');
	g_autofree char *text = NULL, *longer = NULL;
	CLEANUP(runlist_free) struct runlist *list = NULL;
	int fd;

	assert_true(g_file_get_contents(journal, &text, NULL, NULL));
	longer = g_strconcat(blank, "\n", text, "{\"event\":\"judged\",", NULL);
	assert_true(g_file_set_contents(journal, longer, -1, NULL));
	fd = rundir_lock(path, NULL);
	list = runlist_new(*state);
	assert_int_equal(row_at(list, 0)->judged, 5);
	assert_int_equal(row_at(list, 0)->outcomes[OUTCOME_PASS], 2);
	assert_int_equal(row_at(list, 0)->samples, TASKS);
	assert_int_equal(row_at(list, 0)->tasks, TASKS);
	assert_null(runlist_figure(row_at(list, 0), 1));
	(void)close(fd);
}

/* The second look reads no journal: what is in it is not even JSON now. */
static void
kept_summaries_spare_the_journals(void **state)
{
	g_autofree char *path = make_run(*state, "a", RUN_DONE, 20, 15);
	g_autofree char *journal = g_build_filename(path, "results.jsonl",
	    NULL);
	g_autofree char *kept = g_build_filename(path, "summary.json", NULL);
	CLEANUP(runlist_free) struct runlist *first = NULL;
	CLEANUP(runlist_free) struct runlist *second = NULL;
	CLEANUP(runlist_free) struct runlist *third = NULL;
	struct utimbuf old = { 1000, 1000 };

	first = runlist_new(*state);
	assert_int_equal(row_at(first, 0)->outcomes[OUTCOME_PASS], 15);
	assert_true(g_file_test(kept, G_FILE_TEST_EXISTS));
	assert_true(g_file_set_contents(journal, "gone", -1, NULL));
	assert_int_equal(g_utime(journal, &old), 0);
	second = runlist_new(*state);
	assert_int_equal(row_at(second, 0)->outcomes[OUTCOME_PASS], 15);
	/* Older than the journal it is stale: made anew, and kept. */
	assert_int_equal(g_utime(kept, &old), 0);
	assert_true(g_file_set_contents(journal, "gone\n", -1, NULL));
	third = runlist_new(*state);
	assert_int_equal(row_at(third, 0)->outcomes[OUTCOME_PASS], 0);
}

static void
updates_keep_rows_that_have_not_changed(void **state)
{
	g_autofree char *a = make_run(*state, "a", RUN_DONE, 20, 15);
	CLEANUP(notes_free) struct notes *notes = notes_load(a, NULL);
	CLEANUP(runlist_free) struct runlist *list = NULL;
	const struct runlist_row *row_b;

	add_run(*state, "b", RUN_DONE, 20, 15);
	list = runlist_new(*state);
	row_b = row_at(list, 0);
	assert_false(runlist_update(list));
	assert_ptr_equal(row_at(list, 0), row_b);
	assert_true(notes_set(notes, "x", 0, "format", NULL, 1, NULL));
	assert_true(runlist_update(list));
	assert_ptr_equal(row_at(list, 0), row_b);
	assert_int_equal(row_at(list, 1)->notes, 1);
	add_run(*state, "c", RUN_DONE, 20, 15);
	remove_tree(a);
	assert_true(runlist_update(list));
	assert_int_equal(list->rows->len, 2);
	assert_string_equal(row_at(list, 0)->name, "c");
	assert_ptr_equal(row_at(list, 1), row_b);
}

static void
rows_are_sorted_and_searched(void **state)
{
	CLEANUP(runlist_free) struct runlist *list = NULL;

	add_run(*state, "a", RUN_DONE, 20, 10);
	add_run(*state, "b", RUN_STOPPED, 0, 0);
	add_run(*state, "c", RUN_DONE, 20, 5);
	list = runlist_new(*state);
	/* b has no pass@1: last both ways. */
	runlist_sort(list->rows, RUNLIST_BY_PASS1, true);
	assert_string_equal(row_at(list, 0)->name, "a");
	assert_string_equal(row_at(list, 2)->name, "b");
	runlist_sort(list->rows, RUNLIST_BY_PASS1, false);
	assert_string_equal(row_at(list, 0)->name, "c");
	assert_string_equal(row_at(list, 2)->name, "b");
	/* Equal ones newest first. */
	runlist_sort(list->rows, RUNLIST_BY_TASKS, false);
	assert_string_equal(row_at(list, 0)->name, "c");
	for (int i = 0; i < RUNLIST_COLUMN__COUNT; i++) {
		assert_non_null(runlist_column_word((enum runlist_column)i));
		runlist_sort(list->rows, (enum runlist_column)i, true);
	}
	runlist_sort(list->rows, RUNLIST_BY_NAME, false);
	assert_true(runlist_matches(row_at(list, 0), ""));
	assert_true(runlist_matches(row_at(list, 0), "humaneval DONE"));
	assert_false(runlist_matches(row_at(list, 1), "humaneval done"));
	assert_true(runlist_matches(row_at(list, 1), "\xff stopped") == false);
}

static void
notes_of_runs_are_listed(void **state)
{
	g_autofree char *path = make_run(*state, "one", RUN_DONE, 20, 15);
	CLEANUP(notes_free) struct notes *notes = notes_load(path, NULL);
	CLEANUP(runlist_free) struct runlist *list = runlist_new(*state);

	assert_string_equal(row_at(list, 0)->note, "");
	assert_true(notes_set_run(notes, "baseline", "no hints", 1, NULL));
	assert_true(runlist_update(list));
	assert_string_equal(row_at(list, 0)->note_label, "baseline");
	assert_string_equal(row_at(list, 0)->note, "no hints");
	assert_int_equal(row_at(list, 0)->notes, 0);
	assert_true(runlist_matches(row_at(list, 0), "baseline hints"));
}

static const struct {
	guint ks[8];		/* 0 ends */
	guint most, want[4], count;
} choices[] = {
	{ { 0 }, 4, { 1 }, 1 },
	{ { 10, 1, 10, 5, 1 }, 4, { 1, 5, 10 }, 3 },
	{ { 10, 1, 10, 5, 1 }, 2, { 1, 10 }, 2 },
	{ { 2, 3, 4, 5, 6, 1, 1 }, 3, { 1, 5, 6 }, 3 },
	{ { 7, 3 }, 1, { 3 }, 1 },
};

static void
few_columns_of_k_are_the_ends(void **state)
{
	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(choices); i++) {
		g_autoptr(GArray) ks = g_array_new(FALSE, FALSE,
		    sizeof(guint));
		guint got[4];

		for (guint k = 0; choices[i].ks[k]; k++)
			g_array_append_val(ks, choices[i].ks[k]);
		assert_int_equal(runlist_choose_ks(ks, choices[i].most, got),
		    choices[i].count);
		assert_memory_equal(got, choices[i].want, choices[i].count *
		    sizeof(guint));
	}
}

/* No clock here: on a slow machine it is slow, but it reads what it must. */
static void
many_runs_are_listed(void **state)
{
	CLEANUP(runlist_free) struct runlist *list = NULL;
	CLEANUP(runlist_free) struct runlist *again = NULL;
	gint64 started;

	for (guint i = 0; i < 200; i++) {
		g_autofree char *name = g_strdup_printf("run-%03u", i);

		add_run(*state, name, RUN_DONE, 20, i % 21);
	}
	list = runlist_new(*state);
	started = g_get_monotonic_time();
	again = runlist_new(*state);
	print_message("200 runs with summaries: %.1f ms\n",
	    (double)(g_get_monotonic_time() - started) / 1000);
	assert_int_equal(again->rows->len, 200);
	for (guint i = 0; i < 200; i++) {
		assert_int_equal(row_at(again, i)->outcomes[OUTCOME_PASS],
		    (199 - i) % 21);
		assert_string_equal(row_at(again, i)->name,
		    row_at(list, i)->name);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, \
    folder_set_up, folder_tear_down)
		T(rows_say_what_the_runs_are),
		T(a_quick_list_reads_no_journal),
		T(folders_that_are_no_readable_run_are_complained_of),
		T(a_run_that_is_being_written_is_live),
		T(a_run_that_has_ended_is_not_running_while_it_is_locked),
		T(progress_of_a_long_live_run_is_counted),
		T(kept_summaries_spare_the_journals),
		T(updates_keep_rows_that_have_not_changed),
		T(rows_are_sorted_and_searched),
		T(notes_of_runs_are_listed),
		T(few_columns_of_k_are_the_ends),
		T(many_runs_are_listed),
#undef T
	};

	return cmocka_run_group_tests_name("runlist", tests, NULL, NULL);
}
