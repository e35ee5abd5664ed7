/* Suite and samples of a run: here, or in a thread of their own. */
#include "run/texts.h"

#include "base/error.h"

#include <signal.h>
#include <string.h>

/* True when the file is the one that the run was judged with. */
static bool
same_file(const char *what, const char *path, const char *now,
    const char *then, GError **error)
{
	if (!then || strcmp(now, then) == 0)
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "the %s %s has changed since the run", what, path);
	return false;
}

/* A task left out by --only or --limit has no samples in the manifest. */
static bool
was_selected(const struct task *task, guint index, gpointer data)
{
	const GArray *counts = data;

	(void)task;
	return index < counts->len && g_array_index(counts, guint32, index) >
	    0;
}

static bool
read_both(const struct run_settings *settings, GArray *counts,
    struct suite **suite, struct sample_set **samples, GError **error)
{
	if (!*suite) {
		*suite = suite_load(settings->suite_path,
		    settings->suite_format, error);
		if (!*suite || !same_file("suite", settings->suite_path,
		    (*suite)->sha256, settings->suite_sha256, error))
			return false;
	}
	if (!*samples) {
		*samples = settings->is_check ?
		    sample_set_from_references(*suite, error) :
		    sample_set_load(settings->samples_path,
			settings->samples_format, *suite, error);
		if (!*samples || (!settings->is_check &&
		    !same_file("samples file", settings->samples_path,
			(*samples)->sha256, settings->samples_sha256, error)))
			return false;
		sample_set_filter(*samples, *suite, was_selected, counts);
	}
	return true;
}

bool
texts_read(const struct run_manifest *manifest, struct suite **suite,
    struct sample_set **samples, GError **error)
{
	return read_both(&manifest->settings, manifest->index.counts, suite,
	    samples, error);
}

/* ---- beside the main thread ---- */

struct texts_reader {
	gint references;	/* atomic: the caller and the thread */
	gint is_done;		/* atomic */
	GThread *thread;
	struct run_settings settings;	/* copies of what is read */
	GArray *counts;
	struct suite *suite;	/* the thread's until it is done */
	struct sample_set *samples;
	GError *error;
};

static void
reader_unref(struct texts_reader *reader)
{
	if (!g_atomic_int_dec_and_test(&reader->references))
		return;
	if (reader->samples)
		sample_set_free(reader->samples);
	if (reader->suite)
		suite_free(reader->suite);
	g_clear_error(&reader->error);
	run_settings_clear(&reader->settings);
	g_array_unref(reader->counts);
	g_free(reader);
}

static gpointer
reader_main(gpointer data)
{
	struct texts_reader *reader = data;

	(void)read_both(&reader->settings, reader->counts, &reader->suite,
	    &reader->samples, &reader->error);
	g_atomic_int_set(&reader->is_done, true);
	reader_unref(reader);
	return NULL;
}

struct texts_reader *
texts_reader_new(const struct run_manifest *manifest)
{
	const struct run_settings *from = &manifest->settings;
	struct texts_reader *reader = g_new0(struct texts_reader, 1);
	sigset_t all, before;

	reader->references = 2;
	reader->settings.suite_path = g_strdup(from->suite_path);
	reader->settings.suite_format = g_strdup(from->suite_format);
	reader->settings.suite_sha256 = g_strdup(from->suite_sha256);
	reader->settings.samples_path = g_strdup(from->samples_path);
	reader->settings.samples_format = g_strdup(from->samples_format);
	reader->settings.samples_sha256 = g_strdup(from->samples_sha256);
	reader->settings.is_check = from->is_check;
	reader->counts = g_array_ref(manifest->index.counts);
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	reader->thread = g_thread_new("texts", reader_main, reader);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return reader;
}

bool
texts_reader_is_done(struct texts_reader *reader)
{
	return g_atomic_int_get(&reader->is_done);
}

bool
texts_reader_finish(struct texts_reader *reader, struct suite **suite,
    struct sample_set **samples, GError **error)
{
	bool is_good;

	(void)g_thread_join(reader->thread);
	is_good = !reader->error;
	*suite = g_steal_pointer(&reader->suite);
	*samples = g_steal_pointer(&reader->samples);
	if (!is_good)
		g_propagate_error(error, g_steal_pointer(&reader->error));
	reader_unref(reader);
	return is_good;
}

void
texts_reader_abandon(struct texts_reader *reader)
{
	if (!reader)
		return;
	g_thread_unref(reader->thread);
	reader_unref(reader);
}
