/* From what was seen of a candidate's process to its verdict. */
#ifndef EVALTOP_RUNNER_JUDGE_H
#define EVALTOP_RUNNER_JUDGE_H

#include "runner/envelope.h"
#include "sandbox/wire.h"

/* The first thing that the runner did to a job; a later one changes nothing. */
enum cause {
	CAUSE_NONE,		/* it ended by itself */
	CAUSE_TIMEOUT,
	CAUSE_OUTPUT,		/* printed more than the cap */
	CAUSE_VERDICT_FLOOD,	/* wrote megabytes to the verdict's descriptor */
	CAUSE_NO_START,		/* our own code did not come to its start */
	CAUSE_CANCELLED,	/* by the user */
};

struct evidence {
	enum cause cause;
	const struct jail_ended *ended;
	const struct envelope *envelope;
	const struct plan *plan;
	guint32 timeout_ms;
	guint64 output_cap, memory_limit;	/* bytes, for the reason's words */
	guint32 cpu_limit_s;
};

/*
 * The verdict: outcome, detail, reason, score, tests.  NULL for a fault of
 * ours, with a sentence in *ret_fault (caller frees).
 */
struct verdict *judge(const struct evidence *evidence, char **ret_fault);

#endif
