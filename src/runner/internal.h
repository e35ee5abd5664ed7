/*
 * Inside the runner: what its files share.  start.c is the main thread's side,
 * runner.c the thread and its loop, slot.c one running candidate and
 * slot_launch.c its start, standing.c the judges that stay, job.c what runs
 * next, twins.c which of them is judged for others.  Everything but `events`
 * and `commands` belongs to the runner's thread.
 */
#ifndef EVALTOP_RUNNER_INTERNAL_H
#define EVALTOP_RUNNER_INTERNAL_H

#include "runner/judge.h"
#include "runner/launcher.h"
#include "runner/output.h"
#include "runner/plan_store.h"
#include "runner/queue.h"
#include "runner/runner.h"
#include "sample/extract.h"

#define RUNNER_JOBS_MAX 1024
#define JOB_FAULTS_MAX 2	/* tries before a sample stays unjudged */
#define JOB_LOSSES_MAX 5	/* launchers that may be lost beside one job */

/* What is asked about a sample; the second guard asks two processes. */
struct questions {
	char *shared;		/* the request without its nonce */
	char *judge, *candidate;	/* of the split guard; NULL: not asked */
};

struct job {
	guint32 ordinal;
	guint faults;		/* of ours, so far */
	guint losses;		/* launchers lost while it ran */
	bool is_retry;		/* ran before, starved of CPU: runs alone */
	bool was_retried;	/* in an earlier guard */
	bool was_killed;	/* by a SIGKILL that nobody here sent */
	bool is_split;		/* it is the split guard's turn */
	bool keeps_arguments;	/* what it does to them stays with it */
	struct verdict *passed;	/* the last guard's pass, to be confirmed */
	struct job *disputed;	/* this is a reference's run, to settle that */
	struct questions questions;
	GByteArray *rules;	/* enum extract_rule, by program */
	bool think_dropped, stop_cut;
	bool is_original;	/* twins wait for it (see twins.c) */
	bool is_rerun;		/* somebody asked for it (see rerun.c) */
	bool is_cancelled;	/* and then took it back */
	guint32 timeout_ms;	/* instead of the task's; 0: the task's own */
};

enum stream { STREAM_OUT, STREAM_ERR, STREAM_VERDICT, STREAM__COUNT };

struct standing;

struct slot {
	guint index;
	bool is_busy;
	struct job *job;
	guint64 jail_job;	/* the process with the tests in it */
	guint64 mate_job;	/* split: the one with the candidate; 0: none */
	guint place;		/* of its worker on the screen, once started */
	bool is_ending;		/* a verdict is here, its processes go */
	bool has_lingered;	/* its processes took too long about that */
	bool has_ended, mate_has_ended;
	bool owes_kill, owes_mate_kill;	/* the launcher took none yet */
	struct jail_ended ended, mate_ended;
	int fds[STREAM__COUNT];	/* -1: at its end */
	struct output out[2];
	struct envelope envelope;
	const struct plan *plan;
	guint32 timeout_ms;
	guint32 cpu_limit_s;
	gint64 launched_ms, started_ms, ended_ms, killed_ms;	/* 0: not yet */
	guint64 idle_ms;	/* load_idle_ms() at the start */
	guint tests_told;
	enum cause cause;
	struct standing *judge;	/* jail_job is this one; NULL: of its own */
};

/* What this session knows of a sample's end. */
enum fate {
	FATE_ENDED = 1 << 0,	/* it has had one, here or in an earlier session */
	FATE_FAILED = 1 << 1,	/* its last try came to no verdict */
	FATE_AGAIN = 1 << 2,	/* a rerun of it waits or runs */
};

/* Of an earlier session of the run. */
struct earlier {
	guint64 journal_offset;
	guint32 journal_length;
	bool is_own;		/* judged, in a first run of its own */
};

struct runner {
	struct feed feed;	/* first: the feed is the runner */
	struct runner_config config;
	struct queue events, commands;
	pthread_t thread;
	bool has_thread;

	struct interp *interp;
	struct launcher launcher;
	GPtrArray *plans;	/* struct plan * by task */
	struct plan_store *store;	/* what they prepared */
	GPtrArray *denylist;
	enum guard guard;
	int epoll_fd;
	GPtrArray *slots;	/* struct slot * */
	guint jobs;		/* slots that may be busy at once */
	guint processes_max;	/* that the launcher can have; a pair is two */
	guint cores;
	GPtrArray *standing;	/* struct standing *: those that wait */
	guint running;		/* slots that are busy; of these: */
	guint starting, ending;	/* before their start line, after a verdict */
	guint64 last_jail_job;

