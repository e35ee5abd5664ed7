/*
 * pass@k of a task, its mean over a board's tasks, and the interval of that
 * mean; passk.h names the sources of the formulas.
 */
#include "stats/passk.h"

#include <math.h>

#define Z95 1.9599639845400545	/* normal distribution, 97.5 % point */

/*
 * C(n-c,k)/C(n,k) is a product of c factors 1 - k/i for i in n-c+1..n, and
 * also one of k factors (n-c-j)/(n-j) for j in 0..k-1; the shorter is taken.
 * No binomial coefficient is ever formed, so nothing overflows.
 */
double
passk(guint n, guint c, guint k)
{
	double miss = 1;

	g_assert(c <= n && k >= 1 && k <= n);
	if (n - c < k)
		return 1;
	if (k == 1)
		return (double)c / n;
	if (c <= k) {
		for (guint i = n - c + 1; i <= n && i != 0; i++)
			miss *= 1 - (double)k / i;
	} else {
		for (guint j = 0; j < k; j++)
			miss *= (double)(n - c - j) / (double)(n - j);
	}
	return 1 - miss;
}

/* Sums over tasks; Welford's update, so that s^2 does not cancel to nonsense. */
struct tally {
	guint tasks;
	double mean, squares;
	double confirmed_sum;
	double first;
	bool all_equal, all_binary;
};

static void
tally_add(struct tally *tally, double value, double confirmed)
{
	double delta = value - tally->mean;

	if (tally->tasks == 0) {
		tally->first = value;
		tally->all_equal = tally->all_binary = true;
	}
	tally->tasks++;
	tally->mean += delta / tally->tasks;
	tally->squares += delta * (value - tally->mean);
	tally->confirmed_sum += confirmed;
	if (fabs(value - tally->first) > 1e-12)
		tally->all_equal = false;
	if (value > 0 && value < 1)
		tally->all_binary = false;
}

static void
wilson(double mean, double tasks, double *ret_low, double *ret_high)
{
	double z2 = Z95 * Z95 / tasks;
	double middle = mean + z2 / 2;
	double half = Z95 *
	    sqrt(mean * (1 - mean) / tasks + z2 / (4 * tasks));

	*ret_low = (middle - half) / (1 + z2);
	*ret_high = (middle + half) / (1 + z2);
}

static void
fill_interval(const struct tally *tally, struct passk_estimate *ret)
{
	double tasks = tally->tasks, half;

	if (tally->all_equal || tally->all_binary) {
		wilson(ret->value, tasks, &ret->low, &ret->high);
	} else {
		half = Z95 * sqrt(tally->squares / (tasks - 1) / tasks);
		ret->low = ret->value - half;
		ret->high = ret->value + half;
	}
	ret->low = CLAMP(ret->low, 0, 1);
	ret->high = CLAMP(ret->high, 0, 1);
}

void
passk_estimate(const struct board *board, guint k, bool include_incomplete,
    struct passk_estimate *ret)
{
	struct tally tally = { 0 };
	double sum = 0;

	g_assert(k >= 1);
	for (guint i = 0; i < board->tasks->len; i++) {
		const struct board_task *task = board_task(board, i);
		double value;

		if (task->judged < k ||
		    (!include_incomplete && !board_task_is_complete(task)))
			continue;
		value = passk(task->judged, task->passed, k);
		sum += value;
		tally_add(&tally, value,
		    passk(task->judged, task->confirmed, k));
	}
	*ret = (struct passk_estimate){ .k = k, .tasks = tally.tasks };
	if (tally.tasks == 0)
		return;
	/* The plain sum, so that 1 of 2 is 0.5 to the last bit. */
	ret->value = sum / tally.tasks;
	ret->confirmed = tally.confirmed_sum / tally.tasks;
	fill_interval(&tally, ret);
}
