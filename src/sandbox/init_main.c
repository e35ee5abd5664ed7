/*
 * init as a program: what the first process of a job from a warm interpreter
 * becomes, so that it is no copy of the interpreter (candidate.c, exec_init).
 *
 * argv: the candidate's pid, the gate's descriptor, the policy's bytes of
 * memory.  Linked statically: the loader would cost more than all it does.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	const struct jail_common common = { .tier = JAIL_TIER_FULL };
	struct jail_policy policy = { .memory_bytes = 0 };
	const struct jail_job_spec spec = {
		.common = &common, .policy = &policy,
		.control = JAIL_FD_CONTROL, .start = -1, .work = -1,
		.cgroup = -1,
	};
	int gate;

	if (argc != 4 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		return 125;
	gate = atoi(argv[2]);
	policy.memory_bytes = strtoull(argv[3], NULL, 10);
	if (write(gate, "", 1) != 1)
		return 125;
	(void)close(gate);
	jail_init_run(&spec, (pid_t)atoi(argv[1]));
}
