/*
 * The names of the tiers, and of what bounds memory, for people, manifests and the command line.
 */
#include "config.h"

#include "sandbox/policy.h"

#include <stddef.h>

static const char *const tier_names[JAIL_TIER__COUNT] = {
	[JAIL_TIER_FULL] = "full",
	[JAIL_TIER_LANDLOCK] = "landlock",
	[JAIL_TIER_LIMITS] = "limits",
};

const char *
jail_tier_name(enum jail_tier tier)
{
	if ((unsigned)tier >= JAIL_TIER__COUNT)
		return NULL;
	return tier_names[tier];
}

const char *
jail_memory_name(enum jail_memory_by memory_by)
{
	static const char *const names[JAIL_MEMORY__COUNT] = {
		[JAIL_MEMORY_WATCH] = "watch",
		[JAIL_MEMORY_CGROUP] = "cgroup",
	};

	return (unsigned)memory_by < JAIL_MEMORY__COUNT ? names[memory_by] :
	    NULL;
}
