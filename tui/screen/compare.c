/*
 * Two runs side by side: pass@k with the paired difference, the tasks that
 * got worse or better, and the programs of the selected one.
 */
#include "tui/screen/compare_view.h"

#include "base/clock.h"

#include <string.h>

const char *const compare_list_names[COMPARE_LISTS] = { "Worse", "Better", "Same" };

const char *
compare_label(const struct session *session)
{
	const struct run_settings *set = &session->manifest->settings;

	return set->label && *set->label ? set->label : "run";
}

void
compare_clear(struct app *app)
{
	struct compare_view *v = app->compare;

	if (!v)
		return;
	for (int i = 0; i < COMPARE_LISTS; i++)
		if (v->tasks[i])
			g_ptr_array_unref(v->tasks[i]);
	if (v->c)
		comparison_free(v->c);
	for (int i = 0; i < 2; i++) {
		pager_clear(&v->pagers[i]);
		pager_clear(&v->results[i]);
		if (v->sides[i])
			session_free(v->sides[i]);
	}
	if (v->warnings)
		g_ptr_array_unref(v->warnings);
	g_free(v->sentence);
	g_free(v->per_task);
	g_free(v);
	app->compare = NULL;
}

static int
compare_by_name(gconstpointer pa, gconstpointer pb)
{
	return compare_names((*(const struct compare_task *const *)pa)->id,
	    (*(const struct compare_task *const *)pb)->id);
}

static void
arrange(struct compare_view *v)
{
	static const enum compare_change changes[COMPARE_LISTS] = { COMPARE_WORSE,
		COMPARE_BETTER, COMPARE_SAME };

	for (int i = 0; i < COMPARE_LISTS; i++) {
		GPtrArray *tasks;

		if (v->tasks[i])
			g_ptr_array_unref(v->tasks[i]);
		tasks = v->tasks[i] = compare_list(v->c, changes[i]);
		if (v->is_by_name)
			g_ptr_array_sort(tasks, compare_by_name);
		for (guint n = 0; v->is_reverse && n < tasks->len / 2; n++) {
			gpointer swap = tasks->pdata[n];

			tasks->pdata[n] = tasks->pdata[tasks->len - 1 - n];
			tasks->pdata[tasks->len - 1 - n] = swap;
		}
	}
}

/* All that follows from the two sessions. */
static void
compute(struct compare_view *v, struct draw *d)
{
	g_autoptr(GArray) k = compare_k(v->sides[0]->manifest,
	    v->sides[1]->manifest);

	if (v->c)
		comparison_free(v->c);
	v->c = compare_boards(v->sides[0]->board, v->sides[1]->board, k);
	g_free(v->sentence);
	g_free(v->per_task);
	v->sentence = v->c->passk->len > 0 ? compare_sentence(v->c, 0) :
	    g_strdup("");
	v->per_task = compare_tasks_sentence(v->c);
	if (v->warnings)
		g_ptr_array_unref(v->warnings);
	v->warnings = compare_warnings(v->sides[0], v->sides[1]);
	v->id_width = 12;
	for (guint i = 0; i < v->c->tasks->len; i++)
		v->id_width = MAX(v->id_width, draw_width(d, g_array_index(
		    v->c->tasks, struct compare_task, i).id));
	arrange(v);
	v->filled = NULL;
	v->number = COMPARE_AUTOMATIC;
	for (v->which = 0; v->which < COMPARE_LISTS - 1 && v->tasks[v->which]->len ==
	    0;)
		v->which++;
	v->focus = v->which;
}

bool
compare_work(struct app *app)
{
	struct compare_view *v = app->compare;
	gint64 until = clock_monotonic_ms() + WORK_SLICE_MS;

	if (!v || v->c)
		return false;
	for (int i = 0; i < 2; i++)
		while (session_is_loading(v->sides[i])) {
			(void)session_drain(v->sides[i]);
			if (clock_monotonic_ms() >= until)
				return true;
		}
	compute(v, &app->draw);
	return true;
}

bool
compare_texts_are_pending(const struct app *app)
{
	const struct compare_view *v = app->compare;

	return v && (session_texts_are_pending(v->sides[0]) ||
	    session_texts_are_pending(v->sides[1]));
}

