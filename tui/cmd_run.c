/* evaltop run SUITE SAMPLES */
#include "tui/command.h"
#include "tui/launch.h"

#include <string.h>

int
cmd_run(const struct options *options)
{
	const GPtrArray *given = options->arguments;
	struct launch_job job = { 0 };

	if (given->len > 0)
		job.suite = g_ptr_array_index(given, 0);
	if (given->len > 1)
		job.samples = g_ptr_array_index(given, 1);
	if (!job.suite && !options->resume) {
		command_complain("'evaltop run' needs a SUITE and SAMPLES; to "
		    "try it: evaltop run demo");
		return EXIT_USAGE;
	}
	if (job.suite && !job.samples && strcmp(job.suite, LAUNCH_DEMO) != 0) {
		command_complain("'evaltop run %s' needs SAMPLES too: the file "
		    "with the model's answers", job.suite);
		return EXIT_USAGE;
	}
	return launch_run(&job, options);
}
