/* The choice of the front end. */
#include "tui/front.h"

#include "base/error.h"
#include "tui/command.h"
#include "tui/launch.h"
#include "tui/plain.h"
#include "tui/preferences.h"
#include "tui/screen/dashboard.h"
#include "tui/screen/script.h"
#include "tui/signals.h"

#include <string.h>
#include <unistd.h>

bool
front_wants_screen(const struct options *options)
{
	const char *term = g_getenv("TERM");

	if (options->script)
		return true;
	return !options->plain && !options->json && isatty(STDOUT_FILENO) &&
	    term && *term && strcmp(term, "dumb") != 0;
}

/* What is no file, as a pipe, can be read only once, and not yet. */
static bool
check_script(const char *path, GError **error)
{
	struct script *script;

	if (g_file_test(path, G_FILE_TEST_EXISTS) &&
	    !g_file_test(path, G_FILE_TEST_IS_REGULAR | G_FILE_TEST_IS_DIR))
		return true;
	script = script_load(path, error);
	script_free(script);
	return script;
}

static bool
check_theme(const struct options *options, GError **error)
{
	struct config config;
	g_autoptr(GString) names = g_string_new(NULL);
	const struct theme *theme;
	bool is_known;

	if (!options->theme)
		return true;
	config_load(&config, NULL);
	is_known = config_theme(&config, options->theme);
	for (guint i = 0; (theme = config_theme_at(&config, i)); i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "",
		    theme->name);
	/* A configuration that cannot be read may hold it. */
	if (config.complaint)
		g_string_append_printf(names, " (%s)", config.complaint);
	if (!is_known)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "there is no theme '%s'; there are %s", options->theme,
		    names->str);
	config_clear(&config);
	return is_known;
}

bool
front_check(const struct options *options, GError **error)
{
	return check_theme(options, error) &&
	    (!options->script || check_script(options->script, error));
}

static enum front_end
run_plain(struct session *session, const struct options *options,
    int *ret_signal)
{
	const struct plain_options plain = {
		.is_quiet = options->quiet,
		.is_verbose = options->verbose,
		.is_silent = options->json,
	};

	switch (plain_run(session, &plain, ret_signal)) {
	case PLAIN_INTERRUPTED:
		return FRONT_INTERRUPTED;
	case PLAIN_SIGNAL:
		return FRONT_SIGNAL;
	case PLAIN_ENDED:
		break;
	}
	return FRONT_ENDED;
}

/* The user has left; what then becomes of a run of ours that still goes. */
static enum front_end
go_on(struct session *session, const struct options *options, int *ret_signal)
{
	if (!session->is_live || session->board->state >= RUN_DONE ||
	    options->script)
		return FRONT_ENDED;
	command_complain("the run goes on; ^C stops it");
	return run_plain(session, options, ret_signal);
}

/* `state` is the file's path, for the caller to keep. */
static struct dashboard_options
screen_options(const struct options *options, const char *state)
{
	return (struct dashboard_options){
		.ascii = options->ascii || !g_get_charset(NULL),
		.no_color = options->no_color || (g_getenv("NO_COLOR") &&
		    *g_getenv("NO_COLOR")),
		.script = options->script,
		.theme = options->theme,
		.state = state,
	};
}

enum front_end
front_run(struct session *session, const struct options *options,
    const struct dashboard_place *place, struct dashboard_result *ret)
{
	g_autofree char *state = state_path();
	struct dashboard_options dashboard = screen_options(options, state);

	dashboard.place = place;
	if (!front_wants_screen(options))
		return run_plain(session, options, &ret->signal);
	switch (dashboard_run(session, &dashboard, ret)) {
	case DASHBOARD_INTERRUPTED:
		return FRONT_INTERRUPTED;
	case DASHBOARD_SIGNAL:
		return FRONT_SIGNAL;
	case DASHBOARD_NO_TERMINAL:
		command_complain("this terminal cannot show the screen (TERM "
		    "is '%s'); lines instead", g_getenv("TERM"));
		return run_plain(session, options, &ret->signal);
	case DASHBOARD_SCRIPT_FAILED:
		command_complain("%s", ret->text);
		return FRONT_FAILED;
	case DASHBOARD_RERUN:
		return FRONT_RERUN;
	case DASHBOARD_RESUME:
	case DASHBOARD_QUIT:
		break;
	}
	return go_on(session, options, &ret->signal);
}

/* The run's own command judges what is left of it, or what `job` names. */
static int
resume(const char *rundir, struct launch_job job,
    const struct options *options)
{
	struct options own = *options;
	g_autoptr(GError) error = NULL;
	struct run_manifest *manifest = run_manifest_read(rundir, &error);
	int status;

	if (!manifest)
		return command_fail(g_steal_pointer(&error));
	job.is_check = manifest->settings.is_check;
	run_manifest_free(manifest);
	own.resume = g_strdup(rundir);
	own.script = NULL;
	status = launch_run(&job, &own);
	g_free(own.resume);
	return status;
}

static int
judge_again(const struct dashboard_result *rerun,
    const struct options *options, bool *ret_goes_back)
{
	const struct launch_job job = {
		.ret_goes_back = ret_goes_back,
		.rerun = rerun->ordinals,
		.rerun_timeout_ms = rerun->timeout_ms,
		.place = &rerun->place,
	};

	return resume(rerun->text, job, options);
}

int
front_rerun(const struct dashboard_result *rerun,
    const struct options *options)
{
	return judge_again(rerun, options, NULL);
}

static int
conclude(enum dashboard_end end, const struct dashboard_result *result,
    const struct options *options, bool *ret_goes_back)
{
	const struct launch_job job = { .ret_goes_back = ret_goes_back };

	switch (end) {
	case DASHBOARD_NO_TERMINAL:
		return FRONT_NO_SCREEN;
	case DASHBOARD_INTERRUPTED:
		return EXIT_INTERRUPTED;
	case DASHBOARD_SIGNAL:
		signals_die_of(result->signal);
		return EXIT_INTERRUPTED;
	case DASHBOARD_SCRIPT_FAILED:
		command_complain("%s", result->text);
		return EXIT_INCOMPLETE;
	case DASHBOARD_RESUME:
		return resume(result->text, job, options);
	case DASHBOARD_RERUN:
		return judge_again(result, options, ret_goes_back);
	case DASHBOARD_QUIT:
		break;
	}
	return EXIT_DONE;
}

static int
browse(struct dashboard_options *dashboard, const struct options *options)
{
	g_autofree char *run = NULL;
	bool goes_back;
	int status;

	do {
		struct dashboard_result result = { 0 };
		enum dashboard_end end = dashboard_browse(dashboard, &result);

		goes_back = false;
		status = conclude(end, &result, options, &goes_back);
		g_free(run);
		run = g_strdup(result.text);
		dashboard->run = run;
		dashboard_result_clear(&result);
	} while (goes_back && !dashboard->script);
	return status;
}

int
front_browse(const char *folder, const struct options *options)
{
	g_autofree char *state = state_path();
	struct dashboard_options dashboard = screen_options(options, state);

	dashboard.runs_dir = folder;
	return browse(&dashboard, options);
}

int
front_compare(const char *run_a, const char *run_b,
    const struct options *options)
{
	g_autofree char *state = state_path();
	struct dashboard_options dashboard = screen_options(options, state);

	dashboard.compare_a = run_a;
	dashboard.compare_b = run_b;
	return browse(&dashboard, options);
}
