/* The choice of the front end. */
#include "tui/front.h"

#include "tui/command.h"
#include "tui/plain.h"
#include "tui/screen/dashboard.h"

#include <string.h>
#include <unistd.h>

static bool
wants_screen(const struct options *options)
{
	const char *term = g_getenv("TERM");

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
	if (!session->is_live || session->board->state >= RUN_DONE)
		return FRONT_ENDED;
	command_complain("the run goes on; ^C stops it");
	return run_plain(session, options, ret_signal);
}

enum front_end
front_run(struct session *session, const struct options *options,
    int *ret_signal)
{
	struct dashboard_options dashboard = {
		.ascii = options->ascii || !g_get_charset(NULL),
		.no_color = options->no_color || (g_getenv("NO_COLOR") &&
		    *g_getenv("NO_COLOR")),
	};

	if (!wants_screen(options))
		return run_plain(session, options, ret_signal);
	switch (dashboard_run(session, &dashboard, ret_signal)) {
	case DASHBOARD_INTERRUPTED:
		return FRONT_INTERRUPTED;
	case DASHBOARD_SIGNAL:
		return FRONT_SIGNAL;
	case DASHBOARD_NO_TERMINAL:
		return run_plain(session, options, ret_signal);
	case DASHBOARD_QUIT:
		break;
	}
	return go_on(session, options, ret_signal);
}
