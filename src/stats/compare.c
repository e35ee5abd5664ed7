/* Pairing two boards, and the figures that compare.h describes. */
#include "stats/compare.h"

#include "stats/exact.h"
#include "stats/passk.h"

#include <math.h>
#include <string.h>

#define Z95 1.9599639845400545	/* normal distribution, 97.5 % point */
#define Z80 0.8416212335729143	/* 80 % point */
#define ALPHA 0.05

/* ---- pairing ---- */

static enum compare_change
change_of(const struct compare_task *task)
{
	guint64 a = (guint64)task->c_a * task->n_b;
	guint64 b = (guint64)task->c_b * task->n_a;

	return b > a ? COMPARE_BETTER : b < a ? COMPARE_WORSE : COMPARE_SAME;
}

static void
count_task(struct comparison *comparison, const struct compare_task *task)
{
	if (task->change == COMPARE_BETTER)
		comparison->better++;
	else if (task->change == COMPARE_WORSE)
		comparison->worse++;
	else
		comparison->same++;
	if (task->n_a != 1 || task->n_b != 1)
		comparison->is_single = false;
}

static void
pair_task(struct comparison *comparison, const struct board *a, guint index_a,
    const struct board *b, guint index_b)
{
	const struct board_task *left = board_task(a, index_a);
	const struct board_task *right = board_task(b, index_b);
	struct compare_task task = {
		.id = left->id,
		.task_a = index_a, .task_b = index_b,
		.n_a = left->judged, .c_a = left->passed,
		.n_b = right->judged, .c_b = right->passed,
	};

	if (!board_task_is_complete(left) || !board_task_is_complete(right)) {
		comparison->unfinished++;
		return;
	}
	task.change = change_of(&task);
	task.p = fisher_exact(task.c_a, task.n_a - task.c_a, task.c_b,
	    task.n_b - task.c_b);
	count_task(comparison, &task);
	g_array_append_val(comparison->tasks, task);
}

/* Task id -> index + 1, of the tasks that have samples. */
static GHashTable *
index_tasks(const struct board *board)
{
	GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < board->tasks->len; i++) {
		if (board_task(board, i)->samples > 0)
			g_hash_table_insert(table, board_task(board, i)->id,
			    GUINT_TO_POINTER(i + 1));
	}
	return table;
}

static void
pair_tasks(struct comparison *comparison, const struct board *a,
    const struct board *b)
{
	g_autoptr(GHashTable) right = index_tasks(b);

	for (guint i = 0; i < a->tasks->len; i++) {
		const struct board_task *task = board_task(a, i);
		guint found;

		if (task->samples == 0)
			continue;
		found = GPOINTER_TO_UINT(g_hash_table_lookup(right,
		    task->id));
		if (found == 0) {
			comparison->only_a++;
			continue;
		}
		g_hash_table_remove(right, task->id);
		pair_task(comparison, a, i, b, found - 1);
	}
	comparison->only_b = g_hash_table_size(right);
}

static void
correct_tasks(struct comparison *comparison)
{
	guint count = comparison->tasks->len;
	g_autofree double *p = g_new(double, count);

	for (guint i = 0; i < count; i++)
		p[i] = g_array_index(comparison->tasks, struct compare_task,
		    i).p;
	holm_adjust(p, count, p);
	for (guint i = 0; i < count; i++) {
		g_array_index(comparison->tasks, struct compare_task,
		    i).p_holm = p[i];
		comparison->tasks_differ += p[i] < ALPHA;
	}
}

/* ---- pass@k ---- */

/* Sums of the paired differences; the variance by Welford's update. */
struct tally {
	guint tasks;
	double sum_a, sum_b;
	double mean, squares;	/* of the differences, around the mean */
	double raw_squares;	/* around 0 */
	double first;
	bool all_equal, all_whole;
};

