/* Rows from manifests and summaries; see runlist.h for what costs what. */
#include "report/runlist.h"

#include "report/summary.h"
#include "run/notes.h"
#include "run/rundir.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A live run's longer journal is counted, not understood. */
#define WHOLE_JOURNAL_BYTES (4 << 20)

static const char *const state_words[RUNLIST_STATE__COUNT] = {
	[RUNLIST_LIVE] = "running", [RUNLIST_DONE] = "done",
	[RUNLIST_STOPPED] = "stopped", [RUNLIST_INCOMPLETE] = "incomplete",
	[RUNLIST_LOST] = "lost",
};

static const char *const column_words[RUNLIST_COLUMN__COUNT] = {
	[RUNLIST_BY_STARTED] = "started", [RUNLIST_BY_NAME] = "name",
	[RUNLIST_BY_LABEL] = "label", [RUNLIST_BY_SUITE] = "suite",
	[RUNLIST_BY_STATE] = "state", [RUNLIST_BY_JUDGED] = "judged",
	[RUNLIST_BY_PASS1] = "pass@1", [RUNLIST_BY_TASKS] = "tasks",
	[RUNLIST_BY_WALL] = "wall", [RUNLIST_BY_NOTES] = "notes",
};

const char *
runlist_state_word(enum runlist_state state)
{
	g_assert(state < RUNLIST_STATE__COUNT);
	return state_words[state];
}

const char *
runlist_column_word(enum runlist_column column)
{
	g_assert(column < RUNLIST_COLUMN__COUNT);
	return column_words[column];
}

static void
row_free(gpointer data)
{
	struct runlist_row *row = data;

	if (!row)
		return;
	g_free(row->path);
	g_free(row->name);
	g_free(row->label);
	g_free(row->suite);
	g_free(row->suite_format);
	g_free(row->suite_sha256);
	g_free(row->samples_path);
	g_free(row->tier);
	g_free(row->host);
	g_free(row->version);
	g_free(row->note_label);
	g_free(row->note);
	g_array_unref(row->figures);
	g_free(row);
}

/* ---- one row ---- */

/* Sizes and times of what a row is made from, and whether it is live. */
static guint64
stamp_of(const char *path, bool is_live)
{
	static const char *const files[] = { "run.json", "results.jsonl",
		"notes.jsonl" };
	guint64 stamp = is_live + 1;

	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *file = g_build_filename(path, files[i], NULL);
		GStatBuf st;

		if (g_stat(file, &st) < 0)
			continue;
		/* FNV's step: any change changes it. */
		stamp = (stamp ^ (guint64)st.st_size) * 1099511628211u;
		stamp = (stamp ^ (guint64)st.st_mtim.tv_sec) * 1099511628211u;
		stamp = (stamp ^ (guint64)st.st_mtim.tv_nsec) *
		    1099511628211u;
	}
	return stamp;
}

static enum runlist_state
state_of(const struct run_manifest *manifest, bool is_live)
{
	/* A screen that is still open keeps the lock of a run that has ended. */
	switch (manifest->state) {
	case RUN_DONE:
		return RUNLIST_DONE;
	case RUN_STOPPED:
		return RUNLIST_STOPPED;
	case RUN_INCOMPLETE:
		return RUNLIST_INCOMPLETE;
	case RUN_RUNNING:
	case RUN_PAUSED:
	case RUN_STOPPING:
	case RUN_STATE__COUNT:
		break;
	}
	return is_live ? RUNLIST_LIVE : RUNLIST_LOST;
}

static const cJSON *
get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