void
compare_open(struct app *app, const char *a, const char *b)
{
	struct compare_view *v = g_new0(struct compare_view, 1);
	g_autoptr(GError) error = NULL;

	compare_clear(app);
	app->compare = v;
	v->shows_diff = true;
	v->sides[0] = session_open(a, false, &error);
	v->sides[1] = v->sides[0] ? session_open(b, false, &error) : NULL;
	if (!v->sides[1]) {
		compare_clear(app);
		app_say(app, ROLE_WARN, "%s", error->message);
		return;
	}
	for (int i = 0; i < 2; i++) {
		session_begin_texts(v->sides[i]);
		(void)session_drain(v->sides[i]);
	}
	(void)compare_work(app);
	g_clear_pointer(&app->message, g_free);
	g_clear_pointer(&app->search, g_free);
	app_push(app, &screen_compare);
}

const struct compare_task *
compare_selected(const struct compare_view *v)
{
	const GPtrArray *tasks = v->tasks[v->which];
	int cursor = v->lists[v->which].cursor;

	return tasks && cursor < (int)tasks->len ? g_ptr_array_index(tasks, cursor) :
	    NULL;
}

/* The programs. */

guint
compare_pick(const struct session *session, guint task, bool wants_pass)
{
	const struct board_task *t = board_task(session->board, task);

	for (guint i = t->first; i < t->first + t->samples; i++) {
		const struct board_sample *s = board_sample(session->board,
		    i);

		if (s->state == SAMPLE_JUDGED && (s->outcome == OUTCOME_PASS)
		    == wants_pass)
			return i;
	}
	return t->first;
}

static guint
ordinal_of(const struct compare_view *v, const struct compare_task *t,
    int side)
{
	guint task = side ? t->task_b : t->task_a;
	const struct board_task *bt = board_task(v->sides[side]->board, task);

	if (v->number >= 0)
		return bt->first + MIN((guint)v->number, bt->samples - 1);
	/* A pair that shows what moved. */
	return compare_pick(v->sides[side], task, t->change == COMPARE_SAME ?
	    t->c_a > 0 : (side == 1) == (t->change == COMPARE_BETTER));
}

static void
fill_result(struct pager *pager, struct session *session, guint ordinal,
    const struct verdict *verdict)
{
	const struct board_sample *s = board_sample(session->board, ordinal);

	pager_reset(pager);
	pager->wraps = true;
	if (!verdict) {
		pager_add(pager, "not judged", ROLE_DIM);
		return;
	}
	if (s->outcome == OUTCOME_PASS)
		pager_addf(pager, ROLE_GOOD, "all %u tests passed",
		    verdict_tests_counted(verdict));
	else if (verdict->reason)
		pager_add(pager, verdict->reason, outcome_style((enum outcome)
		    s->outcome));
	if (verdict->failures && verdict->failures->len > 0) {
		const struct test_failure *f = g_ptr_array_index(
		    verdict->failures, 0);

		if (f->want)
			pager_add_field(pager, "want", f->want, ROLE_GOOD);
		if (f->got)
			pager_add_field(pager, "got", f->got, ROLE_BAD);
	}
}

