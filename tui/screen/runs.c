/* The model of the run browser: see runs.h. */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/format.h"
#include "tui/rundata.h"

#include <string.h>

#define LIST_MS 5000		/* between looks for new runs, while one is live */
#define REFRESH_MS 1000		/* of live runs */

void
run_row_free(gpointer data)
{
	struct run_row *row = data;

	g_free(row->path);
	g_free(row->name);
	g_free(row->label);
	g_free(row->suite);
	g_free(row->error);
	g_free(row->note_label);
	g_free(row->note);
	g_free(row->facts);
	g_free(row->samples_file);
	if (row->live)
		session_free(row->live);
	g_free(row);
}

static char *
facts_of(const struct runlist_row *known)
{
	g_autofree char *notes = known->notes > 0 ? g_strdup_printf(
	    "   %u note%s", known->notes, known->notes == 1 ? "" : "s") :
	    g_strdup("");

	return g_strdup_printf("%u task%s   sandbox %s   evaltop %s   on %s%s",
	    known->tasks, known->tasks == 1 ? "" : "s", *known->tier ?
	    known->tier : "unknown", *known->version ? known->version :
	    "unknown", *known->host ? known->host : "an unknown host",
	    notes);
}

static void
fill_known(struct run_row *row, const struct runlist_row *known)
{
	row->elapsed_ms = (guint64)(known->wall_s * 1000);
	row->tasks = known->tasks;
	row->samples = known->samples;
	row->judged = known->judged;
	row->unjudged = known->unjudged;
	memcpy(row->outcomes, known->outcomes, sizeof(row->outcomes));
	row->figure_count = (int)MIN(known->figures->len, RUN_KS_MAX);
	for (int i = 0; i < row->figure_count; i++)
		row->figures[i] = g_array_index(known->figures,
		    struct runlist_figure, i);
}

static struct run_row *
row_new(const struct runlist_row *known)
{
	struct run_row *row = g_new0(struct run_row, 1);

	row->path = g_strdup(known->path);
	row->name = g_strdup(known->name);
	row->label = g_strdup(*known->label ? known->label : known->name);
	row->suite = g_strdup(known->suite);
	row->samples_file = *known->samples_path ?
	    g_strdup(known->samples_path) : NULL;
	row->facts = facts_of(known);
	row->state = known->state;
	row->started_ms = known->started_ms;
	row->stamp = known->stamp;
	row->notes = known->notes;
	row->note_label = *known->note_label ? g_strdup(known->note_label) :
	    NULL;
	row->note = *known->note ? g_strdup(known->note) : NULL;
	fill_known(row, known);
	row->is_loaded = known->state != RUNLIST_LIVE && !known->is_bare;
	return row;
}

/* A live run: from its board, which is kept up to date. */
static void
fill_board(struct run_row *row)
{
	const struct board *board = row->live->board;
	const GArray *ks = row->live->manifest->settings.k;

	row->judged = board->judged;
	row->unjudged = board->unjudged;
	row->elapsed_ms = board->elapsed_ms;
	memcpy(row->outcomes, board->outcomes, sizeof(row->outcomes));
	row->figure_count = MIN(ks ? (int)ks->len : 0, RUN_KS_MAX);
	for (int i = 0; i < row->figure_count; i++) {
		struct passk_estimate e;

		passk_estimate(board, g_array_index(ks, guint, i), false, &e);
		row->figures[i] = (struct runlist_figure){ e.k, e.tasks > 0,
			e.value, e.low, e.high };
	}
}

/* A live run is opened and followed; of another the figures are found out. */
static void
row_load(struct run_row *row)
{
	g_autoptr(GError) error = NULL;
	CLEANUP(runlist_row_free) struct runlist_row *known = NULL;

	row->is_loaded = true;
	if (row->state == RUNLIST_LIVE)
		row->live = session_open(row->path, true, &error);
	else
		known = runlist_read(row->path, &error);
	if (known)
		fill_known(row, known);
	else if (!row->live)
		row->error = g_strdup(error->message);
	/* runs_work() reads what a live run has written. */
}