static double
real_of(const cJSON *object, const char *name)
{
	const cJSON *item = get(object, name);

	return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static guint
count_of(const cJSON *object, const char *name)
{
	double value = real_of(object, name);

	return value > 0 && value < G_MAXUINT ? (guint)value : 0;
}

static void
fill_figures(struct runlist_row *row, const char *summary)
{
	cJSON *object = cJSON_Parse(summary);
	const cJSON *outcomes = get(object, "outcomes"), *each;

	row->tasks = count_of(object, "tasks");
	row->samples = count_of(object, "samples");
	row->judged = count_of(object, "judged");
	row->unjudged = count_of(object, "unjudged");
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		row->outcomes[i] = count_of(outcomes,
		    outcome_info((enum outcome)i)->word);
	row->wall_s = real_of(object, "wall_s");
	cJSON_ArrayForEach(each, get(object, "pass@k")) {
		struct runlist_figure figure = {
			.k = (guint)g_ascii_strtoull(each->string, NULL, 10),
			.has_value = cJSON_IsNumber(get(each, "value")),
			.value = real_of(each, "value"),
			.low = real_of(each, "low"),
			.high = real_of(each, "high"),
		};

		g_array_append_val(row->figures, figure);
	}
	cJSON_Delete(object);
}

static void
count_line(struct runlist_row *row, const char *line, const char *end)
{
	static const char judged[] = "{\"event\":\"judged\",";
	gsize length = (gsize)(end - line);

	if (length < sizeof(judged) ||
	    memcmp(line, judged, sizeof(judged) - 1) != 0)
		return;
	row->judged++;
	/* The field stands before any text of a candidate's. */
	row->outcomes[OUTCOME_PASS] += memmem(line, MIN(length, 400),
	    "\"passed\":true", 13) != NULL;
}

static void
count_planned(struct runlist_row *row, const struct run_index *index)
{
	for (guint i = 0; i < index->counts->len; i++) {
		guint32 samples = g_array_index(index->counts, guint32, i);

		row->samples += samples;
		row->tasks += samples > 0;
	}
}

/*
 * Progress of a live run with a long journal: its judged lines, so that a
 * sample that was judged twice counts twice.  No pass@1.
 */
static void
count_lines(struct runlist_row *row, const char *journal,
    const struct run_index *index)
{
	g_autoptr(GMappedFile) file = g_mapped_file_new(journal, FALSE, NULL);
	const char *at, *end, *stop;

	count_planned(row, index);
	if (!file || g_mapped_file_get_length(file) == 0)
		return;
	at = g_mapped_file_get_contents(file);
	stop = at + g_mapped_file_get_length(file);
	while ((end = memchr(at, '\n', (gsize)(stop - at)))) {
		count_line(row, at, end);
		at = end + 1;
		if (at == stop)
			break;
	}
	row->judged = MIN(row->judged, row->samples);
	row->outcomes[OUTCOME_PASS] = MIN(row->outcomes[OUTCOME_PASS],
	    row->judged);
}

/* True where the run is live and its journal is long. */
static bool
is_too_long(const char *journal, bool is_live)
{
	GStatBuf st;

	return is_live && g_stat(journal, &st) == 0 &&
	    st.st_size > WHOLE_JOURNAL_BYTES;
}

/* What is planned, without a look at the journal if `is_quick`. */
static bool
load_counts(struct runlist_row *row, const char *journal, bool is_quick,
    GError **error)
{
	struct run_manifest *whole = run_manifest_read(row->path, error);

	if (!whole)
		return false;
	row->is_bare = is_quick;
	if (is_quick)
		count_planned(row, &whole->index);
	else
		count_lines(row, journal, &whole->index);
	run_manifest_free(whole);
	return true;
}

static bool
load_figures(struct runlist_row *row, bool is_quick, GError **error)
{
	g_autofree char *journal = g_build_filename(row->path,
	    "results.jsonl", NULL);
	g_autofree char *summary = NULL;

	if (is_quick)
		summary = summary_load_kept(row->path);
	if (is_quick ? !summary : is_too_long(journal, row->state ==
	    RUNLIST_LIVE))
		return load_counts(row, journal, is_quick, error);
	if (!summary)
		summary = summary_load(row->path, error);
	if (!summary)
		return false;
	fill_figures(row, summary);
	return true;
}

static char *
dup_text(const char *text)
{
	return g_strdup(text ? text : "");
}

static void
load_notes(struct runlist_row *row)
{
	g_autofree char *file = g_build_filename(row->path, "notes.jsonl",
	    NULL);
	CLEANUP(notes_free) struct notes *notes = NULL;
	const struct note *own = NULL;

	if (g_file_test(file, G_FILE_TEST_EXISTS))
		notes = notes_load(row->path, NULL);
	if (notes) {
		row->notes = notes_count(notes);
		own = notes_get_run(notes);
	}
	row->note_label = dup_text(own ? own->label : NULL);
	row->note = dup_text(own ? own->text : NULL);
}

static struct runlist_row *
row_new(const char *path, const struct run_manifest *manifest, bool is_live)
{
	const struct run_settings *settings = &manifest->settings;
	struct runlist_row *row = g_new0(struct runlist_row, 1);

	row->figures = g_array_new(FALSE, FALSE,
	    sizeof(struct runlist_figure));
	row->path = g_strdup(path);
	row->name = g_path_get_basename(path);
	row->label = dup_text(settings->label);
	row->suite = dup_text(settings->suite_name);
	row->suite_format = dup_text(settings->suite_format);
	row->suite_sha256 = dup_text(settings->suite_sha256);
	row->samples_path = dup_text(settings->samples_path);
	row->tier = dup_text(manifest->tier);
	row->host = dup_text(manifest->host);
	row->version = dup_text(manifest->version);
	row->state = state_of(manifest, is_live);
	row->is_check = settings->is_check;
	row->started_ms = manifest->started_ms;
	row->ended_ms = manifest->ended_ms;
	return row;
}

/* NULL with an error for a folder that is no readable run. */
static struct runlist_row *
row_load(const char *path, bool is_live, bool is_quick, guint64 stamp,
    GError **error)
{
	struct run_manifest *manifest = run_manifest_read_head(path, error);
	struct runlist_row *row;

	if (!manifest)
		return NULL;
	row = row_new(path, manifest, is_live);
	run_manifest_free(manifest);
	row->stamp = stamp;
	load_notes(row);
	if (!load_figures(row, is_quick, error))
		g_clear_pointer(&row, row_free);
	return row;
}

struct runlist_row *
runlist_read(const char *path, GError **error)
{
	bool is_live = rundir_is_locked(path);

	return row_load(path, is_live, false, stamp_of(path, is_live), error);
}

void
runlist_row_free(struct runlist_row *row)
{
	row_free(row);
}

/* ---- the list ---- */

static struct runlist *
list_new(const char *base, bool is_quick)
{
	struct runlist *list = g_new0(struct runlist, 1);

	list->is_quick = is_quick;
	list->base = base ? g_strdup(base) : rundir_base();
	list->rows = g_ptr_array_new_with_free_func(row_free);
	list->complaints = g_ptr_array_new_with_free_func(g_free);
	(void)runlist_update(list);
	return list;
}

struct runlist *
runlist_new(const char *base)
{
	return list_new(base, false);
}

struct runlist *
runlist_new_quick(const char *base)
{
	return list_new(base, true);
}

void
runlist_free(struct runlist *list)
{
	if (!list)
		return;
	g_ptr_array_unref(list->rows);
	g_ptr_array_unref(list->complaints);
	g_free(list->base);
	g_free(list);
}

/* Takes the row of that path out of the table, if its files are the same. */
static struct runlist_row *
take_known(GHashTable *known, const char *path, guint64 stamp)
{
	struct runlist_row *row = g_hash_table_lookup(known, path);

	if (!row || row->stamp != stamp)
		return NULL;
	g_hash_table_steal(known, path);
	return row;
}

static GHashTable *
index_rows(struct runlist *list)
{
	GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal,
	    NULL, row_free);
	guint count = list->rows->len;
	g_autofree gpointer *rows = g_ptr_array_steal(list->rows, NULL);

	for (guint i = 0; i < count; i++) {
		struct runlist_row *row = rows[i];

		g_hash_table_insert(known, row->path, row);
	}
	return known;
}

