/*
 * The comparison object.  As with the summary, the order and the names of its
 * fields are a promise to scripts: add at the end, never rename.
 */
#include "report/compare.h"

#include "report/real.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <sys/stat.h>

/* ---- warnings ---- */

enum value_type { VALUE_TEXT, VALUE_HASH, VALUE_GUARD, VALUE_LIST,
	VALUE_BYTES, VALUE_MS, VALUE_COUNT, VALUE_FLAG };

/* What of a manifest can move verdicts; hashes are cut short. */
static const struct {
	const char *what;
	enum value_type type;
	size_t offset;
} facts[] = {
#define M(what, type, field) \
	{ what, type, offsetof(struct run_manifest, field) }
	M("suites' contents", VALUE_HASH, settings.suite_sha256),
	M("suites' formats", VALUE_TEXT, settings.suite_format),
	M("timeouts", VALUE_MS, settings.timeout_ms),
	M("memory limits", VALUE_BYTES, settings.memory_bytes),
	M("output limits", VALUE_BYTES, settings.output_bytes),
	M("file size limits", VALUE_BYTES, settings.file_bytes),
	M("sandboxes", VALUE_TEXT, tier),
	M("guards", VALUE_GUARD, settings.guard),
	M("uses of a fresh interpreter for each sample", VALUE_FLAG,
	    settings.is_cold),
	M("modules denied", VALUE_LIST, settings.deny),
	M("modules allowed", VALUE_LIST, settings.allow),
	M("uses of installed packages", VALUE_FLAG, settings.site_packages),
	M("samples' formats", VALUE_TEXT, settings.samples_format),
	M("stop words", VALUE_LIST, settings.stops),
	M("choices of tasks", VALUE_TEXT, settings.only),
	M("limits on tasks", VALUE_COUNT, settings.limit),
	M("kinds of run (a check of references)", VALUE_FLAG,
	    settings.is_check),
	M("interpreters", VALUE_TEXT, interpreter),
	M("hosts", VALUE_TEXT, host),
	M("versions of evaltop", VALUE_TEXT, version),
#undef M
};

/* "512M", as --memory takes it. */
static char *
size_text(guint64 bytes)
{
	static const char letters[] = "KMGT";
	guint power = 0;

	if (bytes == 0)
		return g_strdup("the suite's");
	while (power < 4 && bytes % 1024 == 0) {
		bytes /= 1024;
		power++;
	}
	return g_strdup_printf("%" G_GUINT64_FORMAT "%.*s", bytes, power > 0,
	    letters + (power > 0 ? power - 1 : 0));
}

/* A run that names none was judged before there was a choice. */
static const char *
guard_of(const char *word)
{
	return word ? word : guard_word(GUARD_SHARED);
}

/* As it stands in the sentence; what is not set has a word of its own. */
static char *
value_text(const struct run_manifest *manifest, guint fact)
{
	const void *at = (const char *)manifest + facts[fact].offset;
	const char *text;
	GStrv list;

	switch (facts[fact].type) {
	case VALUE_TEXT:
		text = *(char *const *)at;
		return g_strdup(text ? text : "none set");
	case VALUE_HASH:
		text = *(char *const *)at;
		return text ? g_strndup(text, 12) : g_strdup("unknown");
	case VALUE_GUARD:
		return g_strdup(guard_of(*(char *const *)at));
	case VALUE_LIST:
		list = *(const GStrv *)at;
		if (!list || !*list)
			return g_strdup("none");
		return g_strjoinv(", ", list);
	case VALUE_BYTES:
		return size_text(*(const guint64 *)at);
	case VALUE_MS:
		return *(const guint32 *)at ? g_strdup_printf("%g s",
		    *(const guint32 *)at / 1000.0) : g_strdup("the suite's");
	case VALUE_COUNT:
		return *(const guint32 *)at ? g_strdup_printf("%u",
		    *(const guint32 *)at) : g_strdup("none");
	case VALUE_FLAG:
		return g_strdup(*(const bool *)at ? "yes" : "no");
	}
	return NULL;
}

static bool
same_list(GStrv a, GStrv b)
{
	static char *const nothing[] = { NULL };

	return g_strv_equal(
	    (const char *const *)(a ? a : (GStrv)(guintptr)nothing),
	    (const char *const *)(b ? b : (GStrv)(guintptr)nothing));
}