static void
tally_add(struct tally *tally, double a, double b)
{
	double value = b - a, delta = value - tally->mean;

	if (tally->tasks == 0) {
		tally->first = value;
		tally->all_equal = tally->all_whole = true;
	}
	tally->tasks++;
	tally->sum_a += a;
	tally->sum_b += b;
	tally->mean += delta / tally->tasks;
	tally->squares += delta * (value - tally->mean);
	tally->raw_squares += value * value;
	if (fabs(value - tally->first) > 1e-12)
		tally->all_equal = false;
	if (fabs(value - round(value)) > 1e-12)
		tally->all_whole = false;
}

static void
fill_interval(const struct tally *tally, struct compare_passk *ret)
{
	double tasks = tally->tasks, middle, half;

	if (tally->all_equal || tally->all_whole) {
		double more = tasks + 2;

		middle = (tally->sum_b - tally->sum_a) / more;
		half = Z95 * sqrt(((tally->raw_squares + 1) / more -
		    middle * middle) / more);
	} else {
		middle = ret->difference;
		half = Z95 * sqrt(tally->squares / (tasks - 1) / tasks);
	}
	ret->low = CLAMP(middle - half, -1, 1);
	ret->high = CLAMP(middle + half, -1, 1);
}

static guint
count_needed(const struct tally *tally, const struct compare_passk *passk,
    bool is_single)
{
	double m2 = passk->difference * passk->difference, needed;

	if (fabs(passk->difference) < 1e-12)
		return 0;
	if (is_single) {
		double differ = tally->raw_squares / tally->tasks;
		double root = Z95 * sqrt(differ) +
		    Z80 * sqrt(MAX(differ - m2, 0));

		needed = root * root / m2;
	} else if (tally->tasks > 1) {
		needed = (Z95 + Z80) * (Z95 + Z80) *
		    (tally->squares / (tally->tasks - 1)) / m2;
	} else {
		return 0;
	}
	/* Just above a whole number by rounding is that number. */
	return (guint)CLAMP(ceil(needed - 1e-9), 1, 1e9);
}

static void
compare_at(struct comparison *comparison, guint k)
{
	struct compare_passk passk_row = { .k = k, .is_noise = true };
	struct tally tally = { 0 };

	for (guint i = 0; i < comparison->tasks->len; i++) {
		const struct compare_task *task = &g_array_index(
		    comparison->tasks, struct compare_task, i);

		if (task->n_a >= k && task->n_b >= k)
			tally_add(&tally, passk(task->n_a, task->c_a, k),
			    passk(task->n_b, task->c_b, k));
	}
	passk_row.tasks = tally.tasks;
	if (tally.tasks > 0) {
		passk_row.a = tally.sum_a / tally.tasks;
		passk_row.b = tally.sum_b / tally.tasks;
		passk_row.difference = (tally.sum_b - tally.sum_a) /
		    tally.tasks;
		fill_interval(&tally, &passk_row);
		passk_row.is_noise = comparison->is_single ?
		    comparison->mcnemar_p >= ALPHA :
		    passk_row.low <= 0 && passk_row.high >= 0;
		passk_row.tasks_needed = count_needed(&tally, &passk_row,
		    comparison->is_single);
	}
	g_array_append_val(comparison->passk, passk_row);
}

struct comparison *
compare_boards(const struct board *a, const struct board *b, const GArray *k)
{
	struct comparison *comparison = g_new0(struct comparison, 1);

	comparison->tasks = g_array_new(FALSE, TRUE,
	    sizeof(struct compare_task));
	comparison->passk = g_array_new(FALSE, TRUE,
	    sizeof(struct compare_passk));
	comparison->is_single = true;
	pair_tasks(comparison, a, b);
	correct_tasks(comparison);
	if (comparison->tasks->len == 0)
		comparison->is_single = false;
	comparison->mcnemar_p = comparison->is_single ?
	    mcnemar_exact(comparison->better, comparison->worse) : 1;
	for (guint i = 0; i < k->len; i++)
		compare_at(comparison, g_array_index(k, guint, i));
	return comparison;
}

void
comparison_free(struct comparison *comparison)
{
	if (!comparison)
		return;
	g_array_unref(comparison->tasks);
	g_array_unref(comparison->passk);
	g_free(comparison);
}

