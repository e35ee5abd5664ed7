/*
 * What the line at the bottom asks for: a search, a filter, a command; and
 * what each key typed there changes at once.
 */
#include "tui/screen/app.h"

#include "base/clock.h"

#include <string.h>

#define SEARCH_ROWS 4		/* between looks at the clock */

/* The search. */

static void
search_found(struct app *app, int row, int at, int direction, bool from_here)
{
	app->follows = false;
	if (!from_here)
		app_note_jump(app);
	app_screen(app)->select(app, at);
	if (at == row && !from_here)
		app_say(app, ROLE_NORMAL, "/%s   the only hit", app->search);
	else if (direction > 0 ? at < row : at > row)
		app_say(app, ROLE_NORMAL, "/%s   wrapped around the %s",
		    app->search, direction > 0 ? "end" : "start");
	else
		app_say(app, ROLE_NORMAL, "/%s   n next  N previous",
		    app->search);
}

bool
app_search_work(struct app *app)
{
	struct searching *s = &app->searching;
	const struct screen *screen = app_screen(app);
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;
	int row, count;

	if (!s->is_busy)
		return false;
	count = screen->rows(app, &row);
	/* Rows that came or went meanwhile: those there are now, all anew. */
	if (count != s->count) {
		s->count = count;
		s->row = row;
		s->looked = 0;
	}
	for (; s->looked < count; s->looked++) {
		int step = s->looked + !s->from_here;
		int at = (int)(((gint64)s->row + count +
		    s->direction * (gint64)step) % count);

		if (screen->matches(app, at)) {
			s->is_busy = false;
			search_found(app, s->row, at, s->direction,
			    s->from_here);
			return true;
		}
		if (s->looked % SEARCH_ROWS == 0 && clock_monotonic_ms() >=
		    until) {
			s->looked++;
			return true;
		}
	}
	s->is_busy = false;
	app_say(app, ROLE_WARN, "/%s   no hit %s", app->search,
	    screen->searched);
	return true;
}

void
app_search(struct app *app, int direction, bool from_here)
{
	const struct screen *screen = app_screen(app);
	struct searching *s = &app->searching;

	if (!app->search || !*app->search) {
		app_say(app, ROLE_NORMAL, "nothing to search for: / starts");
		return;
	}
	*s = (struct searching){ .direction = direction,
		.from_here = from_here };
	s->count = screen->rows ? screen->rows(app, &s->row) : 0;
	if (s->count == 0)
		return;
	s->is_busy = true;
	(void)app_search_work(app);
	if (s->is_busy)
		app_say(app, ROLE_NORMAL, "/%s   searching ...", app->search);
}

void
app_draw_hits(struct app *app)
{
	const struct screen *screen = app_screen(app);
	bool is_text = screen->place & PLACE_PAGES;
	int count, row;

	if (!screen->rows)
		return;
	count = screen->rows(app, &row);
	for (int i = 0; i < app->hit_count; i++) {
		const struct list *list = app->hits[i].list;
		struct rect r = app->hits[i].rect;

		if (is_text && app->hits[i].pager)
			draw_hits(&app->draw, r, app->search);
		/* The list that is searched, and not another one beside it. */
		if (!list || list->count != count || list->cursor != row)
			continue;
		/* Those rows that n would stop at, and no others. */
		for (int y = 0; y < r.h && list->top + y < count; y++)
			if (screen->matches(app, list->top + y))
				draw_hits(&app->draw, (struct rect){ r.x, r.y +
				    y, r.w, 1 }, app->search);
	}
}

/* As one types: from where the search began. */
static void
search_typed(struct app *app)
{
	const struct screen *screen = app_screen(app);
	int row;

	if (screen->rows(app, &row) > app->search_origin)
		screen->select(app, app->search_origin);
	if (*app->search)
		app_search(app, 1, true);
}

void
ask_search(struct app *app)
{
	const struct screen *screen = app_screen(app);

	if (!screen->rows || screen->rows(app, &app->search_origin) == 0)
		app_say(app, ROLE_NORMAL, "there is nothing to search");
	else {
		app_note_jump(app);
		app_ask(app, ASK_SEARCH, "");
	}
}

