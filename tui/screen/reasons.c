/* The failures of a run by their reason: what to look at first. */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

#define SLICE_LOADS 4
#define ARRANGE_MS 100

struct verdict *
app_load_verdict(gpointer app, guint ordinal)
{
	return verdict_load_of_session(((struct app *)app)->session,
	    ordinal);
}

void
reasons_clear(struct app *app)
{
	struct reasons_view *view = &app->by_reason;

	if (view->shown)
		g_ptr_array_unref(view->shown);
	reason_groups_free(view->groups);
	g_free(view->selected);
	*view = (struct reasons_view){ 0 };
}

static int
compare_groups(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct reasons_view *view = data;
	const struct reason_group *a = *(const struct reason_group *const *)
	    pa, *b = *(const struct reason_group *const *)pb;
	int order = 0;

	if (view->sort == REASON_SORT_TASKS)
		order = (b->tasks > a->tasks) - (b->tasks < a->tasks);
	if (order == 0 && view->sort != REASON_SORT_REASON)
		order = (b->count > a->count) - (b->count < a->count);
	if (order == 0)
		order = strcmp(a->reason, b->reason);
	return view->is_reverse ? -order : order;
}

void
reasons_arrange(struct app *app)
{
	struct reasons_view *view = &app->by_reason;

	if (!view->groups)
		return;

	if (view->shown)
		g_ptr_array_unref(view->shown);
	view->shown = reason_groups_list(view->groups);
	view->arranged_ms = clock_monotonic_ms();
	g_ptr_array_sort_with_data(view->shown, compare_groups, view);
	for (guint i = 0; i < view->shown->len; i++) {
		const struct reason_group *group = g_ptr_array_index(
		    view->shown, i);

		if (g_strcmp0(group->reason, view->selected) == 0) {
			list_follow(&view->list, (int)i);
			break;
		}
	}
}

bool
reasons_work(struct app *app)
{
	struct reasons_view *view = &app->by_reason;
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;
	guint before;
	bool was_complete = view->is_complete && view->shown;

	if (!view->groups)
		view->groups = reason_groups_new(app->session->board);
	before = reason_groups_done(view->groups);
	do
		view->is_complete = reason_groups_update(view->groups,
		    app_load_verdict, app, SLICE_LOADS);
	while (!view->is_complete && clock_monotonic_ms() < until);
	/* Arranging looks at every sample: not after each slice. */
	if (view->is_complete || !view->shown ||
	    until - view->arranged_ms > ARRANGE_MS)
		reasons_arrange(app);
	return !(view->is_complete && was_complete && before ==
	    reason_groups_done(view->groups));
}

static const struct reason_group *
selected(const struct app *app)
{
	const struct reasons_view *view = &app->by_reason;

	return view->shown && view->list.cursor < (int)view->shown->len ?
	    g_ptr_array_index(view->shown, view->list.cursor) : NULL;
}

const char *
reasons_selected(const struct app *app)
{
	const struct reason_group *group = selected(app);

	return group ? group->reason : NULL;
}

static void
draw_row(struct app *app, const struct reason_group *group, struct rect r,
    int y, guint most, bool is_cursor)
{
	struct draw *d = &app->draw;
	unsigned style = is_cursor ? STYLE_REVERSE : ROLE_NORMAL;
	unsigned hue = outcome_style((enum outcome)group->outcome);
	int bar = r.w >= 76 ? r.w / 6 : 0, x = r.x + 2;

	draw_put(d, r.x, y, r.w, is_cursor ? "\u25b8" : "", style);
	draw_put(d, x, y, 1, outcome_info((enum outcome)group->outcome)->glyph,
	    is_cursor ? style : hue);
	draw_printf(d, x + 2, y, 7, style | STYLE_BOLD, "%7u", group->count);
	x += 10;
	draw_printf(d, x, y, 6, style, "%6u", group->tasks);
	x += 8;
	if (bar) {
		draw_bar(d, x, y, bar, (double)group->count / most, is_cursor
		    ? STYLE_REVERSE : hue);
		x += bar + 2;
	}
	draw_text(d, x, y, r.x + r.w - x, group->reason, style);
	if (is_cursor)
		draw_cursor(d, r.x, y);
}

