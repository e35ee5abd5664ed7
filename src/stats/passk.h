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
 */
void passk_estimate(const struct board *board, guint k,
    bool include_incomplete, struct passk_estimate *ret);

#endif