/* The line at the bottom. */

void
app_ask(struct app *app, enum asking what, const char *start)
{
	app->asking = what;
	prompt_start(&app->prompt, app->histories[what]);
	prompt_set(&app->prompt, start);
	g_clear_pointer(&app->completions, g_free);
}

static void
set_search(struct app *app, const char *text)
{
	g_free(app->search);
	app->search = g_strdup(text);
	search_typed(app);
}

static void
set_filter(struct app *app, const char *text)
{
	if (app_screen(app) == &screen_runs) {
		g_free(app->runs.filter);
		app->runs.filter = *text ? g_strdup(text) : NULL;
		runs_arrange(app);
	} else {
		const struct saved_filter *saved = saved_find(app, text);

		cases_set_filter(app, saved ? saved->text : text);
		/* A number without a filter is no text to look for. */
		if (!saved && saved_filter_index(text) >= 0) {
			g_free(app->cases.filter_error);
			app->cases.filter_error = g_strdup_printf("no filter "
			    "is saved as %s", text);
		}
	}
}

static void
ask_dropped(struct app *app)
{
	const struct screen *screen = app_screen(app);
	int row;

	switch (app->asking) {
	case ASK_SEARCH:
		if (screen->rows && screen->rows(app, &row) >
		    app->search_origin)
			screen->select(app, app->search_origin);
		g_clear_pointer(&app->search, g_free);
		app_say(app, ROLE_NORMAL, "search dropped");
		break;
	case ASK_FILTER:
		set_filter(app, app->filter_before ?
		    app->filter_before : "");
		app_say(app, ROLE_NORMAL, "the filter is as it was");
		break;
	default:
		g_clear_pointer(&app->message, g_free);
		break;
	}
	app->asking = ASK_NOTHING;
}

static void
filter_accepted(struct app *app, const char *text)
{
	if (app_screen(app) != &screen_runs && app->cases.filter_error) {
		app_say(app, ROLE_WARN, "%s", app->cases.filter_error);
		set_filter(app, app->filter_before ?
		    app->filter_before : "");
		return;
	}
	if (*text)
		app_say(app, ROLE_NORMAL, "filter: %s   Esc drops it",
		    app_screen(app) != &screen_runs && app->cases.filter ?
		    app->cases.filter : text);
	else
		app_say(app, ROLE_NORMAL, "no filter");
}

static void
ask_accepted(struct app *app, const char *text)
{
	enum asking what = app->asking;

	app->asking = ASK_NOTHING;
	if (*text && what != ASK_NOTE) {
		prompt_remember(app->histories[what], text);
		app->has_typed[what] = true;
	}
	switch (what) {
	case ASK_SEARCH:
		if (*text)
			app_search(app, 1, true);
		break;
	case ASK_FILTER:
		filter_accepted(app, text);
		break;
	case ASK_COMMAND:
		commands_run(app, text);
		break;
	default:
		actions_answer(app, what, text);
		break;
	}
}

void
ask_key(struct app *app, int key)
{
	enum prompt_end end = prompt_key(&app->prompt, key);
	g_autofree char *text = prompt_text(&app->prompt);

	if (end == PROMPT_COMPLETE) {
		commands_complete(app);
		g_free(text);
		text = prompt_text(&app->prompt);
	} else {
		g_clear_pointer(&app->completions, g_free);
	}
	if (end == PROMPT_DROPPED) {
		ask_dropped(app);
		return;
	}
	if (app->asking == ASK_SEARCH)
		set_search(app, text);
	if (app->asking == ASK_FILTER)
		set_filter(app, text);
	if (end == PROMPT_ACCEPTED)
		ask_accepted(app, text);
}

void
ask_filter(struct app *app)
{
	const char *now;

	if (app_screen(app) == &screen_runs) {
		now = app->runs.filter;
	} else {
		if (app_screen(app) != &screen_cases)
			cases_show(app, NULL, NULL);
		now = app->cases.filter;
	}
	app->cases.filter_from = app->sample;
	g_free(app->filter_before);
	app->filter_before = g_strdup(now);
	app_ask(app, ASK_FILTER, now ? now : "");
}
