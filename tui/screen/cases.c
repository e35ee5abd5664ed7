/*
 * All samples of a run as one list, filtered and sorted.  Rows are made in
 * slices between keys, behind the scenes, and change at once when they are
 * there; until then the old ones can be used.
 */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/format.h"

#include <string.h>

#define SLICE_LOADS 4
#define SLICE_SAMPLES 5000
#define REBUILD_MS 1000

const char *const case_sort_words[CASE_SORT__COUNT + 1] = {
	"number", "task", "outcome", "score", "wall", "cpu", "rss", "reason"
};

static guint
row_at(const struct app *app, int row)
{
	return g_array_index(app->cases.rows, guint32, row);
}

static int
row_count(const struct app *app)
{
	return app->cases.rows ? (int)app->cases.rows->len : 0;
}

bool
cases_are_open(const struct app *app)
{
	for (int i = 0; i < app->depth; i++)
		if (app->screens[i] == &screen_cases)
			return app->cases.rows;
	return false;
}

void
cases_clear(struct app *app)
{
	struct cases *cases = &app->cases;

	g_clear_pointer(&cases->rows, g_array_unref);
	g_clear_pointer(&cases->fresh, g_array_unref);
	case_order_free(cases->order);
	g_clear_pointer(&cases->from, g_array_unref);
	g_free(cases->from_title);
	g_free(cases->filter);
	g_free(cases->filter_error);
	filter_free(cases->compiled);
	*cases = (struct cases){ .range_from = G_MAXUINT };
}

static bool
is_marked(gpointer app, guint ordinal)
{
	return app_is_marked(app, ordinal);
}

static guint
total(const struct app *app)
{
	return app->cases.from ? app->cases.from->len :
	    app->session->board->samples->len;
}

/* From the beginning; the rows that are there are shown meanwhile. */
static void
rebuild(struct app *app, bool is_asked)
{
	struct cases *cases = &app->cases;

	g_clear_pointer(&cases->fresh, g_array_unref);
	g_clear_pointer(&cases->order, case_order_free);
	if (!cases->rows)
		cases->rows = g_array_new(FALSE, FALSE, sizeof(guint32));
	cases->fresh = g_array_new(FALSE, FALSE, sizeof(guint32));
	cases->is_asked = is_asked;
	cases->scanned = 0;
	cases->generation = app->session->board->generation;
	cases->built_ms = app->now_ms;
}

void
cases_resort(struct app *app)
{
	struct cases *cases = &app->cases;

	g_clear_pointer(&cases->order, case_order_free);
	cases->is_asked = true;
	/* Rows that are being made are sorted when they are there. */
	if (!cases->fresh) {
		cases->fresh = g_array_copy(cases->rows);
		cases->scanned = total(app);
		cases_work(app);
	}
}

static gpointer
as_data(const struct app *app)
{
	union {
		const struct app *app;
		gpointer data;
	} u = { app };

	return u.data;
}

static bool
find_row(const struct app *app, guint ordinal, int *ret_row)
{
	for (int i = 0; i < row_count(app); i++)
		if (row_at(app, i) == ordinal) {
			*ret_row = i;
			return true;
		}
	return false;
}

/*
 * The cursor's sample keeps its line of the screen; if it is not among the
 * rows, the one that stands there now is the cursor's.
 */
static void
put_cursor(struct app *app)
{
	struct cases *cases = &app->cases;
	int row;

	if (app->asking == ASK_FILTER && find_row(app, cases->filter_from,
	    &row)) {
		list_follow(&cases->list, row);
		app_select_sample(app, cases->filter_from);
	} else if (find_row(app, app->sample, &row)) {
		list_follow(&cases->list, row);
	} else if (row_count(app) > 0) {
		list_fit(&cases->list, row_count(app), cases->list.shown);
		app_select_sample(app, row_at(app, cases->list.cursor));
	}
}

bool
cases_go(struct app *app, guint ordinal)
{
	bool is_here = cases_are_open(app);
	int row;

	if (is_here && find_row(app, ordinal, &row))
		app->cases.list.cursor = row;
	else if (app_screen(app) == &screen_cases)
		return false;
	return true;
}

static void
finish(struct app *app)
{
	struct cases *cases = &app->cases;

	g_array_unref(cases->rows);
	cases->rows = g_steal_pointer(&cases->fresh);
	g_clear_pointer(&cases->order, case_order_free);
	memset(cases->counts, 0, sizeof(cases->counts));
	for (int i = 0; i < row_count(app); i++) {
		const struct board_sample *s = board_sample(
		    app->session->board, row_at(app, i));

		if (s->state == SAMPLE_JUDGED)
			cases->counts[s->outcome]++;
	}
	put_cursor(app);
}

static void
scan_some(struct app *app)
{
	struct cases *cases = &app->cases;
	GArray *into = cases->fresh;
	const struct filter_source source = {
		.board = app->session->board, .notes = actions_notes(app),
		.load = app_load_verdict, .is_marked = is_marked,
		.data = as_data(app),
	};
	guint to = MIN(total(app), cases->scanned + SLICE_SAMPLES);

	if (!cases->from) {
		if (cases->compiled) {
			cases->scanned = filter_run(cases->compiled, &source,
			    cases->scanned, to, SLICE_LOADS, into);
			return;
		}
		for (guint32 i = cases->scanned; i < to; i++)
			g_array_append_val(into, i);
		cases->scanned = to;
		return;
	}
	to = MIN(to, cases->scanned + SLICE_LOADS);
	for (; cases->scanned < to; cases->scanned++) {
		guint32 ordinal = g_array_index(cases->from, guint32,
		    cases->scanned);

		if (!cases->compiled || filter_matches(cases->compiled,
		    &source, ordinal))
			g_array_append_val(into, ordinal);
	}
}