	guint32 next;		/* first ordinal not yet looked at */
	GQueue again, alone;	/* struct job * */
	bool is_closed;		/* only reruns start */
	guint8 *fates;		/* by ordinal: enum fate */
	GArray *earlier;	/* struct earlier by ordinal; NULL: a new run */
	GPtrArray *twins;	/* by task: GHashTable of programs, or NULL */
	struct split *splits;	/* by task: see reference.c */
	GArray *left;		/* guint32 by task: samples without an end */
	guint cached_task;	/* whose texts these are */
	bool has_cached;
	struct task_text cached;

	enum run_state state;
	bool is_killed;
	bool is_leaving;	/* the feed is being freed */
	gint is_gone;		/* atomic: takes no more commands */
	guint failed;		/* samples with FATE_FAILED */
	guint losses;		/* launchers lost since a job last ended */
	bool launcher_is_stuck;	/* it did not answer a kill */
	char *fatal;		/* why nothing more can be done; or NULL */
};

/* What epoll's entries say: of slots (index + 1) << 8 | stream. */
#define ID_SOCKET 0
#define ID_COMMANDS 1

enum command_type { COMMAND_FEED, COMMAND_RERUN, COMMAND_LEAVE };

struct command {
	enum command_type type;
	enum feed_command what;	/* COMMAND_FEED */
	guint argument;
	GArray *ordinals;	/* guint32: COMMAND_RERUN */
	guint32 timeout_ms;
};

/* start.c */
void command_free(gpointer command);

/* runner.c: the thread. */
void *runner_main(void *runner);
bool runner_watch(struct runner *runner, int fd, guint64 id);
/* Start it anew and watch it; HOST errors. */
bool runner_start_launcher(struct runner *runner, GError **error);
void runner_emit_state(struct runner *runner, enum run_state state);

/* To the journal, then to the main thread. Takes the event. */
void runner_emit(struct runner *runner, struct event *event);
/* The same, and tells where the line stands in the journal. */
void runner_emit_placed(struct runner *runner, struct event *event,
    guint64 *ret_offset, guint32 *ret_length);
void runner_fail(struct runner *runner, const char *why);

/* job.c */
struct job *job_new(guint32 ordinal);
/* What would be asked about a sample (NULL: nothing); caller frees. */
char *job_question(struct runner *runner, guint32 ordinal);
/* A sample has got an end; only its first one counts. */
void job_count_end(struct runner *runner, guint32 ordinal);
bool job_is_pending(const struct runner *runner);
bool job_is_alone(const struct runner *runner);	/* a retry runs, by itself */
/* The next job that needs a process; NULL when there is none now. */
struct job *job_next(struct runner *runner);
/*
 * The next that a first guard has passed and the second has not seen: a run
 * that stops ends these too, so that what ran has its verdict.
 */
struct job *job_next_begun(struct runner *runner);
bool job_is_begun_pending(const struct runner *runner);
/* Its end: emits, settles its twins, and frees it. */
void job_judged(struct runner *runner, struct job *job,
    struct verdict *verdict);
/* What a guard says; the last guard's word is the verdict (job_judged). */
void job_guarded(struct runner *runner, struct job *job,
    struct verdict *verdict);
/* A guard could not be asked, by a fault of ours. */
void job_gave_up(struct runner *runner, struct job *job, const char *why);
void job_unjudged(struct runner *runner, struct job *job, const char *why);
/* It runs again: at once, or (alone) when nothing else is left. */
void job_requeue(struct runner *runner, struct job *job, bool alone,
    const char *why);
void job_free(struct job *job);
/* How long the job may run under the guard whose turn it is. */
guint32 job_budget_ms(const struct runner *runner, const struct job *job,
    const struct task *task);
/* What of it the split guard's judge has. */
guint32 job_split_timeout_ms(const struct runner *runner,
    const struct job *job, const struct task *task);
/* Everything that still waits becomes unjudged. */
void job_abandon_all(struct runner *runner, const char *why);
/* Forget what waits; it has got no end. */
void job_drop_waiting(struct runner *runner);
void job_clear_all(struct runner *runner);

/*
 * twins.c.  True when the job is another's twin and needs no process: it is
 * freed.  Otherwise it becomes the original of its kind, if it has one.
 */
