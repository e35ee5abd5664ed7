/* The panes beside the tasks: pass@k and the workers. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

static bool
has_disputed(const struct app *app)
{
	return app->session->board->trusts[TRUST_DISPUTED] > 0;
}

static void
passk_row(struct app *app, const struct passk_estimate *e, int x, int y,
    int width)
{
	struct draw *d = &app->draw;
	char text[64];
	int bar = width >= 56 ? width - (has_disputed(app) ? 44 : 34) : 0;

	snprintf(text, sizeof(text), "%4u", e->k);
	draw_put(d, x, y, 5, text, STYLE_BOLD);
	if (e->tasks == 0) {
		draw_printf(d, x + 6, y, width - 6, ROLE_DIM,
		    "---        ---         0");
		return;
	}
	draw_printf(d, x + 6, y, 6, STYLE_BOLD, "%.3f", e->value);
	if (has_disputed(app) && width < 42)
		draw_printf(d, x + 13, y, 11, ROLE_WARN, "%.3f",
		    e->confirmed);
	else
		draw_printf(d, x + 13, y, 11, ROLE_NORMAL, "%.3f-%.3f",
		    e->low, e->high);
	snprintf(text, sizeof(text), "%u", e->tasks);
	draw_right(d, x + 24, y, 6, text, ROLE_NORMAL);
	if (has_disputed(app) && width >= 42)
		draw_printf(d, x + 32, y, 8, ROLE_WARN, "%.3f",
		    e->confirmed);
	if (bar > 0)
		draw_bar(d, x + width - bar - 1, y, bar, e->value,
		    ROLE_GOOD);
}

void
panes_draw_passk(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const GArray *list = app->figures.passk;
	g_autofree char *right = NULL;
	struct box box = { .title = "pass@k", .has_focus = app->focus ==
	    PANE_PASSK };
	bool is_wide = r.w >= 58;

	right = g_strdup_printf("%u of %u tasks",
	    app->figures.tasks_complete, app->order->len);
	box.right = right;
	r = draw_box(d, r, &box);
	if (r.h < 1)
		return;
	draw_put(d, r.x, r.y, r.w, "   k  value  95% range   tasks", ROLE_DIM);
	/* Both figures are always there; short of room, the range goes. */
	if (has_disputed(app))
		draw_put(d, r.x + (r.w >= 42 ? 32 : 13), r.y, 9, "confirmed",
		    ROLE_WARN);
	if (is_wide) {
		int bar = r.w - (has_disputed(app) ? 44 : 34);
		int x = r.x + r.w - bar - 1;

		draw_text(d, x, r.y, 2, "0", ROLE_DIM);
		draw_text(d, x + bar / 2 - 1, r.y, 3, ".5", ROLE_DIM);
		draw_text(d, x + bar - 1, r.y, 1, "1", ROLE_DIM);
	}
	for (int i = 0; i < (int)list->len && i + 1 < r.h; i++)
		passk_row(app, &g_array_index(list, struct passk_estimate, i),
		    r.x, r.y + 1 + i, r.w);
	if (list->len == 0 && r.h > 1)
		draw_text(d, r.x + 3, r.y + 1, r.w - 3, "no k was asked for",
		    ROLE_DIM);
}

void
panes_draw_passk_line(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const GArray *list = app->figures.passk;
	int x = r.x + 1;

	for (guint i = 0; i < list->len; i++) {
		const struct passk_estimate *e = &g_array_index(list,
		    struct passk_estimate, i);

		x += draw_printf(d, x, r.y, r.w - x, ROLE_DIM, "pass@%u ",
		    e->k);
		if (e->tasks == 0)
			x += draw_text(d, x, r.y, r.w - x, "---", ROLE_DIM);
		else
			x += draw_printf(d, x, r.y, r.w - x, STYLE_BOLD,
			    "%.3f", e->value);
		x += 2;
	}
	draw_printf(d, x, r.y, r.w - x, ROLE_DIM, "%u of %u tasks",
	    app->figures.tasks_complete, app->order->len);
}

/* The slot in a row of the pane: all of them in order, busy or not. */
static const struct board_slot *
slot_in_row(const struct app *app, int row)
{
	const GArray *slots = app->session->board->slots;

	return row >= 0 && row < (int)slots->len ? &g_array_index(slots,
	    struct board_slot, row) : NULL;
}

