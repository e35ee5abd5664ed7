/* The list of tasks, each with a strip of its samples. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

/* Where the columns of the list stand; width 0: no room for it. */
struct columns {
	int id, id_w, strip, strip_w, count, count_w, mean, mean_w;
	int wall, wall_w, rss, rss_w, why, why_w;
};

static int
digits(guint number)
{
	int n = 1;

	while (number >= 10) {
		number /= 10;
		n++;
	}
	return n;
}

static int
place(int *x, int width)
{
	int at = *x;

	*x += width;
	return at;
}

static void
columns_solve(const struct app *app, int width, bool is_framed,
    struct columns *c)
{
	int lead = is_framed ? 2 : 1, x = lead, room, rest;

	memset(c, 0, sizeof(*c));
	c->count_w = MAX(2 * digits(app->strip_max) + 1, 3);
	c->mean_w = width >= 100 || !is_framed ? 0 : 4;
	if (width >= 70)
		c->mean_w = 5;
	room = width - lead - c->count_w - 2 - (c->mean_w ? c->mean_w + 2 : 0);
	c->id_w = CLAMP(app->id_width, 4, MAX(room * 3 / 5, 4));
	c->strip_w = CLAMP((int)app->strip_max, 1, MAX(room - c->id_w - 2, 1));
	rest = room - c->id_w - 2 - c->strip_w;
	if (rest >= 28) {
		c->wall_w = c->rss_w = 6;
		rest -= 16;
	}
	if (rest >= 10)
		c->why_w = rest - 2;
	else
		c->id_w += MAX(rest, 0);
	c->id = place(&x, c->id_w + 2);
	c->strip = place(&x, c->strip_w + 2);
	c->count = place(&x, c->count_w + (c->mean_w ? 2 : 0));
	c->mean = place(&x, c->mean_w);
	x += 2;
	c->wall = place(&x, c->wall_w ? c->wall_w + 2 : 0);
	c->rss = place(&x, c->rss_w ? c->rss_w + 2 : 0);
	c->why = x;
}

static void
draw_heads(struct app *app, struct rect r, const struct columns *c)
{
	struct draw *d = &app->draw;
	int y = r.y;

	draw_put(d, r.x, y, r.w, "", ROLE_DIM);
	draw_text(d, r.x + c->id, y, c->id_w, "task", ROLE_DIM);
	if (c->strip_w >= 7)
		draw_text(d, r.x + c->strip, y, c->strip_w, "samples",
		    ROLE_DIM);
	draw_right(d, r.x + c->count, y, c->count_w, "c/n", ROLE_DIM);
	if (c->mean_w)
		draw_right(d, r.x + c->mean, y, c->mean_w, "mean", ROLE_DIM);
	if (c->wall_w) {
		draw_right(d, r.x + c->wall, y, c->wall_w, "max", ROLE_DIM);
		draw_right(d, r.x + c->rss, y, c->rss_w, "rss", ROLE_DIM);
	}
	if (c->why_w)
		draw_text(d, r.x + c->why, y, c->why_w, "why", ROLE_DIM);
	app_head(app, r.x + c->id, y, 8, TASK_SORT_NAME);
	app_head(app, r.x + c->count, y, c->count_w, TASK_SORT_FAILED);
	if (c->mean_w)
		app_head(app, r.x + c->mean, y, c->mean_w, TASK_SORT_MEAN);
}

/*
 * One cell for several samples: the glyph if all came out alike, else the
 * tenths of them that passed.
 */
static const char *
merged_glyph(const struct app *app, guint first, guint count, char ret[2],
    unsigned *ret_style)
{
	const struct board *board = app->session->board;
	const char *glyph = NULL;
	guint passed = 0, judged = 0;
	bool alike = true;

	*ret_style = ROLE_DIM;
	for (guint i = first; i < first + count; i++) {
		const struct board_sample *s = board_sample(board, i);
		unsigned style;
		const char *g = sample_glyph(app, s, &style);

		if (glyph && g != glyph && strcmp(g, glyph) != 0)
			alike = false;
		glyph = g;
		*ret_style = style;
		judged += s->state == SAMPLE_JUDGED;
		passed += s->state == SAMPLE_JUDGED &&
		    s->outcome == OUTCOME_PASS;
	}
	if (alike || judged == 0)
		return glyph ? glyph : " ";
	ret[0] = (char)('0' + MIN(passed * 10 / judged, 9u));
	ret[1] = '\0';
	*ret_style = passed == 0 ? ROLE_BAD : ROLE_WARN;
	return ret;
}

static void
draw_strip(struct app *app, const struct board_task *task, int x, int y,
    int width, bool is_row, bool is_selected)
{
	struct draw *d = &app->draw;
	guint cells = MIN((guint)width, task->samples);

	for (guint i = 0; i < cells; i++) {
		guint from = (guint)((guint64)i * task->samples / cells);
		guint to = (guint)((guint64)(i + 1) * task->samples / cells);
		guint first = task->first + from;
		unsigned style;
		char tenth[2];
		const char *glyph = merged_glyph(app, first, to - from, tenth,
		    &style);
		bool is_here = is_row && app->sample >= first &&
		    app->sample < task->first + to;

		if (is_here)
			style |= task->samples == 1 && is_selected ?
			    STYLE_REVERSE : is_selected ? STYLE_BOLD :
			    STYLE_UNDERLINE | STYLE_BOLD;
		else if (is_selected)
			style = ROLE_NORMAL | STYLE_REVERSE;
		draw_put(d, x + (int)i, y, 1, glyph, style);
	}
	draw_put(d, x + (int)cells, y, width - (int)cells, "", is_selected ?
	    STYLE_REVERSE : ROLE_NORMAL);
}

