/* The samples of one task, a row each. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

struct columns {
	int outcome_w, detail_w, tests, wall, cpu, rss, reason;
};

static void
columns_solve(int width, struct columns *c)
{
	/* "▸ 123  ✗ assertion_fail  wrong_answer  0.43 ..." */
	c->outcome_w = width >= 76 ? 14 : 7;
	c->detail_w = width >= 110 ? 16 : 0;
	c->tests = 9 + c->outcome_w + 1 + (c->detail_w ? c->detail_w + 1 : 0);
	c->wall = c->tests + 6;
	c->cpu = width >= 110 ? c->wall + 8 : -1;
	c->rss = width < 60 ? -1 : (c->cpu > 0 ? c->cpu : c->wall) + 8;
	c->reason = MAX(c->wall, MAX(c->cpu, c->rss)) + 8;
}

static void
draw_heads(struct app *app, struct rect r, const struct columns *c)
{
	struct draw *d = &app->draw;

	draw_put(d, r.x, r.y, r.w, "", ROLE_DIM);
	draw_right(d, r.x + 1, r.y, 5, "#", ROLE_DIM);
	draw_text(d, r.x + 7, r.y, c->outcome_w + 2, "outcome", ROLE_DIM);
	if (c->detail_w)
		draw_text(d, r.x + 10 + c->outcome_w, r.y, c->detail_w,
		    "detail", ROLE_DIM);
	draw_right(d, r.x + c->tests, r.y, 5, "score", ROLE_DIM);
	draw_right(d, r.x + c->wall, r.y, 7, "wall", ROLE_DIM);
	if (c->cpu >= 0)
		draw_right(d, r.x + c->cpu, r.y, 7, "cpu", ROLE_DIM);
	if (c->rss >= 0)
		draw_right(d, r.x + c->rss, r.y, 7, "rss", ROLE_DIM);
	draw_text(d, r.x + c->reason, r.y, r.w - c->reason, "reason",
	    ROLE_DIM);
}

static const char *
state_word(const struct board_sample *s, const struct columns *c)
{
	bool is_short = c->outcome_w < 14;

	switch ((enum sample_state)s->state) {
	case SAMPLE_RUNNING:
		return "running";
	case SAMPLE_QUEUED:
		return "queued";
	case SAMPLE_UNJUDGED:
		return is_short ? "unjudg." : "unjudged";
	case SAMPLE_JUDGED:
		break;
	}
	if (is_short)
		return outcome_info((enum outcome)s->outcome)->label;
	/* Without a column of its own the detail stands here: it says more. */
	return c->detail_w ? outcome_info((enum outcome)s->outcome)->word :
	    sample_word(s);
}

static void
draw_judged(struct app *app, const struct board_sample *s, guint ordinal,
    struct rect r, int y, const struct columns *c, unsigned style)
{
	struct draw *d = &app->draw;
	char text[FORMAT_SIZE];
	const char *detail = detail_word((enum detail)s->detail);

