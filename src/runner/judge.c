/*
 * Who is at fault, and what it is called.  The order matters: first our own
 * faults, then what the runner did (first cause wins), then the harness's
 * verdict, and only then how the process ended.
 */
#include "runner/judge.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static guint
count_letter(const char *strip, char letter)
{
	guint n = 0;

	for (; *strip; strip++)
		n += *strip == letter;
	return n;
}

/* A verdict made here, with the tests that had passed by then. */
static struct verdict *
make(const struct evidence *evidence, enum outcome outcome,
    enum detail detail, char *reason)
{
	struct verdict *verdict = verdict_new(outcome, detail);

	verdict->reason = reason;
	verdict->program = evidence->envelope->program;
	verdict->tests_total = evidence->plan->total;
	verdict->strip = envelope_partial_strip(evidence->envelope,
	    evidence->plan->total);
	verdict->tests_passed = count_letter(verdict->strip, 'p');
	if (verdict->tests_total > 0)
		verdict->score = (double)verdict->tests_passed /
		    verdict->tests_total;
	/* Nothing but a pass may score like one. */
	if (verdict->tests_passed == verdict->tests_total)
		verdict->score = 0;
	return verdict;
}

static struct verdict *
judge_cause(const struct evidence *evidence, char **ret_fault)
{
	switch (evidence->cause) {
	case CAUSE_NONE:
		break;
	case CAUSE_TIMEOUT:
		return make(evidence, OUTCOME_TIMEOUT, DETAIL_NONE,
		    g_strdup_printf("no answer within %g s",
			evidence->timeout_ms / 1000.0));
	case CAUSE_OUTPUT:
		return make(evidence, OUTCOME_ERROR, DETAIL_OUTPUT_OVERFLOW,
		    g_strdup_printf("printed more than %" G_GUINT64_FORMAT
			" KiB", evidence->output_cap >> 10));
	case CAUSE_VERDICT_FLOOD:
		return make(evidence, OUTCOME_ERROR, DETAIL_BAD_VERDICT,
		    g_strdup("wrote megabytes to the verdict's descriptor"));
	case CAUSE_NO_START:
		*ret_fault = g_strdup("the harness did not start within 30 s");
		break;
	case CAUSE_CANCELLED:
		*ret_fault = g_strdup("cancelled");
		break;
	}
	return NULL;
}

static struct verdict *
bad_verdict(const struct evidence *evidence, const char *why)
{
	return make(evidence, OUTCOME_ERROR, DETAIL_BAD_VERDICT,
	    g_strdup(why));
}

/* A pass needs every test that must run, and the orderly end behind it. */
static const char *
why_not_pass(const struct evidence *evidence, const struct verdict *claimed)
{
	int status = evidence->ended->wait_status;

	if (evidence->envelope->executed < evidence->plan->required ||
	    count_letter(claimed->strip, 'p') < evidence->plan->required)
		return "claims a pass with fewer tests than the task has";
	if (count_letter(claimed->strip, 'f') > 0 ||
	    count_letter(claimed->strip, 'e') > 0)
		return "claims a pass beside failed tests";
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return "claims a pass but did not end in order";
	return NULL;
}

static struct verdict *
judge_claim(const struct evidence *evidence)
{
	const struct plan *plan = evidence->plan;
	const struct verdict *claimed = evidence->envelope->verdict;
	struct verdict *verdict;
	const char *why;
	guint counted;

	if (!claimed->strip || strlen(claimed->strip) != plan->total)
		return bad_verdict(evidence,
		    "a verdict over another number of tests");
	why = claimed->outcome == OUTCOME_PASS ?
	    why_not_pass(evidence, claimed) : NULL;
	if (why)
		return bad_verdict(evidence, why);
	verdict = verdict_new(claimed->outcome, claimed->detail);
	verdict->reason = g_strdup(claimed->reason);
	verdict->program = claimed->program;
	verdict->strip = g_strdup(claimed->strip);
	verdict->code_line = claimed->code_line;
	verdict->tamper = g_strdup(claimed->tamper);
	verdict->changed_arguments = claimed->changed_arguments;
	verdict->changes = g_strdup(claimed->changes);
	if (claimed->failures && claimed->failures->len > 0)
		verdict->failures = g_ptr_array_ref(claimed->failures);
	verdict->tests_total = plan->total;
	verdict->tests_passed = count_letter(claimed->strip, 'p');
	/* Optional tests (inside a branch) that did not run do not count. */
	counted = evidence->envelope->executed >= plan->required ?
	    plan->total - count_letter(claimed->strip, '-') : plan->total;
	if (counted > 0)
		verdict->score = (double)verdict->tests_passed / counted;
	if (verdict->outcome == OUTCOME_PASS)
		verdict->score = 1;
	else if (verdict->tests_passed == counted)
		verdict->score = 0;
	return verdict;
}

