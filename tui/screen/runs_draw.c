/* How the run browser is drawn: the list, the selected run, its history. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define LABEL_W 26		/* that no note takes from a label */
#define LABEL_MIN_W 10		/* below this the day gives way */

struct columns {
	int started_w, suite_w, label_w, state_w, bar_w, wall_w, judged_w, k_w,
	    note_w;
	guint ks[RUNLIST_KS_SHOWN];
	int k_count;
};

static unsigned
state_style(enum runlist_state state)
{
	switch (state) {
	case RUNLIST_LIVE:
		return ROLE_GOOD | STYLE_BOLD;
	case RUNLIST_DONE:
		return ROLE_NORMAL;
	case RUNLIST_LOST:
		return ROLE_BAD;
	default:
		return ROLE_WARN;
	}
}

/* Upper case where somebody should look. */
static const char *
state_text(enum runlist_state state)
{
	return state == RUNLIST_LIVE ? "LIVE" : state == RUNLIST_LOST ?
	    "LOST" : runlist_state_word(state);
}

/* Columns for those k that any run has a value of. */
static void
choose_ks(const struct app *app, guint most, struct columns *c)
{
	g_autoptr(GArray) ks = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; i < app->runs.shown->len; i++) {
		const struct run_row *row = g_ptr_array_index(app->runs.shown,
		    i);

		for (int f = 0; f < row->figure_count; f++)
			if (row->figures[f].has_value)
				g_array_append_val(ks, row->figures[f].k);
	}
	c->k_count = (int)runlist_choose_ks(ks, most, c->ks);
}

/* "[baseline] what was tried": 0 where there is nothing. */
static int
note_width(struct app *app, const struct run_row *row)
{
	int width = 0;

	if (row->note_label)
		width += draw_width(&app->draw, row->note_label) + 3;
	if (row->note)
		width += draw_width(&app->draw, row->note);
	return width;
}

static void
draw_note(struct app *app, const struct run_row *row, int x, int y, int width,
    unsigned style)
{
	int end = x + width;

	if (row->note_label)
		x += draw_printf(&app->draw, x, y, width, style & STYLE_REVERSE
		    ? style : ROLE_ACCENT, "[%s]", row->note_label) + 1;
	if (row->note && x < end)
		draw_text(&app->draw, x, y, end - x, row->note, style);
}

/*
 * Without a suite: states are always whole, the label has what they leave,
 * and where that is too little to tell runs apart, it has the day's place too.
 */
static void
solve_narrow(int width, struct columns *c)
{
	int room = width - 7 - c->state_w - c->k_w * c->k_count;

	c->suite_w = 0;
	c->label_w = room - c->started_w - 2;
	if (c->label_w < LABEL_MIN_W) {
		c->started_w = 0;
		c->label_w = MAX(room, 4);
	}
}

static void
columns_solve(struct app *app, int width, struct columns *c)
{
	int suite = 5, label = 5, note = 0, room;
	char text[32];

	*c = (struct columns){ .judged_w = 7, .k_w = width >= 110 ? 9 : 7,
		.started_w = width >= 50 ? 11 : 5, .state_w = width >= 70 ? 10 :
		4 };
	choose_ks(app, width >= 110 ? RUNLIST_KS_SHOWN : width >= 70 ? 2 : 1, c);
	for (guint i = 0; i < app->runs.shown->len; i++) {
		const struct run_row *row = g_ptr_array_index(app->runs.shown,
		    i);

		suite = MAX(suite, draw_width(&app->draw, row->suite));
		label = MAX(label, draw_width(&app->draw, row->label));
		note = MAX(note, note_width(app, row));
		c->state_w = MAX(c->state_w, (int)strlen(state_text(
		    row->state)));
		snprintf(text, sizeof(text), "%u/%u", row->samples,
		    row->samples);
		c->judged_w = MAX(c->judged_w, (int)strlen(text) + 1);
	}
	/* "▸AB MM-DD HH:MM  suite  label  incomplete  1200/1200  0.448" */
	room = width - 17 - 11 - c->judged_w - c->k_w * c->k_count;
	if (width >= 120) {
		c->bar_w = 20;
		c->wall_w = 8;
		room -= 30;
	}
	room = MAX(room, 12);
	/* Notes have a column where there are some; long labels make room. */
	if (note > 0 && room - suite - MIN(label, LABEL_W) - 6 >= 12) {
		c->note_w = MIN(note, room - suite - MIN(label, LABEL_W) - 6);
		room -= c->note_w + 2;
	}
	/* What one of the two does not need, the other may have. */
	c->suite_w = CLAMP(MAX(room * 2 / 5, room - 4 - label), 4, suite);
	c->label_w = MAX(room - c->suite_w - 4, 4);
	if (width < 70)
		solve_narrow(width, c);
}

