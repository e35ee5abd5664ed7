/*
 * The summary object.  The order and the names of its fields are a promise to
 * scripts: add at the end, never rename.
 */
#include "report/summary.h"

#include "report/real.h"
#include "stats/passk.h"

#include <cjson/cJSON.h>
#include <glib/gstdio.h>

#define SUMMARY "summary.json"

static void
add_text(cJSON *object, const char *name, const char *value)
{
	g_autofree char *valid = NULL;

	if (!value) {
		cJSON_AddNullToObject(object, name);
		return;
	}
	/* A path may be any bytes; JSON may not. */
	valid = g_utf8_make_valid(value, -1);
	cJSON_AddStringToObject(object, name, valid);
}

static void
add_outcomes(cJSON *object, const struct board *board)
{
	cJSON *outcomes = cJSON_AddObjectToObject(object, "outcomes");
	cJSON *trust = cJSON_AddObjectToObject(object, "trust");

	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		cJSON_AddNumberToObject(outcomes,
		    outcome_info((enum outcome)i)->word, board->outcomes[i]);
	for (int i = TRUST_NONE + 1; i < TRUST__COUNT; i++)
		cJSON_AddNumberToObject(trust, trust_word((enum trust)i),
		    board->trusts[i]);
}

/* Passes, none of which a second guard has looked at. */
static bool
is_without_trust(const struct board *board)
{
	return board->outcomes[OUTCOME_PASS] > 0 &&
	    board->trusts[TRUST_CONFIRMED] + board->trusts[TRUST_DISPUTED] +
	    board->trusts[TRUST_UNCONFIRMED] == 0;
}

static void
add_estimate(cJSON *table, const struct board *board, guint k)
{
	struct passk_estimate estimate;
	char name[16];
	cJSON *row;

	g_snprintf(name, sizeof(name), "%u", k);
	passk_estimate(board, k, passk_includes_incomplete(board),
	    &estimate);
	if (estimate.tasks == 0) {
		cJSON_AddNullToObject(table, name);
		return;
	}
	row = cJSON_AddObjectToObject(table, name);
	report_add_real(row, "value", estimate.value);
	report_add_real(row, "low", estimate.low);
	report_add_real(row, "high", estimate.high);
	cJSON_AddNumberToObject(row, "tasks", estimate.tasks);
	/* 0 would say that no pass holds; nobody has looked. */
	if (is_without_trust(board))
		cJSON_AddNullToObject(row, "confirmed");
	else
		report_add_real(row, "confirmed", estimate.confirmed);
}

static void
add_passk(cJSON *object, const struct session *session)
{
	cJSON *table = cJSON_AddObjectToObject(object, "pass@k");
	const GArray *k = session->manifest->settings.k;

	for (guint i = 0; k && i < k->len; i++)
		add_estimate(table, session->board,
		    g_array_index(k, guint, i));
}

/* Tasks that have samples in the run; those left out by choice have none. */
static guint
count_tasks(const struct board *board)
{
	guint count = 0;

	for (guint i = 0; i < board->tasks->len; i++)
		count += board_task(board, i)->samples > 0;
	return count;
}

char *
summary_json(const struct session *session)
{
	const struct board *board = session->board;
	const struct run_manifest *manifest = session->manifest;
	const struct run_counts *counts = &manifest->counts;
	cJSON *object = cJSON_CreateObject();
	char *printed, *text;

	add_text(object, "suite", manifest->settings.suite_name);
	cJSON_AddNumberToObject(object, "tasks",
	    (double)count_tasks(board) + counts->missing_tasks);
	cJSON_AddNumberToObject(object, "samples", board->samples->len);
	cJSON_AddNumberToObject(object, "judged", board->judged);
	cJSON_AddNumberToObject(object, "unjudged", board->unjudged);
	add_outcomes(object, board);
	add_passk(object, session);
	cJSON_AddNumberToObject(object, "missing_tasks", counts->missing_tasks);
	cJSON_AddNumberToObject(object, "unknown_samples",
	    counts->unknown_samples);
	cJSON_AddNumberToObject(object, "duplicate_samples",
	    counts->duplicate_samples);
	cJSON_AddNumberToObject(object, "no_code", board->no_code);
	add_text(object, "tier", manifest->tier);
	report_add_real(object, "wall_s", (double)board->elapsed_ms / 1000);
	add_text(object, "run", session->rundir);
	cJSON_AddNumberToObject(object, "reruns", board_count_reruns(board));
	printed = cJSON_PrintUnformatted(object);
	text = g_strdup(printed);
	cJSON_free(printed);
	cJSON_Delete(object);
	return text;
}

/* ---- summary.json ---- */

void
summary_keep(const struct session *session)
{
	g_autofree char *path = g_build_filename(session->rundir, SUMMARY,
	    NULL);
	g_autofree char *json = summary_json(session);
	g_autofree char *text = g_strconcat(json, "\n", NULL);

	(void)g_file_set_contents(path, text, -1, NULL);
}

void
summary_forget(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, SUMMARY, NULL);

	(void)g_unlink(path);
}

static bool
is_newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec >= b->st_mtim.tv_nsec;
}

char *
summary_load_kept(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, SUMMARY, NULL);
	g_autofree char *journal = g_build_filename(rundir, "results.jsonl",
	    NULL);
	GStatBuf kept, lines;
	char *text = NULL;

	if (g_stat(path, &kept) < 0 || g_stat(journal, &lines) < 0 ||
	    !is_newer(&kept, &lines) ||
	    !g_file_get_contents(path, &text, NULL, NULL))
		return NULL;
	return g_strchomp(text);
}

char *
summary_load(const char *rundir, GError **error)
{
	char *text = summary_load_kept(rundir);
	struct session *session;

	if (text)
		return text;
	session = session_open(rundir, false, error);
	if (!session)
		return NULL;
	session_drain_all(session);
	text = summary_json(session);
	if (!rundir_is_locked(rundir))
		summary_keep(session);
	session_free(session);
	return text;
}
