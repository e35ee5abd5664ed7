/*
 * Comparing two runs: the exact tests against values worked out in whole
 * numbers (fractions of binomial coefficients), the rest by hand.
 */
#include "fixture.h"
#include "report/compare.h"
#include "stats/exact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* 2 sum_{i <= min} C(b + c, i) / 2^(b + c) */
static void
mcnemar_has_the_exact_values(void **state)
{
	static const struct {
		guint b, c;
		double want;
	} rows[] = {
		{ 0, 0, 1 },
		{ 1, 0, 1 },
		{ 0, 5, 0.0625 },
		{ 5, 0, 0.0625 },
		{ 3, 9, 0.14599609375 },
		{ 9, 3, 0.14599609375 },
		{ 10, 25, 0.016673847800120711 },
		{ 37, 51, 0.1654405129339897 },
		{ 1, 19, 4.00543212890625e-05 },
		{ 60, 100, 0.0019537280340643421 },
		{ 400, 500, 0.0009564441369189461 },
		{ 0, 60, 1.7347234759768071e-18 },
		{ 7, 8, 1 },
		{ 4, 5, 1 },
		{ 50000, 50000, 1 },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char what[64];

		snprintf(what, sizeof(what), "mcnemar_exact(%u, %u)",
		    rows[i].b, rows[i].c);
		check_close(what, mcnemar_exact(rows[i].b, rows[i].c),
		    rows[i].want, rows[i].want * 1e-10);
	}
}

/* The first is Fisher's tea: 34/70.  The last but three is R's example. */
static void
fisher_has_the_exact_values(void **state)
{
	static const struct {
		guint a, b, c, d;
		double want;
	} rows[] = {
		{ 3, 1, 1, 3, 0.48571428571428571 },
		{ 8, 2, 1, 5, 0.034965034965034968 },
		{ 7, 3, 3, 7, 0.17889540799757517 },
		{ 4, 6, 0, 10, 0.086687306501547989 },
		{ 0, 10, 10, 0, 1.082508822446903e-05 },
		{ 10, 0, 10, 0, 1 },
		{ 0, 0, 0, 0, 1 },
		{ 1, 0, 0, 1, 1 },
		{ 5, 5, 5, 5, 1 },
		{ 12, 188, 31, 169, 0.003268882961958452 },
		{ 100, 100, 150, 50, 3.4920512601039038e-07 },
		{ 1, 9, 11, 3, 0.0027594561852200836 },
		{ 2, 3, 6, 4, 0.60839160839160844 },
		{ 190, 10, 200, 0, 0.0017405177544899566 },
		{ 0, 5, 3, 0, 0.017857142857142856 },
		{ 1, 1, 3, 0, 0.4 },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char what[64];

		snprintf(what, sizeof(what), "fisher_exact(%u, %u, %u, %u)",
		    rows[i].a, rows[i].b, rows[i].c, rows[i].d);
		check_close(what, fisher_exact(rows[i].a, rows[i].b,
		    rows[i].c, rows[i].d), rows[i].want,
		    rows[i].want * 1e-10);
		check_close(what, fisher_exact(rows[i].d, rows[i].c,
		    rows[i].b, rows[i].a), rows[i].want,
		    rows[i].want * 1e-10);
	}
}

static void
exact_tests_of_large_counts_stay_probabilities(void **state)
{
	double p = mcnemar_exact(500000, 501000);

	(void)state;
	/* normal: z = 999/sqrt(1001000), p = 0.318 */
	check_close("a million pairs", p, 0.31806, 1e-4);
	assert_true(mcnemar_exact(0, 1000000) >= 0);
	p = fisher_exact(500000, 500000, 500000, 500000);
	check_close("a million in a cell", p, 1, 0);
	p = fisher_exact(1000000, 0, 0, 1000000);
	assert_true(p >= 0 && p < 1e-300);
}

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") */
static void
holm_steps_down_and_never_decreases(void **state)
{
	double p[] = { 0.01, 0.04, 0.03, 0.005 };
	double one[] = { 0.7, 0.8 };

	(void)state;
	holm_adjust(p, 4, p);
	check_close("0.01", p[0], 0.03, 1e-15);
	check_close("0.04", p[1], 0.06, 1e-15);
	check_close("0.03", p[2], 0.06, 1e-15);
	check_close("0.005", p[3], 0.02, 1e-15);
	holm_adjust(one, 2, one);
	check_close("capped", one[0], 1, 0);
	check_close("capped", one[1], 1, 0);
	holm_adjust(NULL, 0, NULL);
}