static void
draw_heads(struct app *app, struct rect r, const struct columns *c)
{
	struct draw *d = &app->draw;
	char text[16];
	int x = r.x + 4;

	draw_put(d, r.x, r.y, r.w, "", ROLE_DIM);
	if (c->started_w) {
		draw_text(d, x, r.y, c->started_w, "started", ROLE_DIM);
		app_head(app, x, r.y, c->started_w, RUN_SORT_STARTED);
		x += c->started_w + 2;
	}
	if (c->suite_w) {
		draw_text(d, x, r.y, c->suite_w, "suite", ROLE_DIM);
		app_head(app, x, r.y, c->suite_w, RUN_SORT_SUITE);
		x += c->suite_w + 2;
	}
	draw_text(d, x, r.y, c->label_w, "label", ROLE_DIM);
	app_head(app, x, r.y, c->label_w, RUN_SORT_LABEL);
	x += c->label_w + 2;
	draw_text(d, x, r.y, 5, "state", ROLE_DIM);
	app_head(app, x, r.y, 5, RUN_SORT_STATE);
	x += c->state_w + 1;
	if (c->bar_w) {
		draw_text(d, x, r.y, c->bar_w, "progress", ROLE_DIM);
		x += c->bar_w + 1;
	}
	if (c->suite_w) {
		draw_right(d, x, r.y, c->judged_w, "judged", ROLE_DIM);
		x += c->judged_w;
	}
	if (c->wall_w) {
		draw_right(d, x, r.y, c->wall_w, "time", ROLE_DIM);
		x += c->wall_w + 1;
	}
	for (int i = 0; i < c->k_count; i++) {
		snprintf(text, sizeof(text), c->bar_w ? "pass@%u" : "@%u",
		    c->ks[i]);
		draw_right(d, x + c->k_w * i, r.y, c->k_w, text, ROLE_DIM);
		if (c->ks[i] == 1)
			app_head(app, x, r.y, c->k_w, RUN_SORT_PASS);
	}
	if (c->note_w)
		draw_text(d, x + c->k_w * c->k_count + 2, r.y, c->note_w,
		    "note", ROLE_DIM);
}

static void
started_text(gint64 ms, char *ret, size_t size)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;

	if (ms <= 0 || !localtime_r(&seconds, &tm) ||
	    strftime(ret, size, "%m-%d %H:%M", &tm) == 0)
		g_strlcpy(ret, "-", size);
}

static double
row_fraction(const struct run_row *row)
{
	return row->samples > 0 ? (double)(row->judged + row->unjudged) /
	    row->samples : 0;
}

static void
draw_row(struct app *app, const struct run_row *row, struct rect r, int y,
    const struct columns *c, bool is_cursor)
{
	struct draw *d = &app->draw;
	unsigned style = is_cursor ? STYLE_REVERSE : ROLE_NORMAL;
	bool is_a = g_strcmp0(row->path, app->runs.a) == 0;
	bool is_b = g_strcmp0(row->path, app->runs.b) == 0;
	unsigned state = is_cursor ? style : state_style(row->state);
	char text[64], time[FORMAT_SIZE];
	int x = r.x + 4;

	draw_put(d, r.x, y, r.w, is_cursor ? "\u25b8" : "", style);
	draw_text(d, r.x + 1, y, 2, is_a && is_b ? "AB" : is_a ? "A" : is_b ?
	    "B" : "", is_cursor ? style : ROLE_ACCENT | STYLE_BOLD);
	if (c->started_w) {
		started_text(row->started_ms, text, sizeof(text));
		/* Without room for the hour the day remains. */
		text[MIN((int)strlen(text), c->started_w)] = '\0';
		draw_text(d, x, y, c->started_w, text, style);
		x += c->started_w + 2;
	}
	if (c->suite_w) {
		draw_text(d, x, y, c->suite_w, row->suite, style);
		x += c->suite_w + 2;
	}
	draw_text(d, x, y, c->label_w, row->label, style | STYLE_BOLD);
	x += c->label_w + 2;
	draw_text(d, x, y, c->state_w, state_text(row->state), state);
	x += c->state_w + 1;
	if (c->bar_w) {
		draw_bar(d, x, y, c->bar_w, row_fraction(row), is_cursor ?
		    STYLE_REVERSE : row->state == RUNLIST_LIVE ? ROLE_GOOD :
		    ROLE_ACCENT);
		x += c->bar_w + 1;
	}
	if (c->suite_w) {
		snprintf(text, sizeof(text), "%u/%u", row->judged,
		    row->samples);
		draw_right(d, x, y, c->judged_w, text, style);
		x += c->judged_w;
	}
	if (c->wall_w) {
		draw_right(d, x, y, c->wall_w, row->elapsed_ms > 0 ?
		    format_seconds(row->elapsed_ms, time) : "", style);
		x += c->wall_w + 1;
	}
	for (int i = 0; i < c->k_count; i++) {
		const struct runlist_figure *f = run_row_figure(row, c->ks[i]);

		if (f)
			snprintf(text, sizeof(text), "%.3f", f->value);
		draw_right(d, x + c->k_w * i, y, c->k_w, f ? text : "---", is_cursor ?
		    style : f ? STYLE_BOLD : ROLE_DIM);
	}
	if (c->note_w)
		draw_note(app, row, x + c->k_w * c->k_count + 2, y, c->note_w,
		    style);
	if (is_cursor)
		draw_cursor(d, r.x, y);
}

