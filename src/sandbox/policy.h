/*
 * What one candidate may use: the limits that the jail sets inside, before
 * the candidate's first instruction.  Plain numbers, no pointers, so that a
 * policy travels to the launcher as it is.
 */
#ifndef EVALTOP_SANDBOX_POLICY_H
#define EVALTOP_SANDBOX_POLICY_H

#include <stdint.h>

/* How strongly this host lets us confine; never drops in the middle of a run. */
enum jail_tier {
	JAIL_TIER_FULL,		/* namespaces, seccomp, Landlock, rlimits */
	JAIL_TIER_LANDLOCK,	/* Landlock, seccomp, rlimits, subreaper */
	JAIL_TIER_LIMITS,	/* rlimits and process group only */
	JAIL_TIER__COUNT
};

/* What bounds the memory of all processes of a job together; see cgroup.h. */
enum jail_memory_by {
	JAIL_MEMORY_WATCH,	/* init looks 40 times a second */
	JAIL_MEMORY_CGROUP,	/* the kernel refuses; init looks, too */
	JAIL_MEMORY__COUNT
};

struct jail_policy {
	uint64_t memory_bytes;	/* RLIMIT_DATA; RLIMIT_AS is 1 GiB more */
	uint64_t file_bytes;	/* RLIMIT_FSIZE of one file */
	uint64_t work_bytes;	/* size of the work folder (a tmpfs) */
	uint64_t work_inodes;	/* and how many files it holds */
	uint32_t cpu_s;		/* RLIMIT_CPU of one process */
	uint32_t open_files;	/* RLIMIT_NOFILE */
	uint32_t processes;	/* RLIMIT_NPROC, threads count too */
	uint32_t stack_bytes;	/* RLIMIT_STACK */
};

#define JAIL_POLICY_DEFAULT { \
	.memory_bytes = 1024ull << 20, .file_bytes = 16ull << 20, \
	.work_bytes = 64ull << 20, .work_inodes = 4096, .cpu_s = 4, \
	.open_files = 64, .processes = 64, .stack_bytes = 8u << 20 }

/* "full", "landlock", "limits"; NULL for a number that is no tier. */
const char *jail_tier_name(enum jail_tier tier);

/* "watch", "cgroup"; NULL for a number that is neither. */
const char *jail_memory_name(enum jail_memory_by memory_by);

#endif
