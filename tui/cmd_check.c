/* evaltop check SUITE: does each reference solution pass its own tests? */
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/launch.h"

#include <string.h>

/* The ids of some tasks, and what is the matter with them. */
struct finding {
	const char *title;
	GPtrArray *lines;	/* char *, clean */
};

static bool
is_blank(const char *text)
{
	return !text || text[strspn(text, " \t\r\n\f\v")] == '\0';
}

/* Whether a task has anything to test with. */
static bool
has_tests(const struct suite *suite, guint index)
{
	struct task_text text = { 0 };
	bool has = false;

	/* What cannot be read has been complained of by the run. */
	if (!suite_load_text(suite, index, &text, NULL))
		return true;
	for (guint i = 0; text.asserts && i < text.asserts->len; i++)
		has = has || !is_blank(g_ptr_array_index(text.asserts, i));
	has = has || !is_blank(text.test);
	task_text_clear(&text);
	return has;
}

/* "HumanEval/3: assertion_fail: assert f(2) == 4: got 5" */
static char *
describe_failure(struct session *session, const struct board_task *task)
{
	const struct board_sample *sample = board_sample(session->board,
	    task->first);
	struct verdict *verdict = session_load_verdict(session, task->first,
	    NULL);
	g_autofree char *line = g_strdup_printf("%s: %s%s%s", task->id,
	    outcome_info((enum outcome)sample->outcome)->word,
	    verdict && verdict->reason ? ": " : "",
	    verdict && verdict->reason ? verdict->reason : "");

	if (verdict)
		verdict_free(verdict);
	return clean_line(line);
}

static void
print_finding(const struct finding *finding, FILE *out)
{
	if (!out || finding->lines->len == 0)
		return;
	fprintf(out, "%s: %u\n", finding->title, finding->lines->len);
	for (guint i = 0; i < finding->lines->len; i++)
		fprintf(out, "  %s\n",
		    (const char *)g_ptr_array_index(finding->lines, i));
}

/* A pass that the split guard cannot look at, and why; NULL for others. */
static char *
describe_unsplit(struct session *session, const struct board_task *task)
{
	struct verdict *verdict;
	g_autofree char *why = NULL, *id = NULL;

	if (task->passed == 0 || board_sample(session->board,
	    task->first)->trust != TRUST_UNCONFIRMED)
		return NULL;
	verdict = session_load_verdict(session, task->first, NULL);
	id = clean_line(task->id);
	why = clean_line(verdict && verdict->trust_reason ?
	    verdict->trust_reason : "no reason given");
	verdict_free(verdict);
	return g_strdup_printf("%s: %s", id, why);
}

static int
finish(struct session *session, FILE *out)
{
	struct finding failing = { "reference fails",
		g_ptr_array_new_with_free_func(g_free) };
	struct finding absent = { "no reference",
		g_ptr_array_new_with_free_func(g_free) };
	struct finding untested = { "no tests",
		g_ptr_array_new_with_free_func(g_free) };
	struct finding unsplit = { "cannot be confirmed by the split guard",
		g_ptr_array_new_with_free_func(g_free) };
	const struct board *board = session->board;
	int status;

	for (guint i = 0; i < board->tasks->len; i++) {
		const struct board_task *task = board_task(board, i);
		char *why = describe_unsplit(session, task);

		if (why)
			g_ptr_array_add(unsplit.lines, why);

		if (task->judged > task->passed)
			g_ptr_array_add(failing.lines,
			    describe_failure(session, task));
		if (!suite_task(session->suite, i)->has_reference)
			g_ptr_array_add(absent.lines, clean_line(task->id));
		if (!has_tests(session->suite, i))
			g_ptr_array_add(untested.lines, clean_line(task->id));
	}
	status = failing.lines->len > 0 ? EXIT_BELOW : EXIT_DONE;
	print_finding(&failing, out);
	print_finding(&absent, out);
	print_finding(&untested, out);
	print_finding(&unsplit, out);
	if (out && status == EXIT_DONE && board->state == RUN_DONE)
		fputs("every reference that was judged passes\n", out);
	g_ptr_array_unref(failing.lines);
	g_ptr_array_unref(absent.lines);
	g_ptr_array_unref(untested.lines);
	g_ptr_array_unref(unsplit.lines);
	return status;
}

int
cmd_check(const struct options *options)
{
	struct launch_job job = { .is_check = true, .finish = finish };

	if (options->arguments->len > 0)
		job.suite = g_ptr_array_index(options->arguments, 0);
	if (!job.suite && !options->resume) {
		command_complain("'evaltop check' needs a SUITE; to try it: "
		    "evaltop check demo");
		return EXIT_USAGE;
	}
	return launch_run(&job, options);
}
