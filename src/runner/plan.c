/* Asking for plans, some hundred tasks at a time. */
#include "runner/plan.h"

#include "base/clock.h"
#include "base/error.h"
#include "runner/request.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define BATCH 400
#define BATCH_MS 120000
#define PLAN_JOB 0		/* the runner counts its own from 1 */

static const struct jail_policy plan_policy = {
	.memory_bytes = 4ull << 30,
	.file_bytes = 1 << 20,
	.work_bytes = 16 << 20,
	.work_inodes = 64,
	.cpu_s = 120,
	.open_files = 64,
	.processes = 8,
	.stack_bytes = 64u << 20,
};

static bool
fail(GError **error, const char *what, const char *why)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot plan the tests: %s%s%s", what, *why ? ": " : "", why);
	return false;
}

/* Read what there is of one pipe; at its end close it. */
static void
drain(int *fd, struct envelope *envelope, GString *words)
{
	char buffer[65536];
	ssize_t n;

	if (*fd < 0)
		return;
	while ((n = read(*fd, buffer, sizeof buffer)) > 0) {
		if (envelope)
			envelope_feed(envelope, buffer, (gsize)n);
		else if (words && words->len < 2000)
			g_string_append_len(words, buffer,
			    MIN((gssize)n, 2000));
	}
	if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		(void)close(*fd);
		*fd = -1;
	}
}

static bool
wait_for_end(struct launcher *launcher, int pipes[3],
    struct envelope *envelope, GString *words, GError **error)
{
	gint64 until = clock_monotonic_ms() + BATCH_MS;

	for (;;) {
		struct pollfd p[5] = {
			{ .fd = launcher->socket, .events = POLLIN },
			{ .fd = pipes[0], .events = POLLIN },
			{ .fd = pipes[1], .events = POLLIN },
			{ .fd = pipes[2], .events = POLLIN },
			{ .fd = launcher->stop_fd, .events = POLLIN },
		};
		gint64 left = until - clock_monotonic_ms();
		union jail_reply reply;
		int r;

		if (left <= 0)
			return fail(error, "no answer in time", "");
		if (poll(p, 5, (int)left) < 0 && errno != EINTR)
			return fail(error, "poll", g_strerror(errno));
		if (p[4].revents)
			return fail(error, "interrupted", "");
		r = jail_receive(launcher->socket, &reply);
		drain(&pipes[0], NULL, NULL);
		drain(&pipes[1], NULL, words);
		drain(&pipes[2], envelope, NULL);
		if (r == -EAGAIN)
			continue;
		if (r < 0)
			return fail(error, "the launcher is gone",
			    g_strerror(-r));
		if (reply.head.type != JAIL_MSG_ENDED)
			continue;
		if (reply.ended.err != 0)
			return fail(error, reply.ended.step,
			    g_strerror(reply.ended.err));
		return true;
	}
}

static bool
ask(struct launcher *launcher, const char *question,
    struct envelope *envelope, GError **error)
{
	g_autoptr(GString) words = g_string_new(NULL);
	int pipes[3], request, r;
	bool ok;

	request = request_to_fd(question, envelope->nonce);
	if (request < 0)
		return fail(error, "cannot write a request",
		    g_strerror(-request));
	r = launcher_launch(launcher, PLAN_JOB, &plan_policy, request, pipes);
	if (r < 0)
		return fail(error, "cannot launch", g_strerror(-r));
	ok = wait_for_end(launcher, pipes, envelope, words, error);
	for (int i = 0; i < 3; i++) {
		if (pipes[i] >= 0)
			(void)close(pipes[i]);
	}
	if (ok && envelope->fault)
		return fail(error, "the harness failed", envelope->fault);
	if (ok && envelope->plans->len == 0) {
		g_strdelimit(words->str, "\n\r\t", ' ');
		return fail(error, "the harness gave no plan", words->str);
	}
	return ok;
}

struct batch {
	const struct task *tasks[BATCH];
	struct task_text texts[BATCH];
	guint at[BATCH];	/* index in the suite */
	guint n;
};

/* Move the answers into the plans; a task's broken tests stop the run. */
static bool
take_answers(const struct suite *suite, const struct batch *batch,
    struct envelope *envelope, GPtrArray *plans, GError **error)
{
	if (envelope->plans->len != batch->n)
		return fail(error, "the harness gave too few plans", "");
	for (guint i = 0; i < batch->n; i++) {
		struct plan *plan = g_ptr_array_index(envelope->plans, i);

		if (plan->error) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
			    "%s:%u: the tests of task %s cannot be "
			    "understood: %s", suite->path,
			    batch->tasks[i]->record.line, batch->tasks[i]->id,
			    plan->error);
			return false;
		}
		plans->pdata[batch->at[i]] = plan;
		envelope->plans->pdata[i] = NULL;
	}
	return true;
}

static bool
plan_batch(struct launcher *launcher, const struct suite *suite,
    struct batch *batch, GPtrArray *plans, GError **error)
{
	g_autofree char *question = NULL;
	char nonce[ENVELOPE_NONCE_CHARS + 1];
	struct envelope envelope;
	bool ok;

	if (batch->n == 0)
		return true;
	question = request_plan(batch->tasks, batch->texts, batch->n);
	request_nonce(nonce);
	envelope_init(&envelope, nonce);
	ok = ask(launcher, question, &envelope, error) &&
	    take_answers(suite, batch, &envelope, plans, error);
	envelope_clear(&envelope);
	for (guint i = 0; i < batch->n; i++)
		task_text_clear(&batch->texts[i]);
	batch->n = 0;
	return ok;
}

GPtrArray *
plan_tasks(struct launcher *launcher, const struct suite *suite,
    const struct sample_set *samples, GError **error)
{
	GPtrArray *plans = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)plan_free);
	struct batch *batch = g_new0(struct batch, 1);
	bool ok = true;

	g_ptr_array_set_size(plans, (gint)suite->tasks->len);
	for (guint i = 0; ok && i < suite->tasks->len; i++) {
		if (g_array_index(samples->first, guint32, i) ==
		    g_array_index(samples->first, guint32, i + 1))
			continue;
		ok = suite_load_text(suite, i, &batch->texts[batch->n],
		    error);
		if (!ok)
			break;
		batch->tasks[batch->n] = suite_task(suite, i);
		batch->at[batch->n++] = i;
		if (batch->n == BATCH)
			ok = plan_batch(launcher, suite, batch, plans, error);
	}
	ok = ok && plan_batch(launcher, suite, batch, plans, error);
	for (guint i = 0; i < batch->n; i++)
		task_text_clear(&batch->texts[i]);
	g_free(batch);
	if (!ok)
		g_clear_pointer(&plans, g_ptr_array_unref);
	return plans;
}
