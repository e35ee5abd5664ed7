/*
 * A run: inputs, settings, run directory, runner, front end, and the way out.
 *
 * Order matters: the manifest is on disk before anything is judged, so that
 * whatever happens later can be resumed; the signals are blocked while the
 * runner's thread starts, so that they come to the main thread; the journal
 * is closed after the runner has ended, and the lock is given up last.
 */
#include "tui/judge.h"

#include "base/datadir.h"
#include "base/error.h"
#include "report/summary.h"
#include "run/journal.h"
#include "runner/runner.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/ending.h"
#include "tui/front.h"
#include "tui/plain.h"
#include "tui/rundata.h"
#include "tui/settings.h"
#include "tui/signals.h"

#include <string.h>
#include <unistd.h>

struct judging {
	const struct judge_job *job;
	const struct options *options;
	bool is_resumed;
	struct suite *suite;
	struct sample_set *samples;
	struct run_counts counts;
	struct run_manifest *manifest;
	char *rundir;
	int lock_fd;		/* -1: none */
	struct journal *journal;
	struct board *board;
	guint8 *done;
	struct session *session;	/* owns suite, samples, manifest, board */
};

static void
judging_clear(struct judging *judging)
{
	if (judging->session) {
		session_free(judging->session);
	} else {
		board_free(judging->board);
		run_manifest_free(judging->manifest);
		if (judging->samples)
			sample_set_free(judging->samples);
		if (judging->suite)
			suite_free(judging->suite);
	}
	journal_close(judging->journal);
	if (judging->lock_fd >= 0)
		(void)close(judging->lock_fd);
	g_free(judging->rundir);
	g_free(judging->done);
}

/* "demo" names the built-in files. */
static char *
input_path(const char *given, const char *demo_file)
{
	if (strcmp(given, JUDGE_DEMO) == 0)
		return datadir_find(demo_file);
	return g_strdup(given);
}

static void
say_warnings(const struct sample_set *samples)
{
	for (guint i = 0; samples->warnings && i < samples->warnings->len; i++)
		command_complain("warning: %s",
		    (const char *)g_ptr_array_index(samples->warnings, i));
}

static bool
load(struct judging *judging, const char *suite_path, const char *suite_format,
    const char *samples_path, const char *samples_format, GError **error)
{
	if (samples_path && strcmp(suite_path, "-") == 0 &&
	    strcmp(samples_path, "-") == 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "SUITE and SAMPLES cannot both be read from stdin");
		return false;
	}
	judging->suite = suite_load(suite_path, suite_format, error);
	if (!judging->suite)
		return false;
	judging->samples = judging->job->is_check ?
	    sample_set_from_references(judging->suite, error) :
	    sample_set_load(samples_path, samples_format, judging->suite,
		error);
	if (!judging->samples)
		return false;
	say_warnings(judging->samples);
	return true;
}

static bool
choose_rundir(struct judging *judging, GError **error)
{
	const struct run_settings *settings = &judging->manifest->settings;
	const char *out = judging->options->out;

	if (!out) {
		judging->rundir = rundir_new_path(settings->suite_name,
		    settings->label);
		return true;
	}
	judging->rundir = g_canonicalize_filename(out, NULL);
	if (!rundata_holds_run(judging->rundir))
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "option --out: %s holds a run already; go on with it by --resume "
	    "%s, or name another folder", out, out);
	return false;
}

static bool
prepare_new(struct judging *judging, GError **error)
{
	const struct judge_job *job = judging->job;
	const struct options *options = judging->options;
	g_autofree char *suite = input_path(job->suite, "demo/suite.yaml");
	g_autofree char *samples = input_path(job->samples ? job->samples :
	    JUDGE_DEMO, "demo/samples.jsonl");

	if (!load(judging, suite, options->format,
	    job->is_check ? NULL : samples, options->samples_format, error) ||
	    !settings_select(options->only, options->limit, judging->suite,
		judging->samples, &judging->counts, error))
		return false;
	judging->manifest = settings_manifest(options, judging->suite,
	    judging->samples, job->is_check, &judging->counts);
	return choose_rundir(judging, error);
}

static bool
check_same(const char *what, const char *path, const char *then,
    const char *now, GError **error)
{
	if (g_strcmp0(then, now) == 0)
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "the %s %s is not the one that the run began with (its SHA-256 "
	    "differs), so the run cannot be resumed; start a new one", what,
	    path);
	return false;
}

static bool
check_resumable(const struct judging *judging, GError **error)
{
	const struct run_settings *settings = &judging->manifest->settings;
	const char *option = options_first_settling(judging->options);

	if (option) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --%s cannot be given with --resume: a resumed run "
		    "keeps its settings", option);
		return false;
	}
	if (settings->is_check == judging->job->is_check)
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "%s was made by 'evaltop %s': resume it with 'evaltop %s --resume'",
	    judging->rundir, settings->is_check ? "check" : "run",
	    settings->is_check ? "check" : "run");
	return false;
}

