/*
 * Two runs side by side: pass@k with the paired difference, the tasks that
 * got worse or better, and the programs of the selected one.
 */
#include "tui/screen/app.h"

#include "report/compare.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

enum side_pane { COMPARE_PANE_WORSE, COMPARE_PANE_BETTER, COMPARE_PANE_SAME,
	COMPARE_PANE_A, COMPARE_PANE_B, COMPARE_PANE__COUNT };

#define LISTS 3
#define AUTOMATIC -1

struct compare_view {
	struct session *sides[2];
	struct comparison *c;
	GPtrArray *tasks[LISTS];	/* const struct compare_task * */
	struct list lists[LISTS];
	char *sentence, *per_task;
	GPtrArray *warnings;		/* char * */
	int which;			/* of the lists */
	int focus;			/* enum side_pane */
	bool is_zoomed;			/* the programs over all the screen */
	bool is_by_name, is_reverse;
	bool shows_diff;
	int id_width;
	int number;			/* of the sample in view, or AUTOMATIC */
	/* What the pagers hold. */
	const struct compare_task *filled;
	int filled_number;
	bool filled_diff;
	guint ordinals[2];
	struct pager pagers[2];
	struct pager results[2];
};

static const char *const list_names[LISTS] = { "Worse", "Better", "Same" };

static const char *
label_of(const struct session *session)
{
	const struct run_settings *set = &session->manifest->settings;

	return set->label && *set->label ? set->label : "run";
}

void
compare_clear(struct app *app)
{
	struct compare_view *v = app->compare;

	if (!v)
		return;
	for (int i = 0; i < LISTS; i++)
		if (v->tasks[i])
			g_ptr_array_unref(v->tasks[i]);
	if (v->c)
		comparison_free(v->c);
	for (int i = 0; i < 2; i++) {
		pager_clear(&v->pagers[i]);
		pager_clear(&v->results[i]);
		if (v->sides[i])
			session_free(v->sides[i]);
	}
	if (v->warnings)
		g_ptr_array_unref(v->warnings);
	g_free(v->sentence);
	g_free(v->per_task);
	g_free(v);
	app->compare = NULL;
}

static int
compare_by_name(gconstpointer pa, gconstpointer pb)
{
	return compare_names((*(const struct compare_task *const *)pa)->id,
	    (*(const struct compare_task *const *)pb)->id);
}

static void
arrange(struct compare_view *v)
{
	static const enum compare_change changes[LISTS] = { COMPARE_WORSE,
		COMPARE_BETTER, COMPARE_SAME };

	for (int i = 0; i < LISTS; i++) {
		GPtrArray *tasks;

		if (v->tasks[i])
			g_ptr_array_unref(v->tasks[i]);
		tasks = v->tasks[i] = compare_list(v->c, changes[i]);
		if (v->is_by_name)
			g_ptr_array_sort(tasks, compare_by_name);
		for (guint n = 0; v->is_reverse && n < tasks->len / 2; n++) {
			gpointer swap = tasks->pdata[n];

			tasks->pdata[n] = tasks->pdata[tasks->len - 1 - n];
			tasks->pdata[tasks->len - 1 - n] = swap;
		}
	}
}

/* All that follows from the two sessions. */
static void
compute(struct compare_view *v, struct draw *d)
{
	g_autoptr(GArray) k = compare_k(v->sides[0]->manifest,
	    v->sides[1]->manifest);

	if (v->c)
		comparison_free(v->c);
	v->c = compare_boards(v->sides[0]->board, v->sides[1]->board, k);
	g_free(v->sentence);
	g_free(v->per_task);
	v->sentence = v->c->passk->len > 0 ? compare_sentence(v->c, 0) :
	    g_strdup("");
	v->per_task = compare_tasks_sentence(v->c);
	if (v->warnings)
		g_ptr_array_unref(v->warnings);
	v->warnings = compare_warnings(v->sides[0], v->sides[1]);
	v->id_width = 12;
	for (guint i = 0; i < v->c->tasks->len; i++)
		v->id_width = MAX(v->id_width, draw_width(d, g_array_index(
		    v->c->tasks, struct compare_task, i).id));
	arrange(v);
	v->filled = NULL;
	v->number = AUTOMATIC;
	for (v->which = 0; v->which < LISTS - 1 && v->tasks[v->which]->len ==
	    0;)
		v->which++;
	v->focus = v->which;
}

