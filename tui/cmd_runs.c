/* evaltop runs: the runs below evaltop's own folder, newest first. */
#include "report/runlist.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/front.h"

#include <cjson/cJSON.h>
#include <string.h>

static void
add_text(cJSON *object, const char *name, const char *value)
{
	g_autofree char *valid = g_utf8_make_valid(value, -1);

	cJSON_AddStringToObject(object, name, valid);
}

static void
add_pass1(cJSON *object, const char *name, const struct runlist_row *row,
    double value)
{
	if (row->has_pass1)
		cJSON_AddNumberToObject(object, name, value);
	else
		cJSON_AddNullToObject(object, name);
}

static void
print_json(const struct runlist_row *row)
{
	cJSON *object = cJSON_CreateObject();
	char *text;

	add_text(object, "name", row->name);
	add_text(object, "state", runlist_state_word(row->state));
	add_text(object, "suite", row->suite);
	add_text(object, "label", row->label);
	cJSON_AddNumberToObject(object, "started_ms", (double)row->started_ms);
	cJSON_AddNumberToObject(object, "samples", row->samples);
	cJSON_AddNumberToObject(object, "judged", row->judged);
	cJSON_AddNumberToObject(object, "unjudged", row->unjudged);
	add_pass1(object, "pass@1", row, row->pass1);
	add_text(object, "run", row->path);
	add_pass1(object, "low", row, row->low);
	add_pass1(object, "high", row, row->high);
	cJSON_AddNumberToObject(object, "tasks", row->tasks);
	cJSON_AddNumberToObject(object, "passed", row->passed);
	cJSON_AddNumberToObject(object, "notes", row->notes);
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
		const struct runlist_row *row = g_ptr_array_index(rows, i);

		/* Names are of ASCII letters only: see rundir_new_path. */
		width = MAX(width, (glong)strlen(row->name));
	}
	printf("%-*s  %-10s  %15s  %6s  %s\n", (int)width, "run", "state",
	    "judged", "pass@1", "label");
	for (guint i = 0; i < rows->len; i++) {
		const struct runlist_row *row = g_ptr_array_index(rows, i);
		g_autofree char *name = clean_line(row->name);
		g_autofree char *label = clean_line(row->label);
		g_autofree char *progress = g_strdup_printf("%u/%u",
		    row->judged, row->samples);
		char pass1[16] = "-";

		if (row->has_pass1)
			g_snprintf(pass1, sizeof(pass1), "%.3f", row->pass1);
		printf("%-*s  %-10s  %15s  %6s  %s\n", (int)width, name,
		    runlist_state_word(row->state), progress, pass1, label);
	}
}

int
cmd_runs(const struct options *options)
{
	const char *folder = options->arguments->len > 0 ?
	    g_ptr_array_index(options->arguments, 0) : NULL;
	CLEANUP(runlist_free) struct runlist *list = NULL;

	if (folder && !g_file_test(folder, G_FILE_TEST_IS_DIR)) {
		command_complain("%s is no folder", folder);
		return EXIT_INPUT;
	}
	if (options->script || (options->browse &&
	    front_wants_screen(options))) {
		int status = front_browse(folder, options);

		if (status != FRONT_NO_SCREEN)
			return status;
	}
	list = runlist_new(folder);

	for (guint i = 0; i < list->complaints->len; i++)
		command_complain("warning: %s",
		    (const char *)g_ptr_array_index(list->complaints, i));
	if (options->json) {
		for (guint i = 0; i < list->rows->len; i++)
			print_json(g_ptr_array_index(list->rows, i));
	} else if (list->rows->len > 0) {
		print_table(list->rows);
	} else {
		g_autofree char *base = g_filename_display_name(list->base);

		fprintf(stderr, "evaltop: there are no runs in %s yet; to make "
		    "one: evaltop demo\n", base);
	}
	return EXIT_DONE;
}