void
compare_fill(struct compare_view *v)
{
	const struct compare_task *t = compare_selected(v);
	struct sample_texts texts[2] = { { 0 }, { 0 } };
	bool is_pending = session_texts_are_pending(v->sides[0]) ||
	    session_texts_are_pending(v->sides[1]);
	const char *code[2];

	if (t == v->filled && v->number == v->filled_number &&
	    v->shows_diff == v->filled_diff && v->filled_pending ==
	    is_pending)
		return;
	v->filled_pending = is_pending;
	v->filled = t;
	v->filled_number = v->number;
	v->filled_diff = v->shows_diff;
	for (int i = 0; i < 2; i++) {
		struct verdict *verdict = NULL;

		pager_reset(&v->pagers[i]);
		pager_reset(&v->results[i]);
		if (!t)
			continue;
		v->ordinals[i] = ordinal_of(v, t, i);
		verdict = session_load_verdict(v->sides[i], v->ordinals[i],
		    NULL);
		if (!is_pending)
			session_load_texts(v->sides[i], v->ordinals[i],
			    verdict ? verdict->program : 0, &texts[i], NULL);
		fill_result(&v->results[i], v->sides[i], v->ordinals[i],
		    verdict);
		verdict_free(verdict);
	}
	code[0] = texts[0].program;
	code[1] = texts[1].program;
	if (t && v->shows_diff && code[0] && code[1]) {
		pager_add_diff(&v->pagers[0], &v->pagers[1], code[0],
		    code[1]);
		pager_show_difference(&v->pagers[0]);
		v->pagers[1].top = v->pagers[0].top;
	} else if (t) {
		for (int i = 0; i < 2; i++) {
			if (code[i])
				pager_add_code(&v->pagers[i], code[i], 0);
			else
				pager_add(&v->pagers[i], is_pending ?
				    "reading suites and samples ..." :
				    v->sides[i]->texts_error ?
				    v->sides[i]->texts_error : "no code",
				    ROLE_DIM);
		}
	}
	for (int i = 0; i < 2; i++)
		sample_texts_clear(&texts[i]);
}

static void
set_focus(struct compare_view *v, int focus)
{
	v->focus = (focus + COMPARE_PANE__COUNT) % COMPARE_PANE__COUNT;
	if (v->focus < COMPARE_LISTS && v->which != v->focus) {
		v->which = v->focus;
		v->number = COMPARE_AUTOMATIC;
	}
}

static void
step_number(struct app *app, int by)
{
	struct compare_view *v = app->compare;
	const struct compare_task *t = compare_selected(v);
	int most = t ? (int)MAX(t->n_a, t->n_b) : 0;

	if (v->number + by < 0 || v->number + by >= most)
		app_say(app, ROLE_NORMAL, "this is the %s sample of the task",
		    by > 0 ? "last" : "first");
	else
		v->number += by;
}

static void
swap(struct app *app)
{
	struct compare_view *v = app->compare;
	struct session *a = v->sides[0];
	char *path = app->runs.a;

	v->sides[0] = v->sides[1];
	v->sides[1] = a;
	app->runs.a = app->runs.b;
	app->runs.b = path;
	compute(v, &app->draw);
	app_say(app, ROLE_NORMAL, "A and B swapped");
}

/* Both sides scroll as one. */
static bool
scroll(struct compare_view *v, enum action action)
{
	bool is_known = pager_act(&v->pagers[0], action);

	v->pagers[1].top = v->pagers[0].top;
	v->pagers[1].left = v->pagers[0].left;
	v->pagers[1].hides_numbers = v->pagers[0].hides_numbers;
	v->pagers[1].wraps = v->pagers[0].wraps;
	return is_known;
}

static bool
compare_act(struct app *app, enum action action, int key)
{
	struct compare_view *v = app->compare;

	if (!v->c) {
		if (action == ACTION_LEFT || action == ACTION_BACK)
			app_pop(app);
		else
			app_say(app, ROLE_NORMAL, "the two runs are still "
			    "being read");
		return true;
	}
	switch (action) {
	case ACTION_NEXT_PANE:
	case ACTION_PREV_PANE:
		set_focus(v, v->focus + (action == ACTION_NEXT_PANE ? 1 :
		    -1));
		return true;
	case ACTION_PANE:
		if (key - '1' < COMPARE_PANE__COUNT)
			set_focus(v, key - '1');
		return true;
	case ACTION_OPEN:
	case ACTION_RIGHT:
	case ACTION_ZOOM:
		if (v->focus >= COMPARE_LISTS && action == ACTION_RIGHT)
			return scroll(v, ACTION_SIDE_RIGHT);
		v->is_zoomed = action == ACTION_ZOOM ? !v->is_zoomed : true;
		if (v->is_zoomed)
			v->focus = COMPARE_PANE_A;
		return true;
	case ACTION_LEFT:
		if (v->focus >= COMPARE_LISTS && v->pagers[0].left > 0)
			return scroll(v, ACTION_SIDE_LEFT);
		action = ACTION_BACK;
		break;
	case ACTION_NEXT_SAMPLE:
	case ACTION_PREV_SAMPLE:
		step_number(app, action == ACTION_NEXT_SAMPLE ? 1 : -1);
		return true;
	case ACTION_DIFF:
		v->shows_diff = !v->shows_diff;
		return true;
	case ACTION_SWAP:
		swap(app);
		return true;
	case ACTION_SORT:
	case ACTION_REVERSE:
		if (action == ACTION_SORT)
			v->is_by_name = !v->is_by_name;
		else
			v->is_reverse = !v->is_reverse;
		arrange(v);
		return true;
	default:
		break;
	}
	if (action == ACTION_BACK) {
		/* From the programs back to the lists, then out. */
		if (v->is_zoomed || v->focus >= COMPARE_LISTS) {
			v->is_zoomed = false;
			v->focus = v->which;
		} else {
			app_pop(app);
		}
		return true;
	}
	if (v->focus >= COMPARE_LISTS)
		return scroll(v, action);
	if (!list_act(&v->lists[v->which], action))
		return pager_act(&v->pagers[0], action) && scroll(v,
		    ACTION_SELECT);
	v->number = COMPARE_AUTOMATIC;
	return true;
}