/* ---- boards ---- */

struct row {
	const char *id;
	guint samples, judged, passed;
};

static void
fill(struct board *board, const struct row *rows, size_t count)
{
	*board = (struct board){ .tasks = g_array_new(FALSE, TRUE,
	    sizeof(struct board_task)) };
	for (size_t i = 0; i < count; i++) {
		struct board_task task = { .samples = rows[i].samples,
			.judged = rows[i].judged, .passed = rows[i].passed };

		task.id = g_strdup(rows[i].id);
		g_array_append_val(board->tasks, task);
	}
}

static void
clear(struct board *board)
{
	for (guint i = 0; i < board->tasks->len; i++)
		g_free(board_task(board, i)->id);
	g_array_unref(board->tasks);
}

static struct comparison *
compare(const struct board *a, const struct board *b, guint k)
{
	g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(guint));

	g_array_append_val(list, k);
	return compare_boards(a, b, list);
}

static struct comparison *
compare_rows(struct board *a, const struct row *left, size_t left_count,
    struct board *b, const struct row *right, size_t right_count, guint k)
{
	fill(a, left, left_count);
	fill(b, right, right_count);
	return compare(a, b, k);
}

static void
finish(struct comparison *got, struct board *a, struct board *b)
{
	comparison_free(got);
	clear(a);
	clear(b);
}

static const struct compare_passk *
first_passk(const struct comparison *comparison)
{
	return &g_array_index(comparison->passk, struct compare_passk, 0);
}

/* One sample a task: better, worse, and the rest the same. */
static struct comparison *
compare_singles(struct board *a, struct board *b, guint better, guint worse,
    guint total)
{
	g_autofree struct row *left = g_new0(struct row, total);
	g_autofree struct row *right = g_new0(struct row, total);
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < total; i++) {
		bool is_better = i < better;
		bool is_worse = !is_better && i < better + worse;

		g_ptr_array_add(ids, g_strdup_printf("T/%u", i));
		left[i] = (struct row){ g_ptr_array_index(ids, i), 1, 1,
			!is_better };
		right[i] = (struct row){ g_ptr_array_index(ids, i), 1, 1,
			!is_worse };
	}
	return compare_rows(a, left, total, b, right, total, 1);
}

static void
check_sentence(const struct comparison *comparison, const char *want)
{
	g_autofree char *got = compare_sentence(comparison, 0);

	assert_string_equal(got, want);
}

static void
single_samples_are_judged_by_mcnemar(void **state)
{
	struct board a, b;
	struct comparison *got = compare_singles(&a, &b, 25, 10, 100);

	(void)state;
	assert_true(got->is_single);
	assert_int_equal(got->better, 25);
	assert_int_equal(got->worse, 10);
	assert_int_equal(got->same, 65);
	check_close("p", got->mcnemar_p, 0.016673847800120711, 1e-12);
	check_close("a", first_passk(got)->a, 0.75, 1e-15);
	check_close("b", first_passk(got)->b, 0.90, 1e-15);
	check_close("difference", first_passk(got)->difference, 0.15, 1e-15);
	check_close("low", first_passk(got)->low, 0.03535488781, 1e-9);
	check_close("high", first_passk(got)->high, 0.25876275925, 1e-9);
	assert_false(first_passk(got)->is_noise);
	assert_int_equal(first_passk(got)->tasks_needed, 120);
	check_sentence(got, "B is 0.150 above A on pass@1 over 100 paired "
	    "tasks (95% interval +0.035 to +0.259): more than noise (exact "
	    "McNemar test, p = 0.017)");
	finish(got, &a, &b);
}

static void
noise_comes_with_the_number_of_tasks_that_settle_it(void **state)
{
	struct board a, b;
	struct comparison *got = compare_singles(&a, &b, 3, 5, 20);

	(void)state;
	assert_true(first_passk(got)->is_noise);
	check_close("low", first_passk(got)->low, -0.35546345786, 1e-9);
	check_close("high", first_passk(got)->high, 0.17364527604, 1e-9);
	assert_int_equal(first_passk(got)->tasks_needed, 312);
	check_sentence(got, "B is 0.100 below A on pass@1 over 20 paired "
	    "tasks (95% interval -0.355 to +0.174): within noise (exact "
	    "McNemar test, p = 0.73); to settle a difference of this size "
	    "takes about 312 such tasks (power 80%)");
	finish(got, &a, &b);
}

