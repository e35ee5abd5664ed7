/*
 * The interpreters that the launcher keeps warm, and the jobs that wait for
 * one.  Internal to the launcher; single-threaded; nothing here blocks.
 */
#ifndef EVALTOP_SANDBOX_ZYGOTE_H
#define EVALTOP_SANDBOX_ZYGOTE_H

#include "sandbox/internal.h"

#include <stdbool.h>

#define ZYGOTES_MAX 8			/* kinds of interpreter */
#define ZYGOTE_ARGUMENTS_MAX 16

struct job;

enum zygote_state {
	ZYGOTE_NONE,		/* no process */
	ZYGOTE_STARTING,	/* has not said that it is warm */
	ZYGOTE_READY,
	ZYGOTE_BUSY,		/* has the first job's request */
};

struct zygote {
	char text[JAIL_ARGV_BYTES];	/* the strings of argv */
	char *argv[ZYGOTE_ARGUMENTS_MAX + 1];	/* [0] NULL: row is free */
	enum zygote_state state;
	pid_t pid;
	int socket;
	unsigned clones;
	int64_t deadline_ms;		/* of what it is at; 0: none */
	struct job *first;		/* of those that wait, in turn */
};

struct zygotes {
	struct zygote rows[ZYGOTES_MAX];
	pid_t dying[ZYGOTES_MAX];
	unsigned n_dying;
	const struct jail_common *common;
	/* The launcher's loop: watch a row's socket, or no more. */
	int (*watch)(void *data, int fd, size_t row, bool is_on);
	/* A job that waited is now live, or has ended by a fault. */
	void (*changed)(void *data, struct job *job);
	void *data;
};

/*
 * Let a job wait for its clone of the interpreter that spec->argv starts.
 * The spec's descriptors must stay open until then.  0, or -errno and the
 * step that failed; the job then does not wait.
 */
int zygotes_add(struct zygotes *zygotes, const struct jail_job_spec *spec,
    struct job *job, int64_t now_ms, const char **ret_step);

/* Let it wait no more; false when its clone is just being made. */
bool zygotes_cancel(struct job *job);

/* A row's socket can be read. */
void zygotes_event(struct zygotes *zygotes, size_t row, int64_t now_ms);

/* Milliseconds until this must be called again; -1: for ever. */
int64_t zygotes_check_time(struct zygotes *zygotes, int64_t now_ms);

#endif
