/*
 * Whether a task can be split is never the candidate's to say.  Before a pass
 * is called disputed, the task's own reference solution is put before the
 * split guard, once for each task and only when it comes to that: where it
 * does not pass either, the task cannot be split and the pass stays
 * unconfirmed.  In `evaltop check` the candidates are the references.
 *
 * The reference also tells what becomes of the arguments of each call.  A
 * candidate that changed any of its own runs once more, and the tests then
 * find theirs as the reference left them, whatever it does: a test that works
 * out from its own list what it expects is not to be led astray.  Where the
 * tests are not the same each time, what the reference did to another list
 * says nothing, and the list stays as it was.  The reference itself runs so,
 * too, and a test that it fails then is not asked of the candidate.
 */
#include "runner/internal.h"

#include "runner/request.h"

#include <string.h>

enum split_state {
	SPLIT_UNKNOWN,
	SPLIT_FITS,
	SPLIT_DOES_NOT,
};

struct split {
	enum split_state state;
	char *why;		/* it does not, or NULL */
	char *changes;		/* to arguments, in a judge's words; or NULL */
	char *strip;		/* of its run with these alone; NULL: a pass */
	bool is_blind;		/* that run came to no end: none is asked for */
};

struct split *
splits_new(guint tasks)
{
	return g_new0(struct split, tasks);
}

void
splits_free(struct split *splits, guint tasks)
{
	for (guint i = 0; i < tasks; i++) {
		g_free(splits[i].why);
		g_free(splits[i].changes);
		g_free(splits[i].strip);
	}
	g_free(splits);
}

const char *
reference_changes(const struct runner *runner, guint32 task)
{
	return runner->splits[task].changes;
}

bool
reference_fails_alike(const struct runner *runner, const struct job *job,
    const struct verdict *verdict)
{
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;
	const char *strip = runner->splits[task].strip;

	if (!job->keeps_arguments || !strip || !verdict->strip ||
	    strlen(strip) != strlen(verdict->strip))
		return false;
	for (guint i = 0; strip[i]; i++) {
		if (strip[i] == 'p' && verdict->strip[i] != 'p')
			return false;
	}
	return true;
}

static struct verdict *
take_dispute_back(struct verdict *verdict, const char *why)
{
	char *reason = g_strdup_printf("the reference does not pass the "
	    "split guard: %.150s", why ? why : "no reason given");

	verdict->trust = TRUST_UNCONFIRMED;
	g_free(verdict->trust_reason);
	verdict->trust_reason = reason;
	return verdict;
}

/* The reference's own job; NULL where it cannot be made. */
static struct job *
reference_job(struct runner *runner, const struct job *disputed,
    enum split_arguments arguments)
{
	const struct sample *sample = sample_set_get(runner->config.samples,
	    disputed->ordinal);
	const struct task *task = suite_task(runner->config.suite,
	    sample->task);
	const struct plan *plan = runner->plans->pdata[sample->task];
	struct task_text text = { 0 };
	struct assembly assembly = { 0 };
	struct job *job = NULL;

	if (!task->has_reference || !suite_load_text(runner->config.suite,
	    sample->task, &text, NULL))
		return NULL;
	assemble(task, &text, text.reference_field, text.reference, NULL,
	    &assembly);
	if (assembly.programs->len > 0) {
		job = job_new(disputed->ordinal);
		job->timeout_ms = disputed->timeout_ms;
		job->is_split = true;
		job->keeps_arguments = arguments == ARGUMENTS_KEEP;
		/* Not empty: it needs no preparing. */
		job->questions.shared = g_strdup(disputed->questions.shared);
		job->questions.judge = request_split_judge(task, &text,
		    job_split_timeout_ms(runner, job, task), arguments,
		    reference_changes(runner, sample->task),
		    plan->prepared_bytes > 0);
		job->questions.candidate = request_split_candidate(task,
		    &text, &assembly, runner->denylist,
		    (const char *const *)plan->serve);
	}
	assembly_clear(&assembly);
	task_text_clear(&text);
	return job;
}