static int
compare_rows(struct app *app, int *ret_at)
{
	const struct compare_view *v = app->compare;

	*ret_at = v->lists[v->which].cursor;
	return v->c ? (int)v->tasks[v->which]->len : 0;
}

static bool
compare_matches(struct app *app, int row)
{
	const struct compare_view *v = app->compare;
	const struct compare_task *t = g_ptr_array_index(v->tasks[v->which],
	    row);

	return text_matches(t->id, app->search);
}

static void
compare_select(struct app *app, int row)
{
	app->compare->lists[app->compare->which].cursor = row;
	app->compare->number = COMPARE_AUTOMATIC;
}

static void
append_tasks(GString *into, const struct compare_view *v, int which)
{
	g_string_append_printf(into, "\n## %s: %u\n\n", compare_list_names[which],
	    v->tasks[which]->len);
	if (v->tasks[which]->len == 0)
		return;
	g_string_append(into, "| task | A | B | p (Holm) |\n"
	    "| --- | --- | --- | --- |\n");
	for (guint i = 0; i < v->tasks[which]->len; i++) {
		const struct compare_task *t = g_ptr_array_index(
		    v->tasks[which], i);

		g_string_append_printf(into, "| %s | %u/%u | %u/%u | %.3f |\n",
		    t->id, t->c_a, t->n_a, t->c_b, t->n_b, t->p_holm);
	}
}

char *
compare_text(struct app *app)
{
	const struct compare_view *v = app->compare;
	GString *into = g_string_new(NULL);

	/* Who wants it written has the whole of it. */
	while (compare_work(app))
		;
	g_string_append_printf(into, "# %s (A) and %s (B)\n\n"
	    "A: %s  \nB: %s\n\n| k | A | B | B-A | 95%% range | tasks |\n"
	    "| --- | --- | --- | --- | --- | --- |\n", compare_label(v->sides[0]),
	    compare_label(v->sides[1]), v->sides[0]->rundir, v->sides[1]->rundir);
	for (guint i = 0; i < v->c->passk->len; i++) {
		const struct compare_passk *p = &g_array_index(v->c->passk,
		    struct compare_passk, i);

		if (p->tasks > 0)
			g_string_append_printf(into, "| %u | %.3f | %.3f | "
			    "%+.3f | [%+.3f, %+.3f] | %u |\n", p->k, p->a,
			    p->b, p->difference, p->low, p->high, p->tasks);
	}
	g_string_append_printf(into, "\n%s; %s.\n", v->sentence, v->per_task);
	for (guint i = 0; i < v->warnings->len; i++)
		g_string_append_printf(into, "%s- not the same: %s\n", i ?
		    "" : "\n", (const char *)g_ptr_array_index(v->warnings,
		    i));
	for (int i = 0; i < COMPARE_LISTS; i++)
		append_tasks(into, v, i);
	return g_string_free(into, FALSE);
}

const struct screen screen_compare = {
	PLACE_COMPARE, compare_draw, compare_act, compare_rows,
	compare_matches, compare_select, "in task ids"
};
