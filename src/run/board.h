/*
 * The run as it stands: what the screens and reports read.  Belongs to the
 * main thread; no lock.  board_apply() is its only way to change, and it
 * cannot tell whether an event came from the runner or from a journal.
 */
#ifndef EVALTOP_RUN_BOARD_H
#define EVALTOP_RUN_BOARD_H

#include "run/event.h"
#include "run/timeline.h"

struct run_index;		/* run/rundir.h: task ids and sample counts */

enum sample_state {
	SAMPLE_QUEUED,
	SAMPLE_RUNNING,
	SAMPLE_JUDGED,
	SAMPLE_UNJUDGED,
};

/* Small: a run may hold a million. */
struct board_sample {
	/*
	 * Of the line that says most: the last judged one (has_verdict), or
	 * of a sample without any the unjudged one.
	 */
	guint64 journal_offset;
	guint32 journal_length;	/* 0: there is none */
	guint32 wall_ms, cpu_ms;
	guint32 rss_kib;
	float score;
	guint32 task;
	guint8 state;		/* enum sample_state */
	guint8 outcome, detail, trust;	/* enums of base/outcome.h */
	guint8 retried, is_copy;	/* booleans */
	/*
	 * What the members above say of a verdict holds: also while the sample
	 * is judged again, and thereafter if that comes to no verdict.
	 */
	guint8 has_verdict;
	guint8 rerun;		/* number of its row in board->reruns, from 1; 0: none */
};

/* Verdicts that somebody asked for, by their timeout. */
struct board_rerun {
	guint32 timeout_ms;	/* 0: yet others, when there are too many */
	guint count;
};

struct board_task {
	char *id;
	guint32 first;		/* ordinal of its first sample */
	guint32 samples;	/* n as planned */
	guint32 judged, passed, confirmed, unjudged, running;
	double score_sum;
};

struct board_slot {		/* a worker */
	bool is_busy;
	guint32 sample;
	gint64 started_ms;	/* wall clock */
	guint32 timeout_ms, tests_done, tests_total;
};

struct board {
	GArray *tasks;		/* struct board_task */
	GArray *samples;	/* struct board_sample, by ordinal */
	GArray *slots;		/* struct board_slot; grows as slots are seen */
	guint judged, unjudged, running;
	guint outcomes[OUTCOME__COUNT];
	guint details[DETAIL__COUNT];
	guint trusts[TRUST__COUNT];
	guint no_code;		/* judged with DETAIL_NO_CODE */
	guint copies;		/* verdicts shared between identical programs */
	GArray *reruns;		/* struct board_rerun, some of 0; NULL: none yet */
	guint tasks_complete;	/* all their samples judged */
	enum run_state state;
	guint jobs;
	gint64 started_ms, last_ms;	/* wall clock of the first and last event */
	guint64 elapsed_ms;	/* time running, summed over sessions of the run */
	struct timeline timeline;	/* verdicts, over elapsed_ms */
	guint32 last_sample;	/* most recently judged, for follow mode */
	char *last_message;	/* of a warning or an unjudged sample, or NULL */
	char *end_message;	/* why the run broke off; NULL: it did not */
	guint64 generation;	/* grows with every event applied */
};

struct board *board_new(const struct run_index *index);
void board_free(struct board *board);
void board_apply(struct board *board, const struct event *event);

/*
 * Workers at work.  One whose sample has its verdict on the way is free for
 * the next already, so board->running may be more than this for a moment.
 */
guint board_busy_slots(const struct board *board);

static inline const struct board_task *
board_task(const struct board *board, guint task)
{
	return &g_array_index(board->tasks, struct board_task, task);
}

static inline const struct board_sample *
board_sample(const struct board *board, guint ordinal)
{
	return &g_array_index(board->samples, struct board_sample, ordinal);
}

static inline bool
board_task_is_complete(const struct board_task *task)
{
	return task->samples > 0 && task->judged == task->samples;
}

/* How many verdicts are those of reruns. */
guint board_count_reruns(const struct board *board);

/* Samples neither judged nor unjudged so far. */
guint board_remaining(const struct board *board);

#endif
