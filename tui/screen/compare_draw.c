/* How the comparison of two runs is drawn. */
#include "tui/screen/compare_view.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

static void
draw_program(struct app *app, int side, struct rect r)
{
	struct compare_view *v = app->compare;
	struct pager *pager = &v->pagers[side];
	const struct compare_task *t = compare_selected(v);
	g_autofree char *title = NULL;
	char right[64] = "", wall[FORMAT_SIZE];
	struct box box = { .has_focus = v->focus == COMPARE_PANE_A + side,
		.right = right, .top = pager->top, .shown = r.h - 2,
		.total = pager->lines ? (int)pager->lines->len : 0 };

	if (r.h < 3)
		return;
	if (t) {
		const struct board *board = v->sides[side]->board;
		const struct board_sample *s = board_sample(board,
		    v->ordinals[side]);
		unsigned style;

		title = g_strdup_printf("%c  %s.%u", 'A' + side, t->id,
		    v->ordinals[side] - board_task(board, s->task)->first +
		    1);
		g_snprintf(right, sizeof(right), "%s %s  %s",
		    sample_glyph(app, s, &style), s->state == SAMPLE_JUDGED ?
		    r.w < 50 ? outcome_info((enum outcome)s->outcome)->label :
		    outcome_info((enum outcome)s->outcome)->word :
		    "not judged", format_seconds(s->wall_ms, wall));
	}
	box.title = title ? title : side ? "B" : "A";
	r = draw_box(&app->draw, r, &box);
	if (r.h >= 8) {
		struct rect lower = rect_cut_bottom(&r, CLAMP(r.h / 4, 3, 8));

		draw_rule(&app->draw, lower.x, lower.y, lower.w, "result");
		rect_cut_top(&lower, 1);
		rect_cut_left(&lower, 1);
		pager_draw(&v->results[side], &app->draw, lower);
	}
	app_hit(app, r, NULL, pager, COMPARE_PANE_A + side);
	pager_draw(pager, &app->draw, r);
}

/* The lists. */

static void
draw_strip(struct app *app, const struct session *session, guint task, int x,
    int y, int width, unsigned row_style)
{
	const struct board_task *t = board_task(session->board, task);
	int cells = MIN((int)t->samples, width);

	for (int i = 0; i < cells; i++) {
		unsigned style;
		const char *glyph = sample_glyph(app, board_sample(
		    session->board, t->first + (guint)i), &style);

		if (i == width - 1 && (int)t->samples > width)
			glyph = "~";
		draw_put(&app->draw, x + i, y, 1, glyph, row_style ?
		    row_style : style);
	}
}

/* "-4" of ten, "-0.25" where the two have other numbers of samples. */
static void
change_text(const struct compare_task *t, char *ret, gsize size)
{
	if (t->n_a == t->n_b)
		g_snprintf(ret, size, "%+d", (int)t->c_b - (int)t->c_a);
	else
		g_snprintf(ret, size, "%+.2f", (double)t->c_b / t->n_b -
		    (double)t->c_a / t->n_a);
}

/* Why it fails in the run that does worse: its first failure. */
static void
draw_why(struct app *app, const struct compare_task *t, struct rect r,
    unsigned style)
{
	struct compare_view *v = app->compare;
	int side = t->change == COMPARE_BETTER ? 0 : 1;
	guint ordinal = compare_pick(v->sides[side], side ? t->task_b : t->task_a,
	    false);
	const struct board_sample *s = board_sample(v->sides[side]->board,
	    ordinal);
	struct verdict *verdict;

	if (r.w < 12 || s->state != SAMPLE_JUDGED ||
	    s->outcome == OUTCOME_PASS)
		return;
	/* Only rows in view come here, so each may cost a read. */
	verdict = r.w >= 30 ? session_load_verdict(v->sides[side], ordinal,
	    NULL) : NULL;
	draw_text(&app->draw, r.x, r.y, r.w, verdict && verdict->reason ?
	    verdict->reason : s->detail ? detail_word((enum detail)s->detail) :
	    outcome_info((enum outcome)s->outcome)->word, style);
	verdict_free(verdict);
}

