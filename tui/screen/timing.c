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

/* The rate over all the time that the run has run. */
static void
draw_rate(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	guint64 elapsed = (guint64)app_elapsed_ms(app);
	int width = r.w - 14, y = r.y + r.h - 1;
	g_autofree double *values = g_new(double, (gsize)MAX(width, 1));
	guint64 column_ms;
	guint count = timeline_rates(&board->timeline, elapsed,
	    (guint)MAX(width, 0), values, &column_ms);
	char text[FORMAT_SIZE];

	draw_printf(d, r.x + 1, y, 10, ROLE_DIM, "samples/s");
	format_rate(app_rate(app), text);
	if (count < 2 || width < 10 || (r.h == 1 &&
	    !app_is_live(app))) {
		draw_printf(d, r.x + 11, y, r.w - 11, ROLE_NORMAL,
		    "%s on average", text);
		return;
	}
	draw_spark(d, (struct rect){ r.x + 11, r.y, width, r.h }, values,
	    (int)count, ROLE_ACCENT);
	if (r.h > 1)
		draw_printf(d, r.x + 1, y - 1, 10, ROLE_NORMAL, "%s", text);
	if (r.h > 2) {
		draw_printf(d, r.x + 1, y - 2, 10, ROLE_DIM, "%s",
		    app_is_live(app) ? "last 30s" : "average");
	}
}

/* Those that there is room for; a number that is cut is none. */
static void
draw_totals(struct app *app, struct rect r)
{
	const struct figures *figures = &app->figures;
	char wall[FORMAT_SIZE], cpu[FORMAT_SIZE], rss[FORMAT_SIZE];
	const struct {
		const char *before, *value, *behind;
	} facts[] = {
		{ "longest ", format_seconds(figures->wall_max_ms, wall), "" },
		{ "   cpu ", format_seconds(figures->cpu_sum_ms, cpu),
		    " in all" },
		{ "   rss at most ", format_bytes((guint64)
		    figures->rss_max_kib * 1024, rss), "" },
	};
	g_autoptr(GString) line = g_string_new(NULL);

	for (gsize i = 0; i < G_N_ELEMENTS(facts); i++) {
		gsize before = line->len;

		g_string_append_printf(line, "%s%s%s", facts[i].before,
		    facts[i].value, facts[i].behind);
		if (draw_width(&app->draw, line->str) <= r.w - 2)
			continue;
		g_string_truncate(line, before);
		break;
	}
	draw_text(&app->draw, r.x + 1, r.y, r.w - 2, line->str, ROLE_DIM);
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
