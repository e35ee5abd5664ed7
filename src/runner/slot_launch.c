/*
 * The start of a candidate: its requests, its processes, and what becomes of
 * it where there are none to be had.  slot.c has the rest of its life.
 */
#include "runner/internal.h"

#include "base/clock.h"
#include "runner/request.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct jail_policy
slot_policy(const struct runner *runner, guint32 cpu_s)
{
	const struct run_settings *settings =
	    &runner->config.manifest->settings;
	struct jail_policy policy = JAIL_POLICY_DEFAULT;

	policy.memory_bytes = settings->memory_bytes;
	policy.file_bytes = settings->file_bytes;
	policy.cpu_s = cpu_s;
	return policy;
}

static bool
watch(struct runner *runner, struct slot *slot)
{
	for (int i = 0; i < STREAM__COUNT; i++) {
		struct epoll_event event = {
			.events = EPOLLIN,
			.data.u64 = ((guint64)slot->index + 1) << 8 | (guint)i,
		};

		if (epoll_ctl(runner->epoll_fd, EPOLL_CTL_ADD, slot->fds[i],
		    &event) < 0)
			return false;
	}
	return true;
}

void
slot_give_back(struct runner *runner, struct slot *slot, const char *why)
{
	struct job *job = slot_drop(runner, slot);

	if (++job->faults >= JOB_FAULTS_MAX)
		job_gave_up(runner, job, why);
	else
		job_requeue(runner, job, job->is_retry, why);
}

/* The request of a process that runs the tests; or a negative errno. */
static int
make_request(const struct runner *runner, const struct slot *slot,
    const char *question)
{
	g_autoptr(GString) prepared = NULL;
	int r;

	if (slot->plan->prepared_bytes > 0) {
		prepared = g_string_new(NULL);
		r = plan_store_read(runner->store, slot->plan, prepared);
		if (r < 0)
			return r;
	}
	return request_to_fd(question, slot->envelope.nonce, prepared);
}

/* 0 or -errno as launcher.h has it. */
static int
launch_shared(struct runner *runner, struct slot *slot,
    const struct jail_policy *policy)
{
	int request = make_request(runner, slot,
	    slot->job->questions.shared);

	if (request < 0)
		return request;
	return launcher_launch(&runner->launcher, slot->jail_job, policy,
	    request, slot->fds);
}

/* Of the judge and of the candidate; 0 or a negative errno. */
static int
make_requests(const struct runner *runner, const struct slot *slot,
    int ret_requests[2])
{
	const struct questions *questions = &slot->job->questions;
	char nonce[ENVELOPE_NONCE_CHARS + 1];

	/* The candidate's own nonce counts nowhere. */
	request_nonce(nonce);
	ret_requests[0] = make_request(runner, slot, questions->judge);
	if (ret_requests[0] < 0)
		return ret_requests[0];
	ret_requests[1] = request_to_fd(questions->candidate, nonce, NULL);
	if (ret_requests[1] >= 0)
		return 0;
	(void)close(ret_requests[0]);
	return ret_requests[1];
}

/* One that waits may have died meanwhile: then the next. */
static int
ask_standing(struct runner *runner, struct slot *slot, int request, int line)
{
	int r;

	do {
		standing_free(slot->judge);
		slot_close(slot, STREAM_VERDICT);
		slot->judge = standing_take(runner,
		    &slot->fds[STREAM_VERDICT], &r);
		if (!slot->judge)
			return r;
		r = standing_ask(slot->judge, request, line);
	} while (r == -EPIPE || r == -ECONNRESET);
	slot->jail_job = standing_jail_job(slot->judge);
	return r;
}

static int
launch_with_standing(struct runner *runner, struct slot *slot,
    const struct jail_policy *policy)
{
	int requests[2], line[2];
	int r = make_requests(runner, slot, requests);

	if (r < 0)
		return r;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) < 0) {
		r = -errno;
		(void)close(requests[0]);
		(void)close(requests[1]);
		return r;
	}
	slot->mate_job = ++runner->last_jail_job;
	r = ask_standing(runner, slot, requests[0], line[0]);
	(void)close(requests[0]);
	(void)close(line[0]);
	if (r == 0)
		return launcher_launch_candidate(&runner->launcher,
		    slot->mate_job, policy, requests[1], line[1], slot->fds);
	(void)close(requests[1]);
	(void)close(line[1]);
	return r;
}

static int
launch_split(struct runner *runner, struct slot *slot,
    const struct jail_policy *policy)
{
	guint64 jobs[2] = { slot->jail_job, ++runner->last_jail_job };
	int requests[2], r;

	if (slot->plan->is_steady)
		return launch_with_standing(runner, slot, policy);
	r = make_requests(runner, slot, requests);
	if (r < 0)
		return r;
	slot->mate_job = jobs[1];
	return launcher_launch_pair(&runner->launcher, jobs, policy, requests,
	    slot->fds);
}

/* Enough of it comes free when something that runs ends. */
static bool
is_shortage(int err)
{
	return err == EMFILE || err == ENFILE || err == ENOMEM ||
	    err == ENOBUFS || err == ETOOMANYREFS;
}

/* What has become of a launch that returned r (0 or -errno). */
static enum launched
take_launched(struct runner *runner, struct slot *slot, int r)
{
	g_autofree char *why = NULL;
	bool is_lost = r == -EPIPE || r == -ECONNRESET || r == -EBADF;

	if (r == 0 && watch(runner, slot))
		return LAUNCH_DONE;
	if (r == 0) {
		r = -errno;
		slot->owes_kill = true;
		slot_kill_mate(runner, slot);
	}
	if (is_lost || r == -EAGAIN ||
	    (is_shortage(-r) && runner->running > 1)) {
		g_queue_push_head(&runner->again, slot_drop(runner, slot));
		return is_lost ? LAUNCH_LOST : LAUNCH_LATER;
	}
	why = g_strdup_printf("cannot start it: %s", g_strerror(-r));
	slot_give_back(runner, slot, why);
	return LAUNCH_DONE;
}

enum launched
slot_launch(struct runner *runner, struct slot *slot, struct job *job)
{
	const struct sample *sample = sample_set_get(runner->config.samples,
	    job->ordinal);
	const struct task *task = suite_task(runner->config.suite,
	    sample->task);
	char nonce[ENVELOPE_NONCE_CHARS + 1];
	struct jail_policy policy;

	slot->is_busy = true;
	slot->job = job;
	slot->jail_job = ++runner->last_jail_job;
	slot->plan = runner->plans->pdata[sample->task];
	slot->timeout_ms = job_budget_ms(runner, job, task);
	slot->cpu_limit_s = (slot->timeout_ms + 999) / 1000 + 1;
	slot->launched_ms = clock_monotonic_ms();
	runner->running++;
	runner->starting++;
	request_nonce(nonce);
	envelope_init(&slot->envelope, nonce);
	policy = slot_policy(runner, slot->cpu_limit_s);
	return take_launched(runner, slot, job->is_split ?
	    launch_split(runner, slot, &policy) :
	    launch_shared(runner, slot, &policy));
}