/* One sample of the group, so that the reason need not be taken on trust. */
static void
draw_example(struct app *app, struct rect r)
{
	const struct reason_group *group = selected(app);
	g_autofree char *title = NULL, *name = NULL;
	struct box box = { 0 };

	if (r.h < 3 || !group)
		return;
	if (app->sample != group->first)
		app_select_sample(app, group->first);
	app_detail(app);
	name = app_sample_name(app, group->first);
	title = g_strdup_printf("the first of them: %s", name);
	box.title = title;
	result_fill(app, &app->result, r.h < 12 ? RESULT_BRIEF :
	    RESULT_CORE);
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
	static const char *const words[REASON_SORT__COUNT] = { "samples",
		"tasks", "reason" };
	struct reasons_view *view = &app->by_reason;
	char title[128], right[64];
	struct box box = { .title = title, .right = right,
		.has_focus = true };
	guint most = 1;
	int bar;

	list_fit(&view->list, view->shown ? (int)view->shown->len : 0, r.h -
	    (is_framed ? 3 : 0));
	if (is_framed) {
		g_snprintf(title, sizeof(title), "Reasons %d",
		    view->list.count);
		g_snprintf(right, sizeof(right), "sort %s %s",
		    words[view->sort], view->is_reverse ? "\u25b2" :
		    "\u25bc");
		box.top = view->list.top;
		box.shown = view->list.shown;
		box.total = view->list.count;
		r = draw_box(&app->draw, r, &box);
		bar = r.w >= 76 ? r.w / 6 + 2 : 0;
		draw_put(&app->draw, r.x, r.y, r.w, "     samples  tasks",
		    ROLE_DIM);
		draw_text(&app->draw, r.x + 20 + bar, r.y, r.w - 20 - bar,
		    "reason", ROLE_DIM);
		app_head(app, r.x + 2, r.y, 10, REASON_SORT_COUNT);
		app_head(app, r.x + 12, r.y, 8, REASON_SORT_TASKS);
		app_head(app, r.x + 20 + bar, r.y, 7, REASON_SORT_REASON);
		rect_cut_top(&r, 1);
	}
	for (int i = 0; i < view->list.count; i++)
		most = MAX(most, ((const struct reason_group *)
		    g_ptr_array_index(view->shown, i))->count);
	app_hit(app, r, &view->list, NULL, -1);
	for (int i = 0; i < r.h && view->list.top + i < view->list.count; i++)
		draw_row(app, g_ptr_array_index(view->shown, view->list.top +
		    i), r, r.y + i, most, view->list.top + i ==
		    view->list.cursor);
	if (view->list.count == 0)
		draw_text(&app->draw, r.x + 2, r.y, r.w - 2, view->is_complete
		    ? "no sample has failed" : "reading ...", ROLE_DIM);
}

static void
reasons_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows };
	struct reasons_view *view = &app->by_reason;
	g_autofree char *right = NULL;
	guint done, all;

	if (layout_size(d->cols, d->rows) == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	if (!view->groups)
		reasons_work(app);
	done = reason_groups_done(view->groups);
	all = reason_groups_total(view->groups);
	right = done < all ? g_strdup_printf("%u of %u failures read", done,
	    all) : g_strdup_printf("%u failures", all);
	chrome_draw_title(app, 0, "\u203a Failures by reason", right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	if (body.h >= 17)
		draw_example(app, rect_cut_bottom(&body, CLAMP(body.h / 3, 7,
		    20)));
	draw_list(app, body, d->cols >= 60 && d->rows >= 16);
	chrome_draw_cursor(app, d->rows - 2);
}

GArray *
reasons_samples(struct app *app)
{
	const struct reason_group *group = selected(app);
	GArray *samples = g_array_new(FALSE, FALSE, sizeof(guint32));

	for (guint32 i = group ? group->first : G_MAXUINT32;
	    i < app->session->board->samples->len; i++)
		if (reason_groups_of(app->by_reason.groups, i) == group)
			g_array_append_val(samples, i);
	return samples;
}

/* Its samples, in one list. */
static void
open_group(struct app *app)
{
	const struct reason_group *group = selected(app);

	if (group)
		cases_show(app, reasons_samples(app), group->reason);
}

static bool
reasons_act(struct app *app, enum action action, int key)
{
	struct reasons_view *view = &app->by_reason;
	const struct reason_group *group;

	(void)key;
	switch (action) {
	case ACTION_OPEN:
	case ACTION_RIGHT:
		open_group(app);
		return true;
	case ACTION_LEFT:
	case ACTION_GROUP:
		app_pop(app);
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		if (action == ACTION_SORT)
			view->sort = (view->sort + 1) % REASON_SORT__COUNT;
		else
			view->is_reverse = !view->is_reverse;
		reasons_arrange(app);
		return true;
	default:
		break;
	}
	if (!list_act(&view->list, action))
		return false;
	app_unfollow(app);
	group = selected(app);
	g_free(view->selected);
	view->selected = g_strdup(group ? group->reason : NULL);
	return true;
}

static int
reasons_rows(struct app *app, int *ret_at)
{
	*ret_at = app->by_reason.list.cursor;
	return app->by_reason.shown ? (int)app->by_reason.shown->len : 0;
}

static bool
reasons_matches(struct app *app, int row)
{
	const struct reason_group *group = g_ptr_array_index(
	    app->by_reason.shown, row);

	return text_matches(group->reason, app->search);
}

static void
reasons_select(struct app *app, int row)
{
	app->by_reason.list.cursor = row;
	reasons_act(app, ACTION_SELECT, 0);
}

const struct screen screen_reasons = {
	PLACE_REASONS, reasons_draw, reasons_act, reasons_rows,
	reasons_matches, reasons_select, "in reasons"
};
