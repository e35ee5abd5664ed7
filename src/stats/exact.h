/*
 * Exact tests on counts.  Probabilities are summed term by term from the
 * largest one outwards, each from its neighbour by a ratio of whole numbers,
 * and divided by their sum: nothing overflows, and what underflows does not
 * count.  Good to 1e-9 for counts up to a million.
 */
#ifndef EVALTOP_STATS_EXACT_H
#define EVALTOP_STATS_EXACT_H

#include <glib.h>

/*
 * Exact McNemar test, two-sided: of b + c pairs that differ, b one way and c
 * the other; how likely so uneven a split is if both ways are as likely.
 * min(1, 2 P(X <= min(b, c))) with X binomial(b + c, 1/2); 1 where b = c.
 * Source: McNemar 1947, Psychometrika 12, 153-157, in the exact form of
 * Mosteller 1952, Biometrics 8, 220-226.  As SciPy's binomtest(b, b + c).
 */
double mcnemar_exact(guint b, guint c);

/*
 * Fisher's exact test of the table
 *
 *	a b
 *	c d
 *
 * two-sided: the sum of all tables with the same margins that are at most as
 * likely as this one (those that are as likely but for rounding, 1e-7,
 * included).  Source: Fisher 1934, Statistical Methods for Research Workers,
 * 5th ed., section 21.02; two-sided as in R's fisher.test.
 */
double fisher_exact(guint a, guint b, guint c, guint d);

/*
 * Holm's correction of p[0..count-1] for so many tests at a time: the i-th
 * smallest is multiplied by count - i (from i = 0), never below a smaller
 * one's, at most 1.  `ret` may be `p`.  Source: Holm 1979, Scand. J. Stat. 6,
 * 65-70; as R's p.adjust(p, "holm").
 */
void holm_adjust(const double *p, guint count, double *ret);

#endif
