/*
 * The line between the runner and the launcher (evaltop-jail --serve): a
 * SOCK_SEQPACKET pair, one struct a packet, host byte order (both ends are
 * the same build on the same machine; `magic` and `version` catch a mix-up).
 *
 *   runner -> launcher   JAIL_MSG_LAUNCH + 4 descriptors (SCM_RIGHTS):
 *                          stdin, stdout, stderr, and one more that the
 *                          candidate gets as descriptor 3
 *                        JAIL_MSG_KILL     end that job's whole tree now
 *   launcher -> runner   JAIL_MSG_READY    once, after the outer set-up
 *                        JAIL_MSG_STARTED  the job's program was exec'ed
 *                        JAIL_MSG_ENDED    once for each LAUNCH, always last
 *
 * Closing the runner's end makes the launcher kill all jobs and exit.
 * A job's descriptors are closed in the launcher before it answers STARTED;
 * at ENDED no process of the job is alive, so its pipes are at end of file.
 */
#ifndef EVALTOP_SANDBOX_WIRE_H
#define EVALTOP_SANDBOX_WIRE_H

#include "sandbox/policy.h"

#include <stdint.h>

#define JAIL_WIRE_MAGIC 0x45544a31u	/* "ETJ1" */
#define JAIL_WIRE_VERSION 2u
#define JAIL_LAUNCH_FDS 4
#define JAIL_BINDS_MAX 128	/* of one launcher */
#define JAIL_JOBS_MAX 512	/* at once; more are refused with EAGAIN */
#define JAIL_ARGV_BYTES 4096
#define JAIL_TEXT_BYTES 128

enum jail_msg_type {
	JAIL_MSG_LAUNCH = 1,
	JAIL_MSG_KILL,
	JAIL_MSG_READY,
	JAIL_MSG_STARTED,
	JAIL_MSG_ENDED,
};

struct jail_msg_head {
	uint32_t magic;
	uint32_t version;
	uint32_t type;		/* enum jail_msg_type */
	uint32_t reserved;
	uint64_t job;		/* chosen by the runner, echoed back */
};

enum jail_start {
	JAIL_START_EXEC,	/* exec argv */
	JAIL_START_WARM,	/* fork the interpreter that argv keeps warm */
};

struct jail_launch {
	struct jail_msg_head head;
	struct jail_policy policy;
	uint32_t start;		/* enum jail_start */
	uint32_t argc;		/* NUL-terminated strings, one behind the other */
	char argv[JAIL_ARGV_BYTES];
};

struct jail_ready {
	struct jail_msg_head head;
	uint32_t tier;		/* enum jail_tier */
	int32_t err;		/* 0, or the errno of the step that failed */
	char step[JAIL_TEXT_BYTES];	/* which step; empty when err is 0 */
	uint32_t memory_by;	/* enum jail_memory_by */
	int32_t memory_err;	/* what kept us from a cgroup: errno, step */
	char memory_lacks[JAIL_TEXT_BYTES];	/* empty when there is one */
};

struct jail_ended {
	struct jail_msg_head head;
	int32_t err;		/* not 0: a fault of ours, nothing was judged */
	char step[JAIL_TEXT_BYTES];	/* the set-up step that failed */
	int32_t wait_status;	/* of the candidate's first process, as wait(2) */
	uint32_t was_killed;	/* 1: by JAIL_MSG_KILL */
	uint32_t hit_memory;	/* 1: ended for the memory of all together */
	uint32_t reserved;
	uint64_t cpu_user_us;	/* of the whole tree */
	uint64_t cpu_system_us;
	uint64_t peak_rss_bytes;	/* largest process of the tree */
	uint64_t peak_memory_bytes;	/* of the whole tree with its files and
					 * kernel memory; 0: not known */
};

#endif
