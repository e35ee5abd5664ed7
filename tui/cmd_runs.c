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
add_value(cJSON *object, const char *name, bool has_value, double value)
{
	if (has_value)
		cJSON_AddNumberToObject(object, name, value);
	else
		cJSON_AddNullToObject(object, name);
}

static void
add_figures(cJSON *object, const struct runlist_row *row)
{
	cJSON *all = cJSON_AddObjectToObject(object, "pass@k");

	for (guint i = 0; i < row->figures->len; i++) {
		const struct runlist_figure *f = &g_array_index(row->figures,
		    struct runlist_figure, i);
		char k[16];
		cJSON *figure;

		g_snprintf(k, sizeof(k), "%u", f->k);
		if (!f->has_value) {
			cJSON_AddNullToObject(all, k);
			continue;
		}
		figure = cJSON_AddObjectToObject(all, k);
		cJSON_AddNumberToObject(figure, "value", f->value);
		cJSON_AddNumberToObject(figure, "low", f->low);
		cJSON_AddNumberToObject(figure, "high", f->high);
	}
}

static void
print_json(const struct runlist_row *row)
{
	const struct runlist_figure *f = runlist_figure(row, 1);
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
	add_value(object, "pass@1", f, f ? f->value : 0);
	add_text(object, "run", row->path);
	add_value(object, "low", f, f ? f->low : 0);
	add_value(object, "high", f, f ? f->high : 0);
	cJSON_AddNumberToObject(object, "tasks", row->tasks);
	cJSON_AddNumberToObject(object, "passed",
	    row->outcomes[OUTCOME_PASS]);
	cJSON_AddNumberToObject(object, "notes", row->notes);
	add_figures(object, row);
	add_text(object, "note_label", row->note_label);
	add_text(object, "note", row->note);
	text = cJSON_PrintUnformatted(object);
	puts(text);
	cJSON_free(text);
	cJSON_Delete(object);
}

/* "a label  [baseline] what was tried": what the run is called, and notes. */
static char *
label_text(const struct runlist_row *row)
{
	g_autofree char *label = clean_line(row->label);
	g_autofree char *note_label = clean_line(row->note_label);
	g_autofree char *note = clean_line(row->note);

	return g_strdup_printf("%s%s%s%s%s%s", label, *note_label ? "  [" :
	    "", note_label, *note_label ? "]" : "", *note ? *note_label ?
	    " " : "  " : "", note);
}

static void
print_table(const GPtrArray *rows)
{
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint));
	guint ks[RUNLIST_KS_SHOWN], k_count;
	glong width = 4;

	for (guint i = 0; i < rows->len; i++) {
		const struct runlist_row *row = g_ptr_array_index(rows, i);

		/* Names are of ASCII letters only: see rundir_new_path. */
		width = MAX(width, (glong)strlen(row->name));
		for (guint f = 0; f < row->figures->len; f++) {
			const struct runlist_figure *figure = &g_array_index(
			    row->figures, struct runlist_figure, f);

			if (figure->has_value)
				g_array_append_val(all, figure->k);
		}
	}
	k_count = runlist_choose_ks(all, RUNLIST_KS_SHOWN, ks);
	printf("%-*s  %-10s  %15s", (int)width, "run", "state", "judged");
	for (guint k = 0; k < k_count; k++) {
		g_autofree char *head = g_strdup_printf("pass@%u", ks[k]);

		printf("  %8s", head);
	}
	puts("  label");
	for (guint i = 0; i < rows->len; i++) {
		const struct runlist_row *row = g_ptr_array_index(rows, i);
		g_autofree char *name = clean_line(row->name);
		g_autofree char *label = label_text(row);
		g_autofree char *progress = g_strdup_printf("%u/%u",
		    row->judged, row->samples);

		printf("%-*s  %-10s  %15s", (int)width, name,
		    runlist_state_word(row->state), progress);
		for (guint k = 0; k < k_count; k++) {
			const struct runlist_figure *f = runlist_figure(row,
			    ks[k]);

			if (f)
				printf("  %8.3f", f->value);
			else
				printf("  %8s", "-");
		}
		printf("  %s\n", label);
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
