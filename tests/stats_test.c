/* pass@k against values worked out by hand, and its intervals. */
#include "fixture.h"
#include "stats/passk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void
passk_has_the_values_worked_out_by_hand(void **state)
{
	static const struct {
		guint n, c, k;
		double want;
	} rows[] = {
		{ 1, 0, 1, 0 },
		{ 1, 1, 1, 1 },
		{ 2, 1, 1, 0.5 },
		{ 2, 1, 2, 1 },
		{ 6, 3, 1, 0.5 },
		{ 6, 3, 5, 1 },
		{ 10, 1, 5, 0.5 },
		{ 10, 3, 5, 11.0 / 12 },
		/* 1 - C(15,10)/C(20,10) = 1 - 3003/184756 */
		{ 20, 5, 10, 1 - 3003.0 / 184756 },
		{ 200, 1, 100, 0.5 },
		{ 200, 10, 10, 0.40854786608142 },
		{ 200, 57, 1, 0.285 },
		{ 1000, 1, 100, 0.1 },
		/* both product forms on the same numbers: 1 - C(4,2)/C(9,2) */
		{ 9, 5, 2, 1 - 6.0 / 36 },
		{ 9, 2, 5, 1 - 21.0 / 126 },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char what[64];

		snprintf(what, sizeof(what), "passk(%u, %u, %u)", rows[i].n,
		    rows[i].c, rows[i].k);
		check_close(what, passk(rows[i].n, rows[i].c, rows[i].k),
		    rows[i].want, 1e-9);
	}
}

static void
passk_of_none_is_0_and_of_all_is_1(void **state)
{
	(void)state;
	for (guint n = 1; n <= 60; n++) {
		for (guint k = 1; k <= n; k++) {
			assert_true(passk(n, 0, k) <= 0);
			assert_true(passk(n, n, k) >= 1);
		}
	}
}

/* C(1000,100) has 140 digits; C(n,k) of the last rows does not fit a double. */
static void
passk_of_many_samples_neither_overflows_nor_drifts(void **state)
{
	(void)state;
	check_close("half of a million", passk(1000000, 500000, 2),
	    1 - 0.5 * 499999.0 / 999999, 1e-9);
	check_close("one of a million", passk(1000000, 1, 1000), 0.001, 1e-9);
	check_close("largest n", passk(G_MAXUINT, 1, 2), 2.0 / G_MAXUINT, 1e-15);
	check_close("k as large as n", passk(100000, 1, 100000), 1, 0);
	assert_true(passk(100000, 50000, 50000) <= 1);
}

static void
passk_grows_with_k_and_with_c(void **state)
{
	(void)state;
	for (guint c = 0; c < 50; c++) {
		for (guint k = 1; k < 50; k++) {
			assert_true(passk(50, c, k) <= passk(50, c, k + 1));
			assert_true(passk(50, c, k) <= passk(50, c + 1, k));
		}
	}
}

struct row {
	guint samples, judged, passed, confirmed;
};

static struct board *
board_of(const struct row *rows, size_t count, struct board *ret)
{
	*ret = (struct board){ .tasks = g_array_new(FALSE, TRUE,
	    sizeof(struct board_task)) };
	for (size_t i = 0; i < count; i++) {
		struct board_task task = { .samples = rows[i].samples,
			.judged = rows[i].judged, .passed = rows[i].passed,
			.confirmed = rows[i].confirmed };

		g_array_append_val(ret->tasks, task);
	}
	return ret;
}

static void
estimate(const struct row *rows, size_t count, guint k, bool incomplete,
    struct passk_estimate *ret)
{
	struct board board;

	passk_estimate(board_of(rows, count, &board), k, incomplete, ret);
	g_array_unref(board.tasks);
}

static void
estimate_is_the_mean_over_tasks_and_not_over_samples(void **state)
{
	static const struct row rows[] = { { 1, 1, 1, 1 }, { 9, 9, 0, 0 } };
	struct passk_estimate got;

	(void)state;
	estimate(rows, 2, 1, false, &got);
	assert_int_equal(got.k, 1);
	assert_int_equal(got.tasks, 2);
	check_close("value", got.value, 0.5, 0);
	check_close("confirmed", got.confirmed, 0.5, 0);
}

static void
estimate_counts_confirmed_passes_apart(void **state)
{
	static const struct row rows[] = { { 4, 4, 4, 1 }, { 4, 4, 2, 2 } };
	struct passk_estimate got;

	(void)state;
	estimate(rows, 2, 1, false, &got);
	check_close("value", got.value, 0.75, 1e-15);
	check_close("confirmed", got.confirmed, 0.375, 1e-15);
}

static void
estimate_leaves_out_tasks_with_fewer_than_k_samples(void **state)
{
	static const struct row rows[] = { { 10, 10, 1, 0 }, { 4, 4, 4, 0 } };
	struct passk_estimate got;

	(void)state;
	estimate(rows, 2, 5, false, &got);
	assert_int_equal(got.tasks, 1);
	check_close("value", got.value, 0.5, 1e-12);
	estimate(rows, 2, 11, false, &got);
	assert_int_equal(got.tasks, 0);
}

