/* Binomial and hypergeometric tails, and Holm's step-down correction. */
#include "stats/exact.h"

/* The weights of one distribution on lowest..highest, 1 at the mode. */
struct shape {
	guint64 lowest, highest, mode;
	/* weight(x + 1) / weight(x) */
	double (*ratio)(const struct shape *shape, guint64 x);
	guint64 row, column, total;	/* margins; row: a binomial's n */
};

static double
binomial_ratio(const struct shape *shape, guint64 x)
{
	return (double)(shape->row - x) / (double)(x + 1);
}

/* Tables by their first cell; `total` is so that no cell is negative. */
static double
table_ratio(const struct shape *shape, guint64 x)
{
	double rest = (double)shape->total - (double)shape->row -
	    (double)shape->column + (double)x + 1;

	return (double)(shape->row - x) * (double)(shape->column - x) /
	    ((double)(x + 1) * rest);
}

static double
weight_of(const struct shape *shape, guint64 x)
{
	double weight = 1;

	for (guint64 i = shape->mode; i < x && weight > 0; i++)
		weight *= shape->ratio(shape, i);
	for (guint64 i = shape->mode; i > x && weight > 0; i--)
		weight /= shape->ratio(shape, i - 1);
	return weight;
}

/*
 * The share of those x whose weight is at most `limit`.  Small terms are
 * added first.
 */
static double
share_at_most(const struct shape *shape, double limit)
{
	double below = 0, above = 0;

	/* Two runs from the mode outwards; each gets smaller and smaller. */
	for (int side = 0; side < 2; side++) {
		double weight = 1;
		guint64 x = shape->mode;

		if (side == 0) {
			if (weight <= limit)
				below += weight;
			else
				above += weight;
		}
		while (weight > 0 && x != (side ? shape->highest :
		    shape->lowest)) {
			if (side == 0)
				weight /= shape->ratio(shape, --x);
			else
				weight *= shape->ratio(shape, x++);
			if (weight <= limit)
				below += weight;
			else
				above += weight;
		}
	}
	return below / (below + above);
}

double
mcnemar_exact(guint b, guint c)
{
	struct shape shape = { .ratio = binomial_ratio };
	guint64 few = MIN(b, c);

	if (b == c)
		return 1;
	shape.row = shape.highest = (guint64)b + c;
	shape.mode = shape.row / 2;
	/* The distribution is even: both tails together are twice the one. */
	return MIN(share_at_most(&shape, weight_of(&shape, few) *
	    (1 + 1e-9)), 1);
}

double
fisher_exact(guint a, guint b, guint c, guint d)
{
	struct shape shape = { .ratio = table_ratio };

	shape.row = (guint64)a + b;
	shape.column = (guint64)a + c;
	shape.total = shape.row + c + d;
	if (shape.row + shape.column > shape.total)
		shape.lowest = shape.row + shape.column - shape.total;
	shape.highest = MIN(shape.row, shape.column);
	shape.mode = (guint64)(((double)shape.row + 1) *
	    ((double)shape.column + 1) / ((double)shape.total + 2));
	shape.mode = CLAMP(shape.mode, shape.lowest, shape.highest);
	return MIN(share_at_most(&shape, weight_of(&shape, a) * (1 + 1e-7)),
	    1);
}

static gint
compare_values(gconstpointer a, gconstpointer b, gpointer data)
{
	const double *p = data;
	double left = p[*(const guint *)a], right = p[*(const guint *)b];

	return (left > right) - (left < right);
}

void
holm_adjust(const double *p, guint count, double *ret)
{
	g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint));
	g_autofree double *copy = g_memdup2(p, count * sizeof(*p));
	double least = 0;

	for (guint i = 0; i < count; i++)
		g_array_append_val(order, i);
	g_array_sort_with_data(order, compare_values, copy);
	for (guint i = 0; i < count; i++) {
		guint at = g_array_index(order, guint, i);

		least = MAX(least, MIN(copy[at] * (count - i), 1));
		ret[at] = least;
	}
}
