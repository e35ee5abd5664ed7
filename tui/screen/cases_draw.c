/* How the list of all samples is drawn. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

static guint
row_at(const struct app *app, int row)
{
	return g_array_index(app->cases.rows, guint32, row);
}

static int
row_count(const struct app *app)
{
	return app->cases.rows ? (int)app->cases.rows->len : 0;
}

struct columns {
	int sample_w, word_w, score, wall, cpu, rss, label, label_w, reason;
};

static void
columns_solve(struct app *app, int width, struct columns *c)
{
	const struct notes *notes = actions_notes(app);
	int x;

	c->word_w = width >= 70 ? 14 : 0;
	c->sample_w = CLAMP(app->cases.id_width, 8, MAX(width < 56 ?
	    width * 2 / 5 : width / 4, 8));
	/* "▸* sample  ✗ assertion_fail 0.43 ..." */
	x = 3 + c->sample_w + 2 + 2 + (c->word_w ? c->word_w + 1 : 0);
	c->score = x;
	x += 5;
	c->wall = width >= 56 ? x : -1;
	x += c->wall >= 0 ? 7 : 0;
	c->cpu = width >= 100 ? x : -1;
	x += c->cpu >= 0 ? 7 : 0;
	c->rss = width >= 76 ? x : -1;
	x += c->rss >= 0 ? 7 : 0;
	x += 1;
	/* Reasons need the room until somebody has labelled something. */
	c->label_w = width >= 92 && notes && notes_count(notes) > 0 ? 10 : 0;
	c->label = x + 1;
	x += c->label_w ? c->label_w + 2 : 0;
	c->reason = x + 1;
}

static void
draw_heads(struct app *app, struct rect r, const struct columns *c)
{
	struct draw *d = &app->draw;

	draw_put(d, r.x, r.y, r.w, "", ROLE_DIM);
	draw_text(d, r.x + 3, r.y, c->sample_w, "sample", ROLE_DIM);
	if (c->word_w)
		draw_text(d, r.x + 7 + c->sample_w, r.y, c->word_w, "outcome",
		    ROLE_DIM);
	draw_right(d, r.x + c->score, r.y, 5, "score", ROLE_DIM);
	if (c->wall >= 0)
		draw_right(d, r.x + c->wall, r.y, 7, "wall", ROLE_DIM);
	if (c->cpu >= 0)
		draw_right(d, r.x + c->cpu, r.y, 7, "cpu", ROLE_DIM);
	if (c->rss >= 0)
		draw_right(d, r.x + c->rss, r.y, 7, "rss", ROLE_DIM);
	if (c->label_w)
		draw_text(d, r.x + c->label, r.y, c->label_w, "label",
		    ROLE_DIM);
	draw_text(d, r.x + c->reason, r.y, r.w - c->reason, "reason",
	    ROLE_DIM);
	app_head(app, r.x + 3, r.y, c->sample_w, CASE_SORT_NUMBER);
	if (c->word_w)
		app_head(app, r.x + 7 + c->sample_w, r.y, c->word_w,
		    CASE_SORT_OUTCOME);
	app_head(app, r.x + c->score, r.y, 5, CASE_SORT_SCORE);
	if (c->wall >= 0)
		app_head(app, r.x + c->wall, r.y, 7, CASE_SORT_WALL);
	if (c->cpu >= 0)
		app_head(app, r.x + c->cpu, r.y, 7, CASE_SORT_CPU);
	if (c->rss >= 0)
		app_head(app, r.x + c->rss, r.y, 7, CASE_SORT_RSS);
	app_head(app, r.x + c->reason, r.y, 7, CASE_SORT_REASON);
}

static void
draw_figures(struct app *app, guint ordinal, struct rect r, int y,
    const struct columns *c, unsigned style)
{
	struct draw *d = &app->draw;
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	char text[FORMAT_SIZE];

	snprintf(text, sizeof(text), "%.2f", (double)s->score);
	draw_right(d, r.x + c->score, y, 5, text, style);
	if (c->wall >= 0)
		draw_right(d, r.x + c->wall, y, 7, format_seconds(s->wall_ms,
		    text), style);
	if (c->cpu >= 0)
		draw_right(d, r.x + c->cpu, y, 7, format_seconds(s->cpu_ms,
		    text), style);
	if (c->rss >= 0)
		draw_right(d, r.x + c->rss, y, 7, format_bytes(
		    (guint64)s->rss_kib * 1024, text), style);
	draw_text(d, r.x + c->reason, y, r.w - c->reason,
	    s->outcome == OUTCOME_PASS ? "" : app_reason(app, ordinal),
	    style);
}

