/* evaltop runs: the runs below evaltop's own folder, newest first. */
#include "base/text.h"
#include "report/runlist.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/front.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Enough of a run's name to tell it from others: its date. */
#define NAME_MIN 16u

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

static bool
row_has_k(const struct runlist_row *row, guint k)
{
	for (guint i = 0; i < row->figures->len; i++)
		if (g_array_index(row->figures, struct runlist_figure,
		    i).k == k)
			return true;
	return false;
}

/* What every run has, so that columns can be compared; pass@1 at least. */
static guint
choose_ks(const GPtrArray *rows, guint *ret)
{
	g_autoptr(GArray) common = g_array_new(FALSE, FALSE, sizeof(guint));
	const struct runlist_row *first = NULL;

	for (guint i = 0; i < rows->len && !first; i++) {
		first = g_ptr_array_index(rows, i);
		if (first->figures->len == 0)
			first = NULL;
	}
	for (guint f = 0; first && f < first->figures->len; f++) {
		guint k = g_array_index(first->figures, struct runlist_figure,
		    f).k;
		bool is_common = true, has_value = false;

		for (guint i = 0; i < rows->len; i++) {
			const struct runlist_row *row = g_ptr_array_index(
			    rows, i);

			is_common = is_common && (row->figures->len == 0 ||
			    row_has_k(row, k));
			has_value = has_value || runlist_figure(row, k);
		}
		if (is_common && has_value)
			g_array_append_val(common, k);
	}
	return runlist_choose_ks(common, RUNLIST_KS_SHOWN, ret);
}

/* 0: no terminal, all texts are whole. */
static guint
terminal_columns(void)
{
	struct winsize size;

	return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ,
	    &size) == 0 ? size.ws_col : 0;
}

/* The longer of the two texts is cut, or both to the same. */
static void
share_room(guint room, guint *name, guint *label)
{
	guint half = MAX(room / 2, NAME_MIN);

	if (*name + *label <= room)
		return;
	if (*label <= half && room > *label)
		*name = MIN(*name, MAX(room - *label, NAME_MIN));
	else
		*name = MIN(*name, half);
	*label = room > *name ? room - *name : 0;
}

static char *
progress_text(const struct runlist_row *row)
{
	return g_strdup_printf("%u/%u", row->judged, row->samples);
}

static void
print_head(guint name_w, guint judged_w, guint label_w, const guint *ks,
    guint k_count)
{
	g_autofree char *label = text_cut("label", label_w);

	printf("%-*s  %-10s  %*s", (int)name_w, "run", "state", (int)judged_w,
	    "judged");
	for (guint i = 0; i < k_count; i++) {
		g_autofree char *head = g_strdup_printf("pass@%u", ks[i]);

		printf("  %8s", head);
	}
	printf("  %s\n", label);
}

static void
print_row(const struct runlist_row *row, guint name_w, guint judged_w,
    guint label_w, const guint *ks, guint k_count)
{
	g_autofree char *clean = clean_line(row->name);
	g_autofree char *name = text_fit(clean, name_w);
	g_autofree char *whole = label_text(row);
	g_autofree char *label = text_cut(whole, label_w);
	g_autofree char *progress = progress_text(row);

	printf("%s  %-10s  %*s", name, runlist_state_word(row->state),
	    (int)judged_w, progress);
	for (guint i = 0; i < k_count; i++) {
		const struct runlist_figure *f = runlist_figure(row, ks[i]);

		if (f)
			printf("  %8.3f", f->value);
		else
			printf("  %8s", "-");
	}
	printf("  %s\n", label);
}

static void
print_table(const GPtrArray *rows)
{
	guint ks[RUNLIST_KS_SHOWN], k_count = choose_ks(rows, ks);
	guint columns = terminal_columns(), taken;
	guint name_w = 4, label_w = 5, judged_w = 6;

	for (guint i = 0; i < rows->len; i++) {
		const struct runlist_row *row = g_ptr_array_index(rows, i);
		g_autofree char *name = clean_line(row->name);
		g_autofree char *label = label_text(row);
		g_autofree char *progress = progress_text(row);

		name_w = MAX(name_w, text_width(name));
		label_w = MAX(label_w, text_width(label));
		judged_w = MAX(judged_w, (guint)strlen(progress));
	}
	/* "run  incomplete  judged  pass@1 ...  label" */
	taken = 2 + 10 + 2 + judged_w + k_count * 10 + 2;
	if (columns > 0)
		share_room(columns > taken ? columns - taken : 0, &name_w,
		    &label_w);
	print_head(name_w, judged_w, label_w, ks, k_count);
	for (guint i = 0; i < rows->len; i++)
		print_row(g_ptr_array_index(rows, i), name_w, judged_w,
		    label_w, ks, k_count);
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
