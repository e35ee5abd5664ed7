/* The dashboard proper: the panes of a run. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

/* The failing line of the program, 0: unknown. */
static guint
marked_line(const struct verdict *v)
{
	if (!v)
		return 0;
	if (v->code_line > 0)
		return v->code_line;
	for (guint i = 0; v->failures && i < v->failures->len; i++) {
		const struct test_failure *f = g_ptr_array_index(v->failures,
		    i);

		if (f->code_line > 0)
			return f->code_line;
	}
	return 0;
}

static void
fill_panes(struct app *app, bool is_brief)
{
	const struct case_detail *detail = app_detail(app);
	guint serial = detail->serial * 2 + is_brief;
	enum result_kind kind = is_brief ? RESULT_BRIEF : RESULT_WHOLE;

	if (serial == app->pane_serial)
		return;
	app->pane_serial = serial;
	pager_reset(&app->code);
	if (detail->texts.program)
		pager_add_code(&app->code, detail->texts.program,
		    marked_line(detail->verdict));
	else if (detail->error)
		pager_add(&app->code, detail->error, detail->is_pending ?
		    ROLE_DIM : ROLE_WARN);
	pager_show_mark(&app->code,
	    MAX(app->layout.panes[PANE_CODE].h - 2, 1));
	result_fill(app, &app->result, kind);
	app->result.wraps = !is_brief;
}

static void
draw_pager_pane(struct app *app, enum pane pane, struct pager *pager,
    const char *title, const char *right)
{
	struct rect r = app->layout.panes[pane];
	char bottom[64];
	struct box box = { .title = title, .right = right,
		.has_focus = app->focus == pane, .shown = r.h - 2,
		.total = pager->lines ? (int)pager->lines->len : 0 };

	if (r.h < 3)
		return;
	pager_fit(pager, &app->draw, r.w - 4, r.h - 2);
	box.top = pager->top;
	box.bottom = app->focus == pane ? pager_position(pager, bottom,
	    sizeof(bottom)) : NULL;
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	app_hit(app, r, NULL, pager, (int)pane);
	pager_draw(pager, &app->draw, r);
}

static void
draw_sample_panes(struct app *app)
{
	bool has_code = app->layout.panes[PANE_CODE].h > 0;
	bool is_brief = app->layout.panes[PANE_RESULT].h > 0 &&
	    app->layout.panes[PANE_RESULT].h < 10 && !has_code;
	char left[300], right[100], code[340], lines[64];
	const char *rule;

	if (!has_code && app->layout.panes[PANE_RESULT].h == 0)
		return;
	fill_panes(app, is_brief);
	result_title(app, left, sizeof(left), right, sizeof(right));
	rule = app->detail.verdict && app->detail.verdict->rule ?
	    app->detail.verdict->rule : app->detail.texts.rule;
	format_lines(app->detail.texts.program, rule, lines, sizeof(lines));
	snprintf(code, sizeof(code), "Code  %s", left);
	draw_pager_pane(app, PANE_CODE, &app->code, has_code &&
	    app->layout.panes[PANE_RESULT].h > 0 ? "Code" : code, lines);
	draw_pager_pane(app, PANE_RESULT, &app->result, left, right);
}

static void
keep_focus(struct app *app)
{
	if (app->layout.panes[app->focus].h == 0)
		app->focus = PANE_TASKS;
}

static void
overview_layout(struct app *app)
{
	const struct board *board = app->session->board;
	int workers = app_is_live(app) ? (int)MAX(MAX(board->slots->len,
	    board->jobs), 1) : 0;

	layout_overview(app->draw.cols, app->draw.rows,
	    MAX((int)app->figures.passk->len, 1), workers, app->is_zoomed ?
	    (int)app->focus : -1, app->stretch, &app->layout);
}

static void
overview_draw(struct app *app)
{
	struct layout *layout = &app->layout;
	bool is_framed;

	overview_layout(app);
	if (layout->size == LAYOUT_TINY) {
		chrome_draw_tiny(app, layout->head);
		return;
	}
	keep_focus(app);
	is_framed = layout->size > LAYOUT_MINI;
	chrome_draw_head(app, layout->head);
	if (layout->panes[PANE_PASSK].h > 0)
		panes_draw_passk(app, layout->panes[PANE_PASSK]);
	if (layout->panes[PANE_WORKERS].h > 0)
		panes_draw_workers(app, layout->panes[PANE_WORKERS]);
	if (layout->panes[PANE_TIME].h > 0)
		timing_draw(app, layout->panes[PANE_TIME]);
	if (layout->passk_line.h > 0)
		panes_draw_passk_line(app, layout->passk_line);
	draw_sample_panes(app);
	if (layout->preview_line.h > 0 && app_has_sample(app))
		chrome_draw_selected(app, layout->preview_line.y);
	/* Bottom first: the last cursor placed is the one that counts. */
	chrome_draw_bottom(app, layout->message.y, layout->footer.y);
	if (layout->panes[PANE_TASKS].h > 0)
		tasks_draw(app, layout->panes[PANE_TASKS], is_framed);
	chrome_draw_cursor(app, layout->message.y);
}