bool
runlist_update(struct runlist *list)
{
	guint before = list->rows->len, kept = 0;
	g_autoptr(GHashTable) known = index_rows(list);
	g_autoptr(GDir) dir = g_dir_open(list->base, 0, NULL);
	const char *name;

	g_ptr_array_set_size(list->complaints, 0);
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(list->base, name,
		    NULL);
		g_autofree char *file = g_build_filename(path, "run.json",
		    NULL);
		g_autoptr(GError) error = NULL;
		struct runlist_row *row;
		bool is_live;
		guint64 stamp;

		if (!g_file_test(file, G_FILE_TEST_IS_REGULAR))
			continue;
		is_live = rundir_is_locked(path);
		stamp = stamp_of(path, is_live);
		row = take_known(known, path, stamp);
		kept += row != NULL;
		if (!row)
			row = row_load(path, is_live, list->is_quick, stamp,
			    &error);
		if (row)
			g_ptr_array_add(list->rows, row);
		else
			g_ptr_array_add(list->complaints,
			    g_strdup(error->message));
	}
	runlist_sort(list->rows, RUNLIST_BY_NAME, true);
	return kept != before || list->rows->len != before;
}

const struct runlist_figure *
runlist_figure(const struct runlist_row *row, guint k)
{
	for (guint i = 0; i < row->figures->len; i++) {
		const struct runlist_figure *figure = &g_array_index(
		    row->figures, struct runlist_figure, i);

		if (figure->k == k && figure->has_value)
			return figure;
	}
	return NULL;
}

