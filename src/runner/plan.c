/*
 * Asking for plans, some dozens of tasks at a time and one process for each
 * core, since reading tests is all that a first start waits for.
 */
#include "runner/plan.h"

#include "base/cache.h"
#include "base/clock.h"
#include "base/error.h"
#include "runner/request.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define BATCH_MIN 20		/* tasks: a process has to be worth its start */
#define BATCH_MAX 200
#define BATCH_MS 120000
#define ASKING_MAX 16		/* processes at once */
#define FIRST_JOB (1ull << 63)	/* the runner counts its own from 1 */
#define KEY_VERSION "plans 2"	/* of what is in a kept file */

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

/* One process that has been asked for the plans of some tasks. */
struct asking {
	bool is_live;
	bool is_second;		/* the first process was lost before it began */
	guint64 job;
	GArray *tasks;		/* guint: their indices in the suite */
	char *question;
	guint taken;		/* plans that have come */
	gint64 until_ms;
	int pipes[3];
	struct envelope envelope;
	GString *words;		/* what it says on stderr */
};

struct planning {
	struct launcher *launcher;
	const struct suite *suite;
	GByteArray *wanted;	/* by task: 1, it has samples */
	guint next;		/* first task that has not been looked at */
	guint batch;		/* tasks for each process */
	guint n_asking;
	struct asking asking[ASKING_MAX];
	guint64 last_job;
	GPtrArray *plans;
	struct plan_store *store;
};

static bool
fail(GError **error, const char *what, const char *why)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot plan the tests: %s%s%s", what, *why ? ": " : "", why);
	return false;
}

/* ---- asking ---- */

static void
close_pipe(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

static void
asking_clear(struct asking *asking)
{
	if (!asking->tasks)
		return;
	for (int i = 0; asking->is_live && i < 3; i++)
		close_pipe(&asking->pipes[i]);
	envelope_clear(&asking->envelope);
	g_array_unref(asking->tasks);
	g_string_free(asking->words, TRUE);
	g_free(asking->question);
	memset(asking, 0, sizeof *asking);
}

/* The next tasks, as a question; NULL with an error. */
static char *
make_question(struct planning *planning, GArray *tasks, GError **error)
{
	const struct suite *suite = planning->suite;
	g_autofree const struct task **asked = g_new0(const struct task *,
	    planning->batch);
	g_autofree struct task_text *texts = g_new0(struct task_text,
	    planning->batch);
	char *question = NULL;
	bool ok = true;

	while (ok && tasks->len < planning->batch &&
	    planning->next < planning->wanted->len) {
		guint i = planning->next++;

		if (!planning->wanted->data[i])
			continue;
		ok = suite_load_text(suite, i, &texts[tasks->len], error);
		asked[tasks->len] = suite_task(suite, i);
		if (ok)
			g_array_append_val(tasks, i);
	}
	if (ok)
		question = request_plan(asked, texts, tasks->len);
	for (guint i = 0; i < tasks->len; i++)
		task_text_clear(&texts[i]);
	return question;
}

static bool
launch(struct planning *planning, struct asking *asking, GError **error)
{
	char nonce[ENVELOPE_NONCE_CHARS + 1];
	int request, r;

	request_nonce(nonce);
	envelope_init(&asking->envelope, nonce);
	asking->envelope.is_endless = true;
	request = request_to_fd(asking->question, nonce, NULL);
	if (request < 0)
		return fail(error, "cannot write a request",
		    g_strerror(-request));
	asking->job = FIRST_JOB + planning->last_job++;
	asking->until_ms = clock_monotonic_ms() + BATCH_MS;
	r = launcher_launch(planning->launcher, asking->job, &plan_policy,
	    request, asking->pipes);
	if (r < 0)
		return fail(error, "cannot launch", g_strerror(-r));
	asking->is_live = true;
	return true;
}

/* As many as there is room for, while there are tasks. */
static bool
ask_more(struct planning *planning, GError **error)
{
	for (guint i = 0; i < planning->n_asking; i++) {
		struct asking *asking = &planning->asking[i];

		if (asking->is_live)
			continue;
		asking->tasks = g_array_new(FALSE, FALSE, sizeof(guint));
		asking->words = g_string_new(NULL);
		asking->question = make_question(planning, asking->tasks,
		    error);
		if (!asking->question)
			return false;
		if (asking->tasks->len == 0) {
			asking_clear(asking);
			return true;
		}
		if (!launch(planning, asking, error))
			return false;
	}
	return true;
}

/* ---- answers ---- */

/* Move what has come into the plans; a task's broken tests stop the run. */
static bool
take_plans(struct planning *planning, struct asking *asking, GError **error)
{
	GPtrArray *found = asking->envelope.plans;

	for (; asking->taken < found->len; asking->taken++) {
		struct plan *plan = found->pdata[asking->taken];
		const struct task *task;
		guint i;

		if (asking->taken >= asking->tasks->len)
			return fail(error, "too many plans", "");
		i = g_array_index(asking->tasks, guint, asking->taken);
		task = suite_task(planning->suite, i);
		if (plan->error) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
			    "%s:%u: the tests of task %s cannot be "
			    "understood: %s", planning->suite->path,
			    task->record.line, task->id, plan->error);
			return false;
		}
		plan_store_add(planning->store, plan);
		planning->plans->pdata[i] = plan;
		found->pdata[asking->taken] = NULL;
	}
	return true;
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
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		close_pipe(fd);
}