bool
cases_work(struct app *app)
{
	struct cases *cases = &app->cases;
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;

	if (!cases->fresh)
		return false;
	while (cases->scanned < total(app)) {
		scan_some(app);
		if (clock_monotonic_ms() >= until)
			return true;
	}
	if (cases->sort == CASE_SORT_REASON && !cases->order &&
	    reasons_work(app))
		return true;
	if (!cases->order)
		cases->order = case_order_new(app, cases->fresh);
	while (!case_order_step(app, cases->order, cases->fresh))
		if (clock_monotonic_ms() >= until)
			return true;
	finish(app);
	return true;
}

/*
 * Keys mean what is lit: a sample that was gone to by another way is lit, or,
 * if the list does not show it, left again.
 */
static void
keep_together(struct app *app)
{
	int at = app->cases.list.cursor;

	if (at >= row_count(app) || row_at(app, at) != app->sample)
		put_cursor(app);
}

void
cases_update(struct app *app)
{
	struct cases *cases = &app->cases;

	if (!cases->rows || cases->fresh || app_screen(app) != &screen_cases)
		return;
	if (app->follows)
		put_cursor(app);
	else
		keep_together(app);
	if (cases->generation == app->session->board->generation ||
	    app->now_ms - cases->built_ms < REBUILD_MS)
		return;
	rebuild(app, false);
}

void
cases_set_filter(struct app *app, const char *text)
{
	struct cases *cases = &app->cases;
	g_autoptr(GError) error = NULL;
	struct filter *compiled = *text ? filter_parse(text, NULL, &error) :
	    NULL;

	g_clear_pointer(&cases->filter_error, g_free);
	if (error) {
		/* What was shown stays until the text makes sense again. */
		cases->filter_error = g_strdup(error->message);
		return;
	}
	filter_free(cases->compiled);
	cases->compiled = compiled;
	g_free(cases->filter);
	cases->filter = *text ? g_strdup(text) : NULL;
	rebuild(app, true);
	cases_work(app);
}

/* `from` is taken over. */
void
cases_show(struct app *app, GArray *from, const char *title)
{
	struct cases *cases = &app->cases;

	g_clear_pointer(&cases->from, g_array_unref);
	g_free(cases->from_title);
	cases->from = from;
	cases->from_title = g_strdup(title);
	cases->id_width = app->id_width + 1 + (int)strlen("10");
	app_unfollow(app);
	rebuild(app, true);
	g_array_set_size(cases->rows, 0);
	app_push(app, &screen_cases);
	cases_work(app);
	if (from && from->len > 0) {
		app_select_sample(app, g_array_index(from, guint32, 0));
		put_cursor(app);
	}
}

/* Marks: of the list in view. */

guint
marks_count(const struct app *app)
{
	return app_screen(app) == &screen_cases ? (guint)row_count(app) :
	    app_has_sample(app) ? board_task(app->session->board,
	    app_task(app))->samples : 0;
}

guint
marks_ordinal(const struct app *app, guint row)
{
	return app_screen(app) == &screen_cases ? row_at(app, (int)row) :
	    board_task(app->session->board, app_task(app))->first + row;
}

static bool
cases_act(struct app *app, enum action action, int key)
{
	struct cases *cases = &app->cases;

	/* The rows may have changed since they were drawn, if they were. */
	list_fit(&cases->list, row_count(app), cases->list.shown);
	switch (action) {
	case ACTION_LEFT:
		app_pop(app);
		return true;
	case ACTION_OPEN:
	case ACTION_RIGHT:
		app_unfollow(app);
		if (row_count(app) > 0) {
			app_select_sample(app, row_at(app,
			    cases->list.cursor));
			app_push(app, &screen_review);
		}
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		if (action == ACTION_SORT)
			cases->sort = (cases->sort + 1) % CASE_SORT__COUNT;
		else
			cases->is_reverse = !cases->is_reverse;
		cases_resort(app);
		return true;
	case ACTION_SAVED_FILTER:
		if (key >= '1' && key <= '9')
			saved_apply(app, key - '1');
		return true;
	case ACTION_NEXT_CASE:
		action = ACTION_DOWN;
		break;
	case ACTION_PREV_CASE:
		action = ACTION_UP;
		break;
	default:
		break;
	}
	if (!list_act(&cases->list, action))
		return false;
	app_unfollow(app);
	if (row_count(app) > 0)
		app_select_sample(app, row_at(app, cases->list.cursor));
	return true;
}

static int
cases_rows(struct app *app, int *ret_at)
{
	*ret_at = app->cases.list.cursor;
	return row_count(app);
}

static bool
cases_matches(struct app *app, int row)
{
	guint ordinal = row_at(app, row);
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	g_autofree char *name = app_sample_name(app, ordinal);

	if (text_matches(name, app->search))
		return true;
	if (s->state != SAMPLE_JUDGED)
		return false;
	return text_matches(outcome_info((enum outcome)s->outcome)->word,
	    app->search) || (s->detail && text_matches(detail_word(
	    (enum detail)s->detail), app->search)) ||
	    (s->outcome != OUTCOME_PASS &&
	    text_matches(app_reason(app, ordinal), app->search));
}

static void
cases_select(struct app *app, int row)
{
	app->cases.list.cursor = row;
	app_select_sample(app, row_at(app, row));
}

const struct screen screen_cases = {
	PLACE_CASELIST, cases_draw, cases_act, cases_rows, cases_matches,
	cases_select, "in ids, outcomes and reasons"
};
