/* evaltop demo: the built-in suite with its own samples. */
#include "tui/command.h"
#include "tui/launch.h"

int
cmd_demo(const struct options *options)
{
	return launch_run(&(struct launch_job){ .suite = LAUNCH_DEMO }, options);
}