const struct runlist_figure *
run_row_figure(const struct run_row *row, guint k)
{
	for (int i = 0; i < row->figure_count; i++)
		if (row->figures[i].k == k && row->figures[i].has_value)
			return &row->figures[i];
	return NULL;
}

const struct run_row *
runs_find(const struct app *app, const char *path)
{
	for (guint i = 0; app->runs.rows && path && i < app->runs.rows->len;
	    i++) {
		const struct run_row *row = g_ptr_array_index(app->runs.rows,
		    i);

		if (strcmp(row->path, path) == 0)
			return row;
	}
	return NULL;
}

/* Order and filter. */

static double
pass_of(const struct run_row *row)
{
	const struct runlist_figure *f = run_row_figure(row, 1);

	return f ? f->value : -1;
}

static int
compare_rows(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct runs *runs = data;
	const struct run_row *a = *(const struct run_row *const *)pa;
	const struct run_row *b = *(const struct run_row *const *)pb;
	int order = 0;
	double va, vb;

	switch (runs->sort) {
	case RUN_SORT_NAME:
		order = compare_names(a->name, b->name);
		break;
	case RUN_SORT_SUITE:
		order = compare_names(a->suite, b->suite);
		break;
	case RUN_SORT_LABEL:
		order = compare_names(a->label, b->label);
		break;
	case RUN_SORT_STATE:
		order = (int)a->state - (int)b->state;
		break;
	case RUN_SORT_PASS:
		va = pass_of(a);
		vb = pass_of(b);
		order = (vb > va) - (vb < va);
		break;
	case RUN_SORT_STARTED:
	case RUN_SORT__COUNT:
		break;
	}
	if (order == 0)
		order = (b->started_ms > a->started_ms) -
		    (b->started_ms < a->started_ms);
	return runs->is_reverse ? -order : order;
}

static bool
row_passes(const struct runs *runs, const struct run_row *row)
{
	g_auto(GStrv) words = NULL;

	if (!runs->filter)
		return true;
	words = g_strsplit(runs->filter, " ", -1);
	for (guint i = 0; words[i]; i++)
		if (*words[i] && !text_matches(row->name, words[i]) &&
		    !text_matches(row->label, words[i]) &&
		    !text_matches(row->suite, words[i]) &&
		    !(row->note && text_matches(row->note, words[i])) &&
		    !(row->note_label && text_matches(row->note_label,
		    words[i])) && !text_matches(runlist_state_word(row->state), words[i]))
			return false;
	return true;
}

void
runs_arrange(struct app *app)
{
	struct runs *runs = &app->runs;
	int cursor = -1;

	g_ptr_array_set_size(runs->shown, 0);
	for (guint i = 0; i < runs->rows->len; i++)
		if (row_passes(runs, g_ptr_array_index(runs->rows, i)))
			g_ptr_array_add(runs->shown,
			    g_ptr_array_index(runs->rows, i));
	g_ptr_array_sort_with_data(runs->shown, compare_rows, runs);
	for (guint i = 0; i < runs->shown->len; i++) {
		const struct run_row *row = g_ptr_array_index(runs->shown, i);

		if (g_strcmp0(row->path, runs->selected) == 0)
			cursor = (int)i;
	}
	if (cursor >= 0)
		list_follow(&runs->list, cursor);
}

/* Rows of files that have not changed keep their figures. */
static void
runs_read(struct app *app)
{
	struct runs *runs = &app->runs;
	GPtrArray *rows;

	if (!runs->known)
		return;
	rows = g_ptr_array_new_with_free_func(run_row_free);
	for (guint i = 0; i < runs->known->rows->len; i++) {
		const struct runlist_row *known = g_ptr_array_index(
		    runs->known->rows, i);
		struct run_row *row = NULL;

		for (guint o = 0; runs->rows && o < runs->rows->len; o++) {
			struct run_row *old = g_ptr_array_index(runs->rows,
			    o);

			if (strcmp(old->path, known->path) == 0 &&
			    old->state == known->state && (old->stamp ==
			    known->stamp || old->live)) {
				row = g_ptr_array_steal_index_fast(runs->rows,
				    o);
				break;
			}
		}
		g_ptr_array_add(rows, row ? row : row_new(known));
	}
	if (runs->rows)
		g_ptr_array_unref(runs->rows);
	runs->rows = rows;
	runs->loaded = 0;
	runs->listed_ms = app->now_ms;
	runs_arrange(app);
}