static void
draw_task(struct app *app, const struct compare_task *t, struct rect r, int y,
    int strip, bool is_cursor, bool has_focus)
{
	struct compare_view *v = app->compare;
	struct draw *d = &app->draw;
	unsigned style = is_cursor && has_focus ? STYLE_REVERSE : ROLE_NORMAL;
	int id_w = MIN(r.w - 2 - 2 * (strip + 2) - 22, v->id_width), x;
	char text[32];

	if (id_w < 8 || strip < 5)
		id_w = r.w - 2 - 22;
	draw_put(d, r.x, y, r.w, is_cursor ? "\u25b8" : "", style);
	draw_put_tail(d, r.x + 2, y, id_w, t->id, style | (is_cursor ?
	    STYLE_BOLD : 0));
	x = r.x + 2 + id_w + 2;
	if (strip >= 5 && x + 2 * (strip + 2) + 20 <= r.x + r.w) {
		draw_strip(app, v->sides[0], t->task_a, x, y, strip, style);
		x += strip + 2;
		draw_strip(app, v->sides[1], t->task_b, x, y, strip, style);
		x += strip + 2;
	}
	draw_printf(d, x, y, 5, style, "%5u", t->c_a);
	draw_printf(d, x + 5, y, 5, style, "%5u", t->c_b);
	change_text(t, text, sizeof(text));
	draw_right(d, x + 10, y, 6, text, style ? style : t->change ==
	    COMPARE_WORSE ? ROLE_BAD : t->change == COMPARE_BETTER ?
	    ROLE_GOOD : ROLE_DIM);
	/* A star is for those that noise does not explain. */
	if (t->p_holm < 0.05)
		draw_text(d, x + 17, y, 1, "*", style ? style : STYLE_BOLD);
	draw_why(app, t, (struct rect){ x + 20, y, r.x + r.w - x - 20, 1 },
	    style ? style : ROLE_DIM);
	if (is_cursor && has_focus)
		draw_cursor(d, r.x, y);
}

static void
draw_list(struct app *app, int which, struct rect r, bool is_framed)
{
	struct compare_view *v = app->compare;
	struct draw *d = &app->draw;
	const GPtrArray *tasks = v->tasks[which];
	struct list *list = &v->lists[which];
	bool has_focus = v->focus == which;
	char title[64], right[128];
	struct box box = { .title = title, .right = right,
		.has_focus = has_focus };
	guint most = 1;
	int strip, id_w;

	if (r.h < 1)
		return;
	list_fit(list, (int)tasks->len, r.h - (is_framed ? 3 : 0));
	for (guint i = 0; i < v->c->tasks->len; i++) {
		const struct compare_task *t = &g_array_index(v->c->tasks,
		    struct compare_task, i);

		most = MAX(most, MAX(t->n_a, t->n_b));
	}
	/* One sample each needs one cell; some of many need a few. */
	strip = (int)MIN(most, (guint)MAX((r.w - 46) / 2, 1));
	if (strip < 5)
		strip = r.w >= 60 ? 5 : 0;
	if (is_framed) {
		g_snprintf(title, sizeof(title), "%s %u", compare_list_names[which],
		    tasks->len);
		if (layout_size(d->cols, d->rows) != LAYOUT_FULL)
			g_snprintf(right, sizeof(right), "worse %u  better %u"
			    "  same %u  only A %u  only B %u", v->c->worse,
			    v->c->better, v->c->same, v->c->only_a,
			    v->c->only_b);
		else
			g_snprintf(right, sizeof(right), "sort %s %s",
			    v->is_by_name ? "name" : "B-A", v->is_reverse ?
			    "\u25b2" : "\u25bc");
		box.top = list->top;
		box.shown = list->shown;
		box.total = list->count;
		r = draw_box(d, r, &box);
		id_w = MIN(r.w - 2 - 2 * (strip + 2) - 22, v->id_width);
		draw_put(d, r.x, r.y, r.w, "  task", ROLE_DIM);
		if (id_w >= 8 && strip >= 5) {
			int x = r.x + 4 + id_w;

			draw_text(d, x, r.y, strip, strip < 9 ? "A" :
			    "A samples", ROLE_DIM);
			draw_text(d, x + strip + 2, r.y, strip, strip < 9 ?
			    "B" : "B samples", ROLE_DIM);
			draw_text(d, x + 2 * strip + 4, r.y, 18,
			    "    A    B   B-A", ROLE_DIM);
			x += 2 * strip + 24;
			if (r.x + r.w - x >= 12)
				draw_text(d, x, r.y, r.x + r.w - x, which ==
				    COMPARE_PANE_BETTER ? "why not in A" :
				    "why not in B", ROLE_DIM);
		} else {
			draw_text(d, r.x + r.w - 20, r.y, 18,
			    "    A    B   B-A", ROLE_DIM);
		}
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, list, NULL, which);
	for (int i = 0; i < r.h && list->top + i < list->count; i++)
		draw_task(app, g_ptr_array_index(tasks, list->top + i), r,
		    r.y + i, strip, list->top + i == list->cursor &&
		    v->which == which, has_focus);
	if (tasks->len == 0)
		draw_text(d, r.x + 2, r.y, r.w - 2, "none", ROLE_DIM);
}

