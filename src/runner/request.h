/* The harness's request (data/harness/README.md) as a sealed memory file. */
#ifndef EVALTOP_RUNNER_REQUEST_H
#define EVALTOP_RUNNER_REQUEST_H

#include "sample/extract.h"
#include "suite/suite.h"

/* Import denylist: the built-in one with a run's and a suite's changes. */
GPtrArray *request_denylist(char *const *deny, char *const *allow);

/*
 * What is asked of the harness about one sample, as JSON without the nonce:
 * equal texts of one task are the same question.  `is_prepared`: what the
 * plan prepared of the tests goes with it, and their texts do not.  Caller
 * frees.
 */
char *request_judge(const struct task *task, const struct task_text *text,
    const struct assembly *assembly, const GPtrArray *denylist,
    bool is_prepared);

/*
 * The split guard's two requests.  The judge gets the tests and never a line
 * of the candidate's; the candidate gets its code and never a test.
 * `changes`: what a judge told of the reference (verdict.changes), or NULL.
 * `serve`: the names that the judge may see, NULL-terminated.
 */
enum split_arguments {
	ARGUMENTS_CHANGE,	/* as the candidate changes its own */
	ARGUMENTS_TELL,		/* the same, and the verdict tells it */
	ARGUMENTS_KEEP,		/* or change as `changes` says */
};
char *request_split_judge(const struct task *task,
    const struct task_text *text, guint32 timeout_ms,
    enum split_arguments arguments, const char *changes, bool is_prepared);
char *request_split_candidate(const struct task *task,
    const struct task_text *text, const struct assembly *assembly,
    const GPtrArray *denylist, const char *const *serve);

/* The plan request for `n` tasks; texts[i] belongs to tasks[i]. */
char *request_plan(const struct task *const *tasks,
    const struct task_text *texts, guint n);

/* A random nonce of ENVELOPE_NONCE_CHARS hexadecimal digits. */
void request_nonce(char *ret);

/*
 * A descriptor (close-on-exec, at offset 0), or a negative errno.
 * `prepared` may be NULL.
 */
int request_to_fd(const char *question, const char *nonce,
    const GString *prepared);

#endif
