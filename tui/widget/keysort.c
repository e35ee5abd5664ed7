/*
 * A radix sort, eleven bits a pass.  Key and row are one number of 64 bits, so
 * that equal keys need no thought; a pass in which all have the same digit, and
 * rows that are in order as they come, cost nothing.
 */
#include "tui/widget/keysort.h"

#define PORTION 16384
#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define PASSES 6		/* for 64 bits */

struct keysort {
	guint64 *rows, *spare;	/* key << 32 | row */
	guint count;		/* added so far */
	guint pass, at;		/* rows of this pass that have moved */
	bool is_unordered;	/* a row stands before a lesser one */
	guint32 ends[PASSES][DIGITS];	/* counts, then where the next goes */
};

struct keysort *
keysort_new(guint count)
{
	struct keysort *sort = g_new0(struct keysort, 1);

	sort->rows = g_new(guint64, (gsize)count + 1);
	sort->spare = g_new(guint64, (gsize)count + 1);
	return sort;
}

void
keysort_free(struct keysort *sort)
{
	if (!sort)
		return;
	g_free(sort->rows);
	g_free(sort->spare);
	g_free(sort);
}

static guint
digit_of(guint64 row, guint pass)
{
	return row >> (pass * DIGIT_BITS) & (DIGITS - 1);
}

void
keysort_add(struct keysort *sort, guint32 key, guint32 row)
{
	guint64 both = (guint64)key << 32 | row;

	if (sort->count > 0 && both < sort->rows[sort->count - 1])
		sort->is_unordered = true;
	sort->rows[sort->count++] = both;
	for (guint pass = 0; pass < PASSES; pass++)
		sort->ends[pass][digit_of(both, pass)]++;
}

/*
 * From how many rows have a digit to where the first of them belongs.  False
 * where all have the same one: there is nothing to move.
 */
static bool
begin_pass(struct keysort *sort)
{
	guint32 *ends = sort->ends[sort->pass], sum = 0;

	for (guint i = 0; i < DIGITS; i++) {
		guint32 count = ends[i];

		if (count == sort->count)
			return false;
		ends[i] = sum;
		sum += count;
	}
	return true;
}

bool
keysort_step(struct keysort *sort)
{
	guint to = MIN(sort->count, sort->at + PORTION);
	guint64 *moved;

	if (!sort->is_unordered || sort->pass == PASSES)
		return true;
	if (sort->at == 0 && !begin_pass(sort)) {
		sort->pass++;
		return sort->pass == PASSES;
	}
	for (; sort->at < to; sort->at++) {
		guint64 row = sort->rows[sort->at];

		sort->spare[sort->ends[sort->pass][digit_of(row,
		    sort->pass)]++] = row;
	}
	if (to < sort->count)
		return false;
	moved = sort->spare;
	sort->spare = sort->rows;
	sort->rows = moved;
	sort->at = 0;
	sort->pass++;
	return sort->pass == PASSES;
}

guint32
keysort_row(const struct keysort *sort, guint at, bool is_reverse)
{
	return (guint32)sort->rows[is_reverse ? sort->count - 1 - at : at];
}