static void
draw_list(struct app *app, struct rect r, bool is_framed)
{
	static const char *const words[RUN_SORT__COUNT] = { "started", "name",
		"suite", "label", "state", "pass@1" };
	struct runs *runs = &app->runs;
	struct columns c;
	char title[300], right[200];
	struct box box = { .title = title, .right = right,
		.has_focus = true };

	list_fit(&runs->list, (int)runs->shown->len, r.h - (is_framed ? 3 :
	    0));
	if (is_framed) {
		g_snprintf(title, sizeof(title), "Runs %u%s%s%s%s",
		    runs->shown->len, runs->filter ? "  filter: " : "",
		    runs->filter ? runs->filter : "", app->search ? "  /" :
		    "", app->search ? app->search : "");
		g_snprintf(right, sizeof(right), "sort %s %s",
		    words[runs->sort], runs->is_reverse ? "\u25b2" :
		    "\u25bc");
		box.top = runs->list.top;
		box.shown = runs->list.shown;
		box.total = runs->list.count;
		r = draw_box(&app->draw, r, &box);
	}
	columns_solve(app, r.w - 1, &c);
	if (is_framed) {
		draw_heads(app, r, &c);
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, &runs->list, NULL, -1);
	for (int i = 0; i < r.h && runs->list.top + i < runs->list.count; i++)
		draw_row(app, g_ptr_array_index(runs->shown, runs->list.top +
		    i), r, r.y + i, &c, runs->list.top + i ==
		    runs->list.cursor);
	if (runs->shown->len == 0)
		draw_text(&app->draw, r.x + 2, r.y, r.w - 2, "no run matches "
		    "the filter; Esc drops it", ROLE_DIM);
}

static int
draw_outcomes(struct app *app, const struct run_row *row, int x, int y,
    int width)
{
	struct draw *d = &app->draw;
	int at = x;

	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);

		at += draw_printf(d, at, y, x + width - at, row->outcomes[i] ?
		    outcome_style((enum outcome)i) : ROLE_DIM, "%s %u %s",
		    info->glyph, row->outcomes[i], info->label) + 3;
	}
	if (row->unjudged > 0)
		at += draw_printf(d, at, y, x + width - at, ROLE_WARN,
		    "! %u unjudged", row->unjudged);
	return at;
}

static void
draw_figures_line(struct app *app, const struct run_row *row, int x, int y,
    int width)
{
	struct draw *d = &app->draw;
	int end = x + width;

	for (int i = 0; i < row->figure_count; i++) {
		const struct runlist_figure *f = &row->figures[i];

		if (!f->has_value)
			continue;
		/* Whole or not at all. */
		if (x + 26 > end)
			return;
		x += draw_printf(d, x, y, end - x, ROLE_DIM, "pass@%u ",
		    f->k);
		x += draw_printf(d, x, y, end - x, STYLE_BOLD, "%.3f",
		    f->value);
		x += draw_printf(d, x, y, end - x, ROLE_NORMAL,
		    " %.3f-%.3f", f->low, f->high) + 3;
	}
	if (row->figure_count == 0)
		draw_text(d, x, y, end - x, row->error ? row->error :
		    "no pass@k yet", row->error ? ROLE_WARN : ROLE_DIM);
}

