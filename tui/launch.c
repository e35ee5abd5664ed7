/*
 * A run: inputs, settings, run directory, runner, front end, and the way out.
 *
 * Order matters: the manifest is on disk before anything is judged, so that
 * whatever happens later can be resumed; the signals are blocked while the
 * runner's thread starts, so that they come to the main thread; the journal
 * is closed after the runner has ended, and the lock is given up last.
 */
#include "tui/launch.h"

#include "base/datadir.h"
#include "base/error.h"
#include "report/summary.h"
#include "run/journal.h"
#include "runner/runner.h"
#include "tui/command.h"
#include "tui/ending.h"
#include "tui/front.h"
#include "tui/plain.h"
#include "tui/rerun.h"
#include "tui/rundata.h"
#include "tui/settings.h"
#include "tui/signals.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define DESCRIPTORS_WANTED 4096

struct launch {
	const struct launch_job *job;
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
	GArray *rerun;		/* what --rerun means; or NULL */
	int signal;		/* that ended the start; 0: none */
	struct session *session;	/* owns suite, samples, manifest, board */
};

static void
launch_clear(struct launch *launch)
{
	if (launch->session) {
		session_free(launch->session);
	} else {
		board_free(launch->board);
		run_manifest_free(launch->manifest);
		if (launch->samples)
			sample_set_free(launch->samples);
		if (launch->suite)
			suite_free(launch->suite);
	}
	journal_close(launch->journal);
	if (launch->lock_fd >= 0)
		(void)close(launch->lock_fd);
	g_free(launch->rundir);
	if (launch->rerun)
		g_array_unref(launch->rerun);
}

/* "demo" names the built-in files. */
static char *
input_path(const char *given, const char *demo_file)
{
	if (strcmp(given, LAUNCH_DEMO) == 0)
		return datadir_find(demo_file);
	return g_strdup(given);
}

static void
say_warnings(const struct suite *suite, const struct sample_set *samples)
{
	if (suite->warning)
		command_complain("warning: %s", suite->warning);
	for (guint i = 0; samples->warnings && i < samples->warnings->len; i++)
		command_complain("warning: %s",
		    (const char *)g_ptr_array_index(samples->warnings, i));
}

static bool
load(struct launch *launch, const char *suite_path, const char *suite_format,
    const char *samples_path, const char *samples_format, GError **error)
{
	if (samples_path && strcmp(suite_path, "-") == 0 &&
	    strcmp(samples_path, "-") == 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "SUITE and SAMPLES cannot both be read from stdin");
		return false;
	}
	launch->suite = suite_load(suite_path, suite_format, error);
	if (!launch->suite)
		return false;
	launch->samples = launch->job->is_check ?
	    sample_set_from_references(launch->suite, error) :
	    sample_set_load(samples_path, samples_format, launch->suite,
		error);
	if (!launch->samples)
		return false;
	say_warnings(launch->suite, launch->samples);
	return true;
}

static bool
choose_rundir(struct launch *launch, GError **error)
{
	const struct run_settings *settings = &launch->manifest->settings;
	const char *out = launch->options->out;

	if (!out) {
		launch->rundir = rundir_new_path(settings->suite_name,
		    settings->label);
		return true;
	}
	launch->rundir = g_canonicalize_filename(out, NULL);
	if (!rundata_holds_run(launch->rundir)) {
		if (rundata_is_free(launch->rundir))
			return true;
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --out: %s holds other files; name a new or an "
		    "empty folder", out);
		return false;
	}
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "option --out: %s holds a run already; go on with it by --resume "
	    "%s, or name another folder", out, out);
	return false;
}

static bool
prepare_new(struct launch *launch, GError **error)
{
	const struct launch_job *job = launch->job;
	const struct options *options = launch->options;
	g_autofree char *suite = input_path(job->suite, "demo/suite.yaml");
	g_autofree char *samples = input_path(job->samples ? job->samples :
	    LAUNCH_DEMO, "demo/samples.jsonl");

	if (!load(launch, suite, options->format,
	    job->is_check ? NULL : samples, options->samples_format, error) ||
	    !settings_select(options->only, options->limit, launch->suite,
		launch->samples, &launch->counts, error))
		return false;
	launch->manifest = settings_manifest(options, launch->suite,
	    launch->samples, job->is_check, &launch->counts);
	return choose_rundir(launch, error);
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
check_resumable(const struct launch *launch, GError **error)
{
	const struct run_settings *settings = &launch->manifest->settings;
	const char *option = options_first_settling(launch->options);

	if (option) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --%s cannot be given with --resume: a resumed run "
		    "keeps its settings", option);
		return false;
	}
	if (settings->is_check == launch->job->is_check)
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "%s was made by 'evaltop %s': resume it with 'evaltop %s --resume'",
	    launch->rundir, settings->is_check ? "check" : "run",
	    settings->is_check ? "check" : "run");
	return false;
}