/* The candidate once more, with its hands off the judge's arguments. */
static void
run_once_more(struct runner *runner, struct job *job, struct verdict *verdict)
{
	verdict->trust = TRUST_NONE;
	verdict->split_outcome = OUTCOME_NONE;
	job->passed = verdict;
	job->keeps_arguments = true;
	g_clear_pointer(&job->questions.judge, g_free);
	g_clear_pointer(&job->questions.candidate, g_free);
	g_queue_push_head(&runner->again, job);
}

static bool
wants_hands_off(const struct runner *runner, const struct job *job,
    const struct verdict *verdict)
{
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;

	return verdict->trust == TRUST_CONFIRMED &&
	    verdict->changed_arguments && !job->keeps_arguments &&
	    !runner->splits[task].is_blind &&
	    suite_task(runner->config.suite, task)->has_reference;
}

/* True when the job and the verdict were taken: it runs again. */
static bool
apply_reference(struct runner *runner, struct job *job,
    struct verdict *verdict, guint32 task)
{
	const struct split *split = &runner->splits[task];

	if (split->state == SPLIT_DOES_NOT) {
		(void)take_dispute_back(verdict, split->why);
	} else if (split->state == SPLIT_FITS &&
	    wants_hands_off(runner, job, verdict)) {
		run_once_more(runner, job, verdict);
		return true;
	}
	return false;
}

bool
reference_is_asked(struct runner *runner, struct job *job,
    struct verdict *verdict)
{
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;
	struct job *reference;

	if (runner->config.manifest->settings.is_check) {
		g_autofree char *why = NULL;

		if (verdict->trust == TRUST_DISPUTED) {
			why = g_steal_pointer(&verdict->trust_reason);
			(void)take_dispute_back(verdict, why);
		}
		return false;
	}
	if (verdict->trust != TRUST_DISPUTED &&
	    !wants_hands_off(runner, job, verdict))
		return false;
	if (runner->splits[task].state != SPLIT_UNKNOWN)
		return apply_reference(runner, job, verdict, task);
	reference = reference_job(runner, job, ARGUMENTS_TELL);
	if (!reference)
		return false;
	job->passed = verdict;
	reference->disputed = job;
	g_queue_push_head(&runner->again, reference);
	return true;
}

/* Its first run, in which it may do to its arguments what it does. */
static void
note_fit(struct split *split, struct verdict *verdict)
{
	if (verdict->outcome == OUTCOME_PASS) {
		split->state = SPLIT_FITS;
		g_free(split->changes);
		split->changes = g_steal_pointer(&verdict->changes);
	} else {
		split->state = SPLIT_DOES_NOT;
		g_free(split->why);
		split->why = g_steal_pointer(&verdict->reason);
	}
}

static void
note_kept(struct split *split, struct verdict *verdict)
{
	split->is_blind = !verdict || !verdict->strip;
	if (verdict && verdict->outcome != OUTCOME_PASS) {
		g_free(split->strip);
		split->strip = g_steal_pointer(&verdict->strip);
	}
}

void
reference_judged(struct runner *runner, struct job *reference,
    struct verdict *verdict)
{
	struct job *job = g_steal_pointer(&reference->disputed);
	struct verdict *passed = g_steal_pointer(&job->passed);
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;
	struct split *split = &runner->splits[task];
	struct job *again = NULL;

	if (reference->keeps_arguments) {
		note_kept(split, verdict);
	} else if (verdict) {
		note_fit(split, verdict);
		if (split->state == SPLIT_FITS && verdict->changed_arguments)
			again = reference_job(runner, job, ARGUMENTS_KEEP);
	}
	verdict_free(verdict);
	job_free(reference);
	if (again) {
		job->passed = passed;
		again->disputed = job;
		g_queue_push_head(&runner->again, again);
	} else if (!apply_reference(runner, job, passed, task)) {
		job_judged(runner, job, passed);
	}
}
