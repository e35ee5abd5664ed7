/* The message, the footer with its hints, and the question over all. */
#include "tui/screen/app.h"

#include <string.h>

static const char *const asking_marks[ASK__COUNT] = {
	[ASK_SEARCH] = "/", [ASK_FILTER] = "filter: ", [ASK_COMMAND] = ":",
	[ASK_LABEL] = "label: ", [ASK_NOTE] = "note: ",
	[ASK_FILE] = "write to: ", [ASK_TIMEOUT] = "timeout in seconds: ",
};

/* What stands beside the line that is typed: errors, hits, completions. */
static void
draw_aside(struct app *app, int y)
{
	struct draw *d = &app->draw;
	g_autofree char *count = NULL;
	const char *text = app->completions;
	unsigned style = ROLE_DIM;

	if (!text && app->asking == ASK_FILTER && app_screen(app)->place ==
	    PLACE_CASELIST) {
		g_autofree char *typed = prompt_text(&app->prompt);
		const struct saved_filter *saved = saved_find(app, typed);
		g_autofree char *words = saved ? saved_describe(saved) :
		    g_strdup("");

		if (app->cases.filter_error)
			style = ROLE_WARN;
		count = app->cases.filter_error ?
		    g_strdup(app->cases.filter_error) :
		    g_strdup_printf("%s%s%u of %u match%s", words, saved ?
		    "   " : "", app->cases.fresh ? app->cases.fresh->len :
		    app->cases.rows->len, app->cases.scanned,
		    app->cases.fresh ? " so far" : "");
		text = count;
	}
	if (!text && app->asking == ASK_SEARCH && app->prompt.length > 0)
		text = app->message;
	if (!text && app->asking == ASK_FILE && export_name(app))
		text = "the ending says how: .csv, .json, .md";
	if (text && d->cols > 60)
		draw_right(d, d->cols * 2 / 5, y, d->cols - d->cols * 2 / 5 -
		    1, text, style);
}

static void
draw_message(struct app *app, int y)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session ? app->session->board : NULL;
	const struct board_sample *sample;
	const struct board_task *task;

	if (app->asking != ASK_NOTHING) {
		draw_aside(app, y);
		app->cursor_x = prompt_draw(&app->prompt, d, 1, y,
		    d->cols > 60 ? d->cols * 2 / 5 - 2 : d->cols - 2,
		    asking_marks[app->asking]);
		return;
	}
	if (app->exporting) {
		g_autofree char *text = export_progress(app);

		draw_put(d, 1, y, d->cols - 2, text, ROLE_NORMAL);
		return;
	}
	if (app->message) {
		draw_put(d, 1, y, d->cols - 2, app->message,
		    app->message_style);
		return;
	}
	/* Without room for a preview, this is where the reason stands. */
	if (layout_size(d->cols, d->rows) == LAYOUT_MINI &&
	    app_has_sample(app) && app_screen(app) == &screen_overview) {
		chrome_draw_selected(app, y);
		return;
	}
	if (!board || !app_is_live(app) || board->last_sample >= board->samples->len)
		return;
	sample = board_sample(board, board->last_sample);
	task = board_task(board, sample->task);
	draw_printf(d, 1, y, d->cols - 2, ROLE_DIM, "%s.%u %s %s",
	    task->id, board->last_sample - task->first + 1,
	    outcome_info((enum outcome)sample->outcome)->glyph,
	    outcome_info((enum outcome)sample->outcome)->word);
}

static bool
hint_applies(const struct app *app, const struct key_row *row)
{
	/* Without a run there is nothing to do anything with. */
	if (app_screen(app) == &screen_runs && app->runs.rows->len == 0)
		return row->action == ACTION_BACK || row->action ==
		    ACTION_HELP || row->action == ACTION_COMMAND;
	switch (row->action) {
	case ACTION_OPEN:
		return app_screen(app) != &screen_review;
	case ACTION_FOLLOW:
	case ACTION_PAUSE:
	case ACTION_CANCEL:
		return app_is_live(app);
	case ACTION_RESUME:
		return true;
	default:
		return row->keys[0] != 0;
	}
}

/* "q back", "J K case": the keys, then what they do. */
static void
hint_text(const struct app *app, const struct key_row *row, char *ret_keys,
    const char **ret_what)
{
	const char *what = row->hint;
	char other[KEYS_TEXT_SIZE];

	keys_name(row->keys[0], ret_keys);
	if (*what == '&') {
		what++;
		if (row[1].keys[0]) {
			g_strlcat(ret_keys, " ", KEYS_TEXT_SIZE);
			g_strlcat(ret_keys, keys_name(row[1].keys[0], other),
			    KEYS_TEXT_SIZE);
		}
	}
	if (row->action == ACTION_BACK && app->depth > 1)
		what = "back";
	*ret_what = what;
}

