/*
 * What W writes of a list: its rows, as the ending of the file's name says.
 * The rows of a run may be very many, and reasons come from the journal: they
 * are made in slices between keys, and the file is written when all are there.
 */
#include "tui/screen/compare_view.h"

#include "base/clock.h"
#include "tui/table.h"

#include <string.h>

/* One kind of list: which rows it has now, and how one is written. */
struct export_kind {
	const char *heads;
	void (*collect)(struct app *app, struct exporting *x);
	void (*add)(struct app *app, struct exporting *x, guint row);
};

struct exporting {
	const struct export_kind *kind;
	struct table *table;
	char *path;		/* as it was typed */
	bool may_replace;
	const char *which;	/* "marked ", or "" */
	const char *format;	/* its name */
	GArray *rows;		/* guint32: ordinals or tasks; or NULL */
	GPtrArray *groups;	/* struct reason_group; or NULL */
	guint count, done;
};

static void
collect_cases(struct app *app, struct exporting *x)
{
	x->rows = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < marks_count(app); i++) {
		guint32 ordinal = marks_ordinal(app, i);

		if (app->marked == 0 || app_is_marked(app, ordinal))
			g_array_append_val(x->rows, ordinal);
	}
	x->count = x->rows->len;
	x->which = app->marked > 0 ? "marked " : "";
}

static void
add_case(struct app *app, struct exporting *x, guint row)
{
	const struct board *board = app->session->board;
	guint ordinal = g_array_index(x->rows, guint32, row);
	const struct board_sample *s = board_sample(board, ordinal);
	const struct board_task *task = board_task(board, s->task);
	const struct note *note = actions_note(app, ordinal);
	bool is_judged = s->state == SAMPLE_JUDGED;

	table_add(x->table, task->id);
	table_addf(x->table, "%u", ordinal - task->first);
	table_add(x->table, is_judged ? outcome_info((enum outcome)
	    s->outcome)->word : NULL);
	table_add(x->table, is_judged ? detail_word((enum detail)s->detail) :
	    NULL);
	table_addf(x->table, "%.4f", (double)s->score);
	table_addf(x->table, "%u", s->wall_ms);
	table_addf(x->table, "%u", s->rss_kib);
	table_add(x->table, note ? note->label : NULL);
	table_add(x->table, note ? note->text : NULL);
	table_add(x->table, is_judged && s->outcome != OUTCOME_PASS ?
	    app_reason(app, ordinal) : NULL);
}

static void
collect_tasks(struct app *app, struct exporting *x)
{
	x->rows = g_array_copy(app->order);
	x->count = x->rows->len;
}

static void
add_task(struct app *app, struct exporting *x, guint row)
{
	const struct board_task *task = board_task(app->session->board,
	    g_array_index(x->rows, guint, row));
	guint failed = app_first_failure(app, task);

	table_add(x->table, task->id);
	table_addf(x->table, "%u", task->samples);
	table_addf(x->table, "%u", task->judged);
	table_addf(x->table, "%u", task->passed);
	if (task->judged > 0)
		table_addf(x->table, "%.4f", task->score_sum / task->judged);
	else
		table_add(x->table, NULL);
	table_add(x->table, failed != G_MAXUINT ? app_reason(app, failed) :
	    NULL);
}

/* Groups stay where they are as long as the session does. */
static void
collect_reasons(struct app *app, struct exporting *x)
{
	const GPtrArray *shown = app->by_reason.shown;

	x->groups = g_ptr_array_new();
	for (guint i = 0; shown && i < shown->len; i++)
		g_ptr_array_add(x->groups, g_ptr_array_index(shown, i));
	x->count = x->groups->len;
}

static void
add_reason(struct app *app, struct exporting *x, guint row)
{
	const struct reason_group *group = g_ptr_array_index(x->groups, row);

	(void)app;
	table_addf(x->table, "%u", group->count);
	table_addf(x->table, "%u", group->tasks);
	table_add(x->table, outcome_info((enum outcome)group->outcome)->word);
	table_add(x->table, group->reason);
}

static const struct export_kind cases_kind = {
	"task_id #completion_id outcome detail #score #wall_ms #rss_kib "
	    "label note reason", collect_cases, add_case
}, tasks_kind = {
	"task_id #samples #judged #passed #mean_score reason", collect_tasks,
	add_task
}, reasons_kind = {
	"#samples #tasks outcome reason", collect_reasons, add_reason
};