void
compare_open(struct app *app, const char *a, const char *b)
{
	struct compare_view *v = g_new0(struct compare_view, 1);
	g_autoptr(GError) error = NULL;

	compare_clear(app);
	app->compare = v;
	v->shows_diff = true;
	v->sides[0] = session_open(a, false, &error);
	v->sides[1] = v->sides[0] ? session_open(b, false, &error) : NULL;
	if (!v->sides[1]) {
		compare_clear(app);
		app_say(app, ROLE_WARN, "%s", error->message);
		return;
	}
	for (int i = 0; i < 2; i++)
		while (session_drain(v->sides[i]) > 0)
			;
	compute(v, &app->draw);
	g_clear_pointer(&app->message, g_free);
	g_clear_pointer(&app->search, g_free);
	app_push(app, &screen_compare);
}

static const struct compare_task *
selected(const struct compare_view *v)
{
	const GPtrArray *tasks = v->tasks[v->which];
	int cursor = v->lists[v->which].cursor;

	return cursor < (int)tasks->len ? g_ptr_array_index(tasks, cursor) :
	    NULL;
}

/* The programs. */

static guint
pick(const struct session *session, guint task, bool wants_pass)
{
	const struct board_task *t = board_task(session->board, task);

	for (guint i = t->first; i < t->first + t->samples; i++) {
		const struct board_sample *s = board_sample(session->board,
		    i);

		if (s->state == SAMPLE_JUDGED && (s->outcome == OUTCOME_PASS)
		    == wants_pass)
			return i;
	}
	return t->first;
}

static guint
ordinal_of(const struct compare_view *v, const struct compare_task *t,
    int side)
{
	guint task = side ? t->task_b : t->task_a;
	const struct board_task *bt = board_task(v->sides[side]->board, task);

	if (v->number >= 0)
		return bt->first + MIN((guint)v->number, bt->samples - 1);
	/* A pair that shows what moved. */
	return pick(v->sides[side], task, t->change == COMPARE_SAME ?
	    t->c_a > 0 : (side == 1) == (t->change == COMPARE_BETTER));
}

static void
fill_result(struct pager *pager, struct session *session, guint ordinal,
    const struct verdict *verdict)
{
	const struct board_sample *s = board_sample(session->board, ordinal);

	pager_reset(pager);
	pager->wraps = true;
	if (!verdict) {
		pager_add(pager, "not judged", ROLE_DIM);
		return;
	}
	if (s->outcome == OUTCOME_PASS)
		pager_addf(pager, ROLE_GOOD, "all %u tests passed",
		    verdict->tests_total);
	else if (verdict->reason)
		pager_add(pager, verdict->reason, outcome_style((enum outcome)
		    s->outcome));
	if (verdict->failures && verdict->failures->len > 0) {
		const struct test_failure *f = g_ptr_array_index(
		    verdict->failures, 0);

		if (f->want)
			pager_add_field(pager, "want", f->want, ROLE_GOOD);
		if (f->got)
			pager_add_field(pager, "got", f->got, ROLE_BAD);
	}
}

static void
fill(struct compare_view *v)
{
	const struct compare_task *t = selected(v);
	struct sample_texts texts[2] = { { 0 }, { 0 } };
	const char *code[2];

	if (t == v->filled && v->number == v->filled_number &&
	    v->shows_diff == v->filled_diff)
		return;
	v->filled = t;
	v->filled_number = v->number;
	v->filled_diff = v->shows_diff;
	for (int i = 0; i < 2; i++) {
		struct verdict *verdict = NULL;

		pager_reset(&v->pagers[i]);
		pager_reset(&v->results[i]);
		if (!t)
			continue;
		v->ordinals[i] = ordinal_of(v, t, i);
		verdict = session_load_verdict(v->sides[i], v->ordinals[i],
		    NULL);
		session_load_texts(v->sides[i], v->ordinals[i], verdict ?
		    verdict->program : 0, &texts[i], NULL);
		fill_result(&v->results[i], v->sides[i], v->ordinals[i],
		    verdict);
		verdict_free(verdict);
	}
	code[0] = texts[0].program;
	code[1] = texts[1].program;
	if (t && v->shows_diff && code[0] && code[1]) {
		pager_add_diff(&v->pagers[0], &v->pagers[1], code[0],
		    code[1]);
		pager_show_difference(&v->pagers[0]);
		v->pagers[1].top = v->pagers[0].top;
	} else if (t) {
		for (int i = 0; i < 2; i++) {
			if (code[i])
				pager_add_code(&v->pagers[i], code[i], 0);
			else
				pager_add(&v->pagers[i], v->sides[i]->
				    texts_error ? v->sides[i]->texts_error :
				    "no code", ROLE_DIM);
		}
	}
	for (int i = 0; i < 2; i++)
		sample_texts_clear(&texts[i]);
}