/* Hints by priority as far as there is room. */
static int
choose_hints(struct app *app, enum place place, int room,
    const struct key_row **ret)
{
	const struct keymap *map = &app->config.keymap;
	char keys[KEYS_TEXT_SIZE];
	const char *what;
	int n = 0, last = 1000;

	for (;;) {
		const struct key_row *best = NULL;

		for (int i = 0; i < map->count; i++) {
			const struct key_row *row = &map->rows[i];

			if (row->hint && (row->places & place) &&
			    row->priority < last && hint_applies(app, row) &&
			    (!best || row->priority > best->priority))
				best = row;
		}
		if (!best)
			return n;
		last = best->priority;
		hint_text(app, best, keys, &what);
		room -= draw_width(&app->draw, keys) + (int)strlen(what) + 3;
		if (room < 0)
			return n;
		ret[n++] = best;
	}
}

static void
draw_footer(struct app *app, int y)
{
	struct draw *d = &app->draw;
	const struct key_row *chosen[128];
	int x = 1, n = choose_hints(app, app_screen(app)->place, d->cols + 1,
	    chosen);

	for (int i = 0; i < n; i++) {
		char keys[KEYS_TEXT_SIZE];
		const char *what;

		/* The key itself stands out from what it does. */
		hint_text(app, chosen[i], keys, &what);
		x += draw_text(d, x, y, d->cols - x, keys, STYLE_BOLD) + 1;
		x += draw_text(d, x, y, d->cols - x, what, ROLE_DIM) + 2;
	}
}

void
chrome_draw_bottom(struct app *app, int message_y, int footer_y)
{
	draw_message(app, message_y);
	draw_footer(app, footer_y);
}

void
chrome_draw_cursor(struct app *app, int message_y)
{
	if (app->asking != ASK_NOTHING)
		draw_cursor(&app->draw, app->cursor_x, message_y);
}

static void
question_lines(struct app *app, char *lines[4], const char **title)
{
	const struct board *board = app->session ? app->session->board : NULL;
	const struct run_row *row;
	guint busy;

	switch (app->question) {
	case QUESTION_STOP:
		*title = "Stop the run?";
		busy = board_busy_slots(board);
		lines[0] = g_strdup_printf(busy == 1 ?
		    "%u sample is running, %u queued." :
		    "%u samples are running, %u queued.", busy,
		    board_remaining(board) - board->running);
		lines[1] = g_strdup_printf(board->judged == 1 ?
		    "%u result is kept; the run can be resumed." :
		    "%u results are kept; the run can be resumed.",
		    board->judged);
		lines[2] = g_strdup("y stop   n go on");
		lines[3] = g_strdup("^C again ends it at once");
		break;
	case QUESTION_CANCEL:
		*title = "Cancel this sample?";
		lines[0] = app_sample_name(app, app->question_sample);
		lines[2] = g_strdup("y cancel   n let it run");
		break;
	case QUESTION_TAKE_BACK:
		*title = "Take this rerun back?";
		lines[0] = app_sample_name(app, app->question_sample);
		lines[1] = g_strdup("it has not begun");
		lines[2] = g_strdup("y take back   n let it wait");
		lines[3] = g_strdup("the old verdict stands");
		break;
	case QUESTION_DELETE:
		*title = "Delete this run for good?";
		row = runs_find(app, app->question_text);
		lines[0] = g_path_get_basename(app->question_text);
		lines[1] = g_strdup_printf("%u results, outputs and notes",
		    row ? row->judged : 0);
		lines[2] = g_strdup("y delete   n keep it");
		break;
	case QUESTION_REPLACE:
		*title = "Replace this file?";
		lines[0] = g_strdup(app->question_text);
		lines[2] = g_strdup("y replace   n keep it");
		break;
	case QUESTION_RERUN:
		*title = app->question_text;
		rerun_lines(app, lines);
		break;
	case QUESTION_NONE:
		break;
	}
}

void
chrome_draw_question(struct app *app)
{
	struct draw *d = &app->draw;
	char *lines[4] = { NULL };
	struct box box = { .has_focus = true };
	int w = MIN(MAX(56, d->cols / 3), d->cols), h = MIN(8, d->rows);
	struct rect r = { (d->cols - w) / 2, (d->rows - h) / 2, w, h };

	question_lines(app, lines, &box.title);
	draw_fill(d, r, ROLE_NORMAL);
	r = draw_box(d, r, &box);
	for (int i = 0, y = r.y; i < 4; i++) {
		if (i == 2)
			y++;
		if (!lines[i])
			continue;
		/* Names tell more by their ends, sentences do not. */
		(i > 0 || app->question == QUESTION_STOP || app->question ==
		    QUESTION_RERUN ? draw_put : draw_put_tail)(d,
		    r.x + 1, y++, r.w - 2, lines[i], i == 2 ? STYLE_BOLD :
		    i == 3 ? ROLE_DIM : ROLE_NORMAL);
		g_free(lines[i]);
	}
}
