/*
 * Two runs, paired by task id: what differs, and whether that is noise.
 *
 * A task is paired where both runs have samples of it and all of them are
 * judged.  With one sample a task the tasks are yes or no; with more, each has
 * a rate of its own.  A run is A, the one that it is compared with B, and
 * differences are B - A throughout.
 */
#ifndef EVALTOP_STATS_COMPARE_H
#define EVALTOP_STATS_COMPARE_H

#include "base/cleanup.h"
#include "run/board.h"

enum compare_change { COMPARE_WORSE = -1, COMPARE_SAME, COMPARE_BETTER };

/* A paired task. */
struct compare_task {
	const char *id;		/* of board A */
	guint task_a, task_b;	/* indexes in the boards */
	guint n_a, c_a, n_b, c_b;	/* samples judged and passed */
	enum compare_change change;	/* of c / n, exactly */
	double p;		/* Fisher's exact test of the four counts */
	double p_holm;		/* the same, corrected for all paired tasks */
};

/*
 * pass@k of both runs over the paired tasks with at least k samples in each.
 *
 * d_i: difference in task i, T of them, m their mean, z = 1.96 (the normal
 * distribution's 97.5 % point).
 *
 *   normal    m +- z s / sqrt(T),  s^2 = sum (d_i - m)^2 / (T - 1)
 *             Miller 2024, "Adding Error Bars to Evals", section 4.2
 *   Wald + 2  m' +- z sqrt(v / (T + 2)),  m' = sum d_i / (T + 2),
 *             v = (sum d_i^2 + 1) / (T + 2) - m'^2
 *             Agresti and Min 2005, Statistics in Medicine 24, 729-740: two
 *             tasks more, half of one better, half of one worse, one same
 *
 * Wald + 2 is taken where each d_i is -1, 0 or 1 (always so with one sample a
 * task), and where all d_i are equal, T = 1 included: the normal interval
 * would shrink to a point there.  Clipped to [-1,1].
 */
struct compare_passk {
	guint k;
	guint tasks;		/* T; 0: the rest means nothing */
	double a, b, difference;
	double low, high;	/* 95 % interval of the difference */
	bool is_noise;		/* see comparison.mcnemar_p */
	/*
	 * How many tasks like these would show a difference of this size in 4
	 * of 5 comparisons (two-sided test at 5 %, power 80 %); 0: none was
	 * seen, so no number would.  y = 0.84 (80 % point):
	 *
	 *   one sample a task   (z sqrt(q) + y sqrt(q - m^2))^2 / m^2,
	 *                       q: share of tasks that differ
	 *                       Connor 1987, Biometrics 43, 207-211
	 *   otherwise           (z + y)^2 s^2 / m^2
	 *                       Miller 2024, section 5
	 */
	guint tasks_needed;
};

struct comparison {
	GArray *tasks;		/* struct compare_task, in the order of A */
	GArray *passk;		/* struct compare_passk, in the order asked for */
	guint better, worse, same;
	guint only_a, only_b;	/* tasks with samples in one run only */
	guint unfinished;	/* in both, but not all samples judged */
	guint tasks_differ;	/* p_holm < 0.05 */
	/*
	 * One sample a task in both runs: then pass@1 is judged by the exact
	 * McNemar test on better and worse (noise where p >= 0.05), else by
	 * whether the interval holds 0.
	 */
	bool is_single;
	double mcnemar_p;	/* 1 where not is_single */
};

/* `k` is a list of guint.  The boards must outlive the result. */
struct comparison *compare_boards(const struct board *a,
    const struct board *b, const GArray *k);
void comparison_free(struct comparison *comparison);

/*
 * Whether the difference in the index-th pass@k is noise, and how many tasks
 * would settle it: one sentence for people, without its full stop.  Free it.
 */
char *compare_sentence(const struct comparison *comparison, guint index);

/* "per task: 2 of 120 differ at p < 0.05 (...)".  Caller frees. */
char *compare_tasks_sentence(const struct comparison *comparison);

/* Paired tasks (const struct compare_task *) of one kind, largest first. */
GPtrArray *compare_list(const struct comparison *comparison,
    enum compare_change change);

DEFINE_CLEANUP(struct comparison *, comparison_free)

#endif