static bool
read_pipes(struct planning *planning, struct asking *asking, GError **error)
{
	drain(&asking->pipes[0], NULL, NULL);
	drain(&asking->pipes[1], NULL, asking->words);
	drain(&asking->pipes[2], &asking->envelope, NULL);
	return take_plans(planning, asking, error);
}

/* As a job of a candidate's would be: a warm interpreter may die. */
static bool
ask_again(struct planning *planning, struct asking *asking,
    const struct jail_ended *ended, GError **error)
{
	if (asking->is_second)
		return fail(error, ended->step, g_strerror(ended->err));
	for (int i = 0; i < 3; i++)
		close_pipe(&asking->pipes[i]);
	envelope_clear(&asking->envelope);
	asking->is_second = true;
	asking->is_live = false;
	return launch(planning, asking, error);
}

static bool
finish(struct planning *planning, struct asking *asking,
    const struct jail_ended *ended, GError **error)
{
	if (ended->err != 0)
		return ask_again(planning, asking, ended, error);
	if (!read_pipes(planning, asking, error))
		return false;
	if (asking->envelope.fault)
		return fail(error, "the harness failed",
		    asking->envelope.fault);
	if (asking->taken == 0) {
		g_strdelimit(asking->words->str, "\n\r\t", ' ');
		return fail(error, "the harness gave no plan",
		    asking->words->str);
	}
	if (asking->taken < asking->tasks->len)
		return fail(error, "the harness gave too few plans", "");
	asking_clear(asking);
	return true;
}

static bool
take_replies(struct planning *planning, GError **error)
{
	union jail_reply reply;
	int r;

	while ((r = jail_receive(planning->launcher->socket, &reply)) == 0) {
		if (reply.head.type != JAIL_MSG_ENDED)
			continue;
		for (guint i = 0; i < planning->n_asking; i++) {
			struct asking *asking = &planning->asking[i];

			if (asking->is_live &&
			    asking->job == reply.head.job &&
			    !finish(planning, asking, &reply.ended, error))
				return false;
		}
	}
	return r == -EAGAIN || fail(error, "the launcher is gone",
	    g_strerror(-r));
}

/* ---- waiting ---- */

/* Until something has come; *ret_any is false when nobody is being asked. */
static bool
wait_for_news(struct planning *planning, bool *ret_any, GError **error)
{
	struct pollfd polls[2 + 3 * ASKING_MAX] = {
		{ .fd = planning->launcher->socket, .events = POLLIN },
		{ .fd = planning->launcher->stop_fd, .events = POLLIN },
	};
	gint64 until = G_MAXINT64, left;
	nfds_t n = 2;

	for (guint i = 0; i < planning->n_asking; i++) {
		const struct asking *asking = &planning->asking[i];

		if (!asking->is_live)
			continue;
		until = MIN(until, asking->until_ms);
		for (int j = 0; j < 3; j++)
			polls[n++] = (struct pollfd){
				.fd = asking->pipes[j], .events = POLLIN };
	}
	*ret_any = n > 2;
	if (n == 2)
		return true;
	left = until - clock_monotonic_ms();
	if (left <= 0)
		return fail(error, "no answer in time", "");
	if (poll(polls, n, (int)left) < 0 && errno != EINTR)
		return fail(error, "poll", g_strerror(errno));
	if (polls[1].revents)
		return fail(error, "interrupted", "");
	return true;
}