/* A column for each k of any run. */
static struct table *
runs_table(struct app *app, enum table_format format)
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
	t = table_new(heads->str, format);
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
compare_table(const struct compare_view *v, enum table_format format)
{
	struct table *t = table_new("task_id change #a_judged #a_passed "
	    "#b_judged #b_passed #p #p_holm", format);

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

	if (format == TABLE_MARKDOWN)
		return compare_text(app);
	if (format == TABLE_JSON) {
		json = compare_json(v->sides[0], v->sides[1], v->c,
		    v->warnings);
		return g_strconcat(json, "\n", NULL);
	}
	return table_finish(compare_table(v, format));
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

void
export_clear(struct app *app)
{
	struct exporting *x = g_steal_pointer(&app->exporting);

	if (!x)
		return;
	table_free(x->table);
	g_clear_pointer(&x->rows, g_array_unref);
	g_clear_pointer(&x->groups, g_ptr_array_unref);
	g_free(x->path);
	g_free(x);
}

bool
export_stop(struct app *app)
{
	if (!app->exporting)
		return false;
	app_say(app, ROLE_WARN, "stopped: %s was not written",
	    app->exporting->path);
	export_clear(app);
	return true;
}

bool
export_is_busy(struct app *app)
{
	if (app->exporting)
		app_say(app, ROLE_WARN, "%s is still being written: Esc stops "
		    "that", app->exporting->path);
	return app->exporting;
}

char *
export_progress(const struct app *app)
{
	const struct exporting *x = app->exporting;

	return g_strdup_printf("writing %u of %u %srows to %s   Esc stops",
	    x->done, x->count, x->which, x->path);
}

static void
finish(struct app *app)
{
	struct exporting *x = app->exporting;
	g_autofree char *what = g_strdup_printf("%u %srow%s as %s", x->count,
	    x->which, x->count == 1 ? "" : "s", x->format);

	commands_write(app, x->path, table_finish(g_steal_pointer(&x->table)),
	    what, x->may_replace);
	export_clear(app);
}

bool
export_work(struct app *app)
{
	struct exporting *x = app->exporting;
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;

	/* What is not read yet would be missing from the file. */
	if (!x || session_is_loading(app->session))
		return false;
	while (x->done < x->count) {
		x->kind->add(app, x, x->done++);
		if (clock_monotonic_ms() >= until)
			return true;
	}
	finish(app);
	return true;
}

static void
start(struct app *app, const struct export_kind *kind, const char *path,
    enum table_format format, bool replace)
{
	struct exporting *x = g_new0(struct exporting, 1);

	x->kind = kind;
	x->path = g_strdup(path);
	x->may_replace = replace;
	x->which = "";
	x->format = table_format_name(format);
	x->table = table_new(kind->heads, format);
	app->exporting = x;
	kind->collect(app, x);
	if (x->count == 0 && app->marked > 0 && kind == &cases_kind) {
		app_say(app, ROLE_WARN, "nothing was written: what is marked "
		    "is not in this list; U drops the marks");
		export_clear(app);
		return;
	}
	(void)export_work(app);
}

static void
write_runs(struct app *app, const char *path, enum table_format format,
    bool replace)
{
	struct table *table = runs_table(app, format);
	g_autofree char *what = g_strdup_printf("%u row%s as %s",
	    table_rows(table), table_rows(table) == 1 ? "" : "s",
	    table_format_name(format));

	commands_write(app, path, table_finish(table), what, replace);
}

void
export_start(struct app *app, const char *path, bool replace)
{
	enum table_format format;
	g_autofree char *what = NULL;

	if (export_is_busy(app))
		return;
	if (!table_format_of(path, &format)) {
		app_say(app, ROLE_WARN, "nothing was written: the name has to "
		    "end in .csv, .json or .md");
		return;
	}
	if (!replace && commands_ask_replace(app, path, NULL))
		return;
	switch (app_screen(app)->place) {
	case PLACE_COMPARE:
		what = g_strdup_printf("the comparison as %s",
		    table_format_name(format));
		commands_write(app, path, compare_as(app, format), what,
		    replace);
		break;
	case PLACE_RUNS:
		write_runs(app, path, format, replace);
		break;
	case PLACE_OVERVIEW:
		start(app, &tasks_kind, path, format, replace);
		break;
	case PLACE_REASONS:
		start(app, &reasons_kind, path, format, replace);
		break;
	default:
		start(app, &cases_kind, path, format, replace);
		break;
	}
}
