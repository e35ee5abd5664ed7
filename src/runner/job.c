/*
 * What runs next.
 *
 * Samples run task by task, so that tasks complete early and pass@k can be
 * shown while the run goes on; those that somebody asks for again come first
 * (rerun.c), and of identical ones only one is run (twins.c).  A timed-out
 * candidate that was starved of CPU waits in `alone` until nothing else is
 * left.
 */
#include "runner/internal.h"

#include "runner/request.h"

#include <string.h>

void
job_free(struct job *job)
{
	if (!job)
		return;
	g_free(job->questions.shared);
	g_free(job->questions.judge);
	g_free(job->questions.candidate);
	verdict_free(job->passed);
	job_free(job->disputed);
	if (job->rules)
		g_byte_array_unref(job->rules);
	g_free(job);
}

struct job *
job_new(guint32 ordinal)
{
	struct job *job = g_new0(struct job, 1);

	job->ordinal = ordinal;
	return job;
}

static guint32
task_of(const struct runner *runner, guint32 ordinal)
{
	return sample_set_get(runner->config.samples, ordinal)->task;
}

bool
job_is_pending(const struct runner *runner)
{
	return (!runner->is_closed &&
	    runner->next < runner->config.samples->samples->len) ||
	    runner->again.length > 0 ||
	    runner->alone.length > 0;
}

bool
job_is_alone(const struct runner *runner)
{
	for (guint i = 0; runner->running > 0 && i < runner->slots->len; i++) {
		const struct slot *slot = g_ptr_array_index(runner->slots, i);

		if (slot->is_busy && slot->job->is_retry)
			return true;
	}
	return false;
}

void
job_count_end(struct runner *runner, guint32 ordinal)
{
	guint32 task = task_of(runner, ordinal);

	if (runner->fates[ordinal] & FATE_ENDED)
		return;
	runner->fates[ordinal] |= FATE_ENDED;
	/* A finished task needs no twins any more. */
	if (--g_array_index(runner->left, guint32, task) == 0)
		twins_forget(runner, task);
}

/* ---- the question of a sample ---- */

static const struct task_text *
load_task(struct runner *runner, guint32 task, GError **error)
{
	if (runner->has_cached && runner->cached_task == task)
		return &runner->cached;
	if (runner->has_cached)
		task_text_clear(&runner->cached);
	memset(&runner->cached, 0, sizeof runner->cached);
	runner->cached_task = task;
	runner->has_cached = suite_load_text(runner->config.suite, task,
	    &runner->cached, error);
	return runner->has_cached ? &runner->cached : NULL;
}

/* A verdict that needs no process. */
static struct verdict *
verdict_without_run(const struct runner *runner, const struct sample *sample,
    enum outcome outcome, enum detail detail, const char *reason)
{
	const struct plan *plan = runner->plans->pdata[sample->task];
	struct verdict *verdict = verdict_new(outcome, detail);

	verdict->reason = g_strdup(reason);
	verdict->tests_total = plan->total;
	verdict->strip = g_strnfill(plan->total, '-');
	return verdict;
}

static void
note_rules(struct job *job, const struct assembly *assembly)
{
	job->rules = g_byte_array_new();
	for (guint i = 0; i < assembly->programs->len; i++) {
		guint8 rule = (guint8)g_array_index(assembly->programs,
		    struct program, i).rule;

		g_byte_array_append(job->rules, &rule, 1);
	}
	job->think_dropped = assembly->think_dropped;
	job->stop_cut = assembly->stop_cut;
}

/* Read the answer and put the programs together that it may mean. */
static bool
assemble_sample(struct runner *runner, guint32 ordinal,
    const struct task_text **ret_text, struct assembly *ret,
    bool *ret_has_nul, GError **error)
{
	const struct sample *sample = sample_set_get(runner->config.samples,
	    ordinal);
	const char *const *stops =
	    (const char *const *)runner->config.manifest->settings.stops;
	g_autofree char *answer = NULL;

	*ret_text = load_task(runner, sample->task, error);
	if (*ret_text)
		answer = sample_set_load_text(runner->config.samples, ordinal,
		    ret_has_nul, error);
	if (!answer)
		return false;
	assemble(suite_task(runner->config.suite, sample->task), *ret_text,
	    sample->field, answer, stops, ret);
	return true;
}

