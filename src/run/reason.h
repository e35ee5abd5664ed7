/*
 * Why samples failed, without what differs from one to the next: failures
 * with the same reason are one finding, and its count is what matters
 * ("61 died of NameError: List").  Main thread only.
 */
#ifndef EVALTOP_RUN_REASON_H
#define EVALTOP_RUN_REASON_H

#include "base/cleanup.h"
#include "run/board.h"
#include "run/lookup.h"

/*
 * A verdict's reason in normal form; NULL for a pass.  Caller frees.
 *
 *	an exception		its type and message: "NameError: List",
 *				"ValueError: invalid literal for int() with
 *				base N: '...'"; values in quotes, numbers and
 *				addresses are replaced, names are not; where
 *				the message is a value only, the type
 *	a failed assertion	its source; else its message
 *	a denial, a signal	what was denied or sent
 *	anything else		the detail's or the outcome's words
 */
char *reason_normalise(const struct verdict *verdict);

struct reason_group {
	char *reason;
	guint count;		/* samples */
	guint tasks;		/* that they belong to; see reason_groups_list */
	guint number;		/* from 0, in the order of their discovery */
	guint8 outcome, detail;	/* of its first sample */
	guint32 first;		/* lowest ordinal; see reason_groups_list */
};

struct reason_groups;

/* Takes 16 bytes a sample.  The board must outlive it. */
struct reason_groups *reason_groups_new(const struct board *board);
void reason_groups_free(struct reason_groups *groups);

/*
 * Bring the groups up to the board: what failed since is added, what runs
 * again or passed is taken out.  Loads at most `max_loads` verdicts (0: no
 * limit) and goes on from there the next time; true when nothing is left.
 * Costs nothing while the board stands still.
 */
bool reason_groups_update(struct reason_groups *groups, verdict_load_fn load,
    gpointer data, guint max_loads);

/*
 * The groups (const struct reason_group *), largest first, those of equal
 * size by their reason.  The groups stay where they are, their counts change
 * with the next update; the array is the caller's.
 */
GPtrArray *reason_groups_list(struct reason_groups *groups);

/*
 * By number, the place of each group's reason among all in alphabetical order.
 * Free it.
 */
guint32 *reason_groups_rank(const struct reason_groups *groups,
    guint *ret_count);

/* Failed samples grouped so far, and failed samples on the board. */
guint reason_groups_done(const struct reason_groups *groups);
guint reason_groups_total(const struct reason_groups *groups);

/* The group of a sample, or NULL: not failed, or not yet looked at. */
const struct reason_group *reason_groups_of(const struct reason_groups *groups,
    guint ordinal);

/* "61 samples of 12 tasks: NameError: List".  Caller frees. */
char *reason_group_sentence(const struct reason_group *group);

DEFINE_CLEANUP(struct reason_groups *, reason_groups_free)

#endif