static int
compare_ks(gconstpointer a, gconstpointer b)
{
	guint ka = *(const guint *)a, kb = *(const guint *)b;

	return (ka > kb) - (ka < kb);
}

guint
runlist_choose_ks(GArray *ks, guint most, guint *ret)
{
	guint kept = 0, count = 0;

	g_array_sort(ks, compare_ks);
	for (guint i = 0; i < ks->len; i++)
		if (i == 0 || g_array_index(ks, guint, i) !=
		    g_array_index(ks, guint, kept - 1))
			g_array_index(ks, guint, kept++) =
			    g_array_index(ks, guint, i);
	g_array_set_size(ks, kept);
	if (kept == 0)
		g_array_append_val(ks, (guint){ 1 });
	for (guint i = 0; i < ks->len && count < most; i++)
		if (i == 0 || ks->len - i <= most - count)
			ret[count++] = g_array_index(ks, guint, i);
	return count;
}

/* ---- order and search ---- */

struct order {
	enum runlist_column column;
	int sign;
};

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int
compare_texts(const char *a, const char *b)
{
	int order = g_ascii_strcasecmp(a, b);

	return order ? order : strcmp(a, b);
}

static int
compare_by(const struct runlist_row *a, const struct runlist_row *b,
    enum runlist_column column)
{
	const struct runlist_figure *fa, *fb;

	switch (column) {
	case RUNLIST_BY_STARTED:
		return ORDER(a->started_ms, b->started_ms);
	case RUNLIST_BY_NAME:
		return strcmp(a->name, b->name);
	case RUNLIST_BY_LABEL:
		return compare_texts(a->label, b->label);
	case RUNLIST_BY_SUITE:
		return compare_texts(a->suite, b->suite);
	case RUNLIST_BY_STATE:
		return ORDER(a->state, b->state);
	case RUNLIST_BY_JUDGED:
		return ORDER(a->judged, b->judged);
	case RUNLIST_BY_PASS1:
		fa = runlist_figure(a, 1);
		fb = runlist_figure(b, 1);
		return fa && fb ? ORDER(fa->value, fb->value) : 0;
	case RUNLIST_BY_TASKS:
		return ORDER(a->tasks, b->tasks);
	case RUNLIST_BY_WALL:
		return ORDER(a->wall_s, b->wall_s);
	case RUNLIST_BY_NOTES:
		return ORDER(a->notes, b->notes);
	case RUNLIST_COLUMN__COUNT:
		break;
	}
	return 0;
}

static gint
compare_rows(gconstpointer left, gconstpointer right, gpointer data)
{
	const struct runlist_row *a = *(struct runlist_row *const *)left;
	const struct runlist_row *b = *(struct runlist_row *const *)right;
	const struct order *order = data;
	int result;

	if (order->column == RUNLIST_BY_PASS1 && !runlist_figure(a, 1) !=
	    !runlist_figure(b, 1))
		return runlist_figure(a, 1) ? -1 : 1;
	result = order->sign * compare_by(a, b, order->column);
	return result ? result : strcmp(b->name, a->name);
}

void
runlist_sort(GPtrArray *rows, enum runlist_column column, bool is_descending)
{
	struct order order = { column, is_descending ? -1 : 1 };

	g_ptr_array_sort_with_data(rows, compare_rows, &order);
}

bool
runlist_matches(const struct runlist_row *row, const char *text)
{
	g_autofree char *joined = g_strjoin("\n", row->name, row->label,
	    row->suite, row->samples_path, row->tier, row->note_label,
	    row->note, runlist_state_word(row->state), NULL);
	g_autofree char *valid = g_utf8_make_valid(joined, -1);
	g_autofree char *folded = g_utf8_casefold(valid, -1);
	g_autofree char *wanted = g_utf8_make_valid(text, -1);
	g_autofree char *needle = g_utf8_casefold(wanted, -1);
	g_auto(GStrv) words = g_strsplit_set(needle, " \t", -1);

	for (guint i = 0; words[i]; i++) {
		if (!strstr(folded, words[i]))
			return false;
	}
	return true;
}
