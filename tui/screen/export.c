/* What W writes: the rows of a list, a comparison, or the text in view. */
#include "tui/screen/compare_view.h"

#include "tui/table.h"

#include <string.h>

static struct table *
cases_table(struct app *app)
{
	struct table *t = table_new("task_id #completion_id outcome detail "
	    "#score #wall_ms #rss_kib label note reason");
	const struct board *board = app->session->board;

	for (guint i = 0; i < marks_count(app); i++) {
		guint ordinal = marks_ordinal(app, i);
		const struct board_sample *s = board_sample(board, ordinal);
		const struct board_task *task = board_task(board, s->task);
		const struct note *note = actions_note(app, ordinal);
		bool is_judged = s->state == SAMPLE_JUDGED;

		if (app->marked > 0 && !app_is_marked(app, ordinal))
			continue;
		table_add(t, task->id);
		table_addf(t, "%u", ordinal - task->first);
		table_add(t, is_judged ? outcome_info((enum outcome)
		    s->outcome)->word : NULL);
		table_add(t, is_judged ? detail_word((enum detail)
		    s->detail) : NULL);
		table_addf(t, "%.4f", (double)s->score);
		table_addf(t, "%u", s->wall_ms);
		table_addf(t, "%u", s->rss_kib);
		table_add(t, note ? note->label : NULL);
		table_add(t, note ? note->text : NULL);
		table_add(t, is_judged && s->outcome != OUTCOME_PASS ?
		    app_reason(app, ordinal) : NULL);
	}
	return t;
}

static struct table *
tasks_table(struct app *app)
{
	struct table *t = table_new("task_id #samples #judged #passed "
	    "#mean_score reason");
	const struct board *board = app->session->board;

	for (guint i = 0; i < app->order->len; i++) {
		const struct board_task *task = board_task(board,
		    g_array_index(app->order, guint, i));
		guint failed = app_first_failure(app, task);

		table_add(t, task->id);
		table_addf(t, "%u", task->samples);
		table_addf(t, "%u", task->judged);
		table_addf(t, "%u", task->passed);
		if (task->judged > 0)
			table_addf(t, "%.4f", task->score_sum /
			    task->judged);
		else
			table_add(t, NULL);
		table_add(t, failed != G_MAXUINT ? app_reason(app, failed) :
		    NULL);
	}
	return t;
}

static struct table *
reasons_table(struct app *app)
{
	struct table *t = table_new("#samples #tasks outcome reason");
	const GPtrArray *shown = app->by_reason.shown;

	for (guint i = 0; shown && i < shown->len; i++) {
		const struct reason_group *group = g_ptr_array_index(shown,
		    i);

		table_addf(t, "%u", group->count);
		table_addf(t, "%u", group->tasks);
		table_add(t, outcome_info((enum outcome)
		    group->outcome)->word);
		table_add(t, group->reason);
	}
	return t;
}

/* A column for each k of any run. */
static struct table *
runs_table(struct app *app)
{
	const GPtrArray *shown = app->runs.shown;
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint));
	g_autoptr(GString) heads = g_string_new("run label suite state "
	    "#samples #judged");
	guint ks[RUN_KS_MAX], count;
	struct table *t;

	for (guint i = 0; i < shown->len; i++) {
		const struct run_row *row = g_ptr_array_index(shown, i);

		for (int f = 0; f < row->figure_count; f++)
			g_array_append_val(all, row->figures[f].k);
	}
	count = runlist_choose_ks(all, G_N_ELEMENTS(ks), ks);
	for (guint k = 0; k < count; k++)
		g_string_append_printf(heads, " #pass@%u", ks[k]);
	g_string_append(heads, " note_label note folder");
	t = table_new(heads->str);
	for (guint i = 0; i < shown->len; i++) {
		const struct run_row *row = g_ptr_array_index(shown, i);

		table_add(t, row->name);
		table_add(t, row->label);
		table_add(t, row->suite);
		table_add(t, runlist_state_word(row->state));
		table_addf(t, "%u", row->samples);
		table_addf(t, "%u", row->judged);
		for (guint k = 0; k < count; k++) {
			const struct runlist_figure *f = run_row_figure(row,
			    ks[k]);

			if (f)
				table_addf(t, "%.6f", f->value);
			else
				table_add(t, NULL);
		}
		table_add(t, row->note_label);
		table_add(t, row->note);
		table_add(t, row->path);
	}
	return t;
}

static struct table *
compare_table(const struct compare_view *v)
{
	struct table *t = table_new("task_id change #a_judged #a_passed "
	    "#b_judged #b_passed #p #p_holm");

	for (int which = 0; which < COMPARE_LISTS; which++)
		for (guint i = 0; i < v->tasks[which]->len; i++) {
			const struct compare_task *task = g_ptr_array_index(
			    v->tasks[which], i);

			table_add(t, task->id);
			table_add(t, compare_list_names[which]);
			table_addf(t, "%u", task->n_a);
			table_addf(t, "%u", task->c_a);
			table_addf(t, "%u", task->n_b);
			table_addf(t, "%u", task->c_b);
			table_addf(t, "%.6f", task->p);
			table_addf(t, "%.6f", task->p_holm);
		}
	return t;
}

static char *
compare_as(struct app *app, enum table_format format)
{
	const struct compare_view *v = app->compare;
	g_autofree char *json = NULL;
	struct table *table;
	char *text;

	if (format == TABLE_MARKDOWN)
		return compare_text(app);
	if (format == TABLE_JSON) {
		json = compare_json(v->sides[0], v->sides[1], v->c,
		    v->warnings);
		return g_strconcat(json, "\n", NULL);
	}
	table = compare_table(v);
	text = table_text(table, format);
	table_free(table);
	return text;
}

const char *
export_name(const struct app *app)
{
	switch (app_screen(app)->place) {
	case PLACE_OVERVIEW:
		return "tasks.csv";
	case PLACE_SAMPLES:
	case PLACE_CASELIST:
		return "samples.csv";
	case PLACE_REASONS:
		return "reasons.csv";
	case PLACE_RUNS:
		return "runs.csv";
	case PLACE_COMPARE:
		return "compare.md";
	default:
		return NULL;
	}
}

char *
export_text(struct app *app, const char *path)
{
	enum table_format format;
	struct table *table = NULL;
	char *text;

	if (!table_format_of(path, &format))
		(void)table_format_of(export_name(app), &format);
	switch (app_screen(app)->place) {
	case PLACE_COMPARE:
		return compare_as(app, format);
	case PLACE_OVERVIEW:
		table = tasks_table(app);
		break;
	case PLACE_REASONS:
		table = reasons_table(app);
		break;
	case PLACE_RUNS:
		table = runs_table(app);
		break;
	default:
		table = cases_table(app);
		break;
	}
	text = table_text(table, format);
	table_free(table);
	return text;
}