/* What came from stdin cannot be read again by itself. */
static bool
check_given(const char *what, const char *given, const char *then,
    GError **error)
{
	if (given || g_strcmp0(then, "-") != 0)
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "the %s of this run came from stdin; name them again: evaltop run "
	    "--resume RUN SUITE SAMPLES", what);
	return false;
}

/* Files may have moved: those on the command line win over the manifest's. */
static bool
prepare_resumed(struct launch *launch, GError **error)
{
	const struct launch_job *job = launch->job;
	const struct run_settings *settings;
	g_autofree char *suite = NULL, *samples = NULL;

	launch->rundir = rundir_find(launch->options->resume, error);
	if (!launch->rundir)
		return false;
	launch->manifest = run_manifest_read(launch->rundir, error);
	if (!launch->manifest || !check_resumable(launch, error) ||
	    (launch->options->rerun &&
		!rerun_can_read(launch->options->rerun, error)))
		return false;
	settings = &launch->manifest->settings;
	if (!check_given("suite", job->suite, settings->suite_path, error) ||
	    !check_given("samples", job->samples, settings->samples_path,
		error))
		return false;
	suite = job->suite ? input_path(job->suite, "demo/suite.yaml") :
	    g_strdup(settings->suite_path);
	samples = job->samples ?
	    input_path(job->samples, "demo/samples.jsonl") :
	    g_strdup(settings->samples_path);
	if (!load(launch, suite, settings->suite_format, samples,
	    settings->samples_format, error) ||
	    !check_same("suite", suite, settings->suite_sha256,
		launch->suite->sha256, error) ||
	    (!job->is_check && !check_same("samples file", samples,
		settings->samples_sha256, launch->samples->sha256, error)) ||
	    !settings_select(settings->only, settings->limit, launch->suite,
		launch->samples, &launch->counts, error))
		return false;
	if (!settings_match_index(&launch->manifest->index, launch->suite,
	    launch->samples)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s was made by an evaltop that read these files "
		    "differently (version %s), so it cannot be resumed; start "
		    "a new one", launch->rundir,
		    launch->manifest->version);
		return false;
	}
	if (launch->options->jobs > 0)
		launch->manifest->settings.jobs = launch->options->jobs;
	launch->manifest->state = RUN_RUNNING;
	launch->manifest->ended_ms = 0;
	return true;
}

/* What the journal holds already goes onto the board. */
static bool
replay(struct launch *launch, GError **error)
{
	struct journal_reader *reader;
	GError *cause = NULL;
	struct event *event;

	reader = journal_reader_open(launch->rundir, error);
	if (!reader)
		return false;
	while ((event = journal_reader_next(reader, false, &cause))) {
		board_apply(launch->board, event);
		event_free(event);
	}
	journal_reader_close(reader);
	if (cause) {
		g_propagate_error(error, cause);
		return false;
	}
	return true;
}

/* Nothing of the run is touched before it is known what is to be done. */
static bool
open_rundir(struct launch *launch, GError **error)
{
	const char *rerun = launch->options->rerun;

	launch->lock_fd = rundir_lock(launch->rundir, error);
	if (launch->lock_fd < 0)
		return false;
	rundata_sweep(launch->rundir);
	launch->board = board_new(&launch->manifest->index);
	if (launch->is_resumed && !replay(launch, error))
		return false;
	if (rerun) {
		launch->rerun = rerun_choose(rerun, launch->board,
		    launch->rundir, error);
		if (!launch->rerun)
			return false;
	}
	summary_forget(launch->rundir);
	if (!run_manifest_write(launch->manifest, launch->rundir, error))
		return false;
	launch->journal = journal_open(launch->rundir,
	    &launch->manifest->index, error);
	return launch->journal;
}

/*
 * A candidate that runs takes three descriptors, and the usual soft limit is
 * 1024.  What is not to be had is waited for; so a failure is no matter.
 */