/* False: it can no longer be read, and the job is gone. */
static bool
assemble_answer(struct runner *runner, struct job *job,
    const struct task_text **ret_text, struct assembly *ret,
    bool *ret_has_nul)
{
	g_autoptr(GError) error = NULL;

	if (assemble_sample(runner, job->ordinal, ret_text, ret, ret_has_nul,
	    &error))
		return true;
	job_gave_up(runner, job, error->message);
	return false;
}

char *
job_question(struct runner *runner, guint32 ordinal)
{
	guint32 task = task_of(runner, ordinal);
	const struct plan *plan = runner->plans->pdata[task];
	const struct task_text *text;
	struct assembly assembly = { 0 };
	char *question = NULL;
	bool has_nul;

	if (plan->lacks || !assemble_sample(runner, ordinal, &text, &assembly,
	    &has_nul, NULL))
		return NULL;
	if (!assembly.is_blank && assembly.programs->len > 0 && !has_nul)
		question = request_judge(suite_task(runner->config.suite,
		    task), text, &assembly, runner->denylist,
		    plan->prepared_bytes > 0);
	assembly_clear(&assembly);
	return question;
}

/*
 * Fill in the question.  False: the sample got its end without one; the job
 * is freed.
 */
static bool
prepare(struct runner *runner, struct job *job)
{
	const struct sample *sample = sample_set_get(runner->config.samples,
	    job->ordinal);
	const struct task_text *text;
	struct verdict *verdict = NULL;
	const struct plan *plan = runner->plans->pdata[sample->task];
	struct assembly assembly = { 0 };
	bool has_nul = false;

	if (plan->lacks) {
		job_unjudged(runner, job, plan->lacks);
		return false;
	}
	if (!assemble_answer(runner, job, &text, &assembly, &has_nul))
		return false;
	note_rules(job, &assembly);
	if (assembly.is_blank || assembly.programs->len == 0)
		verdict = verdict_without_run(runner, sample, OUTCOME_ERROR,
		    DETAIL_NO_CODE, "the answer holds no code");
	else if (has_nul)
		verdict = verdict_without_run(runner, sample,
		    OUTCOME_SYNTAX_ERROR, DETAIL_NONE,
		    "the code holds a null character");
	else
		job->questions.shared = request_judge(suite_task(
		    runner->config.suite, sample->task), text, &assembly,
		    runner->denylist, plan->prepared_bytes > 0);
	assembly_clear(&assembly);
	if (verdict)
		job_judged(runner, job, verdict);
	return !verdict;
}

/* ---- the split guard's turn ---- */

static guint32
timeout_ms(const struct runner *runner, const struct job *job,
    const struct task *task)
{
	if (job->timeout_ms)
		return job->timeout_ms;
	return task->timeout_ms ? task->timeout_ms :
	    runner->config.manifest->settings.timeout_ms;
}

/*
 * A round trip is added to every call and every operation on a handle, so
 * there is more time.  Under `confirm` the shared guard has already held the
 * candidate to its limit.
 */
guint32
job_split_timeout_ms(const struct runner *runner, const struct job *job,
    const struct task *task)
{
	return 3 * timeout_ms(runner, job, task) + 1000;
}

guint32
job_budget_ms(const struct runner *runner, const struct job *job,
    const struct task *task)
{
	/* The judge keeps its own clock; ours is for a judge that is stuck. */
	return job->is_split ?
	    job_split_timeout_ms(runner, job, task) + 1000 :
	    timeout_ms(runner, job, task);
}

static const char *
no_split(const struct runner *runner, const struct job *job)
{
	const struct plan *plan = runner->plans->pdata[task_of(runner,
	    job->ordinal)];

	return plan->no_split;
}

