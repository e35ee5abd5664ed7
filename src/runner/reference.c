/*
 * Whether a task can be split is never the candidate's to say.  Before a pass
 * is called disputed, the task's own reference solution is put before the
 * split guard, once for each task and only when it comes to that: where it
 * does not pass either, the task cannot be split and the pass stays
 * unconfirmed.  In `evaltop check` the candidates are the references.
 */
#include "runner/internal.h"

#include "runner/request.h"

enum split_state {
	SPLIT_UNKNOWN,
	SPLIT_FITS,
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
		job = g_new0(struct job, 1);
		job->ordinal = disputed->ordinal;
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

bool
reference_is_asked(struct runner *runner, struct job *job,
    struct verdict *verdict)
{
	guint32 task = sample_set_get(runner->config.samples,
	    job->ordinal)->task;
	struct job *reference;

	if (verdict->trust != TRUST_DISPUTED)
		return false;
	if (runner->config.manifest->settings.is_check) {
		g_autofree char *why = g_steal_pointer(&verdict->trust_reason);

		(void)take_dispute_back(verdict, why);
		return false;
	}
	if (runner->splits[task] == SPLIT_DOES_NOT) {
		(void)take_dispute_back(verdict, runner->split_why[task]);
		return false;
	}
	if (runner->splits[task] == SPLIT_FITS)
		return false;
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
		runner->splits[task] = SPLIT_FITS;
	} else if (verdict) {
		runner->splits[task] = SPLIT_DOES_NOT;
		g_free(runner->split_why[task]);
		runner->split_why[task] = g_steal_pointer(&verdict->reason);
		(void)take_dispute_back(passed, runner->split_why[task]);
	}
	verdict_free(verdict);
	job_judged(runner, job, passed);
	job_free(reference);
}