static void
raise_descriptor_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 ||
	    limit.rlim_cur >= DESCRIPTORS_WANTED)
		return;
	limit.rlim_cur = MIN(limit.rlim_max, DESCRIPTORS_WANTED);
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* The signal because of which the runner did not start, or 0. */
static int
next_ending_signal(void)
{
	int signal;

	while ((signal = signals_next()) != 0) {
		if (signal == SIGINT || signal == SIGTERM ||
		    signal == SIGHUP || signal == SIGQUIT)
			return signal;
	}
	return 0;
}

static bool
start(struct launch *launch, GError **error)
{
	const struct launch_job *job = launch->job;
	struct runner_config config = {
		.suite = launch->suite,
		.samples = launch->samples,
		.manifest = launch->manifest,
		.rundir = launch->rundir,
		.journal = launch->journal,
		.board = launch->is_resumed ? launch->board : NULL,
		.rerun = launch->rerun ? launch->rerun : job->rerun,
		.rerun_timeout_ms = launch->rerun ?
		    launch->options->timeout_ms : job->rerun_timeout_ms,
		.stop_fd = -1,
	};
	struct feed *feed;

	raise_descriptor_limit();
	signals_block();
	config.stop_fd = signals_stop_fd();
	feed = runner_start(&config, error);
	if (config.stop_fd >= 0)
		(void)close(config.stop_fd);
	signals_unblock();
	if (!feed) {
		launch->signal = next_ending_signal();
		return false;
	}
	/* It was over, until now: who watches it must not think so still. */
	launch->board->state = RUN_RUNNING;
	launch->session = session_new_live(launch->rundir,
	    launch->manifest, launch->suite, launch->samples,
	    launch->board, feed);
	/* Again, now with the tier and the interpreter. */
	return run_manifest_write(launch->manifest, launch->rundir, error);
}

/* All but the front end.  A new run that cannot start leaves no folder. */
static bool
prepare(struct launch *launch, GError **error)
{
	launch->is_resumed = launch->options->resume;
	if (!(launch->is_resumed ? prepare_resumed(launch, error) :
	    prepare_new(launch, error)))
		return false;
	if (!signals_start()) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot set up the handling of signals");
		return false;
	}
	if (open_rundir(launch, error) && start(launch, error))
		return true;
	if (!launch->is_resumed && launch->lock_fd >= 0 && !launch->session)
		rundata_discard(launch->rundir);
	return false;
}

/* The runner ends here, before anything that it borrows goes. */
static void
stop_runner(struct launch *launch)
{
	struct session *session = launch->session;

	session->feed->free(session->feed);
	session->feed = NULL;
	journal_close(launch->journal);
	launch->journal = NULL;
	summary_keep(session);
}

static int
conclude(struct launch *launch, enum front_end end)
{
	const struct options *options = launch->options;
	struct session *session = launch->session;
	FILE *out = options->json ? NULL : stdout;
	int status = EXIT_DONE, own;

	if (options->json) {
		g_autofree char *json = summary_json(session);

		puts(json);
		if (session->board->end_message)
			command_complain("the run broke off: %s",
			    session->board->end_message);
	} else {
		ending_print(session, stdout);
	}
	if (launch->job->finish)
		status = launch->job->finish(session, out);
	if (end == FRONT_INTERRUPTED)
		return EXIT_INTERRUPTED;
	if (end == FRONT_FAILED)
		return EXIT_INCOMPLETE;
	own = ending_status(session, options);
	return own != EXIT_DONE ? own : status;
}

int
launch_run(const struct launch_job *job, const struct options *options)
{
	struct launch launch = { .job = job, .options = options,
		.lock_fd = -1 };
	GError *error = NULL;
	enum front_end end;
	struct dashboard_result result = { 0 };
	int status, signal;

	if (!prepare(&launch, &error)) {
		signal = launch.signal;
		launch_clear(&launch);
		if (signal == 0)
			return command_fail(error);
		g_error_free(error);
		command_complain("interrupted before anything was judged");
		signals_die_of(signal);
		return EXIT_INTERRUPTED;
	}
	end = front_run(launch.session, options, job->place, &result);
	signal = result.signal;
	if (job->ret_goes_back)
		*job->ret_goes_back = end == FRONT_ENDED && result.goes_back;
	dashboard_result_clear(&result);
	if (launch.session->board->state < RUN_DONE)
		plain_kill(launch.session);
	stop_runner(&launch);
	if (end == FRONT_SIGNAL) {
		ending_print_dying(launch.session);
		status = EXIT_INTERRUPTED;
	} else {
		status = conclude(&launch, end);
	}
	launch_clear(&launch);
	if (end == FRONT_SIGNAL) {
		(void)fflush(stdout);
		signals_die_of(signal);
	}
	return status;
}