static bool
is_same(const struct run_manifest *a, const struct run_manifest *b,
    guint fact)
{
	const void *left = (const char *)a + facts[fact].offset;
	const void *right = (const char *)b + facts[fact].offset;

	switch (facts[fact].type) {
	case VALUE_TEXT:
	case VALUE_HASH:
		return g_strcmp0(*(char *const *)left,
		    *(char *const *)right) == 0;
	case VALUE_GUARD:
		return strcmp(guard_of(*(char *const *)left),
		    guard_of(*(char *const *)right)) == 0;
	case VALUE_LIST:
		return same_list(*(const GStrv *)left, *(const GStrv *)right);
	case VALUE_BYTES:
		return *(const guint64 *)left == *(const guint64 *)right;
	case VALUE_MS:
	case VALUE_COUNT:
		return *(const guint32 *)left == *(const guint32 *)right;
	case VALUE_FLAG:
		return *(const bool *)left == *(const bool *)right;
	}
	return false;
}

/* Such a run has judged the quick samples first. */
static void
warn_of_unfinished(GPtrArray *warnings, const char *name,
    const struct board *board)
{
	if (board->judged < board->samples->len)
		g_ptr_array_add(warnings, g_strdup_printf("%s is not "
		    "finished: %u of %u samples judged, and tasks that lack "
		    "some are left out", name, board->judged,
		    board->samples->len));
}

/* Such verdicts may have had more time than the run gives. */
static void
warn_of_reruns(GPtrArray *warnings, const char *name,
    const struct board *board)
{
	for (guint i = 0; board->reruns && i < board->reruns->len; i++) {
		const struct board_rerun *rerun = &g_array_index(
		    board->reruns, struct board_rerun, i);

		if (rerun->count > 0)
			g_ptr_array_add(warnings, g_strdup_printf("%u "
			    "sample%s of %s %s judged again, with a timeout of "
			    "%g s", rerun->count,
			    rerun->count == 1 ? "" : "s", name,
			    rerun->count == 1 ? "was" : "were",
			    rerun->timeout_ms / 1000.0));
	}
}

/* By whatever names. */
static bool
is_same_folder(const char *a, const char *b)
{
	struct stat left, right;

	return a && b && stat(a, &left) == 0 && stat(b, &right) == 0 &&
	    left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

GPtrArray *
compare_warnings(const struct session *session_a,
    const struct session *session_b)
{
	const struct run_manifest *a = session_a->manifest;
	const struct run_manifest *b = session_b->manifest;
	GPtrArray *warnings = g_ptr_array_new_with_free_func(g_free);

	if (is_same_folder(session_a->rundir, session_b->rundir))
		g_ptr_array_add(warnings, g_strdup("A and B are the same "
		    "run: there is nothing to tell apart"));
	warn_of_unfinished(warnings, "A", session_a->board);
	warn_of_unfinished(warnings, "B", session_b->board);
	warn_of_reruns(warnings, "A", session_a->board);
	warn_of_reruns(warnings, "B", session_b->board);
	for (guint i = 0; i < G_N_ELEMENTS(facts); i++) {
		g_autofree char *left = NULL, *right = NULL;

		if (is_same(a, b, i))
			continue;
		left = value_text(a, i);
		right = value_text(b, i);
		g_ptr_array_add(warnings, g_strdup_printf(
		    "the %s differ: %s in A, %s in B", facts[i].what, left,
		    right));
	}
	return warnings;
}

static gint
compare_counts(gconstpointer a, gconstpointer b)
{
	guint left = *(const guint *)a, right = *(const guint *)b;

	return (left > right) - (left < right);
}

GArray *
compare_k(const struct run_manifest *a, const struct run_manifest *b)
{
	const GArray *lists[] = { a->settings.k, b->settings.k };
	GArray *k = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
		if (lists[i] && lists[i]->len > 0)
			g_array_append_vals(k, lists[i]->data, lists[i]->len);
	}
	g_array_sort(k, compare_counts);
	for (guint i = 1; i < k->len;) {
		if (g_array_index(k, guint, i) ==
		    g_array_index(k, guint, i - 1))
			g_array_remove_index(k, i);
		else
			i++;
	}
	return k;
}

/* ---- JSON ---- */

static void
add_text(cJSON *object, const char *name, const char *value)
{
	g_autofree char *valid = value ? g_utf8_make_valid(value, -1) : NULL;

	if (valid)
		cJSON_AddStringToObject(object, name, valid);
	else
		cJSON_AddNullToObject(object, name);
}

