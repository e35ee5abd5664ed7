/*
 * Twins: identical programs of one task.  Only the first of them, the
 * original, is run; the others get a copy of its verdict, at once or when it
 * is there.
 */
#include "runner/internal.h"

struct twin {
	guint32 ordinal;	/* of the original */
	bool is_judged;
	guint64 journal_offset;
	guint32 journal_length;
	GArray *waiting;	/* guint32 ordinals */
};

static void
twin_free(gpointer data)
{
	struct twin *twin = data;

	g_array_unref(twin->waiting);
	g_free(twin);
}

static GBytes *
digest_of(const char *question)
{
	GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
	guint8 digest[32];
	gsize length = sizeof digest;

	g_checksum_update(checksum, (const guchar *)question, -1);
	g_checksum_get_digest(checksum, digest, &length);
	g_checksum_free(checksum);
	return g_bytes_new(digest, length);
}

static void
copy_verdict(struct runner *runner, const struct twin *twin, guint32 ordinal)
{
	struct event *event = journal_load(runner->config.rundir,
	    twin->journal_offset, twin->journal_length, NULL);

	if (!event || event->type != EVENT_JUDGED) {
		event_free(event);
		runner_fail(runner, "the journal was changed during the run");
		return;
	}
	event->sample = ordinal;
	event->verdict->same_as = twin->ordinal;
	event->verdict->retried = false;
	runner_emit(runner, event);
	job_count_end(runner, ordinal);
}

static struct twin *
twin_new(guint32 ordinal)
{
	struct twin *twin = g_new0(struct twin, 1);

	twin->ordinal = ordinal;
	twin->waiting = g_array_new(FALSE, FALSE, sizeof(guint32));
	return twin;
}

/* What an earlier session of the run has judged is an original too. */
static void
add_earlier(struct runner *runner, GHashTable *twins, guint32 ordinal)
{
	const struct earlier *earlier = &g_array_index(runner->earlier,
	    struct earlier, ordinal);
	g_autofree char *question = NULL;
	struct twin *twin;

	if (earlier->is_own)
		question = job_question(runner, ordinal);
	if (!question)
		return;
	twin = twin_new(ordinal);
	twin->is_judged = true;
	twin->journal_offset = earlier->journal_offset;
	twin->journal_length = earlier->journal_length;
	g_hash_table_insert(twins, digest_of(question), twin);
}

static GHashTable *
twins_of(struct runner *runner, guint32 ordinal)
{
	const GArray *first = runner->config.samples->first;
	guint32 task = sample_set_get(runner->config.samples, ordinal)->task;
	GHashTable *twins = runner->twins->pdata[task];

	if (twins)
		return twins;
	twins = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
	    (GDestroyNotify)g_bytes_unref, twin_free);
	runner->twins->pdata[task] = twins;
	if (!runner->earlier)
		return twins;
	for (guint32 i = g_array_index(first, guint32, task);
	    i < g_array_index(first, guint32, task + 1); i++)
		add_earlier(runner, twins, i);
	return twins;
}

bool
twins_take(struct runner *runner, struct job *job)
{
	GHashTable *twins;
	GBytes *digest;
	struct twin *twin;

	/* Who asks for a sample again wants it run. */
	if (job->is_rerun || !runner->config.manifest->settings.dedup)
		return false;
	twins = twins_of(runner, job->ordinal);
	digest = digest_of(job->questions.shared);
	twin = g_hash_table_lookup(twins, digest);
	if (!twin) {
		g_hash_table_insert(twins, digest, twin_new(job->ordinal));
		job->is_original = true;
		return false;
	}
	g_bytes_unref(digest);
	if (twin->is_judged)
		copy_verdict(runner, twin, job->ordinal);
	else
		g_array_append_val(twin->waiting, job->ordinal);
	job_free(job);
	return true;
}

static struct twin *
find_twin(struct runner *runner, const struct job *job)
{
	g_autoptr(GBytes) digest = NULL;

	if (!job->is_original)
		return NULL;
	digest = digest_of(job->questions.shared);
	return g_hash_table_lookup(twins_of(runner, job->ordinal), digest);
}

void
twins_judged(struct runner *runner, const struct job *job,
    struct event *event)
{
	struct twin *twin = find_twin(runner, job);
	g_autoptr(GArray) waiting = NULL;

	if (!twin) {
		runner_emit(runner, event);
		return;
	}
	waiting = g_array_ref(twin->waiting);
	runner_emit_placed(runner, event, &twin->journal_offset,
	    &twin->journal_length);
	twin->is_judged = true;
	for (guint i = 0; i < waiting->len && !runner->fatal; i++)
		copy_verdict(runner, twin, g_array_index(waiting, guint32, i));
}

void
twins_unjudged(struct runner *runner, const struct job *job)
{
	struct twin *twin = find_twin(runner, job);
	g_autoptr(GBytes) digest = NULL;

	if (!twin)
		return;
	for (guint i = 0; i < twin->waiting->len; i++)
		g_queue_push_tail(&runner->again, job_new(g_array_index(
		    twin->waiting, guint32, i)));
	digest = digest_of(job->questions.shared);
	g_hash_table_remove(twins_of(runner, job->ordinal), digest);
}

void
twins_forget(struct runner *runner, guint32 task)
{
	if (runner->twins->pdata[task])
		g_hash_table_unref(runner->twins->pdata[task]);
	runner->twins->pdata[task] = NULL;
}

void
twins_clear(struct runner *runner)
{
	for (guint i = 0; i < runner->twins->len; i++)
		twins_forget(runner, i);
	g_ptr_array_unref(runner->twins);
}
