/* evaltop runs: the runs below evaltop's own folder, newest first. */
#include "run/rundir.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/rundata.h"

#include <cjson/cJSON.h>
#include <string.h>

/* One line of the list. */
struct run_row {
	char *path, *name, *label, *suite;
	const char *state;
	gint64 started_ms;
	guint samples, judged, unjudged;
	bool has_pass1;
	double pass1;
};

static void
run_row_free(gpointer data)
{
	struct run_row *row = data;

	g_free(row->path);
	g_free(row->name);
	g_free(row->label);
	g_free(row->suite);
	g_free(row);
}

static guint
count_of(const cJSON *object, const char *name)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

	return cJSON_IsNumber(item) && item->valuedouble > 0 &&
	    item->valuedouble < G_MAXUINT ? (guint)item->valuedouble : 0;
}

static void
fill_figures(struct run_row *row, const char *summary)
{
	cJSON *object = cJSON_Parse(summary);
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetObjectItemCaseSensitive(object, "pass@k"), "1"),
	    "value");

	row->samples = count_of(object, "samples");
	row->judged = count_of(object, "judged");
	row->unjudged = count_of(object, "unjudged");
	row->has_pass1 = cJSON_IsNumber(value);
	if (row->has_pass1)
		row->pass1 = value->valuedouble;
	cJSON_Delete(object);
}

/* "running" in a manifest that nobody writes is the trace of a crash. */
static const char *
state_of(const struct run_manifest *manifest, const char *path)
{
	if (manifest->state >= RUN_DONE)
		return run_state_word(manifest->state);
	return rundir_is_locked(path) ? run_state_word(RUN_RUNNING) :
	    run_state_word(RUN_STOPPED);
}

/* NULL with an error for a folder that is no readable run. */
static struct run_row *
load_row(const char *path, GError **error)
{
	struct run_manifest *manifest = run_manifest_read(path, error);
	g_autofree char *summary = NULL;
	struct run_row *row;

	if (!manifest)
		return NULL;
	summary = rundata_load_summary(path, error);
	if (!summary) {
		run_manifest_free(manifest);
		return NULL;
	}
	row = g_new0(struct run_row, 1);
	row->path = g_strdup(path);
	row->name = g_path_get_basename(path);
	row->label = g_strdup(manifest->settings.label);
	row->suite = g_strdup(manifest->settings.suite_name);
	row->state = state_of(manifest, path);
	row->started_ms = manifest->started_ms;
	fill_figures(row, summary);
	run_manifest_free(manifest);
	return row;
}

static void
add_text(cJSON *object, const char *name, const char *value)
{
	g_autofree char *valid = g_utf8_make_valid(value ? value : "", -1);

	cJSON_AddStringToObject(object, name, valid);
}

static void
print_json(const struct run_row *row)
{
	cJSON *object = cJSON_CreateObject();
	char *text;

	add_text(object, "name", row->name);
	add_text(object, "state", row->state);
	add_text(object, "suite", row->suite);
	add_text(object, "label", row->label);
	cJSON_AddNumberToObject(object, "started_ms", (double)row->started_ms);
	cJSON_AddNumberToObject(object, "samples", row->samples);
	cJSON_AddNumberToObject(object, "judged", row->judged);
	cJSON_AddNumberToObject(object, "unjudged", row->unjudged);
	if (row->has_pass1)
		cJSON_AddNumberToObject(object, "pass@1", row->pass1);
	else
		cJSON_AddNullToObject(object, "pass@1");
	add_text(object, "run", row->path);
	text = cJSON_PrintUnformatted(object);
	puts(text);
	cJSON_free(text);
	cJSON_Delete(object);
}

static void
print_table(const GPtrArray *rows)
{
	glong width = 4;

	for (guint i = 0; i < rows->len; i++) {
		const struct run_row *row = g_ptr_array_index(rows, i);

		/* Names are of ASCII letters only: see rundir_new_path. */
		width = MAX(width, (glong)strlen(row->name));
	}
	printf("%-*s  %-10s  %15s  %6s  %s\n", (int)width, "run", "state",
	    "judged", "pass@1", "label");
	for (guint i = 0; i < rows->len; i++) {
		const struct run_row *row = g_ptr_array_index(rows, i);
		g_autofree char *name = clean_line(row->name);
		g_autofree char *label = clean_line(row->label);
		g_autofree char *progress = g_strdup_printf("%u/%u",
		    row->judged, row->samples);
		char pass1[16] = "-";

		if (row->has_pass1)
			g_snprintf(pass1, sizeof(pass1), "%.3f", row->pass1);
		printf("%-*s  %-10s  %15s  %6s  %s\n", (int)width, name,
		    row->state, progress, pass1, label);
	}
}

static void
print_none(void)
{
	g_autofree char *base = rundir_base();

	fprintf(stderr, "evaltop: there are no runs in %s yet; to make one: "
	    "evaltop demo\n", base);
}

int
cmd_runs(const struct options *options)
{
	g_autoptr(GPtrArray) paths = rundir_list();
	g_autoptr(GPtrArray) rows =
	    g_ptr_array_new_with_free_func(run_row_free);

	for (guint i = 0; i < paths->len; i++) {
		g_autoptr(GError) error = NULL;
		struct run_row *row = load_row(g_ptr_array_index(paths, i),
		    &error);

		if (row)
			g_ptr_array_add(rows, row);
		else
			command_complain("warning: %s", error->message);
	}
	if (options->json) {
		for (guint i = 0; i < rows->len; i++)
			print_json(g_ptr_array_index(rows, i));
	} else if (rows->len > 0) {
		print_table(rows);
	} else {
		print_none();
	}
	return EXIT_DONE;
}
