/*
 * The front end's state: what is shown of a session, where the reader is,
 * and what was asked.  The screens draw from it and change it on keys.
 * Everything here belongs to the main thread.
 */
#ifndef EVALTOP_TUI_SCREEN_APP_H
#define EVALTOP_TUI_SCREEN_APP_H

#include "run/session.h"
#include "stats/passk.h"
#include "tui/draw.h"
#include "tui/keys.h"
#include "tui/screen/dashboard.h"
#include "tui/widget/layout.h"
#include "tui/widget/list.h"
#include "tui/widget/pager.h"
#include "tui/widget/prompt.h"

enum task_sort {
	TASK_SORT_NUMBER,
	TASK_SORT_NAME,
	TASK_SORT_MEAN,
	TASK_SORT_FAILED,
	TASK_SORT__COUNT
};

enum question {
	QUESTION_NONE,
	QUESTION_STOP,		/* leave, and so stop the run? */
	QUESTION_CANCEL,	/* cancel question_sample? */
};

/* What stands behind the one sample in view; loaded when it changes. */
struct case_detail {
	bool is_loaded;
	guint ordinal;
	guint8 state;		/* these two tell whether it is stale */
	guint64 journal_offset;
	struct verdict *verdict;	/* NULL: not judged, or error */
	struct sample_texts texts;	/* NULL strings: see error */
	char *error;
	guint serial;		/* changes with every load */
};

/* Samples judged in each of the last seconds, as this process saw it. */
#define RATE_SECONDS 900

struct rate {
	gint64 since_ms;	/* 0: nothing seen yet */
	gint64 second;		/* the newest one counted */
	guint judged;		/* of the board, when last noted */
	guint32 counts[RATE_SECONDS];
};

#define TIME_BINS 9

/* Costly figures, computed anew only when the board changed, not each frame. */
struct figures {
	guint64 generation;
	gint64 computed_ms;
	bool is_valid;
	GArray *passk;		/* struct passk_estimate */
	guint bins[TIME_BINS + 1];	/* by wall time; last: timeouts */
	guint64 wall_sum_ms, cpu_sum_ms;
	guint32 wall_max_ms, rss_max_kib;
};

enum review_part {
	PART_CODE, PART_RESULT, PART_STDOUT, PART_STDERR, PART_ANSWER,
	PART_PROMPT, PART_TESTS, PART__COUNT
};

struct review {
	guint serial;		/* of the detail that the pagers hold */
	enum review_part focus, lower;	/* lower: shown below code and result */
	bool is_zoomed;
	struct pager pagers[PART__COUNT];
	char titles[PART__COUNT][64];
};

struct app;

struct screen {
	enum place place;
	void (*draw)(struct app *app);
	/* False if the key means nothing here. */
	bool (*act)(struct app *app, enum action action, int key);
};

extern const struct screen screen_overview, screen_samples, screen_review,
    screen_help;

#define SCREENS_MAX 8

struct app {
	struct session *session;
	struct draw draw;
	gint64 now_ms;		/* wall clock, of this frame */
	gint64 stopped_ms, continued_ms;	/* last ^Z and fg; 0: never */

	const struct screen *screens[SCREENS_MAX];	/* a stack */
	int depth;

	/* The reader's place: a sample, never a row. */
	guint sample;		/* ordinal; its task is the board's fact */
	bool follows;
	gint64 followed_ms;
	GArray *order;		/* guint: tasks with samples, as listed */
	GArray *position;	/* guint by task: its row, or G_MAXUINT */
	enum task_sort sort;
	bool is_reverse;
	guint64 order_generation;
	gint64 ordered_ms;
	struct list tasks, samples, workers;
	int id_width, count_width;	/* columns the list needs */
	guint strip_max;	/* most samples of a task */

	enum pane focus;
	bool is_zoomed;
	struct layout layout;	/* of the overview, as last drawn */
	struct pager code, result, help;
	guint pane_serial;
	struct review review;
	struct case_detail detail;
	GHashTable *reasons;	/* journal offset -> one line */

	struct rate rate;
	struct figures figures;