static void
draw_extra(struct app *app, const struct board_task *task, struct rect r,
    int y, const struct columns *c, unsigned style)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	guint32 wall = 0, rss = 0;
	char text[FORMAT_SIZE];

	if (c->wall_w && task->judged > 0) {
		for (guint i = 0; i < task->samples; i++) {
			const struct board_sample *s = board_sample(board,
			    task->first + i);

			wall = MAX(wall, s->wall_ms);
			rss = MAX(rss, s->rss_kib);
		}
		draw_right(d, r.x + c->wall, y, c->wall_w,
		    format_seconds(wall, text), style);
		draw_right(d, r.x + c->rss, y, c->rss_w,
		    format_bytes((guint64)rss * 1024, text), style);
	}
	if (c->why_w) {
		guint failed = app_first_failure(app, task);

		if (failed != G_MAXUINT)
			draw_text(d, r.x + c->why, y, c->why_w,
			    app_reason(app, failed), style & STYLE_REVERSE ?
			    style : ROLE_DIM);
	}
}

static unsigned
task_style(const struct board_task *task)
{
	if (task->judged == 0)
		return ROLE_DIM;
	if (task->passed == task->judged)
		return ROLE_GOOD;
	return task->passed == 0 ? ROLE_BAD : ROLE_NORMAL;
}

static void
draw_row(struct app *app, guint index, struct rect r, int y,
    const struct columns *c, bool has_focus)
{
	struct draw *d = &app->draw;
	const struct board_task *task = board_task(app->session->board,
	    index);
	bool is_row = app_has_sample(app) && app_task(app) == index;
	bool is_selected = is_row && has_focus;
	unsigned style = is_selected ? STYLE_REVERSE : is_row ? STYLE_BOLD :
	    ROLE_NORMAL;
	unsigned numbers = is_selected ? STYLE_REVERSE : task_style(task);
	char text[64];

	draw_put(d, r.x, y, r.w, is_row ? "\u25b8" : "", is_row &&
	    !is_selected ? ROLE_ACCENT | STYLE_BOLD : style);
	draw_put_tail(d, r.x + c->id, y, c->id_w, task->id, style |
	    (task->judged + task->running == 0 && !is_row ? ROLE_DIM : 0));
	draw_strip(app, task, r.x + c->strip, y, c->strip_w, is_row,
	    is_selected);
	snprintf(text, sizeof(text), "%u/%u", task->passed, task->judged);
	draw_right(d, r.x + c->count, y, c->count_w, text, numbers);
	if (c->mean_w) {
		if (task->judged > 0)
			snprintf(text, sizeof(text), "%.*f", c->mean_w - 2,
			    task->score_sum / task->judged);
		draw_right(d, r.x + c->mean, y, c->mean_w, task->judged > 0 ?
		    text : "---", numbers);
	}
	draw_extra(app, task, r, y, c, is_selected ? STYLE_REVERSE :
	    ROLE_NORMAL);
	if (is_row)
		draw_cursor(d, r.x, y);
}

static const char *
sort_word(const struct app *app, char *ret, gsize size)
{
	static const char *const words[TASK_SORT__COUNT] = {
		"number", "name", "mean", "failed"
	};

	snprintf(ret, size, "%ssort %s %s", app->follows && app_is_live(app) ?
	    "follow  " : "", words[app->sort], app->is_reverse ? "\u25b2" :
	    "\u25bc");
	return ret;
}

void
tasks_draw(struct app *app, struct rect r, bool is_framed)
{
	struct columns c;
	char title[96], sort[64];
	bool has_focus = app->focus == PANE_TASKS;
	int rows = is_framed ? r.h - 3 : r.h;

	list_fit(&app->tasks, (int)app->order->len, rows);
	if (app->search && *app->search)
		g_snprintf(title, sizeof(title), "Tasks %u  /%s",
		    app->order->len, app->search);
	else
		g_snprintf(title, sizeof(title), "Tasks %u",
		    app->order->len);
	if (is_framed) {
		struct box box = { .title = title, .has_focus = has_focus,
			.right = sort_word(app, sort, sizeof(sort)),
			.top = app->tasks.top, .shown = app->tasks.shown,
			.total = app->tasks.count };

		r = draw_box(&app->draw, r, &box);
	}
	columns_solve(app, r.w, is_framed, &c);
	if (is_framed) {
		draw_heads(app, r, &c);
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, &app->tasks, NULL, PANE_TASKS);
	for (int i = 0; i < r.h && app->tasks.top + i < app->tasks.count; i++)
		draw_row(app, g_array_index(app->order, guint,
		    app->tasks.top + i), r, r.y + i, &c, has_focus);
	if (app->order->len == 0)
		draw_text(&app->draw, r.x + 2, r.y, r.w - 2,
		    "no task has a sample", ROLE_DIM);
}