static void
estimate_takes_incomplete_tasks_only_when_asked(void **state)
{
	static const struct row rows[] = {
		{ 2, 2, 1, 0 }, { 4, 3, 3, 0 }, { 4, 0, 0, 0 }, { 0, 0, 0, 0 }
	};
	struct passk_estimate got;

	(void)state;
	estimate(rows, 4, 1, false, &got);
	assert_int_equal(got.tasks, 1);
	check_close("complete only", got.value, 0.5, 0);
	estimate(rows, 4, 1, true, &got);
	assert_int_equal(got.tasks, 2);
	check_close("all judged", got.value, 0.75, 0);
}

/* Wilson for 8 of 10: (0.8 + 0.19207 -+ 1.95996 sqrt(.016 + .0096)) / 1.38415 */
static void
interval_of_one_sample_a_task_is_wilsons(void **state)
{
	struct row rows[10];
	struct passk_estimate got;

	(void)state;
	for (guint i = 0; i < 10; i++)
		rows[i] = (struct row){ 1, 1, i < 8, 0 };
	estimate(rows, 10, 1, false, &got);
	check_close("value", got.value, 0.8, 0);
	check_close("low", got.low, 0.4901624715, 1e-9);
	check_close("high", got.high, 0.9433178485, 1e-9);
}

/* All of 10 pass: low = 10 / (10 + z^2), high = 1; none: mirrored. */
static void
interval_never_shrinks_to_a_point(void **state)
{
	struct row rows[10];
	struct passk_estimate got;

	(void)state;
	for (guint i = 0; i < 10; i++)
		rows[i] = (struct row){ 3, 3, 3, 0 };
	estimate(rows, 10, 1, false, &got);
	check_close("low", got.low, 10 / (10 + 3.8414588207), 1e-9);
	check_close("high", got.high, 1, 1e-12);
	for (guint i = 0; i < 10; i++)
		rows[i] = (struct row){ 3, 3, 0, 0 };
	estimate(rows, 10, 1, false, &got);
	check_close("low", got.low, 0, 1e-12);
	check_close("high", got.high, 3.8414588207 / (10 + 3.8414588207), 1e-9);
	for (guint i = 0; i < 10; i++)
		rows[i] = (struct row){ 2, 2, 1, 0 };
	estimate(rows, 10, 1, false, &got);
	assert_true(got.low < 0.3 && got.high > 0.7);
}

/* Values .25 .5 .75 1: mean .625, s^2 = 5/48, half = z sqrt(5/192). */
static void
interval_of_several_samples_a_task_is_normal(void **state)
{
	static const struct row rows[] = {
		{ 4, 4, 1, 0 }, { 4, 4, 2, 0 }, { 4, 4, 3, 0 }, { 4, 4, 4, 0 }
	};
	struct passk_estimate got;

	(void)state;
	estimate(rows, 4, 1, false, &got);
	check_close("value", got.value, 0.625, 1e-15);
	check_close("low", got.low, 0.625 - 0.3162878280, 1e-9);
	check_close("high", got.high, 0.625 + 0.3162878280, 1e-9);
}

/* Values 1 1 1 .5: mean .875, s = .25, half = .245: above 1 at the top. */
static void
interval_is_clipped_to_0_and_1(void **state)
{
	static const struct row rows[] = {
		{ 2, 2, 2, 0 }, { 2, 2, 2, 0 }, { 2, 2, 2, 0 }, { 2, 2, 1, 0 }
	};
	struct passk_estimate got;

	(void)state;
	estimate(rows, 4, 1, false, &got);
	check_close("low", got.low, 0.875 - 0.2449954981, 1e-9);
	check_close("high", got.high, 1, 0);
}

static void
interval_of_a_single_task_is_wide(void **state)
{
	static const struct row rows[] = { { 1, 1, 1, 0 } };
	struct passk_estimate got;

	(void)state;
	estimate(rows, 1, 1, false, &got);
	check_close("low", got.low, 1 / (1 + 3.8414588207), 1e-9);
	check_close("high", got.high, 1, 1e-12);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passk_has_the_values_worked_out_by_hand),
		cmocka_unit_test(passk_of_none_is_0_and_of_all_is_1),
		cmocka_unit_test(
		    passk_of_many_samples_neither_overflows_nor_drifts),
		cmocka_unit_test(passk_grows_with_k_and_with_c),
		cmocka_unit_test(
		    estimate_is_the_mean_over_tasks_and_not_over_samples),
		cmocka_unit_test(estimate_counts_confirmed_passes_apart),
		cmocka_unit_test(
		    estimate_leaves_out_tasks_with_fewer_than_k_samples),
		cmocka_unit_test(
		    estimate_takes_incomplete_tasks_only_when_asked),
		cmocka_unit_test(interval_of_one_sample_a_task_is_wilsons),
		cmocka_unit_test(interval_never_shrinks_to_a_point),
		cmocka_unit_test(interval_of_several_samples_a_task_is_normal),
		cmocka_unit_test(interval_is_clipped_to_0_and_1),
		cmocka_unit_test(interval_of_a_single_task_is_wide),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