static void
draw_row(struct app *app, guint ordinal, struct rect r, int y,
    const struct columns *c, bool is_cursor)
{
	struct draw *d = &app->draw;
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	unsigned style = is_cursor ? STYLE_REVERSE : ROLE_NORMAL, hue;
	const char *glyph = sample_glyph(app, s, &hue);
	g_autofree char *name = app_sample_name(app, ordinal);
	const struct note *note = actions_note(app, ordinal);

	draw_put(d, r.x, y, r.w, is_cursor ? "\u25b8" : "", style);
	if (app_is_marked(app, ordinal))
		draw_text(d, r.x + 1, y, 1, "*", is_cursor ? style :
		    ROLE_ACCENT | STYLE_BOLD);
	draw_put_tail(d, r.x + 3, y, c->sample_w, name, style);
	draw_put(d, r.x + 5 + c->sample_w, y, 1, glyph, is_cursor ? style :
	    hue);
	if (c->word_w)
		draw_text(d, r.x + 7 + c->sample_w, y, c->word_w,
		    sample_word(s), is_cursor ? style : hue);
	if (s->state == SAMPLE_JUDGED)
		draw_figures(app, ordinal, r, y, c, style);
	if (s->state == SAMPLE_UNJUDGED)
		draw_text(d, r.x + c->reason, y, r.w - c->reason,
		    app_reason(app, ordinal), style);
	if (c->label_w && note)
		draw_text(d, r.x + c->label, y, c->label_w, note->label ?
		    note->label : "(note)", is_cursor ? style : ROLE_ACCENT);
	if (is_cursor)
		draw_cursor(d, r.x, y);
}

/* What the list that is there is waited to be replaced by. */
static char *
busy_words(const struct app *app)
{
	const struct cases *cases = &app->cases;
	guint all = cases->from ? cases->from->len :
	    app->session->board->samples->len;

	if (cases->scanned >= all)
		return g_strdup("  sorting ...");
	return g_strdup_printf("  looking: %u of %u match",
	    cases->fresh->len, cases->scanned);
}

static void
draw_list(struct app *app, struct rect r, bool is_framed)
{
	struct cases *cases = &app->cases;
	struct columns c;
	g_autofree char *title = NULL, *right = NULL, *marked = NULL;
	struct box box = { .has_focus = true };
	bool is_busy = cases->fresh && cases->is_asked;
	g_autofree char *busy = is_busy ? busy_words(app) : g_strdup("");

	title = g_strdup_printf("Samples %d%s%s%s%s%s", row_count(app),
	    busy, cases->from ? "  of: " : "",
	    cases->from ? cases->from_title : "", app->search ? "  /" : "",
	    app->search ? app->search : "");
	marked = app->marked > 0 ? g_strdup_printf("%u marked   ",
	    app->marked) : g_strdup("");
	right = g_strdup_printf("%s%ssort %s %s", marked, app->follows &&
	    app_is_live(app) ? "follow   " : "",
	    case_sort_words[cases->sort], cases->is_reverse ? "\u25b2" :
	    "\u25bc");
	list_fit(&cases->list, row_count(app), r.h - (is_framed ? 3 : 0));
	if (is_framed) {
		box.title = title;
		box.right = right;
		box.top = cases->list.top;
		box.shown = cases->list.shown;
		box.total = cases->list.count;
		r = draw_box(&app->draw, r, &box);
	}
	columns_solve(app, r.w, &c);
	if (is_framed) {
		draw_heads(app, r, &c);
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, &cases->list, NULL, -1);
	for (int i = 0; i < r.h && cases->list.top + i < row_count(app); i++)
		draw_row(app, row_at(app, cases->list.top + i), r, r.y + i,
		    &c, cases->list.top + i == cases->list.cursor);
	if (row_count(app) == 0)
		draw_text(&app->draw, r.x + 3, r.y, r.w - 3, is_busy ?
		    "looking ..." : cases->filter ? "no sample matches; Esc "
		    "drops the filter" : "there is no sample", ROLE_DIM);
}

