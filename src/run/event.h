/*
 * Events: the facts of a run, in the order in which they became true.  The
 * runner writes each to the journal, then queues it; the journal read back
 * gives the same events.  board_apply() and nothing else consumes them.
 */
#ifndef EVALTOP_RUN_EVENT_H
#define EVALTOP_RUN_EVENT_H

#include "base/outcome.h"

#include <glib.h>

enum event_type {
	EVENT_BEGIN,		/* a session of the run starts: nothing runs yet */
	EVENT_START,		/* a sample's code starts in a slot */
	EVENT_TEST,		/* one more of its tests ended; live only, not journaled */
	EVENT_JUDGED,		/* its verdict */
	EVENT_UNJUDGED,		/* a fault of ours: no verdict, see message */
	/*
	 * It runs again: a starved timeout, a lost launcher, or (is_rerun)
	 * because somebody asked for it.
	 */
	EVENT_REQUEUED,
	EVENT_STATE,		/* the run's state or number of jobs changed */
	EVENT_WARNING,		/* message */
	/*
	 * A session of the run is over.  One whose screen is still open may
	 * take a rerun: then EVENT_STATE follows, and another end.
	 */
	EVENT_END,
};

enum run_state {
	RUN_RUNNING,
	RUN_PAUSED,		/* nothing new starts */
	RUN_STOPPING,		/* what runs may end, nothing new starts */
	RUN_DONE,		/* every sample judged */
	RUN_STOPPED,		/* ended before all were judged; can be resumed */
	RUN_INCOMPLETE,		/* all tried, some unjudged by a fault of ours */
	RUN_STATE__COUNT
};

/* "running", "paused", ... */
const char *run_state_word(enum run_state state);
bool run_state_from_word(const char *word, enum run_state *ret);

#define VERDICT_PREVIEW_CHARS 2000
#define VERDICT_REASON_CHARS 200

/* One failed assertion, as the harness tells it.  Strings may be NULL. */
struct test_failure {
	guint test;		/* index, from 0 */
	guint line;		/* of the test source, 0: unknown */
	guint code_line;	/* of the candidate's program, 0: unknown */
	char *source, *message, *got, *op, *want, *exception;
};

struct verdict {
	enum outcome outcome;
	enum detail detail;
	enum trust trust;
	double score;		/* [0,1] */
	guint tests_total, tests_passed;
	char *strip;		/* a letter a test: p f e -; or NULL */
	char *reason;		/* one line, or NULL */
	guint code_line;	/* of the program, from 1; 0: unknown */
	GPtrArray *failures;	/* struct test_failure *, or NULL */
	guint32 wall_ms, cpu_ms, timeout_ms;
	guint64 rss_bytes;	/* peak of its largest process */
	guint64 memory_bytes;	/* of all together, files too; 0: not known */
	int signal;		/* that ended it, 0: none */
	guint64 stdout_bytes, stderr_bytes;	/* printed in all */
	char *stdout_text, *stderr_text;	/* previews, valid UTF-8, uncleaned */
	bool has_capture;	/* more of it is in outputs/ */
	char *rule;		/* extraction rule's word */
	guint program;		/* which reading of the answer was taken */
	bool think_dropped, stop_cut;
	bool retried;		/* ran twice: first time starved of CPU */
	bool is_rerun;		/* somebody asked for it, with this timeout_ms */
	gint64 same_as;		/* ordinal of the identical sample judged, or -1 */
	const char *tier;	/* jail tier's word (static) */
	/*
	 * What the split guard said, where it was asked and did not confirm,
	 * or why it could not be asked; NULL: nothing to say.
	 */
	char *trust_reason;
	enum outcome split_outcome;	/* OUTCOME_NONE: not asked */
	char *tamper;		/* what the candidate touched that only a cheat does */
	bool changed_arguments;	/* split guard: not journaled */
	char *changes;		/* to which, if that was asked; not journaled */
};

struct event {
	enum event_type type;
	gint64 time_ms;		/* wall clock, since 1970 */
	guint32 sample;		/* ordinal */
	guint32 slot;		/* worker, from 0 */
	guint32 tests_done, tests_total;	/* EVENT_TEST, EVENT_START */
	guint32 timeout_ms;	/* EVENT_START; of a rerun's EVENT_REQUEUED, or 0 */
	bool is_rerun;		/* EVENT_REQUEUED; EVENT_BEGIN: of reruns only */
	enum run_state state;	/* EVENT_STATE, EVENT_END */
	guint32 jobs;		/* EVENT_STATE */
	struct verdict *verdict;	/* EVENT_JUDGED */
	char *message;		/* EVENT_UNJUDGED, EVENT_WARNING; or NULL */
	guint64 journal_offset;	/* of its line in the journal */
	guint32 journal_length;
};

/* Whether its `sample` means anything. */
bool event_is_about_sample(enum event_type type);

struct event *event_new(enum event_type type, guint32 sample);
void event_free(struct event *event);

/* Zeroed but for the two and same_as (-1). */
struct verdict *verdict_new(enum outcome outcome, enum detail detail);
void verdict_free(struct verdict *verdict);
/*
 * Tests that a pass did not reach, and did not have to: they stand in a branch.
 * 0 for what did not pass, where a test that did not run is one that failed us.
 */
guint verdict_tests_unreached(const struct verdict *verdict);
/* tests_total without these: "4 of 4 passed". */
guint verdict_tests_counted(const struct verdict *verdict);
void test_failure_free(struct test_failure *failure);

#endif