static void
equal_runs_have_an_interval_that_is_no_point(void **state)
{
	struct board a, b;
	struct comparison *got = compare_singles(&a, &b, 0, 0, 10);

	(void)state;
	check_close("p", got->mcnemar_p, 1, 0);
	check_close("low", first_passk(got)->low, -0.16333033200, 1e-9);
	check_close("high", first_passk(got)->high, 0.16333033200, 1e-9);
	assert_true(first_passk(got)->is_noise);
	assert_int_equal(first_passk(got)->tasks_needed, 0);
	check_sentence(got, "A and B have the same pass@1 over 10 paired "
	    "tasks, to within 0.163 (95% interval)");
	finish(got, &a, &b);
}

static const struct row four[] = {
	{ "a", 4, 4, 1 }, { "b", 4, 4, 2 }, { "c", 4, 4, 3 }, { "d", 4, 4, 0 },
};

/* Differences .25 0 -.5 .75: mean .125, s^2 = .8125/3. */
static void
several_samples_a_task_get_the_normal_interval(void **state)
{
	static const struct row right[] = {
		{ "d", 4, 4, 3 }, { "c", 4, 4, 1 }, { "b", 4, 4, 2 },
		{ "a", 4, 4, 2 },
	};
	struct board a, b;
	struct comparison *got;
	g_autofree char *sentence = NULL;

	(void)state;
	got = compare_rows(&a, four, G_N_ELEMENTS(four), &b, right,
	    G_N_ELEMENTS(right), 1);
	assert_false(got->is_single);
	assert_int_equal(got->better, 2);
	assert_int_equal(got->worse, 1);
	assert_int_equal(got->same, 1);
	check_close("a", first_passk(got)->a, 0.375, 1e-15);
	check_close("b", first_passk(got)->b, 0.5, 1e-15);
	check_close("low", first_passk(got)->low, -0.38499879835, 1e-9);
	check_close("high", first_passk(got)->high, 0.63499879835, 1e-9);
	assert_true(first_passk(got)->is_noise);
	assert_int_equal(first_passk(got)->tasks_needed, 137);
	sentence = compare_tasks_sentence(got);
	assert_string_equal(sentence, "per task: none differs at p < 0.05 "
	    "(Fisher's exact test, Holm's correction for 4 tasks)");
	finish(got, &a, &b);
}

static void
differences_that_are_all_equal_get_wald_plus_2(void **state)
{
	static const struct row right[] = {
		{ "a", 4, 4, 2 }, { "b", 4, 4, 3 }, { "c", 4, 4, 4 },
		{ "d", 4, 4, 1 },
	};
	struct board a, b;
	struct comparison *got;

	(void)state;
	got = compare_rows(&a, four, G_N_ELEMENTS(four), &b, right,
	    G_N_ELEMENTS(right), 1);
	check_close("low", first_passk(got)->low, -0.17333253223, 1e-9);
	check_close("high", first_passk(got)->high, 0.50666586557, 1e-9);
	finish(got, &a, &b);
}

static void
only_tasks_judged_in_both_runs_are_paired(void **state)
{
	static const struct row left[] = {
		{ "both", 2, 2, 1 }, { "left", 2, 2, 1 }, { "half", 2, 1, 1 },
		{ "none", 0, 0, 0 }, { "void", 0, 0, 0 },
	};
	static const struct row right[] = {
		{ "right", 2, 2, 1 }, { "half", 2, 2, 2 }, { "none", 2, 2, 2 },
		{ "both", 3, 3, 3 }, { "void", 0, 0, 0 },
	};
	struct board a, b;
	struct comparison *got;

	(void)state;
	got = compare_rows(&a, left, G_N_ELEMENTS(left), &b, right,
	    G_N_ELEMENTS(right), 3);
	assert_int_equal(got->tasks->len, 1);
	assert_int_equal(got->only_a, 1);
	assert_int_equal(got->only_b, 2);
	assert_int_equal(got->unfinished, 1);
	assert_int_equal(g_array_index(got->tasks, struct compare_task,
	    0).task_b, 3);
	assert_int_equal(first_passk(got)->tasks, 0);
	check_sentence(got, "nothing to compare: no task has 3 or more "
	    "samples, all judged, in both runs");
	finish(got, &a, &b);
}