/* Those that 1 to 9 put in force. */
static void
draw_saved(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	int x = r.x + 8, y = r.y;

	if (r.h < 1)
		return;
	draw_text(d, r.x, y, 7, "saved", ROLE_DIM);
	for (int i = 0; i < SAVED_FILTERS; i++) {
		const struct saved_filter *saved = &app->filters[i];
		const char *name = saved->name ? saved->name : saved->text;
		int end = r.x + r.w - 1;

		if (!name)
			continue;
		if (x > r.x + 8 && x + 2 + draw_width(d, name) > end) {
			x = r.x + 8;
			y++;
		}
		if (y >= r.y + r.h)
			return;
		x += draw_printf(d, x, y, end - x, STYLE_BOLD, "%d", i + 1) +
		    1;
		x += draw_text(d, x, y, end - x, name, ROLE_NORMAL) + 3;
	}
}

static void
draw_counts(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	struct box box = { .title = "Counts and filter" };
	guint most = 1, fields;
	const struct filter_field *field = filter_fields(&fields);
	g_autoptr(GString) names = g_string_new("");

	r = draw_box(d, r, &box);
	rect_cut_left(&r, 1);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		most = MAX(most, app->cases.counts[i]);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT && r.h > 0; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);
		guint count = app->cases.counts[i];

		draw_printf(d, r.x, r.y, 16, outcome_style((enum outcome)i),
		    "%s %s", info->glyph, info->word);
		draw_bar(d, r.x + 18, r.y, r.w - 27, (double)count / most,
		    outcome_style((enum outcome)i));
		draw_printf(d, r.x + r.w - 8, r.y, 7, STYLE_BOLD, "%7u",
		    count);
		rect_cut_top(&r, 1);
	}
	rect_cut_top(&r, 1);
	for (guint i = 0; i < fields; i++)
		g_string_append_printf(names, "%s%s", i ? " " : "",
		    field[i].name);
	for (const char *p = names->str; *p && r.h > 3;) {
		int room = r.w - 10, length = (int)strlen(p);

		if (length > room)
			for (length = room; length > 0 && p[length] != ' ';)
				length--;
		draw_text(d, r.x, r.y, 7, p == names->str ? "fields" : "",
		    ROLE_DIM);
		draw_printf(d, r.x + 8, r.y, r.w - 9, ROLE_NORMAL, "%.*s",
		    length, p);
		p += length + (p[length] == ' ');
		rect_cut_top(&r, 1);
	}
	if (r.h > 0) {
		draw_text(d, r.x, r.y, 7, "signs", ROLE_DIM);
		draw_text(d, r.x + 8, r.y, r.w - 9, "= != ~ !~ < <= > >=   "
		    "and or not ( )", ROLE_NORMAL);
	}
	rect_cut_top(&r, 1);
	if (r.h > 2) {
		draw_text(d, r.x, r.y, 7, "e.g.", ROLE_DIM);
		draw_text(d, r.x + 8, r.y, r.w - 9, "out=timeout or "
		    "reason~\"index\"", ROLE_NORMAL);
		rect_cut_top(&r, 1);
	}
	draw_saved(app, r);
}

static void
draw_preview(struct app *app, struct rect r)
{
	char left[300], right[100];
	struct box box = { .title = left, .right = right };

	if (r.h < 3)
		return;
	app_detail(app);
	result_title(app, left, sizeof(left), right, sizeof(right));
	result_fill(app, &app->result, RESULT_WHOLE);
	/* The overview's panes hold other lines: they are made anew there. */
	app->pane_serial = G_MAXUINT;
	app->result.top = 0;
	app->result.wraps = true;
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	pager_draw(&app->result, &app->draw, r);
}

void
cases_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows }, side;
	g_autofree char *where = NULL, *right = NULL;
	bool is_framed = d->cols >= 60 && d->rows >= 16;

	if (layout_size(d->cols, d->rows) == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	where = g_strdup_printf("\u203a Samples   filter: %s",
	    app->cases.filter ? app->cases.filter : "none");
	right = g_strdup_printf("row %d of %d", row_count(app) ?
	    app->cases.list.cursor + 1 : 0, row_count(app));
	chrome_draw_title(app, 0, where, right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	if (d->cols >= 120 && body.h >= 18) {
		side = rect_cut_left(&body, body.w * 62 / 100);
		draw_counts(app, rect_cut_top(&body, 16));
		if (app_has_sample(app))
			draw_preview(app, body);
		body = side;
	}
	draw_list(app, body, is_framed);
	chrome_draw_cursor(app, d->rows - 2);
}
