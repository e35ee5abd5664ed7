/*
 * Resource limits of a candidate.
 *
 * They are set inside the job's user namespace: a limit on processes set
 * before the clone would be counted for all jobs of the same host user
 * together.  They are set in the candidate, not in init: init must be able
 * to reap a storm of children without running into the candidate's limits.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

/* Room for what is reserved but not used: thread stacks, arenas, text. */
#define ADDRESS_SPACE_EXTRA (1ull << 30)

/*
 * Without a user namespace the limit is on all of the user's processes, so
 * it can only be a backstop: other jobs need theirs.  memory.c counts.
 */
#define SHARED_TASKS 256u

static int
set_limit(int resource, uint64_t soft, uint64_t hard)
{
	struct rlimit now, want = { .rlim_cur = soft, .rlim_max = hard };

	if (getrlimit((__rlimit_resource_t)resource, &now) < 0)
		return -errno;
	/* The host may allow less than the policy; never ask for more. */
	if (want.rlim_max > now.rlim_max)
		want.rlim_max = now.rlim_max;
	if (want.rlim_cur > want.rlim_max)
		want.rlim_cur = want.rlim_max;
	if (setrlimit((__rlimit_resource_t)resource, &want) < 0)
		return -errno;
	return 0;
}

int
jail_limits_set(const struct jail_policy *policy, uint64_t n_tasks,
    const char **ret_step)
{
	uint64_t n_processes = policy->processes + 1ull + n_tasks +
	    (n_tasks > 0 ? SHARED_TASKS : 0);
	const struct {
		int resource;
		uint64_t soft, hard;
		const char *step;
	} rows[] = {
		{ RLIMIT_CPU, policy->cpu_s, policy->cpu_s + 1ull,
		    "limit cpu" },
		{ RLIMIT_FSIZE, policy->file_bytes, policy->file_bytes,
		    "limit file size" },
		{ RLIMIT_NOFILE, policy->open_files, policy->open_files,
		    "limit open files" },
		/* One more than asked for: init counts too. */
		{ RLIMIT_NPROC, n_processes, n_processes,
		    "limit processes" },
		/*
		 * Too little for a file, and the one value at which the
		 * kernel starts no program that core_pattern may name; at 0
		 * it would, as root and outside of all this.
		 */
		{ RLIMIT_CORE, 1, 1, "limit core" },
		{ RLIMIT_MEMLOCK, 0, 0, "limit locked memory" },
		{ RLIMIT_MSGQUEUE, 0, 0, "limit message queues" },
		{ RLIMIT_SIGPENDING, 64, 64, "limit pending signals" },
		{ RLIMIT_NICE, 0, 0, "limit nice" },
		{ RLIMIT_RTPRIO, 0, 0, "limit priority" },
		{ RLIMIT_STACK, policy->stack_bytes, policy->stack_bytes,
		    "limit stack" },
		{ RLIMIT_DATA, policy->memory_bytes, policy->memory_bytes,
		    "limit data" },
		{ RLIMIT_AS, policy->memory_bytes + ADDRESS_SPACE_EXTRA,
		    policy->memory_bytes + ADDRESS_SPACE_EXTRA,
		    "limit address space" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		int r = jail_inject(rows[i].step) ? -errno :
		    set_limit(rows[i].resource, rows[i].soft, rows[i].hard);

		if (r < 0) {
			*ret_step = rows[i].step;
			return r;
		}
	}
	return 0;
}

void
jail_limits_raise(void)
{
	static const int resources[] = { RLIMIT_NOFILE, RLIMIT_NPROC };

	for (size_t i = 0; i < sizeof resources / sizeof resources[0]; i++) {
		__rlimit_resource_t which = (__rlimit_resource_t)resources[i];
		struct rlimit limit;

		if (getrlimit(which, &limit) < 0)
			continue;
		if (which == RLIMIT_NOFILE && limit.rlim_max > 4096)
			limit.rlim_max = 4096;
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(which, &limit);
	}
}
