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
	figures->wall_sum_ms = figures->cpu_sum_ms = 0;
	figures->wall_max_ms = figures->rss_max_kib = 0;
	for (guint i = 0; i < board->samples->len; i++) {
		const struct board_sample *s = board_sample(board, i);
		int bin = 0;

		if (s->state != SAMPLE_JUDGED)
			continue;
		figures->wall_sum_ms += s->wall_ms;
		figures->cpu_sum_ms += s->cpu_ms;
		figures->wall_max_ms = MAX(figures->wall_max_ms, s->wall_ms);
		figures->rss_max_kib = MAX(figures->rss_max_kib, s->rss_kib);
		if (s->outcome == OUTCOME_TIMEOUT)
			bin = TIME_BINS;
		while (bin < TIME_BINS - 1 && s->wall_ms >= edges[bin])
			bin++;
		figures->bins[bin]++;
	}
}

/* A row of the histogram: the bins up to one of them, taken together. */
struct bar {
	int last;		/* bin; TIME_BINS: the timeouts */
	guint count;
};

static void
bar_label(const struct bar *bar, char *ret, gsize size)
{
	if (bar->last == TIME_BINS)
		g_snprintf(ret, size, "timeout");
	else if (bar->last == TIME_BINS - 1)
		g_snprintf(ret, size, "longer");
	else if (edges[bar->last] < 1000)
		g_snprintf(ret, size, "< %ums", edges[bar->last]);
	else
		g_snprintf(ret, size, "< %us", edges[bar->last] / 1000);
}

/*
 * The bins that say something: empty ones at both ends are left out, and
 * where rows are short, neighbours share one.
 */
static int
make_bars(const struct figures *figures, int rows, struct bar *bars)
{
	int first = 0, last = TIME_BINS - 1, groups, bins;

	while (first < last && figures->bins[first] == 0)
		first++;
	while (last > first && figures->bins[last] == 0)
		last--;
	bins = last - first + 1;
	groups = CLAMP(rows - 1, 1, bins);
	for (int g = 0; g < groups; g++) {
		int from = first + g * bins / groups;
		int to = first + (g + 1) * bins / groups - 1;

		bars[g] = (struct bar){ .last = to };
		for (int i = from; i <= to; i++)
			bars[g].count += figures->bins[i];
	}
	bars[groups] = (struct bar){ TIME_BINS, figures->bins[TIME_BINS] };
	return groups + 1;
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

static void
draw_totals(struct app *app, struct rect r)
{
	const struct figures *figures = &app->figures;
	char wall[FORMAT_SIZE], cpu[FORMAT_SIZE], rss[FORMAT_SIZE];

	draw_printf(&app->draw, r.x + 1, r.y, r.w - 2, ROLE_DIM,
	    "longest %s   cpu %s in all   rss at most %s",
	    format_seconds(figures->wall_max_ms, wall),
	    format_seconds(figures->cpu_sum_ms, cpu),
	    format_bytes((guint64)figures->rss_max_kib * 1024, rss));
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
	struct bar bars[TIME_BINS + 1];
	int count, width;
	bool has_rate;
	guint most = 1;

	snprintf(right, sizeof(right), "%u judged  mean %s", board->judged,
	    board->judged > 0 ? format_seconds(figures->wall_sum_ms /
	    board->judged, mean) : "---");
	box.right = right;
	r = draw_box(d, r, &box);
	if (r.h < 3 || r.w < 24)
		return;
	/* The head has the average as well: rather a bar more. */
	has_rate = app_is_live(app) || r.h >= 6;
	count = make_bars(figures, r.h - has_rate, bars);
	for (int i = 0; i < count; i++)
		most = MAX(most, bars[i].count);
	width = r.w - 19;
	for (int i = 0; i < count; i++) {
		bar_label(&bars[i], label, sizeof(label));
		draw_right(d, r.x, r.y + i, 9, label, ROLE_DIM);
		draw_bar(d, r.x + 11, r.y + i, width, (double)bars[i].count /
		    most, bars[i].last == TIME_BINS ? ROLE_WARN :
		    ROLE_ACCENT);
		snprintf(label, sizeof(label), "%u", bars[i].count);
		draw_right(d, r.x + 11 + width, r.y + i, 7, label,
		    bars[i].count > 0 ? ROLE_NORMAL : ROLE_DIM);
	}
	if (!has_rate)
		return;
	rect_cut_top(&r, MIN(count + 1, r.h - 1));
	if (r.h > 2)
		draw_totals(app, rect_cut_top(&r, 2));
	rect_cut_top(&r, r.h - 8);
	draw_rate(app, r);
}
