/*
 * All samples of a run as one list, filtered and sorted.  The filter runs in
 * slices between keys; while a live run goes on, the rows are made anew behind
 * the scenes and change at once.
 */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

#define SLICE_MS 10
#define SLICE_LOADS 200
#define SLICE_SAMPLES 20000
#define REBUILD_MS 1000

static const char *const sort_words[CASE_SORT__COUNT] = {
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
	g_clear_pointer(&cases->from, g_array_unref);
	g_free(cases->from_title);
	g_free(cases->filter);
	g_free(cases->filter_before);
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

/* From the beginning, with the rows that are there shown meanwhile or not. */
static void
rebuild(struct app *app, bool keep_rows)
{
	struct cases *cases = &app->cases;

	g_clear_pointer(&cases->fresh, g_array_unref);
	if (!cases->rows)
		cases->rows = g_array_new(FALSE, FALSE, sizeof(guint32));
	if (keep_rows)
		cases->fresh = g_array_new(FALSE, FALSE, sizeof(guint32));
	else
		g_array_set_size(cases->rows, 0);
	cases->scanned = 0;
	cases->needs_sort = true;
	cases->generation = app->session->board->generation;
	cases->built_ms = app->now_ms;
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

static guint
compare_rank(const struct app *app, guint ordinal)
{
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);

	return s->state != SAMPLE_JUDGED ? 1000u + s->state :
	    s->outcome * 32u + s->detail;
}

static int
compare_by_reason(const struct app *app, guint a, guint b)
{
	const struct reason_group *ga, *gb;

	if (!app->by_reason.groups)
		return 0;
	ga = reason_groups_of(app->by_reason.groups, a);
	gb = reason_groups_of(app->by_reason.groups, b);
	/* What has no reason goes last. */
	if (!ga || !gb)
		return !ga - !gb;
	return ga == gb ? 0 : strcmp(ga->reason, gb->reason);
}

#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

static int
compare_cases(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct app *app = data;
	guint a = *(const guint32 *)pa, b = *(const guint32 *)pb;
	const struct board *board = app->session->board;
	const struct board_sample *sa = board_sample(board, a);
	const struct board_sample *sb = board_sample(board, b);
	int order = 0;

	switch (app->cases.sort) {
	case CASE_SORT_TASK:
		order = sa->task == sb->task ? 0 : compare_names(board_task(
		    board, sa->task)->id, board_task(board, sb->task)->id);
		break;
	case CASE_SORT_OUTCOME:
		order = ORDER(compare_rank(app, a), compare_rank(app, b));
		break;
	case CASE_SORT_SCORE:
		order = ORDER(sa->score, sb->score);
		break;
	case CASE_SORT_WALL:
		order = ORDER(sb->wall_ms, sa->wall_ms);
		break;
	case CASE_SORT_CPU:
		order = ORDER(sb->cpu_ms, sa->cpu_ms);
		break;
	case CASE_SORT_RSS:
		order = ORDER(sb->rss_kib, sa->rss_kib);
		break;
	case CASE_SORT_REASON:
		order = compare_by_reason(app, a, b);
		break;
	case CASE_SORT_NUMBER:
	case CASE_SORT__COUNT:
		break;
	}
	if (order == 0)
		order = ORDER(a, b);
	return app->cases.is_reverse ? -order : order;
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

static void
finish(struct app *app)
{
	struct cases *cases = &app->cases;

	if (cases->fresh) {
		g_array_unref(cases->rows);
		cases->rows = g_steal_pointer(&cases->fresh);
	}
	cases->needs_sort = false;
	if (cases->sort != CASE_SORT_NUMBER || cases->is_reverse)
		g_array_sort_with_data(cases->rows, compare_cases, app);
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
	GArray *into = cases->fresh ? cases->fresh : cases->rows;
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
	gint64 until = clock_monotonic_ms() + SLICE_MS;

	if (!cases->rows || !cases->needs_sort)
		return false;
	while (cases->scanned < total(app)) {
		scan_some(app);
		if (clock_monotonic_ms() >= until)
			return true;
	}
	if (cases->sort == CASE_SORT_REASON && reasons_work(app))
		return true;
	finish(app);
	return true;
}

void
cases_update(struct app *app)
{
	struct cases *cases = &app->cases;

	if (!cases->rows || cases->needs_sort ||
	    app_screen(app) != &screen_cases)
		return;
	if (app->follows)
		put_cursor(app);
	if (cases->generation == app->session->board->generation ||
	    app->now_ms - cases->built_ms < REBUILD_MS)
		return;
	rebuild(app, true);
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
	rebuild(app, false);
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
	rebuild(app, false);
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

/* Drawing. */

struct columns {
	int sample_w, word_w, score, wall, cpu, rss, label, label_w, reason;
};

static void
columns_solve(const struct app *app, int width, struct columns *c)
{
	int x;

	c->word_w = width >= 70 ? 14 : 0;
	c->sample_w = CLAMP(app->cases.id_width, 8, MAX(width / 4, 8));
	/* "▸* sample  ✗ assertion_fail 0.43 ..." */
	x = 3 + c->sample_w + 2 + 2 + (c->word_w ? c->word_w + 1 : 0);
	c->score = x;
	x += 5;
	c->wall = width >= 56 ? x : -1;
	x += c->wall >= 0 ? 7 : 0;
	c->cpu = width >= 100 ? x : -1;
	x += c->cpu >= 0 ? 7 : 0;
	c->rss = width >= 76 ? x : -1;
	x += c->rss >= 0 ? 7 : 0;
	x += 1;
	c->label_w = width >= 92 ? 10 : 0;
	c->label = x + 1;
	x += c->label_w ? c->label_w + 2 : 0;
	c->reason = x + 1;
}

static void
draw_heads(struct app *app, struct rect r, const struct columns *c)
{
	struct draw *d = &app->draw;

	draw_put(d, r.x, r.y, r.w, "", ROLE_DIM);
	draw_text(d, r.x + 3, r.y, c->sample_w, "sample", ROLE_DIM);
	if (c->word_w)
		draw_text(d, r.x + 7 + c->sample_w, r.y, c->word_w, "outcome",
		    ROLE_DIM);
	draw_right(d, r.x + c->score, r.y, 5, "score", ROLE_DIM);
	if (c->wall >= 0)
		draw_right(d, r.x + c->wall, r.y, 7, "wall", ROLE_DIM);
	if (c->cpu >= 0)
		draw_right(d, r.x + c->cpu, r.y, 7, "cpu", ROLE_DIM);
	if (c->rss >= 0)
		draw_right(d, r.x + c->rss, r.y, 7, "rss", ROLE_DIM);
	if (c->label_w)
		draw_text(d, r.x + c->label, r.y, c->label_w, "label",
		    ROLE_DIM);
	draw_text(d, r.x + c->reason, r.y, r.w - c->reason, "reason",
	    ROLE_DIM);
}

static void
draw_figures(struct app *app, guint ordinal, struct rect r, int y,
    const struct columns *c, unsigned style)
{
	struct draw *d = &app->draw;
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	char text[FORMAT_SIZE];

	snprintf(text, sizeof(text), "%.2f", (double)s->score);
	draw_right(d, r.x + c->score, y, 5, text, style);
	if (c->wall >= 0)
		draw_right(d, r.x + c->wall, y, 7, format_seconds(s->wall_ms,
		    text), style);
	if (c->cpu >= 0)
		draw_right(d, r.x + c->cpu, y, 7, format_seconds(s->cpu_ms,
		    text), style);
	if (c->rss >= 0)
		draw_right(d, r.x + c->rss, y, 7, format_bytes(
		    (guint64)s->rss_kib * 1024, text), style);
	draw_text(d, r.x + c->reason, y, r.w - c->reason,
	    s->outcome == OUTCOME_PASS ? "" : app_reason(app, ordinal),
	    style);
}

static void
draw_row(struct app *app, guint ordinal, struct rect r, int y,
    const struct columns *c, bool is_cursor)
{
	struct draw *d = &app->draw;
	const struct board_sample *s = board_sample(app->session->board,
	    ordinal);
	unsigned style = is_cursor ? STYLE_REVERSE : ROLE_NORMAL, hue;
	const char *glyph = sample_glyph(app, s, &hue);
	g_autofree char *name = app_sample_name(app, ordinal);
	const struct note *note = actions_note(app, ordinal);
	const char *word = s->state == SAMPLE_RUNNING ? "running" :
	    s->state == SAMPLE_QUEUED ? "queued" : s->state ==
	    SAMPLE_UNJUDGED ? "unjudged" : s->detail ?
	    detail_word((enum detail)s->detail) :
	    outcome_info((enum outcome)s->outcome)->word;

	draw_put(d, r.x, y, r.w, is_cursor ? "\u25b8" : "", style);
	if (app_is_marked(app, ordinal))
		draw_text(d, r.x + 1, y, 1, "*", is_cursor ? style :
		    ROLE_ACCENT | STYLE_BOLD);
	draw_put_tail(d, r.x + 3, y, c->sample_w, name, style);
	draw_put(d, r.x + 5 + c->sample_w, y, 1, glyph, is_cursor ? style :
	    hue);
	if (c->word_w)
		draw_text(d, r.x + 7 + c->sample_w, y, c->word_w, word,
		    is_cursor ? style : hue);
	if (s->state == SAMPLE_JUDGED)
		draw_figures(app, ordinal, r, y, c, style);
	if (c->label_w && note)
		draw_text(d, r.x + c->label, y, c->label_w, note->label ?
		    note->label : "(note)", is_cursor ? style : ROLE_ACCENT);
	if (is_cursor)
		draw_cursor(d, r.x, y);
}

static void
draw_list(struct app *app, struct rect r, bool is_framed)
{
	struct cases *cases = &app->cases;
	struct columns c;
	g_autofree char *title = NULL, *right = NULL;
	struct box box = { .has_focus = true };
	bool is_busy = cases->needs_sort && !cases->fresh;

	title = g_strdup_printf("Samples %d%s%s%s%s%s", row_count(app),
	    is_busy ? " so far" : "", cases->from ? "  of: " : "",
	    cases->from ? cases->from_title : "", app->search ? "  /" : "",
	    app->search ? app->search : "");
	right = g_strdup_printf("%s%ssort %s %s", app->marked > 0 ? "marked  "
	    : "", app->follows && app_is_live(app) ? "follow  " : "",
	    sort_words[cases->sort], cases->is_reverse ? "\u25b2" :
	    "\u25bc");
	if (app->marked > 0) {
		g_free(right);
		right = g_strdup_printf("%u marked   sort %s %s", app->marked,
		    sort_words[cases->sort], cases->is_reverse ? "\u25b2" :
		    "\u25bc");
	}
	list_fit(&cases->list, row_count(app), r.h - (is_framed ? 3 : 0));
	if (is_framed) {
		box.title = title;
		box.right = right;
		box.top = cases->list.top;
		box.shown = cases->list.shown;
		box.total = cases->list.count;
		r = draw_box(&app->draw, r, &box);
	}
	columns_solve(app, r.w, &c);
	if (is_framed) {
		draw_heads(app, r, &c);
		rect_cut_top(&r, 1);
	}
	app_hit(app, r, &cases->list, NULL, -1);
	for (int i = 0; i < r.h && cases->list.top + i < row_count(app); i++)
		draw_row(app, row_at(app, cases->list.top + i), r, r.y + i,
		    &c, cases->list.top + i == cases->list.cursor);
	if (row_count(app) == 0)
		draw_text(&app->draw, r.x + 3, r.y, r.w - 3, is_busy ?
		    "looking ..." : cases->filter ? "no sample matches; Esc "
		    "drops the filter" : "there is no sample", ROLE_DIM);
}

static void
draw_counts(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	struct box box = { .title = "Counts and filter" };
	guint most = 1, fields;
	const struct filter_field *field = filter_fields(&fields);
	g_autoptr(GString) names = g_string_new("");

	r = draw_box(d, r, &box);
	rect_cut_left(&r, 1);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		most = MAX(most, app->cases.counts[i]);
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT && r.h > 0; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);
		guint count = app->cases.counts[i];

		draw_printf(d, r.x, r.y, 16, outcome_style((enum outcome)i),
		    "%s %s", info->glyph, info->word);
		draw_bar(d, r.x + 18, r.y, r.w - 27, (double)count / most,
		    outcome_style((enum outcome)i));
		draw_printf(d, r.x + r.w - 8, r.y, 7, STYLE_BOLD, "%7u",
		    count);
		rect_cut_top(&r, 1);
	}
	rect_cut_top(&r, 1);
	for (guint i = 0; i < fields; i++)
		g_string_append_printf(names, "%s%s", i ? " " : "",
		    field[i].name);
	for (const char *p = names->str; *p && r.h > 2;) {
		int room = r.w - 10, length = (int)strlen(p);

		if (length > room)
			for (length = room; length > 0 && p[length] != ' ';)
				length--;
		draw_text(d, r.x, r.y, 7, p == names->str ? "fields" : "",
		    ROLE_DIM);
		draw_printf(d, r.x + 8, r.y, r.w - 9, ROLE_NORMAL, "%.*s",
		    length, p);
		p += length + (p[length] == ' ');
		rect_cut_top(&r, 1);
	}
	if (r.h > 0) {
		draw_text(d, r.x, r.y, 7, "signs", ROLE_DIM);
		draw_text(d, r.x + 8, r.y, r.w - 9, "= != ~ !~ < <= > >=   "
		    "and or not ( )", ROLE_NORMAL);
	}
	if (r.h > 1) {
		draw_text(d, r.x, r.y + 1, 7, "e.g.", ROLE_DIM);
		draw_text(d, r.x + 8, r.y + 1, r.w - 9, "out=timeout or "
		    "reason~\"index\"", ROLE_NORMAL);
	}
}

static void
draw_preview(struct app *app, struct rect r)
{
	char left[300], right[100];
	struct box box = { .title = left, .right = right };

	if (r.h < 3)
		return;
	app_detail(app);
	result_title(app, left, sizeof(left), right, sizeof(right));
	result_fill(app, &app->result, RESULT_WHOLE);
	/* The overview's panes hold other lines: they are made anew there. */
	app->pane_serial = G_MAXUINT;
	app->result.top = 0;
	app->result.wraps = true;
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	pager_draw(&app->result, &app->draw, r);
}

static void
cases_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows }, side;
	g_autofree char *where = NULL, *right = NULL;
	bool is_framed = d->cols >= 60 && d->rows >= 16;

	if (layout_size(d->cols, d->rows) == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	where = g_strdup_printf("\u203a Samples   filter: %s",
	    app->cases.filter ? app->cases.filter : "none");
	right = g_strdup_printf("row %d of %d", row_count(app) ?
	    app->cases.list.cursor + 1 : 0, row_count(app));
	chrome_draw_title(app, 0, where, right);
	rect_cut_top(&body, 1);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	if (d->cols >= 120 && body.h >= 18) {
		side = rect_cut_left(&body, body.w * 62 / 100);
		draw_counts(app, rect_cut_top(&body, 15));
		if (app_has_sample(app))
			draw_preview(app, body);
		body = side;
	}
	draw_list(app, body, is_framed);
	chrome_draw_cursor(app, d->rows - 2);
}

