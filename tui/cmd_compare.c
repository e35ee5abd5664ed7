/* evaltop compare RUN_A RUN_B */
#include "report/compare.h"
#include "run/rundir.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/front.h"

#include <string.h>

static struct session *
open_run(const char *name, GError **error)
{
	g_autofree char *rundir = rundir_find(name, error);
	struct session *session;

	session = rundir ? session_open(rundir, false, error) : NULL;
	if (session)
		session_drain_all(session);
	return session;
}

static void
print_run(const char *name, const struct session *session)
{
	g_autofree char *folder = g_path_get_basename(session->rundir);
	g_autofree char *clean = clean_line(folder);
	g_autofree char *label = clean_line(session->manifest->settings.label);

	printf("%s  %s  %s  %s, %u of %u judged\n", name, clean, label,
	    run_state_word(session->board->state), session->board->judged,
	    session->board->samples->len);
}

static void
print_passk(const struct comparison *comparison)
{
	puts("\n   k  tasks       A       B     B-A  95% interval");
	for (guint i = 0; i < comparison->passk->len; i++) {
		const struct compare_passk *row = &g_array_index(
		    comparison->passk, struct compare_passk, i);

		if (row->tasks == 0)
			printf("%4u  %5u       -       -       -  -\n", row->k,
			    row->tasks);
		else
			printf("%4u  %5u  %6.3f  %6.3f  %+6.3f  %+.3f to "
			    "%+.3f  %s\n", row->k, row->tasks, row->a, row->b,
			    row->difference, row->low, row->high,
			    row->is_noise ? "noise" : "more than noise");
	}
}

static void
print_outcomes(const struct board *a, const struct board *b)
{
	printf("\n%-16s  %7s  %7s  %7s\n", "outcome", "A", "B", "B-A");
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		if (a->outcomes[i] + b->outcomes[i] == 0)
			continue;
		printf("%-16s  %7u  %7u  %+7ld\n",
		    outcome_info((enum outcome)i)->word, a->outcomes[i],
		    b->outcomes[i],
		    (long)b->outcomes[i] - (long)a->outcomes[i]);
	}
}

static void
print_tasks(const struct comparison *comparison, const char *title,
    enum compare_change change)
{
	g_autoptr(GPtrArray) list = compare_list(comparison, change);

	if (list->len == 0)
		return;
	printf("\n%s: %u\n", title, list->len);
	for (guint i = 0; i < list->len; i++) {
		const struct compare_task *task = g_ptr_array_index(list, i);
		g_autofree char *id = clean_line(task->id);

		printf("  %s  %u/%u -> %u/%u", id, task->c_a, task->n_a,
		    task->c_b, task->n_b);
		/* With one sample each, no task says anything by itself. */
		if (!comparison->is_single)
			printf("  p=%.2g (Holm %.2g)", task->p, task->p_holm);
		putchar('\n');
	}
}

static void
print_comparison(const struct session *a, const struct session *b,
    const struct comparison *comparison)
{
	g_autofree char *sentence = NULL, *tasks = NULL;

	print_run("A", a);
	print_run("B", b);
	print_passk(comparison);
	print_outcomes(a->board, b->board);
	print_tasks(comparison, "worse", COMPARE_WORSE);
	print_tasks(comparison, "better", COMPARE_BETTER);
	printf("\ntasks: %u paired (%u better, %u worse, %u same), %u only in "
	    "A, %u only in B, %u not fully judged\n", comparison->tasks->len,
	    comparison->better, comparison->worse, comparison->same,
	    comparison->only_a, comparison->only_b, comparison->unfinished);
	/* That there is nothing to compare is said once, by an error. */
	if (comparison->tasks->len == 0)
		return;
	if (!comparison->is_single) {
		tasks = compare_tasks_sentence(comparison);
		puts(tasks);
	}
	if (comparison->passk->len > 0) {
		sentence = compare_sentence(comparison, 0);
		puts(sentence);
	}
}

static int
compare(const struct session *a, const struct session *b,
    const struct options *options)
{
	g_autoptr(GPtrArray) warnings = compare_warnings(a, b);
	g_autoptr(GArray) k = options->k ? g_array_ref(options->k) :
	    compare_k(a->manifest, b->manifest);
	CLEANUP(comparison_free) struct comparison *comparison =
	    compare_boards(a->board, b->board, k);

	for (guint i = 0; i < warnings->len; i++)
		command_complain("warning: %s",
		    (const char *)g_ptr_array_index(warnings, i));
	if (options->json) {
		g_autofree char *json = compare_json(a, b, comparison,
		    warnings);

		puts(json);
	} else {
		print_comparison(a, b, comparison);
	}
	if (comparison->tasks->len > 0)
		return EXIT_DONE;
	command_complain("the runs have no task in common whose samples are "
	    "all judged in both");
	return EXIT_INPUT;
}

/* An exit status, or FRONT_NO_SCREEN where lines are wanted. */
static int
compare_on_screen(const struct options *options)
{
	g_autofree char *a = NULL, *b = NULL;
	GError *error = NULL;

	if (!front_wants_screen(options))
		return FRONT_NO_SCREEN;
	a = rundir_find(g_ptr_array_index(options->arguments, 0), &error);
	if (a)
		b = rundir_find(g_ptr_array_index(options->arguments, 1),
		    &error);
	return b ? front_compare(a, b, options) : command_fail(error);
}

int
cmd_compare(const struct options *options)
{
	GError *error = NULL;
	struct session *a, *b = NULL;
	int status = compare_on_screen(options);

	if (status != FRONT_NO_SCREEN)
		return status;
	a = open_run(g_ptr_array_index(options->arguments, 0), &error);
	if (a)
		b = open_run(g_ptr_array_index(options->arguments, 1), &error);
	status = b ? compare(a, b, options) : command_fail(error);
	session_free(b);
	session_free(a);
	return status;
}