static void
move_focus(struct app *app, int direction)
{
	for (int i = 1; i <= PANE__COUNT; i++) {
		enum pane pane = (enum pane)(((int)app->focus + direction * i
		    + PANE__COUNT * 2) % PANE__COUNT);

		/* With one pane zoomed, the others are a key away as well. */
		if (app->layout.panes[pane].h > 0 || app->is_zoomed) {
			app->focus = pane;
			return;
		}
	}
}

static void
go_to_pane(struct app *app, int key)
{
	int pane = key - '1';

	if (pane >= PANE__COUNT)
		app_say(app, ROLE_NORMAL, "there are %d panes", PANE__COUNT);
	else if (app->layout.panes[pane].h > 0 || app->is_zoomed)
		app->focus = (enum pane)pane;
	else
		app_say(app, ROLE_NORMAL,
		    "no room for that pane here: z zooms the one in focus");
}

static void
change_sort(struct app *app, bool reverse)
{
	if (reverse)
		app->is_reverse = !app->is_reverse;
	else
		app->sort = (app->sort + 1) % TASK_SORT__COUNT;
	/* At once, not with the next result. */
	app->ordered_ms = 0;
}

static bool
act_tasks(struct app *app, enum action action)
{
	if (action == ACTION_LEFT) {
		if (app->depth > 1)
			app_pop(app);
		else
			app_say(app, ROLE_NORMAL, "this is the top; q quits");
		return true;
	}
	if (action == ACTION_OPEN || action == ACTION_RIGHT) {
		if (app_has_sample(app))
			app_push(app, &screen_samples);
		return true;
	}
	if (!list_act(&app->tasks, action))
		return false;
	app_unfollow(app);
	if (app->order->len > 0)
		app_select_task(app, g_array_index(app->order, guint,
		    app->tasks.cursor));
	return true;
}

static bool
act_workers(struct app *app, enum action action)
{
	guint sample = panes_worker_sample(app, app->workers.cursor);

	if (action != ACTION_OPEN)
		return list_act(&app->workers, action);
	if (sample >= app->session->board->samples->len) {
		app_say(app, ROLE_NORMAL, "this worker is idle");
		return true;
	}
	app_unfollow(app);
	app_select_sample(app, sample);
	app_push(app, &screen_review);
	return true;
}

static bool
act_pager(struct app *app, struct pager *pager, enum action action)
{
	if (action == ACTION_OPEN) {
		if (app_has_sample(app))
			app_push(app, &screen_review);
		return true;
	}
	if (action == ACTION_LEFT)
		action = ACTION_SIDE_LEFT;
	if (action == ACTION_RIGHT)
		action = ACTION_SIDE_RIGHT;
	return app_scroll(app, pager, action);
}

static bool
overview_act(struct app *app, enum action action, int key)
{
	switch (action) {
	case ACTION_NEXT_PANE:
		move_focus(app, 1);
		return true;
	case ACTION_PREV_PANE:
		move_focus(app, -1);
		return true;
	case ACTION_PANE:
		go_to_pane(app, key);
		return true;
	case ACTION_ZOOM:
		app->is_zoomed = !app->is_zoomed;
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		change_sort(app, action == ACTION_REVERSE);
		return true;
	default:
		break;
	}
	switch (app->focus) {
	case PANE_TASKS:
		return act_tasks(app, action);
	case PANE_WORKERS:
		return act_workers(app, action);
	case PANE_CODE:
		return act_pager(app, &app->code, action);
	case PANE_RESULT:
		return act_pager(app, &app->result, action);
	default:
		return false;
	}
}

static int
overview_rows(struct app *app, int *ret_at)
{
	*ret_at = app->tasks.cursor;
	return (int)app->order->len;
}

static bool
overview_matches(struct app *app, int row)
{
	const struct board_task *task = board_task(app->session->board,
	    g_array_index(app->order, guint, row));
	guint failed;

	if (text_matches(task->id, app->search))
		return true;
	/* The reason shown in the row. */
	failed = app_first_failure(app, task);
	return failed != G_MAXUINT &&
	    text_matches(app_reason(app, failed), app->search);
}

static void
overview_select(struct app *app, int row)
{
	app_select_task(app, g_array_index(app->order, guint, row));
}

const struct screen screen_overview = {
	PLACE_OVERVIEW, overview_draw, overview_act, overview_rows,
	overview_matches, overview_select, "in task ids and reasons"
};
