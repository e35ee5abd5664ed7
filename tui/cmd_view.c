/* evaltop view RUN [--follow] */
#include "base/error.h"
#include "report/summary.h"
#include "tui/command.h"
#include "tui/ending.h"
#include "tui/front.h"
#include "tui/signals.h"

/*
 * The run's own end is no verdict on this command: 0, unless --fail-under
 * asks for more, or ^C ended it.
 */
static int
conclude(struct session *session, const struct options *options,
    enum front_end end)
{
	/* Who left while it was still being read has the whole end as well. */
	session_drain_all(session);
	if (options->json) {
		g_autofree char *json = summary_json(session);

		puts(json);
	} else {
		ending_print(session, stdout);
	}
	if (end == FRONT_INTERRUPTED)
		return EXIT_INTERRUPTED;
	if (end == FRONT_FAILED)
		return EXIT_INCOMPLETE;
	return ending_meets_bounds(session, options) ? EXIT_DONE : EXIT_BELOW;
}

int
cmd_view(const struct options *options)
{
	GError *error = NULL;
	g_autofree char *rundir = rundir_find(
	    g_ptr_array_index(options->arguments, 0), &error);
	struct session *session;
	struct dashboard_result result = { 0 };
	enum front_end end;
	int status, signal;

	session = rundir ? session_open(rundir, options->follow, &error) :
	    NULL;
	if (!session)
		return command_fail(error);
	if (!signals_start()) {
		session_free(session);
		command_complain("cannot set up the handling of signals");
		return EXIT_INCOMPLETE;
	}
	end = front_run(session, options, NULL, &result);
	signal = result.signal;
	status = end == FRONT_SIGNAL || end == FRONT_RERUN ?
	    EXIT_INTERRUPTED : conclude(session, options, end);
	session_free(session);
	if (end == FRONT_RERUN)
		status = front_rerun(&result, options);
	dashboard_result_clear(&result);
	if (end == FRONT_SIGNAL) {
		(void)fflush(stdout);
		signals_die_of(signal);
	}
	return status;
}
