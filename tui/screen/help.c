/* Help, made from the table of keys and the table of outcomes. */
#include "tui/screen/app.h"

#include <stdio.h>

static const char *const outcome_help[OUTCOME__COUNT] = {
	[OUTCOME_PASS] = "all assertions held",
	[OUTCOME_ASSERTION_FAIL] = "an assertion failed",
	[OUTCOME_SYNTAX_ERROR] = "does not load",
	[OUTCOME_TIMEOUT] = "the budget ran out",
	[OUTCOME_ERROR] = "any other crash",
};

/* The keys of the screen that the help was asked from. */
static unsigned
helped_place(const struct app *app)
{
	const struct screen *below = app->depth > 1 ?
	    app->screens[app->depth - 2] : app_screen(app);

	return below->place;
}

static void
add_keys(struct app *app, struct pager *pager, enum key_group group)
{
	const struct keymap *map = &app->config.keymap;
	unsigned place = helped_place(app);

	pager_add_rule(pager, key_group_title(group));
	for (int i = 0; i < map->count; i++) {
		char text[KEYS_TEXT_SIZE];
		int pad;

		if (map->rows[i].group != group || !map->rows[i].help ||
		    !(map->rows[i].places & place))
			continue;
		keymap_text(map, i, place, text);
		if (!*text)
			continue;
		pad = 16 - draw_width(&app->draw, text);
		pager_addf(pager, ROLE_NORMAL, " %s%*s%s", text, MAX(pad, 1),
		    "", map->rows[i].help);
	}
}

static void
add_legend(struct app *app, struct pager *pager)
{
	pager_add_rule(pager, "Samples");
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);

		pager_addf(pager, outcome_style((enum outcome)i),
		    " %s %-15s%s", app->draw.is_ascii ? (char[]){
		    info->letter, '\0' } : info->glyph, info->word,
		    outcome_help[i]);
	}
	pager_add(pager, " \u25b8 running   \u00b7 queued   ! unjudged",
	    ROLE_NORMAL);
	pager_add(pager, " ? passed, but second guard says no",
	    ROLE_NORMAL);
	pager_add(pager, " 0-9 tenths passed, of several samples",
	    ROLE_NORMAL);
	pager_add(pager, " c/n: c of n samples of a task passed",
	    ROLE_NORMAL);
	pager_add(pager, " mean: of its scores, 1 for a pass",
	    ROLE_NORMAL);
	if (helped_place(app) & PLACE_CASES)
		pager_add(pager, " * marked, until the run is left",
		    ROLE_NORMAL);
}

static void
add_passk(struct pager *pager)
{
	static const char *const lines[] = {
		" 1 - C(n-c,k)/C(n,k) for a task with",
		" n samples, c of which pass; the mean",
		" over tasks with all samples judged,",
		" as quick samples end first.  The 95%",
		" range is over tasks, not samples.",
	};

	pager_add_rule(pager, "pass@k");
	for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
		pager_add(pager, lines[i], ROLE_NORMAL);
}

/* Both columns scroll as one, with the longer of them. */
static void
help_fill(struct app *app, bool has_columns)
{
	int top = app->help.top, found = app->help.found;

	pager_reset(&app->help_right);
	pager_reset(&app->help);
	app->help.top = top;
	app->help.found = app->help_right.found = found;
	for (int i = 0; i < KEYS__GROUPS; i++)
		add_keys(app, has_columns && i >= KEYS_VIEW ?
		    &app->help_right : &app->help, (enum key_group)i);
	add_legend(app, &app->help);
	add_passk(has_columns ? &app->help_right : &app->help);
	while (has_columns && pager_count(&app->help) !=
	    pager_count(&app->help_right))
		pager_add(pager_count(&app->help) < pager_count(
		    &app->help_right) ? &app->help : &app->help_right, "",
		    ROLE_NORMAL);
}

static void
help_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows }, left;
	char title[300];
	struct box box = { .title = title, .has_focus = true };
	bool has_columns = d->cols >= 80 && !app->is_zoomed;

	g_snprintf(title, sizeof(title), "Help: %s%s%s", place_name((enum
	    place)helped_place(app)), app->search ? "  /" : "", app->search ?
	    app->search : "");
	rect_cut_bottom(&body, 2);
	help_fill(app, has_columns);
	app->help.shown = body.h - 2;
	pager_settle(&app->help);
	box.top = app->help.top;
	box.shown = body.h - 2;
	box.total = pager_count(&app->help);
	box.right = "j k scroll   / search   q close";
	body = draw_box(d, body, &box);
	left = has_columns ? rect_cut_left(&body, body.w / 2) :
	    rect_cut_left(&body, body.w);
	left.w -= has_columns;
	body.w -= 1;
	pager_draw(&app->help, d, left);
	app_hit(app, left, NULL, &app->help, -1);
	if (has_columns) {
		app->help_right.top = app->help.top;
		pager_draw(&app->help_right, d, body);
		app_hit(app, body, NULL, &app->help_right, -1);
	}
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	chrome_draw_cursor(app, d->rows - 2);
}

static bool
help_act(struct app *app, enum action action, int key)
{
	(void)key;
	if (action == ACTION_HELP) {
		app_pop(app);
		return true;
	}
	if (action == ACTION_LEFT) {
		app_pop(app);
		return true;
	}
	return pager_act(&app->help, action);
}

static int
help_rows(struct app *app, int *ret_at)
{
	*ret_at = pager_search_row(&app->help);
	return pager_count(&app->help);
}

static bool
help_matches(struct app *app, int row)
{
	return text_matches(pager_line(&app->help, row), app->search) ||
	    text_matches(pager_line(&app->help_right, row), app->search);
}

static void
help_select(struct app *app, int row)
{
	pager_find(&app->help, row);
}

const struct screen screen_help = {
	PLACE_HELP, help_draw, help_act, help_rows, help_matches, help_select,
	"in this help"
};