static void
runs_without_a_task_in_common_say_so(void **state)
{
	static const struct row left[] = { { "a/1", 2, 2, 1 } };
	static const struct row right[] = { { "b/1", 2, 2, 1 } };
	struct board a, b;
	struct comparison *got;
	g_autofree char *tasks = NULL;

	(void)state;
	got = compare_rows(&a, left, 1, &b, right, 1, 1);
	check_sentence(got, "nothing to compare: no task is in both runs");
	tasks = compare_tasks_sentence(got);
	assert_string_equal(tasks, "per task: none is paired");
	finish(got, &a, &b);
}

/* 10 of 10 against 0 of 10 has p = 1.08e-5, times 3 still far below 0.05. */
static void
tasks_that_differ_are_told_apart_and_sorted(void **state)
{
	static const struct row left[] = {
		{ "small", 10, 10, 5 }, { "large", 10, 10, 0 },
		{ "worse", 10, 10, 5 },
	};
	static const struct row right[] = {
		{ "small", 10, 10, 6 }, { "large", 10, 10, 10 },
		{ "worse", 10, 10, 4 },
	};
	g_autoptr(GPtrArray) better = NULL, worse = NULL;
	g_autofree char *sentence = NULL;
	const struct compare_task *task;
	struct board a, b;
	struct comparison *got;

	(void)state;
	got = compare_rows(&a, left, G_N_ELEMENTS(left), &b, right,
	    G_N_ELEMENTS(right), 1);
	assert_int_equal(got->tasks_differ, 1);
	better = compare_list(got, COMPARE_BETTER);
	worse = compare_list(got, COMPARE_WORSE);
	assert_int_equal(better->len, 2);
	assert_int_equal(worse->len, 1);
	task = g_ptr_array_index(better, 0);
	assert_string_equal(task->id, "large");
	check_close("p", task->p, 1.082508822446903e-05, 1e-15);
	check_close("Holm", task->p_holm, 3 * 1.082508822446903e-05, 1e-15);
	sentence = compare_tasks_sentence(got);
	assert_string_equal(sentence, "per task: 1 of 3 differs at p < 0.05 "
	    "(Fisher's exact test, Holm's correction for 3 tasks)");
	finish(got, &a, &b);
}

/* ---- the report ---- */

static struct session
session_of(struct board *board, struct run_manifest *manifest,
    char *rundir)
{
	return (struct session){ .board = board, .manifest = manifest,
		.rundir = rundir };
}

static void
check_warnings(const struct session *a, const struct session *b,
    const char *const *rows, guint count)
{
	g_autoptr(GPtrArray) warnings = compare_warnings(a, b);

	for (guint i = 0; i < count && i < warnings->len; i++)
		assert_string_equal(g_ptr_array_index(warnings, i), rows[i]);
	assert_int_equal(warnings->len, count);
}

