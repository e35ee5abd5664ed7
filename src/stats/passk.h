/*
 * pass@k.  Source: Chen et al. 2021, "Evaluating Large Language Models
 * Trained on Code", section 2.1 (the unbiased estimator), in product form.
 */
#ifndef EVALTOP_STATS_PASSK_H
#define EVALTOP_STATS_PASSK_H

#include "run/board.h"

/*
 * Chance that k samples drawn without replacement from n, c of which pass,
 * hold a passing one: 1 - C(n-c,k)/C(n,k), and 1 where n - c < k.
 * Requires c <= n and 1 <= k <= n.
 */
double passk(guint n, guint c, guint k);

struct passk_estimate {
	guint k;
	guint tasks;		/* that have at least k judged samples, all complete */
	double value;		/* mean over those tasks; meaningless if tasks is 0 */
	double low, high;	/* 95 % interval across tasks, within [0,1] */
	double confirmed;	/* the same with confirmed passes only */
};

/*
 * Over the complete tasks of a board (all samples judged).  With
 * include_incomplete, over every task's judged samples: for a run that has
 * ended with some unjudged.
 *
 * The interval says how far the mean could lie from the one over all tasks
 * like these (tasks drawn at random, the samples of a task kept together).
 * z = 1.96 (the normal distribution's 97.5 % point), T tasks, p_i the pass@k
 * of task i, m their mean:
 *
 *   normal   m +- z s / sqrt(T),  s^2 = sum (p_i - m)^2 / (T - 1)
 *            Miller 2024, "Adding Error Bars to Evals", section 2.1
 *   Wilson   (m + z^2/2T +- z sqrt(m(1-m)/T + z^2/4T^2)) / (1 + z^2/T)
 *            Wilson 1927, J. Am. Stat. Assoc. 22, 209-212
 *
 * Wilson's is taken where each p_i is 0 or 1 (always so for k = 1 and one
 * sample a task): m is a proportion then, and the normal interval would
 * shrink to a point where all tasks pass or none does.  It is also taken
 * where all p_i are equal, T = 1 included; s tells nothing there, and m(1-m)
 * is the largest variance that values in [0,1] with mean m can have, so the
 * interval errs on the wide side.  The normal one is taken otherwise, and
 * clipped to [0,1].
 */
void passk_estimate(const struct board *board, guint k,
    bool include_incomplete, struct passk_estimate *ret);

/*
 * Whether a board's incomplete tasks should count.  Only where all samples
 * were tried: a live or stopped run has judged the quick ones first, and
 * those are not like the others.
 */
static inline bool
passk_includes_incomplete(const struct board *board)
{
	return board->state == RUN_INCOMPLETE;
}

#endif
