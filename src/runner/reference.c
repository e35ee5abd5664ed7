/*
 * Whether a task can be split is never the candidate's to say.  Before a pass
 * is called disputed, the task's own reference solution is put before the
 * split guard, once for each task and only when it comes to that: where it
 * does not pass either, the task cannot be split and the pass stays
 * unconfirmed.  In `evaltop check` the candidates are the references.
 *
 * The reference also tells whether the task is about changing arguments.  A
 * candidate that changed them though the reference leaves them alone runs
 * once more, and what it does to them then stays with it: a test that works
 * out from its own list what it expects is not to be led astray.
 */
#include "runner/internal.h"

#include "runner/request.h"

enum split_state {
	SPLIT_UNKNOWN,
	SPLIT_FITS,		/* and the reference leaves arguments alone */
	SPLIT_FITS_CHANGING,	/* and the reference changes them */
	SPLIT_DOES_NOT,
};

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
reference_job(struct runner *runner, const struct job *disputed)
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
		/* Not empty: it needs no preparing. */
		job->questions.shared = g_strdup(disputed->questions.shared);
		job->questions.judge = g_strdup(disputed->questions.judge);
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
	if (runner->guard == GUARD_CONFIRM)
		job->passed = verdict;
	else
		verdict_free(verdict);
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
	    runner->splits[task] != SPLIT_FITS_CHANGING &&
	    suite_task(runner->config.suite, task)->has_reference;
}

/* True when the job and the verdict were taken: it runs again. */
static bool
apply_reference(struct runner *runner, struct job *job,
    struct verdict *verdict, guint32 task)
{
	if (runner->splits[task] == SPLIT_DOES_NOT) {
		(void)take_dispute_back(verdict, runner->split_why[task]);
	} else if (runner->splits[task] == SPLIT_FITS &&
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
	if (runner->splits[task] != SPLIT_UNKNOWN)
		return apply_reference(runner, job, verdict, task);
	reference = reference_job(runner, job);
	if (!reference)
		return false;
	job->passed = verdict;
	reference->disputed = job;
	g_queue_push_head(&runner->again, reference);
	return true;
}

void
reference_judged(struct runner *runner, struct job *reference,
    struct verdict *verdict)
{
	struct job *job = g_steal_pointer(&reference->disputed);
	struct verdict *passed = g_steal_pointer(&job->passed);
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;

	if (verdict && verdict->outcome == OUTCOME_PASS) {
		runner->splits[task] = verdict->changed_arguments ?
		    SPLIT_FITS_CHANGING : SPLIT_FITS;
	} else if (verdict) {
		runner->splits[task] = SPLIT_DOES_NOT;
		g_free(runner->split_why[task]);
		runner->split_why[task] = g_steal_pointer(&verdict->reason);
	}
	verdict_free(verdict);
	if (!apply_reference(runner, job, passed, task))
		job_judged(runner, job, passed);
	job_free(reference);
}