static bool
ask_all(struct planning *planning, GError **error)
{
	bool any;

	for (;;) {
		if (!ask_more(planning, error) ||
		    !wait_for_news(planning, &any, error))
			return false;
		if (!any)
			return true;
		for (guint i = 0; i < planning->n_asking; i++) {
			if (planning->asking[i].is_live && !read_pipes(
			    planning, &planning->asking[i], error))
				return false;
		}
		if (!take_replies(planning, error))
			return false;
	}
}

/* ---- what is kept ---- */

static GByteArray *
find_wanted(const struct suite *suite, const struct sample_set *samples)
{
	GByteArray *wanted = g_byte_array_new();

	for (guint i = 0; i < suite->tasks->len; i++) {
		guint8 has_samples =
		    g_array_index(samples->first, guint32, i) !=
		    g_array_index(samples->first, guint32, i + 1);

		g_byte_array_append(wanted, &has_samples, 1);
	}
	return wanted;
}

static void
add_text(GChecksum *sum, const char *text)
{
	g_checksum_update(sum, (const guchar *)text,
	    (gssize)strlen(text) + 1);
}

/*
 * Of everything that a plan is made of: this program, which reads the suite;
 * the interpreter and the harness; the suite.  NULL: not to be kept.
 */
static char *
make_key(const struct planning *planning)
{
	const struct interp *interp = planning->launcher->interp;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *self = NULL;

	if (!interp->identity)
		return NULL;
	self = cache_identity_of("/proc/self/exe");
	if (!self)
		return NULL;
	add_text(sum, KEY_VERSION);
	add_text(sum, self);
	add_text(sum, interp->identity);
	add_text(sum, planning->suite->sha256);
	add_text(sum, planning->suite->dialect);
	g_checksum_update(sum, planning->wanted->data,
	    (gssize)planning->wanted->len);
	return g_strdup(g_checksum_get_string(sum));
}

/* A module that is lacking now may be there the next time. */
static bool
is_to_keep(const GPtrArray *plans)
{
	for (guint i = 0; i < plans->len; i++) {
		const struct plan *plan = plans->pdata[i];

		if (plan && plan->lacks)
			return false;
	}
	return true;
}

static guint
count_wanted(const GByteArray *wanted)
{
	guint n = 0;

	for (guint i = 0; i < wanted->len; i++)
		n += wanted->data[i];
	return n;
}

static bool
plan_anew(struct planning *planning, const char *key, GError **error)
{
	const struct interp *interp = planning->launcher->interp;
	guint cores = CLAMP(g_get_num_processors(), 1, ASKING_MAX);
	bool ok;

	planning->plans = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)plan_free);
	g_ptr_array_set_size(planning->plans, (gint)planning->wanted->len);
	planning->store = plan_store_new(key ? interp->cache : NULL);
	planning->n_asking = cores;
	/* Several for each, as some tests are longer than others. */
	planning->batch = CLAMP(count_wanted(planning->wanted) / (4 * cores),
	    BATCH_MIN, BATCH_MAX);
	ok = ask_all(planning, error);
	for (guint i = 0; i < planning->n_asking; i++)
		asking_clear(&planning->asking[i]);
	if (ok && key && is_to_keep(planning->plans))
		plan_store_save(planning->store, planning->plans,
		    interp->cache, key);
	return ok;
}

GPtrArray *
plan_tasks(struct launcher *launcher, const struct suite *suite,
    const struct sample_set *samples, struct plan_store **ret_store,
    GError **error)
{
	g_autoptr(GByteArray) wanted = find_wanted(suite, samples);
	struct planning planning = {
		.launcher = launcher, .suite = suite, .wanted = wanted,
	};
	g_autofree char *key = make_key(&planning);

	if (key)
		planning.plans = plan_store_load(launcher->interp->cache, key,
		    wanted, &planning.store);
	if (!planning.plans && !plan_anew(&planning, key, error)) {
		g_ptr_array_unref(planning.plans);
		plan_store_free(planning.store);
		return NULL;
	}
	*ret_store = planning.store;
	return planning.plans;
}