guint
panes_worker_sample(const struct app *app, int row)
{
	const struct board_slot *slot = slot_in_row(app, row);

	return slot && slot->is_busy ? slot->sample : G_MAXUINT;
}

static unsigned
elapsed_style(double share)
{
	return share >= 0.9 ? ROLE_BAD : share >= 0.6 ? ROLE_WARN :
	    ROLE_ACCENT;
}

/* "~y_rotate.3": of a long name the sample's number is the part to keep. */
static void
worker_name(struct draw *d, int x, int y, int width,
    const struct board_task *task, guint sample)
{
	char number[16];
	int digits, used;

	snprintf(number, sizeof(number), ".%u", sample - task->first + 1);
	digits = (int)strlen(number);
	used = draw_put_tail(d, x, y, width - digits, task->id, ROLE_NORMAL);
	draw_put(d, x + used, y, width - used, number, ROLE_NORMAL);
}

static void
worker_row(struct app *app, int row, struct rect r, int y, bool is_cursor)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	const struct board_slot *slot = slot_in_row(app, row);
	const struct board_task *task;
	int name_w = MIN(app->id_width + 4, r.w * 9 / 20), bar, x = r.x;
	char time[FORMAT_SIZE], tests[32] = "";
	gint64 ran;
	double share;

	draw_printf(d, x, y, 4, is_cursor ? ROLE_ACCENT | STYLE_BOLD :
	    ROLE_DIM, "%s%2d", is_cursor ? "\u25b8" : " ", row + 1);
	x += 4;
	if (!slot->is_busy || slot->sample >= board->samples->len) {
		draw_text(d, x, y, r.w - 4, "idle", ROLE_DIM);
		return;
	}
	task = board_task(board, board_sample(board, slot->sample)->task);
	ran = app_since(app, slot->started_ms);
	share = slot->timeout_ms > 0 ? (double)ran / slot->timeout_ms : 0;
	if (slot->tests_total > 0)
		snprintf(tests, sizeof(tests), "%u/%u", slot->tests_done,
		    slot->tests_total);
	worker_name(d, x, y, name_w, task, slot->sample);
	x += name_w + 1;
	bar = r.x + r.w - x - 7 - (r.w >= 40 ? 8 : 0);
	draw_bar(d, x, y, bar, MIN(share, 1), elapsed_style(share));
	x += MAX(bar, 0);
	draw_right(d, x, y, 7, format_seconds((guint64)ran, time),
	    elapsed_style(share) == ROLE_ACCENT ? ROLE_NORMAL :
	    elapsed_style(share));
	if (r.w >= 40)
		draw_right(d, x + 7, y, 7, tests, ROLE_DIM);
}

void
panes_draw_workers(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	int slots = (int)board->slots->len, more;
	bool has_focus = app->focus == PANE_WORKERS;
	char title[64], right[64] = "", bottom[32] = "", limit[FORMAT_SIZE];
	guint32 timeout = app->session->manifest->settings.timeout_ms;
	struct box box = { .title = title, .right = right, .bottom = bottom,
		.has_focus = has_focus };

	snprintf(title, sizeof(title), "Workers %u/%u", board_busy_slots(board),
	    MAX(board->jobs, (guint)slots));
	if (timeout > 0)
		snprintf(right, sizeof(right), "limit %s",
		    format_seconds(timeout, limit));
	list_fit(&app->workers, slots, r.h - 2);
	more = slots - app->workers.shown;
	if (more > 0)
		snprintf(bottom, sizeof(bottom), "%d more", more);
	r = draw_box(d, r, &box);
	if (!app_is_live(app)) {
		draw_text(d, r.x + 1, r.y, r.w - 1, "the run has ended",
		    ROLE_DIM);
		return;
	}
	app_hit(app, r, &app->workers, NULL, PANE_WORKERS);
	for (int i = 0; i < r.h && app->workers.top + i < slots; i++)
		worker_row(app, app->workers.top + i, r, r.y + i, has_focus &&
		    app->workers.top + i == app->workers.cursor);
	if (slots == 0)
		draw_text(d, r.x + 1, r.y, r.w - 1, "none has started yet",
		    ROLE_DIM);
}
