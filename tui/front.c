/* The choice of the front end. */
#include "tui/front.h"

#include "tui/command.h"
#include "tui/launch.h"
#include "tui/plain.h"
#include "tui/screen/dashboard.h"
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

static struct dashboard_options
screen_options(const struct options *options)
{
	return (struct dashboard_options){
		.ascii = options->ascii || !g_get_charset(NULL),
		.no_color = options->no_color || (g_getenv("NO_COLOR") &&
		    *g_getenv("NO_COLOR")),
		.script = options->script,
		.theme = options->theme,
	};
}

enum front_end
front_run(struct session *session, const struct options *options,
    int *ret_signal)
{
	struct dashboard_options dashboard = screen_options(options);
	g_autofree char *text = NULL;

	if (!front_wants_screen(options))
		return run_plain(session, options, ret_signal);
	switch (dashboard_run(session, &dashboard, ret_signal, &text)) {
	case DASHBOARD_INTERRUPTED:
		return FRONT_INTERRUPTED;
	case DASHBOARD_SIGNAL:
		return FRONT_SIGNAL;
	case DASHBOARD_NO_TERMINAL:
		return run_plain(session, options, ret_signal);
	case DASHBOARD_SCRIPT_FAILED:
		command_complain("%s", text);
		return FRONT_FAILED;
	case DASHBOARD_RESUME:
	case DASHBOARD_QUIT:
		break;
	}
	return go_on(session, options, ret_signal);
}

/* The run's own command judges what is left of it. */
static int
resume(const char *rundir, const struct options *options)
{
	struct options own = *options;
	struct launch_job job = { 0 };
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
browse(const struct dashboard_options *dashboard,
    const struct options *options)
{
	g_autofree char *text = NULL;
	int signal = 0;

	switch (dashboard_browse(dashboard, &signal, &text)) {
	case DASHBOARD_NO_TERMINAL:
		return FRONT_NO_SCREEN;
	case DASHBOARD_INTERRUPTED:
		return EXIT_INTERRUPTED;
	case DASHBOARD_SIGNAL:
		signals_die_of(signal);
		return EXIT_INTERRUPTED;
	case DASHBOARD_SCRIPT_FAILED:
		command_complain("%s", text);
		return EXIT_INCOMPLETE;
	case DASHBOARD_RESUME:
		return resume(text, options);
	case DASHBOARD_QUIT:
		break;
	}
	return EXIT_DONE;
}

int
front_browse(const char *folder, const struct options *options)
{
	struct dashboard_options dashboard = screen_options(options);

	dashboard.runs_dir = folder;
	return browse(&dashboard, options);
}

int
front_compare(const char *run_a, const char *run_b,
    const struct options *options)
{
	struct dashboard_options dashboard = screen_options(options);

	dashboard.compare_a = run_a;
	dashboard.compare_b = run_b;
	return browse(&dashboard, options);
}