/* Its questions are made late: most samples need none. False: it is gone. */
static bool
prepare_split(struct runner *runner, struct job *job)
{
	const struct sample *sample = sample_set_get(runner->config.samples,
	    job->ordinal);
	const struct task *task = suite_task(runner->config.suite,
	    sample->task);
	const struct plan *plan = runner->plans->pdata[sample->task];
	const struct task_text *text;
	struct assembly assembly = { 0 };
	bool has_nul;

	if (job->questions.judge)
		return true;
	if (!assemble_answer(runner, job, &text, &assembly, &has_nul))
		return false;
	job->questions.judge = request_split_judge(task, text,
	    job_split_timeout_ms(runner, job, task),
	    job->keeps_arguments ? ARGUMENTS_KEEP : ARGUMENTS_CHANGE,
	    reference_changes(runner, sample->task),
	    plan->prepared_bytes > 0);
	job->questions.candidate = request_split_candidate(task, text,
	    &assembly, runner->denylist, (const char *const *)plan->serve);
	assembly_clear(&assembly);
	return true;
}

/* The split guard's word about a pass of the shared one, or about all. */
static struct verdict *
settle_split(struct runner *runner, struct job *job, struct verdict *split)
{
	struct verdict *passed = g_steal_pointer(&job->passed);
	bool is_pass = split->outcome == OUTCOME_PASS ||
	    reference_fails_alike(runner, job, split);

	if (!passed || (!is_pass && runner->guard == GUARD_SPLIT)) {
		if (split->outcome == OUTCOME_PASS)
			split->trust = TRUST_CONFIRMED;
		verdict_free(passed);
		return split;
	}
	passed->trust = is_pass ? TRUST_CONFIRMED : TRUST_DISPUTED;
	passed->split_outcome = is_pass ? OUTCOME_PASS : split->outcome;
	if (passed->trust == TRUST_DISPUTED)
		passed->trust_reason = g_steal_pointer(&split->reason);
	g_free(passed->tamper);
	passed->tamper = g_steal_pointer(&split->tamper);
	passed->changed_arguments = split->changed_arguments;
	verdict_free(split);
	return passed;
}

/* A pass that no second guard has seen, and why. */
static struct verdict *
leave_unconfirmed(struct verdict *verdict, const char *why)
{
	if (verdict->outcome == OUTCOME_PASS) {
		verdict->trust = TRUST_UNCONFIRMED;
		verdict->trust_reason = g_strdup(why);
	}
	return verdict;
}

/*
 * A guard's verdict on a job: is it the last?  A pass of the shared guard
 * goes to the split one, next and before anything else.
 */
void
job_guarded(struct runner *runner, struct job *job, struct verdict *verdict)
{
	if (job->disputed) {
		reference_judged(runner, job, verdict);
		return;
	} else if (job->is_split) {
		verdict = settle_split(runner, job, verdict);
		if (reference_is_asked(runner, job, verdict))
			return;
	} else if (runner->guard != GUARD_SHARED && no_split(runner, job)) {
		verdict = leave_unconfirmed(verdict, no_split(runner, job));
	} else if (runner->guard == GUARD_CONFIRM &&
	    verdict->outcome == OUTCOME_PASS) {
		job->passed = verdict;
		job->is_split = true;
		job->was_retried = job->is_retry;
		job->is_retry = false;
		job->faults = 0;
		g_queue_push_head(&runner->again, job);
		return;
	}
	job_judged(runner, job, verdict);
}

/* Our own fault kept a guard from its word, again and again. */
void
job_gave_up(struct runner *runner, struct job *job, const char *why)
{
	struct verdict *passed = g_steal_pointer(&job->passed);

	if (job->disputed) {
		reference_judged(runner, job, NULL);
	} else if (passed && runner->guard == GUARD_CONFIRM) {
		job_judged(runner, job, leave_unconfirmed(passed, why));
	} else {
		verdict_free(passed);
		job_unjudged(runner, job, why);
	}
}

/* ---- ends ---- */

static void
fill_extraction(const struct job *job, struct verdict *verdict)
{
	guint program = verdict->program;

	verdict->think_dropped = job->think_dropped;
	verdict->stop_cut = job->stop_cut;
	verdict->retried = job->is_retry || job->was_retried;
	if (job->rules && program < job->rules->len)
		verdict->rule = g_strdup(extract_rule_word(
		    (enum extract_rule)job->rules->data[program]));
}