bool twins_take(struct runner *runner, struct job *job);
/* Emit a job's verdict, and a copy for each twin that waits for it. */
void twins_judged(struct runner *runner, const struct job *job,
    struct event *event);
/* Its twins are on their own: the first becomes an original. */
void twins_unjudged(struct runner *runner, const struct job *job);
void twins_forget(struct runner *runner, guint32 task);
void twins_clear(struct runner *runner);

/*
 * rerun.c.  Queue those of the ordinals (guint32) that have had their end;
 * one that waits or runs anyway is left alone.  In a run that is over, this
 * starts a launcher and sets the state back to running.
 */
void rerun_obey(struct runner *runner, const GArray *ordinals,
    guint32 timeout_ms);
void rerun_note_end(struct runner *runner, const struct job *job,
    bool has_verdict);
/* One that waits for its turn; its earlier verdict is the last. */
void rerun_take_back(struct runner *runner, guint32 ordinal);
/* The session ends: what waits for a rerun keeps its earlier verdict. */
void rerun_drop_all(struct runner *runner);

/*
 * reference.c, which has what it learned of each task in `splits`.  True: the
 * verdict is a dispute, the task's reference is asked first, and both job and
 * verdict are taken.
 */
struct split *splits_new(guint tasks);
void splits_free(struct split *splits, guint tasks);
bool reference_is_asked(struct runner *runner, struct job *job,
    struct verdict *verdict);
/* Its answer (NULL: none was to be had); settles the dispute. */
void reference_judged(struct runner *runner, struct job *reference,
    struct verdict *verdict);
/* What it does to its arguments, for a judge; or NULL. */
const char *reference_changes(const struct runner *runner, guint32 task);
/*
 * Whether a candidate that had to leave them so fails only where the
 * reference does, too.
 */
bool reference_fails_alike(const struct runner *runner, const struct job *job,
    const struct verdict *verdict);

/*
 * standing.c: judges that stay for the next sample.  take gives one that
 * waits, or starts one (NULL with a negative errno of launcher.h in *ret_err);
 * its verdict pipe goes to the caller, who brings it back with keep, with the
 * CPU time that its sample took.
 */
struct standing *standing_take(struct runner *runner, int *ret_verdict,
    int *ret_err);
guint64 standing_jail_job(const struct standing *judge);
/* What its earlier samples took. */
guint64 standing_cpu_us(const struct standing *judge);
/* The next sample; both descriptors stay the caller's.  0 or -errno. */
int standing_ask(struct standing *judge, int request, int line);
void standing_keep(struct runner *runner, struct standing *judge,
    int verdict, guint64 cpu_us);
/* It ends once it has no line to us. */
void standing_free(struct standing *judge);
/* The launcher's last word about one that waited, or about none of ours. */
void standing_ended(struct runner *runner, guint64 jail_job);

/* slot.c */
struct slot *slot_new(guint index);
void slot_free(struct slot *slot);
void slot_close(struct slot *slot, enum stream stream);
/* Of a pair, the process of the candidate. */
void slot_kill_mate(struct runner *runner, struct slot *slot);

void slot_readable(struct runner *runner, struct slot *slot,
    enum stream stream);
/*
 * The launcher's last word about one of its processes.  With the last of
 * them: judge, emit, free the slot.
 */
void slot_ended(struct runner *runner, struct slot *slot,
    const struct jail_ended *ended);
/* Act on what is due at `now`; returns when it wants to be asked next. */
gint64 slot_check_time(struct runner *runner, struct slot *slot, gint64 now);
void slot_kill(struct runner *runner, struct slot *slot, enum cause cause);
/* Forget a running job (its process is gone or about to be); returns it. */
struct job *slot_drop(struct runner *runner, struct slot *slot);

/* slot_launch.c */
enum launched {
	LAUNCH_DONE,		/* it runs, or has got its end by our fault */
	LAUNCH_LATER,		/* it waits: the launcher or we are too busy */
	LAUNCH_LOST,		/* it waits: the launcher must be started anew */
};
/* Start a job; takes it. */
enum launched slot_launch(struct runner *runner, struct slot *slot,
    struct job *job);
/* A fault of ours: the job is tried once more. */
void slot_give_back(struct runner *runner, struct slot *slot,
    const char *why);
/* The run's limits for one process, with this much CPU time. */
struct jail_policy slot_policy(const struct runner *runner, guint32 cpu_s);

#endif
