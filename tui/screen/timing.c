/* How long samples took, and how many were judged a second. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>

static const guint32 edges[TIME_BINS] = {
	5, 20, 50, 100, 300, 1000, 3000, 10000, G_MAXUINT32
};

void
timing_compute(const struct board *board, struct figures *figures)
{
	for (int i = 0; i <= TIME_BINS; i++)
		figures->bins[i] = 0;
	figures->wall_sum_ms = 0;
	figures->rss_max_kib = 0;
	for (guint i = 0; i < board->samples->len; i++) {
		const struct board_sample *s = board_sample(board, i);
		int bin = 0;

		if (s->state != SAMPLE_JUDGED)
			continue;
		figures->wall_sum_ms += s->wall_ms;
		figures->rss_max_kib = MAX(figures->rss_max_kib, s->rss_kib);
		if (s->outcome == OUTCOME_TIMEOUT)
			bin = TIME_BINS;
		while (bin < TIME_BINS - 1 && s->wall_ms >= edges[bin])
			bin++;
		figures->bins[bin]++;
	}
}

static void
bin_label(int bin, char *ret, gsize size)
{
	if (bin == TIME_BINS)
		g_snprintf(ret, size, "timeout");
	else if (bin == TIME_BINS - 1)
		g_snprintf(ret, size, "longer");
	else if (edges[bin] < 1000)
		g_snprintf(ret, size, "< %ums", edges[bin]);
	else
		g_snprintf(ret, size, "< %us", edges[bin] / 1000);
}

/* The bins that say something: empty ones at both ends are left out. */
static int
choose_bins(const struct figures *figures, int rows, int ret[TIME_BINS + 1])
{
	int first = 0, last = TIME_BINS - 1, count = 0;

	while (first < last && figures->bins[first] == 0)
		first++;
	while (last > first && figures->bins[last] == 0)
		last--;
	/* Too little room: the fastest ones go. */
	first = MAX(first, last - (rows - 2));
	for (int i = first; i <= last; i++)
		ret[count++] = i;
	ret[count++] = TIME_BINS;
	return MIN(count, rows);
}

/* The last `seen` seconds in at most `width` columns; returns how many. */
static int
rate_columns(const struct rate *rate, int seen, int width, double *values,
    int *ret_seconds)
{
	int step = MAX((seen + width - 1) / width, 1);
	int cells = MIN(seen / step, width);

	for (int i = 0; i < cells; i++) {
		guint sum = 0;

		/* The second that still runs would always look slow. */
		for (int j = 0; j < step; j++)
			sum += rate->counts[(rate->second - 1 - j -
			    (gint64)(cells - 1 - i) * step +
			    2 * RATE_SECONDS) % RATE_SECONDS];
		values[i] = (double)sum / step;
	}
	*ret_seconds = cells * step;
	return cells;
}

static void
draw_rate(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const struct rate *rate = &app->rate;
	gint64 seen = rate->since_ms > 0 ? (app->now_ms - rate->since_ms) /
	    1000 : 0;
	int width = r.w - 14, cells, seconds, y = r.y + r.h - 1;
	double values[RATE_SECONDS];
	char text[FORMAT_SIZE];

	draw_printf(d, r.x + 1, y, 10, ROLE_DIM, "samples/s");
	format_rate(app_rate(app), text);
	if (!app_is_live(app) || seen < 2 || width < 10) {
		draw_printf(d, r.x + 11, y, r.w - 11, ROLE_NORMAL,
		    "%s on average", text);
		return;
	}
	cells = rate_columns(rate, (int)MIN(seen, RATE_SECONDS - 1), width,
	    values, &seconds);
	draw_spark(d, (struct rect){ r.x + 11, r.y, width, r.h }, values,
	    cells, ROLE_ACCENT);
	if (r.h > 1) {
		draw_printf(d, r.x + 1, y - 1, 10, ROLE_NORMAL, "%s", text);
		if (r.h > 2)
			draw_printf(d, r.x + 1, y - 2, 10, ROLE_DIM,
			    "last %ds", seconds);
	}
}

void
timing_draw(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const struct figures *figures = &app->figures;
	const struct board *board = app->session->board;
	struct box box = { .title = "Wall time and rate",
		.has_focus = app->focus == PANE_TIME };
	char right[64], label[32], mean[FORMAT_SIZE];
	int bins[TIME_BINS + 1], count, bar;
	guint most = 1;

	snprintf(right, sizeof(right), "%u judged  mean %s", board->judged,
	    board->judged > 0 ? format_seconds(figures->wall_sum_ms /
	    board->judged, mean) : "---");
	box.right = right;
	r = draw_box(d, r, &box);
	if (r.h < 3 || r.w < 24)
		return;
	count = choose_bins(figures, r.h - 1, bins);
	for (int i = 0; i <= TIME_BINS; i++)
		most = MAX(most, figures->bins[i]);
	bar = r.w - 19;
	for (int i = 0; i < count; i++) {
		guint n = figures->bins[bins[i]];

		bin_label(bins[i], label, sizeof(label));
		draw_right(d, r.x, r.y + i, 9, label, ROLE_DIM);
		draw_bar(d, r.x + 11, r.y + i, bar, (double)n / most,
		    bins[i] == TIME_BINS ? ROLE_WARN : ROLE_ACCENT);
		snprintf(label, sizeof(label), "%u", n);
		draw_right(d, r.x + 11 + bar, r.y + i, 7, label, n > 0 ?
		    ROLE_NORMAL : ROLE_DIM);
	}
	rect_cut_top(&r, MIN(count + 1, r.h - 1));
	rect_cut_top(&r, r.h - 8);
	draw_rate(app, r);
}