static void
draw_figures_table(struct app *app, const struct run_row *row, struct rect r)
{
	struct draw *d = &app->draw;
	int y = r.y, bar = r.w - 30;

	draw_text(d, r.x, y, r.w, "   k  value  95% range", ROLE_DIM);
	for (int i = 0; i < row->figure_count && y + 1 < r.y + r.h; i++) {
		const struct runlist_figure *f = &row->figures[i];

		y++;
		draw_printf(d, r.x, y, 4, STYLE_BOLD, "%4u", f->k);
		if (!f->has_value) {
			draw_text(d, r.x + 6, y, 5, "---", ROLE_DIM);
			continue;
		}
		draw_printf(d, r.x + 6, y, 6, STYLE_BOLD, "%.3f", f->value);
		draw_printf(d, r.x + 13, y, 12, ROLE_NORMAL, "%.3f-%.3f",
		    f->low, f->high);
		draw_bar(d, r.x + 27, y, bar, f->value, ROLE_GOOD);
	}
}

static void
draw_file(struct app *app, const char *what, const char *path, struct rect *r)
{
	if (!path || r->h < 1)
		return;
	draw_text(&app->draw, r->x, r->y, 9, what, ROLE_DIM);
	draw_put_tail(&app->draw, r->x + 9, r->y, r->w - 9, path,
	    ROLE_NORMAL);
	rect_cut_top(r, 1);
}

static void
draw_detail(struct app *app, struct rect r)
{
	const struct run_row *row = runs_selected(app);
	char title[300], right[100] = "", time[FORMAT_SIZE];
	struct box box = { .title = title, .right = right };

	g_snprintf(title, sizeof(title), "%s", row ? row->name : "no run");
	if (row && row->is_loaded)
		g_snprintf(right, sizeof(right), "%u/%u%s%s", row->judged,
		    row->samples, row->elapsed_ms > 0 ? " in " : "",
		    row->elapsed_ms > 0 ? format_seconds(row->elapsed_ms,
		    time) : "");
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	if (!row)
		return;
	if (row->error) {
		draw_text(&app->draw, r.x, r.y, r.w, row->error, ROLE_WARN);
		return;
	}
	draw_outcomes(app, row, r.x, r.y, r.w);
	rect_cut_top(&r, 1);
	if (r.h < 8) {
		draw_figures_line(app, row, r.x, r.y, r.w);
		rect_cut_top(&r, 1);
		if (row->note || row->note_label)
			draw_note(app, row, r.x, r.y, r.w, ROLE_NORMAL);
		else
			draw_text(&app->draw, r.x, r.y, r.w, row->facts,
			    ROLE_DIM);
		return;
	}
	rect_cut_top(&r, 1);
	draw_text(&app->draw, r.x, r.y, r.w, row->facts, ROLE_NORMAL);
	rect_cut_top(&r, 1);
	draw_file(app, "samples", row->samples_file, &r);
	draw_file(app, "folder", row->path, &r);
	if (row->note || row->note_label) {
		draw_text(&app->draw, r.x, r.y, 9, "note", ROLE_DIM);
		draw_note(app, row, r.x + 9, r.y, r.w - 9, ROLE_NORMAL);
		rect_cut_top(&r, 1);
	}
	rect_cut_top(&r, 1);
	draw_figures_table(app, row, r);
}