/* Files may have moved: those on the command line win over the manifest's. */
static bool
prepare_resumed(struct judging *judging, GError **error)
{
	const struct judge_job *job = judging->job;
	const struct run_settings *settings;
	g_autofree char *suite = NULL, *samples = NULL;

	judging->rundir = rundir_find(judging->options->resume, error);
	if (!judging->rundir)
		return false;
	judging->manifest = run_manifest_read(judging->rundir, error);
	if (!judging->manifest || !check_resumable(judging, error))
		return false;
	settings = &judging->manifest->settings;
	suite = job->suite ? input_path(job->suite, "demo/suite.yaml") :
	    g_strdup(settings->suite_path);
	samples = job->samples ?
	    input_path(job->samples, "demo/samples.jsonl") :
	    g_strdup(settings->samples_path);
	if (!load(judging, suite, settings->suite_format, samples,
	    settings->samples_format, error) ||
	    !check_same("suite", suite, settings->suite_sha256,
		judging->suite->sha256, error) ||
	    (!job->is_check && !check_same("samples file", samples,
		settings->samples_sha256, judging->samples->sha256, error)) ||
	    !settings_select(settings->only, settings->limit, judging->suite,
		judging->samples, &judging->counts, error))
		return false;
	if (judging->options->jobs > 0)
		judging->manifest->settings.jobs = judging->options->jobs;
	judging->manifest->state = RUN_RUNNING;
	judging->manifest->ended_ms = 0;
	return true;
}

/* What the journal holds already goes onto the board; done[] says so. */
static bool
replay(struct judging *judging, GError **error)
{
	struct journal_reader *reader;
	GError *cause = NULL;
	struct event *event;

	reader = journal_reader_open(judging->rundir, error);
	if (!reader)
		return false;
	while ((event = journal_reader_next(reader, &cause))) {
		board_apply(judging->board, event);
		event_free(event);
	}
	journal_reader_close(reader);
	if (cause) {
		g_propagate_error(error, cause);
		return false;
	}
	judging->done = g_new0(guint8, judging->board->samples->len + 1);
	for (guint i = 0; i < judging->board->samples->len; i++)
		judging->done[i] =
		    board_sample(judging->board, i)->state == SAMPLE_JUDGED;
	return true;
}

static bool
open_rundir(struct judging *judging, GError **error)
{
	judging->lock_fd = rundir_lock(judging->rundir, error);
	if (judging->lock_fd < 0)
		return false;
	rundata_forget_summary(judging->rundir);
	if (!run_manifest_write(judging->manifest, judging->rundir, error))
		return false;
	judging->journal = journal_open(judging->rundir,
	    &judging->manifest->index, error);
	if (!judging->journal)
		return false;
	judging->board = board_new(&judging->manifest->index);
	return !judging->is_resumed || replay(judging, error);
}

static bool
start(struct judging *judging, GError **error)
{
	struct runner_config config = {
		.suite = judging->suite,
		.samples = judging->samples,
		.manifest = judging->manifest,
		.rundir = judging->rundir,
		.journal = judging->journal,
		.done = judging->done,
	};
	struct feed *feed;

	signals_block();
	feed = runner_start(&config, error);
	signals_unblock();
	if (!feed)
		return false;
	judging->session = session_new_live(judging->rundir,
	    judging->manifest, judging->suite, judging->samples,
	    judging->board, feed);
	/* Again, now with the tier and the interpreter. */
	return run_manifest_write(judging->manifest, judging->rundir, error);
}

/* All but the front end; false leaves nothing behind that says nothing. */
static bool
prepare(struct judging *judging, GError **error)
{
	judging->is_resumed = judging->options->resume;
	if (!(judging->is_resumed ? prepare_resumed(judging, error) :
	    prepare_new(judging, error)))
		return false;
	if (!signals_start()) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot set up the handling of signals");
		return false;
	}
	if (open_rundir(judging, error) && start(judging, error))
		return true;
	if (!judging->is_resumed && judging->lock_fd >= 0)
		rundata_discard(judging->rundir);
	return false;
}

/* The runner ends here, before anything that it borrows goes. */
static void
stop_runner(struct judging *judging)
{
	struct session *session = judging->session;

	session->feed->free(session->feed);
	session->feed = NULL;
	journal_close(judging->journal);
	judging->journal = NULL;
	rundata_keep_summary(session);
}

static int
conclude(struct judging *judging, enum front_end end)
{
	const struct options *options = judging->options;
	struct session *session = judging->session;
	FILE *out = options->json ? NULL : stdout;
	int status = EXIT_DONE, own;

	if (options->json) {
		g_autofree char *json = summary_json(session);

		puts(json);
	} else {
		ending_print(session, stdout);
	}
	if (judging->job->finish)
		status = judging->job->finish(session, out);
	if (end == FRONT_INTERRUPTED)
		return EXIT_INTERRUPTED;
	own = ending_status(session, options);
	return own != EXIT_DONE ? own : status;
}

int
judge(const struct judge_job *job, const struct options *options)
{
	struct judging judging = { .job = job, .options = options,
		.lock_fd = -1 };
	GError *error = NULL;
	enum front_end end;
	int status, signal = 0;

	if (!prepare(&judging, &error)) {
		judging_clear(&judging);
		return command_fail(error);
	}
	end = front_run(judging.session, options, &signal);
	if (judging.session->board->state < RUN_DONE)
		plain_kill(judging.session);
	stop_runner(&judging);
	status = end == FRONT_SIGNAL ? EXIT_INTERRUPTED :
	    conclude(&judging, end);
	judging_clear(&judging);
	if (end == FRONT_SIGNAL) {
		(void)fflush(stdout);
		signals_die_of(signal);
	}
	return status;
}