/* pass@k of both. */

static const struct compare_passk *
passk_at(const struct compare_view *v, guint i)
{
	return &g_array_index(v->c->passk, struct compare_passk, i);
}

/* A line from 0 to 1 with A and B where they are. */
static void
draw_scale(struct draw *d, int x, int y, int width,
    const struct compare_passk *p)
{
	int a = (int)(p->a * (width - 1) + 0.5);
	int b = (int)(p->b * (width - 1) + 0.5);

	if (width < 10)
		return;
	for (int i = 0; i < width; i++)
		draw_put(d, x + i, y, 1, "\u00b7", ROLE_DIM);
	draw_text(d, x + a, y, 1, a == b ? "*" : "A", STYLE_BOLD);
	if (a != b)
		draw_text(d, x + b, y, 1, "B", ROLE_ACCENT | STYLE_BOLD);
}

static void
draw_passk(struct app *app, struct rect r)
{
	const struct compare_view *v = app->compare;
	struct draw *d = &app->draw;

	draw_put(d, r.x, r.y, r.w, r.w < 46 ? "   k      A      B     B-A" :
	    "   k      A      B     B-A   95% range of B-A", ROLE_DIM);
	for (guint i = 0; i < v->c->passk->len && (int)i + 1 < r.h; i++) {
		const struct compare_passk *p = passk_at(v, i);
		int y = r.y + 1 + (int)i, x;
		unsigned style = p->is_noise ? ROLE_NORMAL : p->difference >
		    0 ? ROLE_GOOD : ROLE_BAD;

		draw_printf(d, r.x, y, 4, STYLE_BOLD, "%4u", p->k);
		if (p->tasks == 0) {
			draw_text(d, r.x + 6, y, r.w - 6, "  ---    ---     "
			    "---   no task has so many samples in both",
			    ROLE_DIM);
			continue;
		}
		draw_printf(d, r.x + 6, y, r.w - 6, ROLE_NORMAL,
		    "%.3f  %.3f", p->a, p->b);
		x = r.x + 20;
		x += draw_printf(d, x, y, r.x + r.w - x, style | STYLE_BOLD,
		    "%+.3f", p->difference) + 3;
		if (r.w >= 46)
			x += draw_printf(d, x, y, r.x + r.w - x, ROLE_NORMAL,
			    "[%+.3f, %+.3f]", p->low, p->high) + 3;
		if (r.w >= 70)
			x += draw_text(d, x, y, r.x + r.w - x, p->is_noise ?
			    "within noise" : "beyond noise", p->is_noise ?
			    ROLE_DIM : style) + 2;
		draw_scale(d, x, y, r.x + r.w - x - 1, p);
	}
}