void
job_judged(struct runner *runner, struct job *job, struct verdict *verdict)
{
	struct event *event = event_new(EVENT_JUDGED, job->ordinal);

	fill_extraction(job, verdict);
	verdict->is_rerun = job->is_rerun;
	/* What was asked for, whatever a guard makes of it. */
	if (job->is_rerun)
		verdict->timeout_ms = timeout_ms(runner, job, suite_task(
		    runner->config.suite, task_of(runner, job->ordinal)));
	verdict->tier = jail_tier_name(runner->launcher.tier);
	event->verdict = verdict;
	twins_judged(runner, job, event);
	rerun_note_end(runner, job, true);
	job_count_end(runner, job->ordinal);
	job_free(job);
}

void
job_unjudged(struct runner *runner, struct job *job, const char *why)
{
	struct event *event = event_new(EVENT_UNJUDGED, job->ordinal);

	event->message = g_strdup(why);
	runner_emit(runner, event);
	twins_unjudged(runner, job);
	rerun_note_end(runner, job, false);
	job_count_end(runner, job->ordinal);
	job_free(job);
}

void
job_requeue(struct runner *runner, struct job *job, bool alone,
    const char *why)
{
	struct event *event = event_new(EVENT_REQUEUED, job->ordinal);

	event->message = g_strdup(why);
	runner_emit(runner, event);
	if (alone) {
		job->is_retry = true;
		g_queue_push_tail(&runner->alone, job);
	} else {
		g_queue_push_tail(&runner->again, job);
	}
}

/* The next that has not been looked at and is not judged already. */
static struct job *
take_fresh(struct runner *runner)
{
	guint n = runner->config.samples->samples->len;

	while (!runner->is_closed && runner->next < n) {
		guint32 ordinal = runner->next++;

		if (!(runner->fates[ordinal] & FATE_ENDED))
			return job_new(ordinal);
	}
	return NULL;
}

static struct job *
take_any(struct runner *runner)
{
	struct job *job = g_queue_pop_head(&runner->again);

	if (!job)
		job = take_fresh(runner);
	/* "Alone" means it: not beside another. */
	if (!job && runner->running == 0)
		job = g_queue_pop_head(&runner->alone);
	return job;
}

struct job *
job_next(struct runner *runner)
{
	struct job *job;

	while (!runner->fatal && (job = take_any(runner))) {
		/* With a question it ran before. */
		if (!job->questions.shared &&
		    (!prepare(runner, job) || twins_take(runner, job)))
			continue;
		if (!job->is_split && runner->guard == GUARD_SPLIT)
			job->is_split = !no_split(runner, job);
		if (job->is_split && !prepare_split(runner, job))
			continue;
		return job;
	}
	return NULL;
}

static gint
is_begun(gconstpointer data, gconstpointer unused)
{
	const struct job *job = data;

	(void)unused;
	return job->passed || job->disputed ? 0 : 1;
}

struct job *
job_next_begun(struct runner *runner)
{
	GQueue *queues[] = { &runner->again, &runner->alone };

	for (guint i = 0; i < G_N_ELEMENTS(queues); i++) {
		GList *link = g_queue_find_custom(queues[i], NULL, is_begun);
		struct job *job = link ? link->data : NULL;

		/* One that runs alone waits for the others. */
		if (!job || (job->is_retry && runner->running > 0))
			continue;
		g_queue_delete_link(queues[i], link);
		if (prepare_split(runner, job))
			return job;
	}
	return NULL;
}

bool
job_is_begun_pending(const struct runner *runner)
{
	return g_list_find_custom(runner->again.head, NULL, is_begun) ||
	    g_list_find_custom(runner->alone.head, NULL, is_begun);
}

void
job_abandon_all(struct runner *runner, const char *why)
{
	struct job *job;

	while ((job = g_queue_pop_head(&runner->again)) ||
	    (job = g_queue_pop_head(&runner->alone)) ||
	    (job = take_fresh(runner)))
		job_gave_up(runner, job, why);
}

void
job_drop_waiting(struct runner *runner)
{
	g_queue_clear_full(&runner->again, (GDestroyNotify)job_free);
	g_queue_clear_full(&runner->alone, (GDestroyNotify)job_free);
}

void
job_clear_all(struct runner *runner)
{
	job_drop_waiting(runner);
	twins_clear(runner);
	splits_free(runner->splits, runner->config.suite->tasks->len);
	g_array_unref(runner->left);
	g_free(runner->fates);
	if (runner->earlier)
		g_array_unref(runner->earlier);
	if (runner->has_cached)
		task_text_clear(&runner->cached);
}