void
runs_look_again(struct app *app)
{
	app->runs.listed_ms = app->now_ms;
	if (app->runs.known && runlist_update(app->runs.known))
		runs_read(app);
}

void
runs_start(struct app *app)
{
	struct runs *runs = &app->runs;

	runs->is_open = true;
	if (runs->shown)
		return;
	runs->shown = g_ptr_array_new();
	if (!runs->rows) {
		/* Figures that take long come in slices: runs_work(). */
		runs->known = runlist_new_quick(runs->dir);
		runs_read(app);
		for (guint i = 0; i < runs->known->complaints->len; i++)
			app_say(app, ROLE_WARN, "%s", (const char *)
			    g_ptr_array_index(runs->known->complaints, i));
	}
	runs_arrange(app);
}

void
runs_clear(struct app *app)
{
	struct runs *runs = &app->runs;

	if (runs->shown)
		g_ptr_array_unref(runs->shown);
	if (runs->rows)
		g_ptr_array_unref(runs->rows);
	runlist_free(runs->known);
	g_free(runs->dir);
	g_free(runs->filter);
	g_free(runs->selected);
	g_free(runs->a);
	g_free(runs->b);
	g_free(runs->resume);
	*runs = (struct runs){ 0 };
}

static guint
count_live(const struct runs *runs)
{
	guint live = 0;

	for (guint i = 0; i < runs->rows->len; i++)
		live += ((const struct run_row *)g_ptr_array_index(runs->rows,
		    i))->state == RUNLIST_LIVE;
	return live;
}

static void
refresh_live(struct app *app)
{
	bool has_ended = false;

	for (guint i = 0; i < app->runs.rows->len; i++) {
		struct run_row *row = g_ptr_array_index(app->runs.rows, i);

		if (!row->live)
			continue;
		if (session_is_loading(row->live))
			continue;
		session_drain_all(row->live);
		fill_board(row);
		has_ended = has_ended ||
		    row->live->board->state >= RUN_DONE ||
		    !rundir_is_locked(row->path);
	}
	if (has_ended)
		runs_look_again(app);
}

void
runs_update(struct app *app)
{
	struct runs *runs = &app->runs;

	if (count_live(runs) == 0)
		return;
	if (app->now_ms - runs->refreshed_ms >= REFRESH_MS) {
		runs->refreshed_ms = app->now_ms;
		refresh_live(app);
	}
	if (app->now_ms - runs->listed_ms >= LIST_MS)
		runs_look_again(app);
}

int
runs_next_tick(const struct app *app)
{
	return count_live(&app->runs) > 0 ? REFRESH_MS : -1;
}

bool
runs_work(struct app *app)
{
	struct runs *runs = &app->runs;
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;
	bool has_loaded = false;

	while (runs->loaded < runs->rows->len &&
	    clock_monotonic_ms() < until) {
		struct run_row *row = g_ptr_array_index(runs->rows,
		    runs->loaded);

		if (!row->is_loaded) {
			row_load(row);
			has_loaded = true;
		}
		if (row->live && session_is_loading(row->live)) {
			(void)session_drain(row->live);
			fill_board(row);
			has_loaded = true;
		} else {
			runs->loaded++;
		}
	}
	if (has_loaded && runs->sort == RUN_SORT_PASS)
		runs_arrange(app);
	return has_loaded || runs->loaded < runs->rows->len;
}

void
runs_delete(struct app *app, const char *path)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *name = g_path_get_basename(path);

	if (!rundata_delete(path, &error)) {
		app_say(app, ROLE_WARN, "%s", error->message);
		return;
	}
	if (g_strcmp0(app->runs.a, path) == 0)
		g_clear_pointer(&app->runs.a, g_free);
	if (g_strcmp0(app->runs.b, path) == 0)
		g_clear_pointer(&app->runs.b, g_free);
	g_clear_pointer(&app->runs.selected, g_free);
	runs_look_again(app);
	app_say(app, ROLE_NORMAL, "deleted %s", name);
}