	if (c->detail_w)
		draw_text(d, r.x + 10 + c->outcome_w, y, c->detail_w, detail ?
		    detail : s->trust == TRUST_DISPUTED ? "disputed" : "",
		    style);
	snprintf(text, sizeof(text), "%.2f", (double)s->score);
	draw_right(d, r.x + c->tests, y, 5, text, style);
	draw_right(d, r.x + c->wall, y, 7, format_seconds(s->wall_ms, text),
	    style);
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
draw_row(struct app *app, guint ordinal, guint index, struct rect r, int y,
    const struct columns *c)
{
	struct draw *d = &app->draw;
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	bool is_row = ordinal == app->sample;
	unsigned style = is_row ? STYLE_REVERSE : ROLE_NORMAL, hue;
	const char *glyph = sample_glyph(app, s, &hue);
	char text[32];

	draw_put(d, r.x, y, r.w, is_row ? "\u25b8" : "", style);
	if (app_is_marked(app, ordinal))
		draw_text(d, r.x + 1, y, 1, "*", is_row ? style : ROLE_ACCENT
		    | STYLE_BOLD);
	snprintf(text, sizeof(text), "%u", index + 1);
	draw_right(d, r.x + 2, y, 4, text, style);
	draw_put(d, r.x + 7, y, 1, glyph, is_row ? style : hue);
	draw_text(d, r.x + 9, y, c->outcome_w, state_word(s, c), is_row ?
	    style : hue);
	if (s->state == SAMPLE_JUDGED)
		draw_judged(app, s, ordinal, r, y, c, style);
	if (s->state == SAMPLE_UNJUDGED)
		draw_text(d, r.x + c->reason, y, r.w - c->reason,
		    app_reason(app, ordinal), style);
	if (is_row)
		draw_cursor(d, r.x, y);
}

static void
draw_preview(struct app *app, struct rect r)
{
	char left[300], right[100];
	struct box box = { .title = left, .right = right };
	guint serial = app_detail(app)->serial * 2 + 1;

	if (r.h < 3)
		return;
	result_title(app, left, sizeof(left), right, sizeof(right));
	if (serial != app->pane_serial)
		result_fill(app, &app->result, r.h < 12 ? RESULT_BRIEF :
		    RESULT_WHOLE);
	/* The overview's panes hold other lines: they are made anew there. */
	app->pane_serial = G_MAXUINT;
	app->result.top = 0;
	app->result.wraps = r.h >= 12;
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	pager_draw(&app->result, &app->draw, r);
}

static void
draw_list(struct app *app, struct rect r, bool is_framed)
{
	const struct board_task *task = board_task(app->session->board,
	    app_task(app));
	struct columns c;
	char title[340], right[80];
	struct box box = { .title = title, .right = right,
		.has_focus = true };

	list_fit(&app->samples, (int)task->samples, r.h - (is_framed ? 3 : 0));
	if (is_framed) {
		g_snprintf(title, sizeof(title), "%s%s%s", task->id,
		    app->search ? "  /" : "", app->search ? app->search : "");
		g_snprintf(right, sizeof(right), "%s%u/%u pass  mean %.3f",
		    app->follows && app_is_live(app) ? "follow  " : "",
		    task->passed, task->judged, task->judged > 0 ?
		    task->score_sum / task->judged : 0.0);
		box.top = app->samples.top;
		box.shown = app->samples.shown;
		box.total = app->samples.count;
		r = draw_box(&app->draw, r, &box);
	}
	columns_solve(r.w, &c);
	if (is_framed) {
		draw_heads(app, r, &c);
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, &app->samples, NULL, -1);
	for (int i = 0; i < r.h && app->samples.top + i < app->samples.count;
	    i++)
		draw_row(app, task->first + (guint)(app->samples.top + i),
		    (guint)(app->samples.top + i), r, r.y + i, &c);
}

static void
samples_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows };
	const struct board_task *task;
	g_autofree char *where = NULL, *right = NULL;
	bool is_framed = d->cols >= 60 && d->rows >= 16;

	if (layout_size(d->cols, d->rows) == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	task = board_task(app->session->board, app_task(app));
	where = g_strdup_printf("\u203a %s", task->id);
	right = g_strdup_printf("sample %d of %u   task %d of %u",
	    app->samples.cursor + 1, task->samples, app->tasks.cursor + 1,
	    app->order->len);
	chrome_draw_title(app, 0, where, right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	if (body.h >= 17)
		draw_preview(app, rect_cut_bottom(&body, CLAMP(body.h * 2 / 5,
		    7, 24)));
	draw_list(app, body, is_framed);
	chrome_draw_cursor(app, d->rows - 2);
}

static bool
samples_act(struct app *app, enum action action, int key)
{
	const struct board_task *task = board_task(app->session->board,
	    app_task(app));

	(void)key;
	switch (action) {
	case ACTION_LEFT:
		app_pop(app);
		return true;
	case ACTION_OPEN:
	case ACTION_RIGHT:
		app_push(app, &screen_review);
		return true;
	default:
		break;
	}
	if (!list_act(&app->samples, action))
		return false;
	app_unfollow(app);
	app_select_sample(app, task->first + (guint)app->samples.cursor);
	return true;
}

static int
samples_rows(struct app *app, int *ret_at)
{
	*ret_at = app->samples.cursor;
	return (int)board_task(app->session->board, app_task(app))->samples;
}

static guint
samples_ordinal(const struct app *app, int row)
{
	return board_task(app->session->board, app_task(app))->first +
	    (guint)row;
}

static bool
samples_matches(struct app *app, int row)
{
	guint ordinal = samples_ordinal(app, row);
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	const char *detail;

	if (s->state != SAMPLE_JUDGED)
		return false;
	detail = detail_word((enum detail)s->detail);
	return text_matches(outcome_info((enum outcome)s->outcome)->word,
	    app->search) || (detail && text_matches(detail, app->search)) ||
	    text_matches(app_reason(app, ordinal), app->search);
}

static void
samples_select(struct app *app, int row)
{
	app_select_sample(app, samples_ordinal(app, row));
}

const struct screen screen_samples = {
	PLACE_SAMPLES, samples_draw, samples_act, samples_rows,
	samples_matches, samples_select, "in outcomes and reasons"
};