static void
add_run(cJSON *object, const char *name, const struct session *session)
{
	const struct board *board = session->board;
	cJSON *run = cJSON_AddObjectToObject(object, name), *outcomes;

	add_text(run, "run", session->rundir);
	add_text(run, "label", session->manifest->settings.label);
	add_text(run, "suite", session->manifest->settings.suite_name);
	add_text(run, "state", run_state_word(board->state));
	cJSON_AddNumberToObject(run, "samples", board->samples->len);
	cJSON_AddNumberToObject(run, "judged", board->judged);
	outcomes = cJSON_AddObjectToObject(run, "outcomes");
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		cJSON_AddNumberToObject(outcomes,
		    outcome_info((enum outcome)i)->word, board->outcomes[i]);
}

static void
add_passk(cJSON *object, const struct comparison *comparison)
{
	cJSON *table = cJSON_AddObjectToObject(object, "pass@k");

	for (guint i = 0; i < comparison->passk->len; i++) {
		const struct compare_passk *row = &g_array_index(
		    comparison->passk, struct compare_passk, i);
		g_autofree char *name = g_strdup_printf("%u", row->k);
		g_autofree char *sentence = compare_sentence(comparison, i);
		cJSON *item;

		if (row->tasks == 0) {
			cJSON_AddNullToObject(table, name);
			continue;
		}
		item = cJSON_AddObjectToObject(table, name);
		report_add_real(item, "a", row->a);
		report_add_real(item, "b", row->b);
		report_add_real(item, "difference", row->difference);
		report_add_real(item, "low", row->low);
		report_add_real(item, "high", row->high);
		cJSON_AddNumberToObject(item, "tasks", row->tasks);
		cJSON_AddBoolToObject(item, "noise", row->is_noise);
		if (row->tasks_needed > 0)
			cJSON_AddNumberToObject(item, "tasks_needed",
			    row->tasks_needed);
		else
			cJSON_AddNullToObject(item, "tasks_needed");
		add_text(item, "sentence", sentence);
	}
}

static void
add_counts(cJSON *object, const struct comparison *comparison)
{
	cJSON *counts = cJSON_AddObjectToObject(object, "counts");

	cJSON_AddNumberToObject(counts, "paired", comparison->tasks->len);
	cJSON_AddNumberToObject(counts, "better", comparison->better);
	cJSON_AddNumberToObject(counts, "worse", comparison->worse);
	cJSON_AddNumberToObject(counts, "same", comparison->same);
	cJSON_AddNumberToObject(counts, "only_a", comparison->only_a);
	cJSON_AddNumberToObject(counts, "only_b", comparison->only_b);
	cJSON_AddNumberToObject(counts, "unfinished", comparison->unfinished);
	cJSON_AddNumberToObject(counts, "differ", comparison->tasks_differ);
}

static void
add_tasks(cJSON *object, const struct comparison *comparison)
{
	static const char *const words[] = { "worse", "same", "better" };
	cJSON *list = cJSON_AddArrayToObject(object, "tasks");

	for (guint i = 0; i < comparison->tasks->len; i++) {
		const struct compare_task *task = &g_array_index(
		    comparison->tasks, struct compare_task, i);
		cJSON *item = cJSON_CreateObject();

		add_text(item, "task_id", task->id);
		cJSON_AddNumberToObject(item, "n_a", task->n_a);
		cJSON_AddNumberToObject(item, "c_a", task->c_a);
		cJSON_AddNumberToObject(item, "n_b", task->n_b);
		cJSON_AddNumberToObject(item, "c_b", task->c_b);
		add_text(item, "change", words[task->change + 1]);
		report_add_real(item, "p", task->p);
		report_add_real(item, "p_holm", task->p_holm);
		cJSON_AddItemToArray(list, item);
	}
}

char *
compare_json(const struct session *a, const struct session *b,
    const struct comparison *comparison, const GPtrArray *warnings)
{
	cJSON *object = cJSON_CreateObject(), *list;
	char *printed, *text;

	add_run(object, "a", a);
	add_run(object, "b", b);
	add_passk(object, comparison);
	add_counts(object, comparison);
	if (comparison->is_single)
		report_add_real(object, "mcnemar_p", comparison->mcnemar_p);
	else
		cJSON_AddNullToObject(object, "mcnemar_p");
	list = cJSON_AddArrayToObject(object, "warnings");
	for (guint i = 0; i < warnings->len; i++) {
		g_autofree char *valid = g_utf8_make_valid(
		    g_ptr_array_index(warnings, i), -1);

		cJSON_AddItemToArray(list, cJSON_CreateString(valid));
	}
	add_tasks(object, comparison);
	printed = cJSON_PrintUnformatted(object);
	text = g_strdup(printed);
	cJSON_free(printed);
	cJSON_Delete(object);
	return text;
}