	char *message;
	unsigned message_style;
	char *seen_message;	/* the board's, shown before */
	bool was_live;

	bool has_prompt;
	struct prompt prompt;
	char *search;		/* or NULL */
	guint search_origin;
	int cursor_x;		/* of the prompt */
	enum question question;
	guint question_sample;

	bool was_interrupted, leaves_when_ended;
	bool has_left, wants_repaint;
	enum dashboard_end end;
};

void app_init(struct app *app, struct session *session);
void app_clear(struct app *app);	/* not the session, not the draw */

/* Once before a frame: rates, order, follow, figures, detail. */
void app_update(struct app *app, gint64 now_ms);
/* Count what was judged since; call it when events were applied. */
void app_note_progress(struct app *app, gint64 now_ms);
void app_draw(struct app *app);
void app_key(struct app *app, int key);
void app_interrupt(struct app *app);	/* ^C */

/* How long the loop may sleep: ms to the next tick, -1: until something comes. */
int app_next_tick(const struct app *app);

bool app_is_live(const struct app *app);	/* more events may come */
bool app_is_ours(const struct app *app);	/* leaving would stop the run */
gint64 app_elapsed_ms(const struct app *app);
/* Time a slot's sample has run, without the time we were suspended. */
gint64 app_since(const struct app *app, gint64 wall_ms);
double app_rate(const struct app *app);		/* a second; 0: unknown */

bool app_has_sample(const struct app *app);
guint app_task(const struct app *app);		/* of the selected sample */
void app_select_sample(struct app *app, guint ordinal);
void app_select_task(struct app *app, guint task);
/* The next sample in the order of the list; false: there is none. */
bool app_step(struct app *app, int direction, bool only_failures);
/* Ordinal of the first judged sample that did not pass, or G_MAXUINT. */
guint app_first_failure(const struct app *app,
    const struct board_task *task);
void app_unfollow(struct app *app);
/* A short line on why a judged sample did not pass, "" where there is none. */
const char *app_reason(struct app *app, guint ordinal);
const struct case_detail *app_detail(struct app *app);

void app_say(struct app *app, unsigned style, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void app_push(struct app *app, const struct screen *screen);
void app_pop(struct app *app);		/* from the last one: quit */
void app_ask_quit(struct app *app);
void app_search(struct app *app, int direction, bool from_here);

/* tui/screen/chrome.c: what all screens share. */
unsigned outcome_style(enum outcome outcome);
/* Glyph and style of a sample as it stands. */
const char *sample_glyph(const struct app *app,
    const struct board_sample *sample, unsigned *ret_style);
const char *app_state_label(const struct app *app, unsigned *ret_style);
void chrome_draw_head(struct app *app, struct rect rect);
void chrome_draw_title(struct app *app, int y, const char *where,
    const char *right);
/* The selected sample and its reason, in one line. */
void chrome_draw_selected(struct app *app, int y);
void chrome_draw_tiny(struct app *app, struct rect rect);
void chrome_draw_bottom(struct app *app, int message_y, int footer_y);
void chrome_draw_question(struct app *app);

/* tui/screen/tasks.c */
void tasks_draw(struct app *app, struct rect rect, bool is_framed);
/* tui/screen/panes.c */
void panes_draw_passk(struct app *app, struct rect rect);
void panes_draw_passk_line(struct app *app, struct rect rect);
void panes_draw_workers(struct app *app, struct rect rect);
int panes_busy_slots(const struct app *app);
/* The sample in row `row` of the workers pane, or G_MAXUINT. */
guint panes_worker_sample(const struct app *app, int row);
/* tui/screen/timing.c */
void timing_compute(const struct board *board, struct figures *figures);
void timing_draw(struct app *app, struct rect rect);
/* tui/screen/result.c */
enum result_kind {
	RESULT_BRIEF,		/* five lines */
	RESULT_CORE,		/* all but the outputs */
	RESULT_WHOLE,
};

void result_fill(struct app *app, struct pager *pager,
    enum result_kind kind);
void result_title(struct app *app, char *left, gsize left_size, char *right,
    gsize right_size);

#endif
