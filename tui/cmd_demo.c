/* evaltop demo: the built-in suite with its own samples. */
#include "tui/command.h"
#include "tui/judge.h"

int
cmd_demo(const struct options *options)
{
	return judge(&(struct judge_job){ .suite = JUDGE_DEMO }, options);
}
