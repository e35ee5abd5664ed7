/*
 * The run directory: manifest (run.json), journal (results.jsonl), captures
 * (outputs/), lock.  One writer at a time; readers need no lock.
 */
#ifndef EVALTOP_RUN_RUNDIR_H
#define EVALTOP_RUN_RUNDIR_H

#include "run/event.h"

#include <glib.h>
#include <stdbool.h>

/* Which samples there are: enough to build a board without the suite. */
struct run_index {
	GPtrArray *task_ids;	/* char * */
	GArray *counts;		/* guint32: samples of each task */
};

#define RUN_TIMEOUT_MAX_S 30	/* of --timeout and of a rerun */

/* Everything that decides a verdict, and the run's name. */
struct run_settings {
	char *label;
	char *suite_path, *suite_name, *suite_format, *suite_sha256;
	char *samples_path, *samples_format, *samples_sha256;
	guint jobs;
	guint32 timeout_ms;	/* default of a task that has none */
	guint64 memory_bytes, output_bytes, file_bytes;
	GArray *k;		/* guint */
	GStrv deny, allow;	/* changes to the denylist, or NULL */
	GStrv stops;		/* stop words, or NULL */
	char *only;		/* glob on task ids, or NULL */
	guint limit;		/* at most so many tasks; 0: all */
	char *python;		/* as asked for; NULL: python3 on the PATH */
	bool dedup, site_packages;
	bool is_check;		/* references are the samples */
	bool is_cold;		/* a fresh interpreter for each candidate */
	char *tier;		/* asked-for tier's word, or NULL */
	char *guard;		/* word of a guard (base/outcome.h) */
};

struct run_counts {		/* what loading found, for the summary */
	guint missing_tasks, unknown_samples, duplicate_samples;
	guint empty_samples, broken_lines;
};

struct run_manifest {
	struct run_settings settings;
	struct run_counts counts;
	struct run_index index;
	char *tier;		/* what the jail really gives */
	char *memory_by;	/* what bounds a job's memory: its word, or NULL */
	char *interpreter;	/* real path and version */
	char *host, *version;	/* of the machine, of evaltop */
	gint64 started_ms, ended_ms;	/* 0: not ended */
	enum run_state state;	/* as last written; a live run says RUN_RUNNING */
};

void run_settings_clear(struct run_settings *settings);
void run_index_clear(struct run_index *index);
struct run_manifest *run_manifest_new(void);
void run_manifest_free(struct run_manifest *manifest);

/* $XDG_STATE_HOME/evaltop/runs; caller frees. */
char *rundir_base(void);

/* A fresh path below the base, <date>-<suite>-<label>[-N]; caller frees. */
char *rundir_new_path(const char *suite_name, const char *label);

/* A directory that holds a run, or the newest run whose folder or label matches. */
char *rundir_find(const char *name, GError **error);

/* All runs below the base, newest first: char * paths. */
GPtrArray *rundir_list(void);

/* Create (or re-open, for a resume) for writing; takes the lock. -1 on error. */
int rundir_lock(const char *path, GError **error);
bool rundir_is_locked(const char *path);	/* another process writes it now */

bool run_manifest_write(const struct run_manifest *manifest, const char *path,
    GError **error);
struct run_manifest *run_manifest_read(const char *path, GError **error);

/* The same without the index, whose contents mean nothing: for lists of runs. */
struct run_manifest *run_manifest_read_head(const char *path, GError **error);

#endif