static void
draw_moved(struct app *app, struct rect r)
{
	const struct compare_view *v = app->compare;
	struct draw *d = &app->draw;
	const struct board *a = v->sides[0]->board, *b = v->sides[1]->board;
	struct box box = { .title = "What moved" };
	guint most = 1;

	r = draw_box(d, r, &box);
	rect_cut_left(&r, 1);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		most = MAX(most, MAX(a->outcomes[i], b->outcomes[i]));
	draw_text(d, r.x, r.y, r.w, "outcome              A       B     B-A",
	    ROLE_DIM);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);

		rect_cut_top(&r, 1);
		draw_printf(d, r.x, r.y, 16, outcome_style((enum outcome)i),
		    "%s %s", info->glyph, info->word);
		draw_printf(d, r.x + 16, r.y, 23, ROLE_NORMAL,
		    "%6u  %6u  %+6d", a->outcomes[i], b->outcomes[i],
		    (int)b->outcomes[i] - (int)a->outcomes[i]);
		draw_bar(d, r.x + 41, r.y, r.w - 43, (double)b->outcomes[i] /
		    most, outcome_style((enum outcome)i));
	}
	rect_cut_top(&r, 1);
	draw_printf(d, r.x, r.y, r.w, ROLE_NORMAL, "tasks   %u worse   %u "
	    "better   %u same   %u only in A   %u only in B",
	    v->c->worse, v->c->better, v->c->same, v->c->only_a,
	    v->c->only_b);
}

/* Bytes of the words that fit; all of the text where no word does. */
static gsize
fit_words(struct draw *d, const char *text, int width)
{
	gsize fits = 0;

	for (gsize end = strcspn(text, " "); ; end += 1 + strcspn(text + end +
	    1, " ")) {
		g_autofree char *part = g_strndup(text, end);

		if (draw_width(d, part) > width)
			return fits > 0 ? fits : strlen(text);
		fits = end;
		if (!text[end])
			return fits;
	}
}

/* One over `lines` lines at most. */
static int
draw_warning(struct app *app, struct rect r, const char *text, int lines)
{
	int line = 0;

	draw_text(&app->draw, r.x, r.y, 1, "!", ROLE_WARN);
	for (; line < lines && *text; line++) {
		gsize cut = line == lines - 1 ? strlen(text) :
		    fit_words(&app->draw, text, r.w - 2);

		draw_printf(&app->draw, r.x + 2, r.y + line, r.w - 2,
		    ROLE_WARN, "%.*s", (int)cut, text);
		text += cut;
		text += *text == ' ';
	}
	return line;
}

/* Each has a line; those that are longer have what is left over. */
static void
draw_warnings(struct app *app, struct rect r)
{
	const struct compare_view *v = app->compare;
	int shown = MIN((int)v->warnings->len, r.h);
	guint more = v->warnings->len - (guint)MAX(shown, 0);

	for (int i = 0; i < shown; i++) {
		const char *text = g_ptr_array_index(v->warnings, i);
		g_autofree char *last = i == shown - 1 && more > 0 ?
		    g_strdup_printf("%s   and %u more: W writes them", text,
		    more) : NULL;

		rect_cut_top(&r, draw_warning(app, r, last ? last : text,
		    r.h - (shown - 1 - i)));
	}
}

/* A second line at most, where one is cut or there are more. */
static int
small_warning_lines(struct app *app, int width, int rows)
{
	const GPtrArray *warnings = app->compare->warnings;

	if (warnings->len == 0 || rows < 12)
		return 0;
	return rows >= 16 && (warnings->len > 1 || draw_width(&app->draw,
	    g_ptr_array_index(warnings, 0)) > width - 2) ? 2 : 1;
}