static void
warnings_name_what_differs_and_how(void **state)
{
	static const char *const rows[] = {
		"A is not finished: 1 of 2 samples judged, and tasks that "
		    "lack some are left out",
		"the suites' contents differ: 0123456789ab in A, unknown in "
		    "B",
		"the timeouts differ: 3 s in A, the suite's in B",
		"the memory limits differ: 512M in A, 1G in B",
		"the sandboxes differ: full in A, landlock in B",
		"the guards differ: shared in A, confirm in B",
		"the modules denied differ: none in A, socket, ssl in B",
		"the uses of installed packages differ: yes in A, no in B",
		"the limits on tasks differ: none in A, 5 in B",
		"the versions of evaltop differ: 0.1 in A, 0.2 in B",
	};
	struct run_manifest *a = run_manifest_new(), *b = run_manifest_new();
	struct board board_a = { 0 }, board_b = { 0 };
	struct session left = session_of(&board_a, a, NULL);
	struct session right = session_of(&board_b, b, NULL);

	(void)state;
	board_a.samples = g_array_new(FALSE, TRUE,
	    sizeof(struct board_sample));
	board_b.samples = g_array_ref(board_a.samples);
	/* An empty list is as good as none, and so is the first guard. */
	a->settings.deny = g_new0(char *, 1);
	a->settings.guard = g_strdup("shared");
	check_warnings(&left, &right, NULL, 0);

	g_array_set_size(board_a.samples, 2);
	board_a.judged = 1;
	board_b.judged = 2;
	a->settings.suite_sha256 = g_strdup("0123456789abcdef");
	a->settings.timeout_ms = 3000;
	a->settings.memory_bytes = 512 << 20;
	b->settings.memory_bytes = 1 << 30;
	a->tier = g_strdup("full");
	b->tier = g_strdup("landlock");
	b->settings.guard = g_strdup("confirm");
	b->settings.deny = g_strsplit("socket ssl", " ", -1);
	a->settings.site_packages = true;
	b->settings.limit = 5;
	a->version = g_strdup("0.1");
	b->version = g_strdup("0.2");
	check_warnings(&left, &right, rows, G_N_ELEMENTS(rows));
	g_array_unref(board_a.samples);
	g_array_unref(board_b.samples);
	run_manifest_free(a);
	run_manifest_free(b);
}

static void
warnings_tell_of_the_same_run_and_of_reruns(void **state)
{
	static const char *const rows[] = {
		"A and B are the same run: there is nothing to tell apart",
		"1 sample of A was judged again, with a timeout of 12 s",
		"2 samples of A were judged again, with a timeout of 0.5 s",
		"1 sample of B was judged again, with a timeout of 12 s",
	};
	static const struct board_rerun reruns[] = { { 12000, 1 },
		{ 3000, 0 }, { 500, 2 } };
	struct run_manifest *manifest = run_manifest_new();
	struct board board_a = { 0 }, board_b = { 0 };
	struct session left = session_of(&board_a, manifest, NULL);
	struct session right = session_of(&board_b, manifest, NULL);

	(void)state;
	board_a.samples = board_b.samples = g_array_new(FALSE, TRUE,
	    sizeof(struct board_sample));
	board_a.reruns = g_array_new(FALSE, TRUE, sizeof(struct board_rerun));
	board_b.reruns = g_array_new(FALSE, TRUE, sizeof(struct board_rerun));
	g_array_append_vals(board_a.reruns, reruns, 3);
	g_array_append_vals(board_b.reruns, reruns, 2);
	/* By another name. */
	left.rundir = g_strdup(g_get_tmp_dir());
	right.rundir = g_strconcat(left.rundir, "/.", NULL);
	check_warnings(&left, &right, rows, G_N_ELEMENTS(rows));
	g_free(left.rundir);
	g_free(right.rundir);
	g_array_unref(board_a.samples);
	g_array_unref(board_a.reruns);
	g_array_unref(board_b.reruns);
	run_manifest_free(manifest);
}

static void
k_of_both_runs_are_joined(void **state)
{
	static const guint left[] = { 10, 1 }, right[] = { 1, 100 };
	struct run_manifest *a = run_manifest_new(), *b = run_manifest_new();
	g_autoptr(GArray) k = NULL;

	(void)state;
	g_array_append_vals(a->settings.k, left, 2);
	g_array_append_vals(b->settings.k, right, 2);
	k = compare_k(a, b);
	assert_int_equal(k->len, 3);
	assert_int_equal(g_array_index(k, guint, 0), 1);
	assert_int_equal(g_array_index(k, guint, 1), 10);
	assert_int_equal(g_array_index(k, guint, 2), 100);
	run_manifest_free(a);
	run_manifest_free(b);
}

/*
 * Byte for byte: scripts rely on the fields.  The interval of one task that is
 * worse, by hand: -1/3 +- z sqrt((2/3 - 1/9) / 3).
 */