static bool
cases_act(struct app *app, enum action action, int key)
{
	struct cases *cases = &app->cases;

	(void)key;
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
		cases->needs_sort = true;
		cases_work(app);
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
	    (row_count(app) <= REASONS_SEARCHED &&
	    text_matches(app_reason(app, ordinal), app->search));
}

static void
cases_select(struct app *app, int row)
{
	app->cases.list.cursor = row;
	app_select_sample(app, row_at(app, row));
}

/* One CSV field: quoted where it must be. */
static void
csv_field(GString *into, const char *text, bool is_last)
{
	if (text[strcspn(text, ",\"\r\n")] == '\0') {
		g_string_append(into, text);
	} else {
		g_string_append_c(into, '"');
		for (const char *p = text; *p; p++) {
			if (*p == '"')
				g_string_append_c(into, '"');
			g_string_append_c(into, *p);
		}
		g_string_append_c(into, '"');
	}
	g_string_append_c(into, is_last ? '\n' : ',');
}

char *
cases_text(struct app *app)
{
	GString *into = g_string_new("task_id,completion_id,outcome,detail,"
	    "score,wall_ms,rss_kib,label,reason\n");
	const struct board *board = app->session->board;

	for (int i = 0; i < row_count(app); i++) {
		guint ordinal = row_at(app, i);
		const struct board_sample *s = board_sample(board, ordinal);
		const struct board_task *task = board_task(board, s->task);
		const struct note *note = actions_note(app, ordinal);
		const char *detail = detail_word((enum detail)s->detail);

		if (app->marked > 0 && !app_is_marked(app, ordinal))
			continue;
		csv_field(into, task->id, false);
		g_string_append_printf(into, "%u,", ordinal - task->first);
		csv_field(into, s->state == SAMPLE_JUDGED ? outcome_info(
		    (enum outcome)s->outcome)->word : "", false);
		csv_field(into, detail ? detail : "", false);
		g_string_append_printf(into, "%.4f,%u,%u,", (double)s->score,
		    s->wall_ms, s->rss_kib);
		csv_field(into, note && note->label ? note->label : "",
		    false);
		csv_field(into, s->state == SAMPLE_JUDGED && s->outcome !=
		    OUTCOME_PASS ? app_reason(app, ordinal) : "", true);
	}
	return g_string_free(into, FALSE);
}

const struct screen screen_cases = {
	PLACE_CASELIST, cases_draw, cases_act, cases_rows, cases_matches,
	cases_select, "in ids, outcomes and reasons"
};