static void
draw_small(struct app *app, struct rect body, bool is_framed)
{
	struct compare_view *v = app->compare;
	int ks = MIN((int)v->c->passk->len, body.h >= 18 ? 3 : 1) + 1;
	struct rect lower;

	draw_passk(app, rect_cut_top(&body, ks));
	draw_warnings(app, rect_cut_top(&body, small_warning_lines(app,
	    body.w, body.h)));
	if (body.h >= 16) {
		lower = rect_cut_bottom(&body, CLAMP(body.h * 2 / 5, 6, 16));
		draw_program(app, 0, rect_cut_left(&lower, lower.w / 2));
		draw_program(app, 1, lower);
	}
	draw_list(app, v->which, body, is_framed);
}

static void
draw_full(struct app *app, struct rect body)
{
	struct compare_view *v = app->compare;
	struct rect top, lower, inner;
	struct box box = { .title = "pass@k" };

	top = rect_cut_top(&body, 10);
	inner = draw_box(&app->draw, rect_cut_left(&top, top.w / 2), &box);
	draw_passk(app, inner);
	rect_cut_top(&inner, (int)v->c->passk->len + 1);
	rect_cut_left(&inner, 1);
	if (inner.h > 1)
		rect_cut_top(&inner, inner.h > (int)v->warnings->len);
	draw_warnings(app, inner);
	draw_moved(app, top);
	lower = rect_cut_bottom(&body, body.h * 9 / 20);
	draw_program(app, 0, rect_cut_left(&lower, lower.w / 2));
	draw_program(app, 1, lower);
	if (v->which == COMPARE_PANE_SAME) {
		draw_list(app, COMPARE_PANE_SAME, body, true);
		return;
	}
	draw_list(app, COMPARE_PANE_WORSE, rect_cut_left(&body, body.w / 2),
	    true);
	draw_list(app, COMPARE_PANE_BETTER, body, true);
}

/* Two lines: the one sentence over both where it is long. */
static void
draw_sentences(struct app *app, int y)
{
	const struct compare_view *v = app->compare;
	struct draw *d = &app->draw;
	int room = d->cols - 2, cut = (int)strlen(v->sentence);
	bool is_free = !app->message && app->asking == ASK_NOTHING;

	if (is_free && cut > room)
		for (cut = room; cut > 0 && v->sentence[cut] != ' ';)
			cut--;
	draw_printf(d, 1, y, room, STYLE_BOLD, "%.*s", cut, v->sentence);
	if (!is_free)
		return;
	if (v->sentence[cut])
		draw_text(d, 1, y + 1, room, v->sentence + cut + 1,
		    STYLE_BOLD);
	else
		draw_text(d, 1, y + 1, room, v->per_task, ROLE_DIM);
}

static void
draw_reading(struct app *app, const char *where)
{
	const struct compare_view *v = app->compare;
	struct draw *d = &app->draw;

	chrome_draw_title(app, 0, where, "[READING]");
	for (int i = 0; i < 2; i++)
		draw_printf(d, 3, 2 + i, d->cols - 3, ROLE_DIM,
		    "%c  %3.0f%% read", 'A' + i, 100 *
		    session_loaded(v->sides[i]));
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	chrome_draw_cursor(app, d->rows - 2);
}

void
compare_draw(struct app *app)
{
	struct compare_view *v = app->compare;
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows };
	enum layout_size size = layout_size(d->cols, d->rows);
	g_autofree char *where = NULL, *right = NULL;

	if (size == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	where = g_strdup_printf("Compare   A %s   B %s",
	    compare_label(v->sides[0]), compare_label(v->sides[1]));
	if (!v->c) {
		draw_reading(app, where);
		return;
	}
	compare_fill(v);
	right = g_strdup_printf("%u paired tasks", v->c->tasks->len);
	chrome_draw_title(app, 0, where, right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 3);
	draw_sentences(app, d->rows - 3);
	if (v->is_zoomed) {
		draw_program(app, 0, rect_cut_left(&body, body.w / 2));
		draw_program(app, 1, body);
	} else if (size == LAYOUT_FULL) {
		draw_full(app, body);
	} else {
		draw_small(app, body, size > LAYOUT_MINI);
	}
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	chrome_draw_cursor(app, d->rows - 2);
}