/* pass@1 of the runs of one suite, oldest first: did it get better? */
static void
draw_history(struct app *app, struct rect r)
{
	const struct run_row *row = runs_selected(app);
	g_autoptr(GPtrArray) same = g_ptr_array_new();
	g_autofree char *title = g_strdup_printf("pass@1 of %s", row ?
	    row->suite : "runs");
	struct box box = { .title = title };
	struct draw *d = &app->draw;
	guint from;

	r = draw_box(d, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	for (guint i = 0; row && i < app->runs.rows->len; i++) {
		struct run_row *other = g_ptr_array_index(app->runs.rows, i);

		if (strcmp(other->suite, row->suite) == 0 &&
		    run_row_figure(other, 1))
			g_ptr_array_add(same, other);
	}
	/* Rows are newest first. */
	from = MIN(same->len, (guint)MAX(r.h, 0));
	for (guint i = 0; i < from; i++) {
		const struct run_row *other = g_ptr_array_index(same, from -
		    1 - i);
		double value = run_row_figure(other, 1)->value;
		int y = r.y + (int)i, label_w = MIN(24, r.w / 3);
		char started[32];

		started_text(other->started_ms, started, sizeof(started));
		draw_text(d, r.x, y, 11, started, ROLE_DIM);
		draw_put(d, r.x + 13, y, label_w, other->label, other == row ?
		    STYLE_BOLD : ROLE_NORMAL);
		draw_bar(d, r.x + 14 + label_w, y, r.w - label_w - 21, value,
		    other == row ? ROLE_GOOD : ROLE_ACCENT);
		draw_printf(d, r.x + r.w - 5, y, 5, other == row ? STYLE_BOLD
		    : ROLE_NORMAL, "%.3f", value);
	}
	if (same->len == 0)
		draw_text(d, r.x, r.y, r.w, "no figures yet", ROLE_DIM);
}

static char *
title_right(const struct app *app)
{
	guint live = 0;
	const struct run_row *a = runs_find(app, app->runs.a);
	const struct run_row *b = runs_find(app, app->runs.b);
	g_autofree char *count = NULL;

	for (guint i = 0; i < app->runs.rows->len; i++)
		live += ((const struct run_row *)g_ptr_array_index(
		    app->runs.rows, i))->state == RUNLIST_LIVE;
	if (live > 0)
		count = g_strdup_printf("%s%u live", a || b ? "  " : "",
		    live);
	return g_strdup_printf("%s%s%s%s%s", a ? "A=" : "", a ? a->label :
	    "", b ? a ? " B=" : "B=" : "", b ? b->label : "", count ? count :
	    "");
}

/* Before there is any run: how to make one. */
static void
draw_welcome(struct app *app, struct rect r, bool is_framed)
{
	static const struct {
		const char *command, *what;
	} rows[] = {
		{ "evaltop demo", "judge the built-in suite, live" },
		{ "evaltop run SUITE SAMPLES", "judge a model's answers" },
		{ "evaltop check SUITE", "is a suite sound here?" },
		{ "evaltop doctor", "what this host offers" },
	};
	struct box box = { .title = "No run yet", .has_focus = true };
	g_autofree char *base = rundir_base();
	const char *folder = app->runs.dir ? app->runs.dir : base;
	struct draw *d = &app->draw;
	int command_w = 27;

	if (is_framed) {
		r = draw_box(d, r, &box);
		rect_cut_top(&r, 1);
	}
	rect_cut_left(&r, is_framed ? 3 : 1);
	for (gsize i = 0; i < G_N_ELEMENTS(rows) && r.h > 0; i++) {
		draw_text(d, r.x, r.y, MIN(command_w, r.w), rows[i].command,
		    STYLE_BOLD);
		if (r.w > command_w + 20)
			draw_text(d, r.x + command_w, r.y, r.w - command_w,
			    rows[i].what, ROLE_NORMAL);
		rect_cut_top(&r, 1);
	}
	rect_cut_top(&r, 1);
	if (r.h < 2)
		return;
	draw_text(d, r.x, r.y, r.w, "Runs appear here, those of other "
	    "terminals too.  They are kept in", ROLE_DIM);
	draw_put_tail(d, r.x, r.y + 1, r.w - 1, folder, ROLE_DIM);
}

void
runs_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows }, lower;
	enum layout_size size = layout_size(d->cols, d->rows);
	g_autofree char *base = rundir_base(), *where = NULL, *right = NULL;

	if (size == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	where = g_strdup_printf("Runs   %s", app->runs.dir ? app->runs.dir :
	    app->runs.known && d->cols >= 120 ? base : "");
	right = title_right(app);
	chrome_draw_title(app, 0, where, right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	if (app->runs.rows->len == 0) {
		draw_welcome(app, body, size > LAYOUT_MINI);
		chrome_draw_cursor(app, d->rows - 2);
		return;
	}
	if (size == LAYOUT_FULL) {
		lower = rect_cut_bottom(&body, body.h * 2 / 5);
		draw_detail(app, rect_cut_left(&lower, lower.w / 2));
		draw_history(app, lower);
	} else if (size >= LAYOUT_MEDIUM) {
		draw_detail(app, rect_cut_bottom(&body, 5));
	}
	draw_list(app, body, size > LAYOUT_MINI);
	chrome_draw_cursor(app, d->rows - 2);
}
