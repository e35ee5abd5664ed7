/*
 * Sorting the list of all samples in slices: every order comes down to a number
 * a sample.  A live run goes on meanwhile: the numbers are those of the start.
 */
#include "tui/screen/app.h"

#include "tui/widget/keysort.h"

#include <string.h>

#define PORTION 16384

struct case_order {
	enum case_sort sort;
	struct keysort *rows;
	guint added;		/* of the rows */
	guint32 *reasons;	/* rank of each group of reasons; or NULL */
	guint reason_count;
};

static guint32
outcome_key(const struct board_sample *s)
{
	return s->state != SAMPLE_JUDGED ? 1000u + s->state :
	    s->outcome * 32u + s->detail;
}

/* What has no reason goes last. */
static guint32
reason_key(const struct app *app, const struct case_order *order,
    guint ordinal)
{
	const struct reason_group *group = app->by_reason.groups ?
	    reason_groups_of(app->by_reason.groups, ordinal) : NULL;

	/* A group found since has no rank yet. */
	return group && group->number < order->reason_count ?
	    order->reasons[group->number] : G_MAXUINT32;
}

static guint32
key_of(struct app *app, const struct case_order *order, guint ordinal)
{
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	guint32 bits;

	switch (order->sort) {
	case CASE_SORT_TASK:
		return app_name_ranks(app)[s->task];
	case CASE_SORT_OUTCOME:
		return outcome_key(s);
	case CASE_SORT_SCORE:
		/* Numbers that are not negative are ordered as their bits. */
		memcpy(&bits, &s->score, sizeof(bits));
		return bits;
	case CASE_SORT_WALL:
		return ~s->wall_ms;
	case CASE_SORT_CPU:
		return ~s->cpu_ms;
	case CASE_SORT_RSS:
		return ~s->rss_kib;
	case CASE_SORT_REASON:
		return reason_key(app, order, ordinal);
	case CASE_SORT_NUMBER:
	case CASE_SORT__COUNT:
		break;
	}
	return 0;
}

struct case_order *
case_order_new(struct app *app, const GArray *rows)
{
	struct case_order *order = g_new0(struct case_order, 1);

	order->sort = app->cases.sort;
	order->rows = keysort_new(rows->len);
	if (order->sort == CASE_SORT_REASON && app->by_reason.groups)
		order->reasons = reason_groups_rank(app->by_reason.groups,
		    &order->reason_count);
	return order;
}

void
case_order_free(struct case_order *order)
{
	if (!order)
		return;
	keysort_free(order->rows);
	g_free(order->reasons);
	g_free(order);
}

bool
case_order_step(struct app *app, struct case_order *order, GArray *rows)
{
	guint to = MIN(rows->len, order->added + PORTION);

	if (order->added < to) {
		for (; order->added < to; order->added++) {
			guint32 ordinal = g_array_index(rows, guint32,
			    order->added);

			keysort_add(order->rows, key_of(app, order, ordinal),
			    ordinal);
		}
		return false;
	}
	if (!keysort_step(order->rows))
		return false;
	for (guint i = 0; i < rows->len; i++)
		g_array_index(rows, guint32, i) = keysort_row(order->rows, i,
		    app->cases.is_reverse);
	return true;
}