static void
json_holds_all_fields_in_their_order(void **state)
{
	static const struct row left[] = { { "a", 1, 1, 1 } };
	static const struct row right[] = { { "a", 1, 1, 0 }, { "b", 1, 1, 1 } };
	static const guint ks[] = { 1, 2 };
	struct run_manifest *manifest = run_manifest_new();
	struct board board_a, board_b;
	char path_a[] = "/r/a", path_b[] = "/r/b";
	struct session a = session_of(&board_a, manifest, path_a);
	struct session b = session_of(&board_b, manifest, path_b);
	g_autoptr(GPtrArray) warnings = g_ptr_array_new();
	g_autoptr(GArray) k = g_array_new(FALSE, FALSE, sizeof(guint));
	char warning[] = "w";
	CLEANUP(comparison_free) struct comparison *comparison = NULL;
	g_autofree char *got = NULL;

	(void)state;
	fill(&board_a, left, G_N_ELEMENTS(left));
	fill(&board_b, right, G_N_ELEMENTS(right));
	board_a.samples = board_b.samples = g_array_new(FALSE, TRUE,
	    sizeof(struct board_sample));
	board_a.state = board_b.state = RUN_DONE;
	manifest->settings.label = g_strdup("l");
	manifest->settings.suite_name = g_strdup("s");
	g_array_append_vals(k, ks, 2);
	g_ptr_array_add(warnings, warning);
	comparison = compare_boards(&board_a, &board_b, k);
	got = compare_json(&a, &b, comparison, warnings);
	assert_string_equal(got, "{\"a\":{\"run\":\"/r/a\",\"label\":\"l\","
	    "\"suite\":\"s\",\"state\":\"done\",\"samples\":0,\"judged\":0,"
	    "\"outcomes\":{\"pass\":0,\"assertion_fail\":0,\"syntax_error\":0,"
	    "\"timeout\":0,\"error\":0}},"
	    "\"b\":{\"run\":\"/r/b\",\"label\":\"l\","
	    "\"suite\":\"s\",\"state\":\"done\",\"samples\":0,\"judged\":0,"
	    "\"outcomes\":{\"pass\":0,\"assertion_fail\":0,\"syntax_error\":0,"
	    "\"timeout\":0,\"error\":0}},"
	    "\"pass@k\":{\"1\":{\"a\":1,\"b\":0,\"difference\":-1,"
	    "\"low\":-1,\"high\":0.5101008745877735,"
	    "\"tasks\":1,\"noise\":true,\"tasks_needed\":4,"
	    "\"sentence\":\"B is 1.000 below A on pass@1 over 1 paired task "
	    "(95% interval -1.000 to +0.510): within noise (exact McNemar "
	    "test, p = 1); to settle a difference of this size takes about 4 "
	    "such tasks (power 80%)\"},\"2\":null},"
	    "\"counts\":{\"paired\":1,\"better\":0,\"worse\":1,\"same\":0,"
	    "\"only_a\":0,\"only_b\":1,\"unfinished\":0,\"differ\":0},"
	    "\"mcnemar_p\":1,\"warnings\":[\"w\"],"
	    "\"tasks\":[{\"task_id\":\"a\",\"n_a\":1,\"c_a\":1,\"n_b\":1,"
	    "\"c_b\":0,\"change\":\"worse\",\"p\":1,\"p_holm\":1}]}");
	g_array_unref(board_a.samples);
	clear(&board_a);
	clear(&board_b);
	run_manifest_free(manifest);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mcnemar_has_the_exact_values),
		cmocka_unit_test(fisher_has_the_exact_values),
		cmocka_unit_test(exact_tests_of_large_counts_stay_probabilities),
		cmocka_unit_test(holm_steps_down_and_never_decreases),
		cmocka_unit_test(single_samples_are_judged_by_mcnemar),
		cmocka_unit_test(
		    noise_comes_with_the_number_of_tasks_that_settle_it),
		cmocka_unit_test(equal_runs_have_an_interval_that_is_no_point),
		cmocka_unit_test(several_samples_a_task_get_the_normal_interval),
		cmocka_unit_test(differences_that_are_all_equal_get_wald_plus_2),
		cmocka_unit_test(only_tasks_judged_in_both_runs_are_paired),
		cmocka_unit_test(runs_without_a_task_in_common_say_so),
		cmocka_unit_test(tasks_that_differ_are_told_apart_and_sorted),
		cmocka_unit_test(warnings_name_what_differs_and_how),
		cmocka_unit_test(warnings_tell_of_the_same_run_and_of_reruns),
		cmocka_unit_test(k_of_both_runs_are_joined),
		cmocka_unit_test(json_holds_all_fields_in_their_order),
	};

	return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