/* ---- sentences ---- */

static void
add_verdict(GString *text, const struct comparison *comparison,
    const struct compare_passk *row)
{
	if (!row->is_noise) {
		g_string_append(text, ": more than noise");
		if (comparison->is_single)
			g_string_append_printf(text,
			    " (exact McNemar test, p = %.2g)",
			    comparison->mcnemar_p);
		return;
	}
	g_string_append(text, ": within noise");
	if (comparison->is_single)
		g_string_append_printf(text, " (exact McNemar test, p = %.2g)",
		    comparison->mcnemar_p);
	if (row->tasks_needed > row->tasks)
		g_string_append_printf(text, "; to settle a difference of "
		    "this size takes about %u such tasks (power 80%%)",
		    row->tasks_needed);
	else if (row->tasks_needed > 0)
		g_string_append_printf(text, ", if only just: about %u such "
		    "tasks settle a difference of this size in 4 of 5 cases",
		    row->tasks_needed);
}

char *
compare_sentence(const struct comparison *comparison, guint index)
{
	const struct compare_passk *row = &g_array_index(comparison->passk,
	    struct compare_passk, index);
	GString *text = g_string_new(NULL);

	if (comparison->tasks->len == 0 && comparison->unfinished == 0) {
		g_string_printf(text, "nothing to compare: no task is in both "
		    "runs");
	} else if (row->tasks == 0) {
		g_string_printf(text, "nothing to compare: no task has %u or "
		    "more samples, all judged, in both runs", row->k);
	} else if (fabs(row->difference) < 1e-12) {
		g_string_printf(text, "A and B have the same pass@%u over %u "
		    "paired task%s, to within %.3f (95%% interval)", row->k,
		    row->tasks, row->tasks == 1 ? "" : "s",
		    MAX(row->high, -row->low));
	} else {
		g_string_printf(text, "B is %.3f %s A on pass@%u over %u "
		    "paired task%s (95%% interval %+.3f to %+.3f)",
		    fabs(row->difference),
		    row->difference > 0 ? "above" : "below", row->k,
		    row->tasks, row->tasks == 1 ? "" : "s", row->low,
		    row->high);
		add_verdict(text, comparison, row);
	}
	return g_string_free(text, FALSE);
}

char *
compare_tasks_sentence(const struct comparison *comparison)
{
	g_autofree char *count = NULL;

	if (comparison->tasks->len == 0)
		return g_strdup("per task: none is paired");
	if (comparison->tasks_differ > 0)
		count = g_strdup_printf("%u of %u", comparison->tasks_differ,
		    comparison->tasks->len);
	return g_strdup_printf("per task: %s differ%s at p < 0.05 (Fisher's "
	    "exact test, Holm's correction for %u task%s)",
	    count ? count : "none",
	    comparison->tasks_differ > 1 ? "" : "s", comparison->tasks->len,
	    comparison->tasks->len == 1 ? "" : "s");
}

/* How far the pass rates lie apart. */
static double
distance_of(const struct compare_task *task)
{
	return fabs((double)task->c_b / task->n_b -
	    (double)task->c_a / task->n_a);
}

static gint
larger_first(gconstpointer a, gconstpointer b)
{
	const struct compare_task *left = *(const struct compare_task *const *)a;
	const struct compare_task *right =
	    *(const struct compare_task *const *)b;
	double x = distance_of(left), y = distance_of(right);

	if (x < y || x > y)
		return x < y ? 1 : -1;
	return (left->task_a > right->task_a) - (left->task_a < right->task_a);
}

GPtrArray *
compare_list(const struct comparison *comparison, enum compare_change change)
{
	GPtrArray *list = g_ptr_array_new();

	for (guint i = 0; i < comparison->tasks->len; i++) {
		struct compare_task *task = &g_array_index(comparison->tasks,
		    struct compare_task, i);

		if (task->change == change)
			g_ptr_array_add(list, task);
	}
	g_ptr_array_sort(list, larger_first);
	return list;
}
