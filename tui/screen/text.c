/* A text over all the screen: the messages so far, the state of the run. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <string.h>

void
text_show(struct app *app, const char *title)
{
	g_free(app->text_title);
	app->text_title = g_strdup(title);
	app_push(app, &screen_text);
}

void
text_show_messages(struct app *app)
{
	pager_reset(&app->text);
	for (guint i = 0; i < app->log->len; i++)
		pager_add(&app->text, g_ptr_array_index(app->log, i),
		    ROLE_NORMAL);
	if (app->log->len == 0)
		pager_add(&app->text, "no message so far", ROLE_DIM);
	app->text.top = (int)app->text.lines->len;
	text_show(app, "Messages");
}

static void
add_running(struct app *app)
{
	const GArray *slots = app->session->board->slots;

	for (guint i = 0; i < slots->len; i++) {
		const struct board_slot *slot = &g_array_index(slots,
		    struct board_slot, i);
		g_autofree char *name = NULL;
		char ran[FORMAT_SIZE], limit[FORMAT_SIZE];

		if (!slot->is_busy)
			continue;
		name = app_sample_name(app, slot->sample);
		pager_addf(&app->text, ROLE_NORMAL, "worker %u: %s for %s of "
		    "%s", i + 1, name, format_seconds((guint64)app_since(app,
		    slot->started_ms), ran), format_seconds(slot->timeout_ms,
		    limit));
	}
}

void
text_show_status(struct app *app)
{
	const struct board *board;
	const struct run_manifest *m;
	unsigned style;
	char text[FORMAT_SIZE];

	pager_reset(&app->text);
	if (!app->session) {
		pager_add(&app->text, "no run is open", ROLE_DIM);
		text_show(app, "Status");
		return;
	}
	board = app->session->board;
	m = app->session->manifest;
	pager_add_field(&app->text, "state", app_state_label(app, &style),
	    STYLE_BOLD);
	pager_addf(&app->text, ROLE_NORMAL, "%u of %u judged, %u pass, %u "
	    "running, %u queued, %u unjudged", board->judged,
	    board->samples->len, board->outcomes[OUTCOME_PASS],
	    board_busy_slots(board), board_remaining(board) - board->running,
	    board->unjudged);
	pager_addf(&app->text, ROLE_NORMAL, "%u of %u tasks complete",
	    board->tasks_complete, app->order->len);
	pager_add_rule(&app->text, "running now");
	add_running(app);
	if (board->running == 0)
		pager_add(&app->text, "nothing", ROLE_DIM);
	pager_add_rule(&app->text, "settings");
	pager_add_field(&app->text, "run", app->session->rundir,
	    ROLE_NORMAL);
	if (m->settings.suite_path)
		pager_add_field(&app->text, "suite", m->settings.suite_path,
		    ROLE_NORMAL);
	if (m->settings.samples_path)
		pager_add_field(&app->text, "samples",
		    m->settings.samples_path, ROLE_NORMAL);
	pager_add_field(&app->text, "limit", format_seconds(
	    m->settings.timeout_ms, text), ROLE_NORMAL);
	pager_add_field(&app->text, "memory", format_bytes(
	    m->settings.memory_bytes, text), ROLE_NORMAL);
	if (m->interpreter)
		pager_add_field(&app->text, "python", m->interpreter,
		    ROLE_NORMAL);
	if (m->tier) {
		g_autofree char *line = g_strdup_printf(m->memory_by ?
		    "%s, memory by %s" : "%s", m->tier, m->memory_by);

		pager_add_field(&app->text, "sandbox", line, ROLE_NORMAL);
	}
	if (m->version)
		pager_add_field(&app->text, "evaltop", m->version,
		    ROLE_NORMAL);
	if (app->session->texts_error)
		pager_add_field(&app->text, "texts",
		    app->session->texts_error, ROLE_WARN);
	text_show(app, "Status");
}

static void
text_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows };
	char position[64];
	struct box box = { .title = app->text_title, .has_focus = true };

	rect_cut_bottom(&body, MIN(2, MAX(d->rows - 3, 0)));
	pager_fit(&app->text, d, body.w - 4, body.h - 2);
	box.right = pager_position(&app->text, position, sizeof(position));
	box.top = app->text.top;
	box.shown = app->text.shown;
	box.total = (int)app->text.lines->len;
	body = draw_box(d, body, &box);
	rect_cut_left(&body, 1);
	body.w -= 1;
	app_hit(app, body, NULL, &app->text, -1);
	pager_draw(&app->text, d, body);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	chrome_draw_cursor(app, d->rows - 2);
}

static bool
text_act(struct app *app, enum action action, int key)
{
	(void)key;
	if (action == ACTION_LEFT) {
		if (app->text.left == 0) {
			app_pop(app);
			return true;
		}
		action = ACTION_SIDE_LEFT;
	}
	if (action == ACTION_RIGHT)
		action = ACTION_SIDE_RIGHT;
	return pager_act(&app->text, action);
}

static int
text_rows(struct app *app, int *ret_at)
{
	*ret_at = pager_search_row(&app->text);
	return app->text.lines ? (int)app->text.lines->len : 0;
}

static bool
text_row_matches(struct app *app, int row)
{
	return text_matches(pager_line(&app->text, row), app->search);
}

static void
text_select(struct app *app, int row)
{
	pager_find(&app->text, row);
}

const struct screen screen_text = {
	PLACE_TEXT, text_draw, text_act, text_rows, text_row_matches,
	text_select, "in this text"
};