static void
draw_program(struct app *app, int side, struct rect r)
{
	struct compare_view *v = app->compare;
	struct pager *pager = &v->pagers[side];
	const struct compare_task *t = selected(v);
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
		g_snprintf(title, sizeof(title), "%s %u", list_names[which],
		    tasks->len);
		if (r.w < 120 && app->draw.cols < 120)
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

static int
draw_warnings(struct app *app, struct rect r)
{
	const struct compare_view *v = app->compare;
	int shown = MIN((int)v->warnings->len, r.h);

	for (int i = 0; i < shown; i++) {
		const char *text = g_ptr_array_index(v->warnings, i);
		guint more = v->warnings->len - (guint)shown;

		if (i == shown - 1 && more > 0)
			draw_printf(&app->draw, r.x, r.y + i, r.w, ROLE_WARN,
			    "! %s   and %u more: W writes them", text, more);
		else
			draw_printf(&app->draw, r.x, r.y + i, r.w, ROLE_WARN,
			    "! %s", text);
	}
	return shown;
}

static void
draw_small(struct app *app, struct rect body, bool is_framed)
{
	struct compare_view *v = app->compare;
	int ks = MIN((int)v->c->passk->len, body.h >= 18 ? 3 : 1) + 1;
	struct rect lower;

	draw_passk(app, rect_cut_top(&body, ks));
	if (body.h >= 12 && v->warnings->len > 0)
		draw_warnings(app, rect_cut_top(&body, 1));
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
	fill(v);
	where = g_strdup_printf("Compare   A %s   B %s",
	    label_of(v->sides[0]), label_of(v->sides[1]));
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

static void
set_focus(struct compare_view *v, int focus)
{
	v->focus = (focus + COMPARE_PANE__COUNT) % COMPARE_PANE__COUNT;
	if (v->focus < LISTS && v->which != v->focus) {
		v->which = v->focus;
		v->number = AUTOMATIC;
	}
}

static void
step_number(struct app *app, int by)
{
	struct compare_view *v = app->compare;
	const struct compare_task *t = selected(v);
	int most = t ? (int)MAX(t->n_a, t->n_b) : 0;

	if (v->number + by < 0 || v->number + by >= most)
		app_say(app, ROLE_NORMAL, "this is the %s sample of the task",
		    by > 0 ? "last" : "first");
	else
		v->number += by;
}

static void
swap(struct app *app)
{
	struct compare_view *v = app->compare;
	struct session *a = v->sides[0];
	char *path = app->runs.a;

	v->sides[0] = v->sides[1];
	v->sides[1] = a;
	app->runs.a = app->runs.b;
	app->runs.b = path;
	compute(v, &app->draw);
	app_say(app, ROLE_NORMAL, "A and B swapped");
}

/* Both sides scroll as one. */
static bool
scroll(struct compare_view *v, enum action action)
{
	bool is_known = pager_act(&v->pagers[0], action);

	v->pagers[1].top = v->pagers[0].top;
	v->pagers[1].left = v->pagers[0].left;
	v->pagers[1].hides_numbers = v->pagers[0].hides_numbers;
	v->pagers[1].wraps = v->pagers[0].wraps;
	return is_known;
}

static bool
compare_act(struct app *app, enum action action, int key)
{
	struct compare_view *v = app->compare;

	switch (action) {
	case ACTION_NEXT_PANE:
	case ACTION_PREV_PANE:
		set_focus(v, v->focus + (action == ACTION_NEXT_PANE ? 1 :
		    -1));
		return true;
	case ACTION_PANE:
		if (key - '1' < COMPARE_PANE__COUNT)
			set_focus(v, key - '1');
		return true;
	case ACTION_OPEN:
	case ACTION_RIGHT:
	case ACTION_ZOOM:
		if (v->focus >= LISTS && action == ACTION_RIGHT)
			return scroll(v, ACTION_SIDE_RIGHT);
		v->is_zoomed = action == ACTION_ZOOM ? !v->is_zoomed : true;
		if (v->is_zoomed)
			v->focus = COMPARE_PANE_A;
		return true;
	case ACTION_LEFT:
		if (v->focus >= LISTS && v->pagers[0].left > 0)
			return scroll(v, ACTION_SIDE_LEFT);
		action = ACTION_BACK;
		break;
	case ACTION_NEXT_SAMPLE:
	case ACTION_PREV_SAMPLE:
		step_number(app, action == ACTION_NEXT_SAMPLE ? 1 : -1);
		return true;
	case ACTION_DIFF:
		v->shows_diff = !v->shows_diff;
		return true;
	case ACTION_SWAP:
		swap(app);
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		if (action == ACTION_SORT)
			v->is_by_name = !v->is_by_name;
		else
			v->is_reverse = !v->is_reverse;
		arrange(v);
		return true;
	default:
		break;
	}
	if (action == ACTION_BACK) {
		/* From the programs back to the lists, then out. */
		if (v->is_zoomed || v->focus >= LISTS) {
			v->is_zoomed = false;
			v->focus = v->which;
		} else {
			app_pop(app);
		}
		return true;
	}
	if (v->focus >= LISTS)
		return scroll(v, action);
	if (!list_act(&v->lists[v->which], action))
		return pager_act(&v->pagers[0], action) && scroll(v,
		    ACTION_SELECT);
	v->number = AUTOMATIC;
	return true;
}

static int
compare_rows(struct app *app, int *ret_at)
{
	const struct compare_view *v = app->compare;

	*ret_at = v->lists[v->which].cursor;
	return (int)v->tasks[v->which]->len;
}

static bool
compare_matches(struct app *app, int row)
{
	const struct compare_view *v = app->compare;
	const struct compare_task *t = g_ptr_array_index(v->tasks[v->which],
	    row);

	return text_matches(t->id, app->search);
}

static void
compare_select(struct app *app, int row)
{
	app->compare->lists[app->compare->which].cursor = row;
	app->compare->number = AUTOMATIC;
}

static void
append_tasks(GString *into, const struct compare_view *v, int which)
{
	g_string_append_printf(into, "\n## %s: %u\n\n", list_names[which],
	    v->tasks[which]->len);
	if (v->tasks[which]->len == 0)
		return;
	g_string_append(into, "| task | A | B | p (Holm) |\n"
	    "| --- | --- | --- | --- |\n");
	for (guint i = 0; i < v->tasks[which]->len; i++) {
		const struct compare_task *t = g_ptr_array_index(
		    v->tasks[which], i);

		g_string_append_printf(into, "| %s | %u/%u | %u/%u | %.3f |\n",
		    t->id, t->c_a, t->n_a, t->c_b, t->n_b, t->p_holm);
	}
}

char *
compare_text(struct app *app)
{
	const struct compare_view *v = app->compare;
	GString *into = g_string_new(NULL);

	g_string_append_printf(into, "# %s (A) and %s (B)\n\n"
	    "A: %s  \nB: %s\n\n| k | A | B | B-A | 95%% range | tasks |\n"
	    "| --- | --- | --- | --- | --- | --- |\n", label_of(v->sides[0]),
	    label_of(v->sides[1]), v->sides[0]->rundir, v->sides[1]->rundir);
	for (guint i = 0; i < v->c->passk->len; i++) {
		const struct compare_passk *p = passk_at(v, i);

		if (p->tasks > 0)
			g_string_append_printf(into, "| %u | %.3f | %.3f | "
			    "%+.3f | [%+.3f, %+.3f] | %u |\n", p->k, p->a,
			    p->b, p->difference, p->low, p->high, p->tasks);
	}
	g_string_append_printf(into, "\n%s; %s.\n", v->sentence, v->per_task);
	for (guint i = 0; i < v->warnings->len; i++)
		g_string_append_printf(into, "%s- not the same: %s\n", i ?
		    "" : "\n", (const char *)g_ptr_array_index(v->warnings,
		    i));
	for (int i = 0; i < LISTS; i++)
		append_tasks(into, v, i);
	return g_string_free(into, FALSE);
}

const struct screen screen_compare = {
	PLACE_COMPARE, compare_draw, compare_act, compare_rows,
	compare_matches, compare_select, "in task ids"
};