static struct verdict *
judge_signal(const struct evidence *evidence, int sig)
{
	guint64 cpu_us = evidence->ended->cpu_user_us +
	    evidence->ended->cpu_system_us;
	struct verdict *verdict;
	const char *name = sigabbrev_np(sig);

	/* The soft limit sends XCPU, the hard one KILL. */
	if (sig == SIGXCPU || (sig == SIGKILL &&
	    cpu_us >= evidence->cpu_limit_s * 1000000ull))
		return make(evidence, OUTCOME_ERROR, DETAIL_CPU_LIMIT,
		    g_strdup_printf("used more than %u s of CPU time",
			evidence->cpu_limit_s));
	verdict = make(evidence, OUTCOME_ERROR, DETAIL_SIGNAL,
	    g_strdup_printf("killed by signal %d (SIG%s)", sig,
		name ? name : "?"));
	verdict->signal = sig;
	return verdict;
}

/* It ended without a word. */
static struct verdict *
judge_silence(const struct evidence *evidence, char **ret_fault)
{
	int status = evidence->ended->wait_status;

	if (!evidence->envelope->is_started) {
		*ret_fault = evidence->envelope->fault ?
		    g_strdup_printf("the harness failed: %s",
			evidence->envelope->fault) :
		    g_strdup_printf("the interpreter ended before the "
			"candidate's code (%s %d)",
			WIFSIGNALED(status) ? "signal" : "status",
			WIFSIGNALED(status) ? WTERMSIG(status) :
			WEXITSTATUS(status));
		return NULL;
	}
	if (WIFSIGNALED(status))
		return judge_signal(evidence, WTERMSIG(status));
	if (evidence->envelope->fault) {
		/* Cut by characters: half of one is no text. */
		g_autofree char *words = g_utf8_substring(
		    evidence->envelope->fault, 0,
		    MIN(g_utf8_strlen(evidence->envelope->fault, -1), 150));

		return make(evidence, OUTCOME_ERROR, DETAIL_BAD_VERDICT,
		    g_strdup_printf("the candidate broke the harness: %s",
			words));
	}
	return make(evidence, OUTCOME_ERROR, DETAIL_EARLY_EXIT,
	    g_strdup_printf("exited with status %d before the verdict",
		WEXITSTATUS(status)));
}

struct verdict *
judge(const struct evidence *evidence, char **ret_fault)
{
	const struct jail_ended *ended = evidence->ended;
	struct verdict *verdict;

	*ret_fault = NULL;
	if (ended->err != 0) {
		*ret_fault = g_strdup_printf("the sandbox's step '%s' "
		    "failed: %s", ended->step, g_strerror(ended->err));
		return NULL;
	}
	verdict = judge_cause(evidence, ret_fault);
	if (verdict || *ret_fault)
		return verdict;
	if (ended->hit_memory)
		return make(evidence, OUTCOME_ERROR, DETAIL_MEMORY_LIMIT,
		    g_strdup_printf("used more than %" G_GUINT64_FORMAT
			" MiB of memory", evidence->memory_limit >> 20));
	if (evidence->envelope->verdict)
		return judge_claim(evidence);
	return judge_silence(evidence, ret_fault);
}
