/*
 * The front end's state: what is shown of a session, where the reader is,
 * and what was asked.  The screens draw from it and change it on keys.
 * Everything here belongs to the main thread.
 */
#ifndef EVALTOP_TUI_SCREEN_APP_H
#define EVALTOP_TUI_SCREEN_APP_H

#include "run/filter.h"
#include "run/notes.h"
#include "run/reason.h"
#include "run/session.h"
#include "stats/passk.h"
#include "tui/preferences.h"
#include "tui/draw.h"
#include "tui/find.h"
#include "tui/keys.h"
#include "tui/screen/dashboard.h"
#include "tui/screen/runs.h"
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
	QUESTION_TAKE_BACK,	/* its rerun, which waits? */
	QUESTION_DELETE,	/* delete the run in question_text? */
	QUESTION_REPLACE,	/* write over the file in question_text? */
	QUESTION_RERUN,		/* judge what `rerun` holds? */
};

/* What the line at the bottom asks for. */
enum asking {
	ASK_NOTHING,
	ASK_SEARCH,
	ASK_FILTER,
	ASK_COMMAND,
	ASK_LABEL,
	ASK_NOTE,
	ASK_FILE,
	ASK_TIMEOUT,
	ASK__COUNT
};

/* What stands behind the one sample in view; loaded when it changes. */
struct case_detail {
	bool is_loaded;
	guint ordinal;
	guint8 state;		/* these two tell whether it is stale */
	guint64 journal_offset;
	struct verdict *verdict;	/* NULL: not judged, or error */
	char *message;		/* why it is unjudged, or NULL */
	struct sample_texts texts;	/* NULL strings: see error */
	char *error;
	bool is_pending;	/* the texts are still to come: error says so */
	guint serial;		/* changes with every load */
};

/* Samples judged in each of the last seconds, as this process saw it. */
#define RATE_SECONDS 64

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
	guint tasks_complete;	/* then: what passk is the mean of */
	GArray *passk;		/* struct passk_estimate */
	guint bins[TIME_BINS + 1];	/* by wall time; last: timeouts */
	guint64 wall_sum_ms, cpu_sum_ms;
	guint32 wall_max_ms, rss_max_kib;
};

enum review_part {
	PART_CODE, PART_RESULT, PART_STDOUT, PART_STDERR, PART_ANSWER,
	PART_PROMPT, PART_TESTS, PART_DIFF, PART__COUNT
};

/* The letter that m or ' is followed by. */
enum waits { WAITS_FOR_NOTHING, WAITS_FOR_MARK, WAITS_FOR_PLACE };

enum diff_style { DIFF_OFF, DIFF_SPLIT, DIFF_UNIFIED, DIFF__COUNT };

struct review {
	guint serial;		/* of the detail that the pagers hold */
	enum review_part focus, lower;	/* lower: shown below code and result */
	bool is_zoomed, has_chosen;	/* lower: by the user */
	enum diff_style diff;
	bool is_diff_filled;
	struct pager pagers[PART__COUNT];
	struct pager diff_right;	/* PART_DIFF's other half, when split */
	char titles[PART__COUNT][64];
	char *diff_title;	/* what the code is compared with */
};

/* All samples of a run as one list. */
enum case_sort {
	CASE_SORT_NUMBER, CASE_SORT_TASK, CASE_SORT_OUTCOME, CASE_SORT_SCORE,
	CASE_SORT_WALL, CASE_SORT_CPU, CASE_SORT_RSS, CASE_SORT_REASON,
	CASE_SORT__COUNT
};

struct case_order;		/* a sort under way: cases_sort.c */

struct cases {
	GArray *rows;		/* guint32: ordinals, filtered, in order */
	GArray *fresh;		/* the same, while they are made anew; or NULL */
	struct case_order *order;	/* that sorts them; or NULL */
	bool is_asked;		/* for these, by a key: somebody waits */
	GArray *from;		/* guint32: those of one reason, or NULL: all */
	char *from_title;
	struct list list;
	enum case_sort sort;
	bool is_reverse;
	char *filter;		/* in force, or NULL */
	guint filter_from;	/* where the cursor was then: ordinal */
	char *filter_error;	/* of what is typed, or NULL */
	struct filter *compiled;
	guint scanned;		/* samples (of from) looked at */
	guint64 generation;	/* of the board that the rows show */
	gint64 built_ms;
	guint counts[OUTCOME__COUNT];	/* of the rows */
	guint range_from;	/* V: ordinal, or G_MAXUINT */
	int id_width;
};

/* The failures of a run by their reason. */
enum reason_sort {
	REASON_SORT_COUNT, REASON_SORT_TASKS, REASON_SORT_REASON,
	REASON_SORT__COUNT
};

struct reasons_view {
	struct reason_groups *groups;
	GPtrArray *shown;	/* const struct reason_group *; or NULL */
	struct list list;
	enum reason_sort sort;
	bool is_reverse, is_complete;
	gint64 arranged_ms;	/* monotonic: when shown was made */
	char *selected;		/* the reason under the cursor */
};

/* Samples that somebody wants judged again. */
struct rerun {
	GArray *ordinals;	/* guint32; or NULL */
	guint skipped;		/* asked for too, but waiting or running */
	guint32 timeout_ms;	/* 0: the run's own */
};

/* Where the mouse may click, as last drawn. */
struct hit {
	struct rect rect;	/* of the rows */
	struct list *list;	/* or NULL */
	struct pager *pager;	/* or NULL */
	int pane;		/* that gets the focus, or -1 */
};

#define HITS_MAX 16

/* The head of a column; a click sorts by it, another one the other way. */
struct head {
	struct rect rect;
	int sort;		/* of the screen's sort enum */
};

#define HEADS_MAX 16

enum mouse { MOUSE_CLICK, MOUSE_DOUBLE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

/* What only the loop can do, since it has the terminal. */
enum request {
	REQUEST_NONE,
	REQUEST_COPY,		/* request_text to the clipboard */
	REQUEST_PAGER,		/* request_text in $PAGER */
	REQUEST_EDITOR,		/* the same in $VISUAL or $EDITOR */
	REQUEST_SIZE,		/* of a script: request_cols, request_rows */
};

/* A search that is under way; any key ends it. */
struct searching {
	bool is_busy, from_here;
	int direction;		/* 1, -1 */
	int row, count;		/* where it began, of how many */
	int looked;		/* rows looked at */
};

struct app;

struct screen {
	enum place place;
	void (*draw)(struct app *app);
	/* False if the key means nothing here. */
	bool (*act)(struct app *app, enum action action, int key);
	/* For the search; NULL: there is none. */
	int (*rows)(struct app *app, int *ret_at);
	bool (*matches)(struct app *app, int row);
	void (*select)(struct app *app, int row);
	const char *searched;	/* "in task ids and reasons" */
};

extern const struct screen screen_overview, screen_samples, screen_review,
    screen_help, screen_runs, screen_cases, screen_reasons, screen_compare,
    screen_text;

#define SCREENS_MAX 12

struct app {
	struct session *session;	/* NULL: none is open */
	bool owns_session;
	struct draw draw;
	struct config config;
	const struct theme *theme;
	bool has_mouse;
	struct hit hits[HITS_MAX];
	int hit_count;
	struct head heads[HEADS_MAX];
	int head_count;
	gint64 now_ms;		/* wall clock, of this frame */
	gint64 stopped_ms, continued_ms;	/* last ^Z and fg; 0: never */

	const struct screen *screens[SCREENS_MAX];	/* a stack */
	int depth;

	/* The reader's place: a sample, never a row. */
	guint sample;		/* ordinal; its task is the board's fact */
	guint placed;		/* chosen for the reader at the start, see app.c */
	bool follows;
	gint64 followed_ms;
	GArray *order;		/* guint: tasks with samples, as listed */
	GArray *position;	/* guint by task: its row, or G_MAXUINT */
	guint32 *name_ranks;	/* see app_name_ranks(); NULL: not yet made */
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
	struct stretch stretch;
	struct pager code, result, help, help_right;
	guint pane_serial;
	struct review review;
	struct case_detail detail;
	GHashTable *reasons;	/* journal offset -> one line */

	struct cases cases;
	struct reasons_view by_reason;
	struct saved_filter filters[SAVED_FILTERS];	/* those in force */
	char *state_path;	/* where to keep them; NULL: nowhere */
	enum waits waits;
	guint bookmarks[128];	/* ordinal by letter, or G_MAXUINT */
	guint came_from;	/* before the last jump, or G_MAXUINT */
	guint8 *marks;		/* by ordinal */
	guint marked;
	struct notes *notes;	/* of the session; NULL: not loaded */
	bool notes_failed;
	bool is_lost;		/* the process that did the run is gone */
	gint64 lost_checked_ms;
	struct runs runs;
	struct compare_view *compare;	/* or NULL */
	struct exporting *exporting;	/* what W writes now, or NULL */

	struct rate rate;
	struct figures figures;

	GPtrArray *log;		/* char *: messages, newest last */
	struct pager text;
	char *text_title;
	char *message;
	unsigned message_style;
	char *seen_message;	/* the board's, shown before */
	bool was_live;

	enum asking asking;
	struct prompt prompt;
	GPtrArray *histories[ASK__COUNT];	/* char * */
	bool has_typed[ASK__COUNT];	/* a line for the history */
	char *completions;	/* what Tab found, in one line; or NULL */
	char *search;		/* or NULL */
	struct searching searching;
	char *filter_before;	/* while another one is typed */
	int search_origin;	/* row */
	int cursor_x;		/* of the prompt */
	enum question question;
	guint question_sample;
	char *question_text, *question_data;
	struct rerun rerun;

	enum request request;
	char *request_text;
	const char *request_what;	/* "24 lines of code" */
	guint request_line;		/* to show first; 0: none */
	int request_cols, request_rows;

	bool is_suspending, was_paused;	/* ^Z waits for what runs */
	bool was_interrupted, leaves_when_ended;
	bool goes_back;		/* q at the top, and not Q */
	bool has_left, wants_repaint, wants_bell;
	enum dashboard_end end;
};

/*
 * After draw_init().  `session` NULL: begin with the run browser.  `config`
 * is taken over; NULL: defaults.
 */
void app_init(struct app *app, struct session *session,
    struct config *config);
void app_clear(struct app *app);	/* not the given session, not the draw */
/* Show a session that the app then owns; app_close() when it is left. */
void app_open(struct app *app, struct session *session);
void app_close(struct app *app);
void app_set_theme(struct app *app, const struct theme *theme);

/* Once before a frame: rates, order, follow, figures, detail. */
void app_update(struct app *app, gint64 now_ms);
/* List the tasks anew. */
void app_order(struct app *app);
/* Count what was judged since; call it when events were applied. */
void app_note_progress(struct app *app, gint64 now_ms);
void app_draw(struct app *app);
/*
 * Work in slices while nothing else is to be done; false: there is none.  A key
 * that comes meanwhile waits for the end of a slice, and is to be answered by
 * a frame within 16 ms.
 */
#define WORK_SLICE_MS 3
bool app_work(struct app *app);
void app_mouse(struct app *app, int x, int y, enum mouse what);
void app_hit(struct app *app, struct rect rect, struct list *list,
    struct pager *pager, int pane);
void app_head(struct app *app, int x, int y, int width, int sort);
void app_act(struct app *app, enum action action, int key);
void app_key(struct app *app, int key);
void app_interrupt(struct app *app);	/* ^C */

/* How long the loop may sleep: ms to the next tick, -1: until something comes. */
int app_next_tick(const struct app *app);
/* What is in view waits for texts that are read beside us. */
bool app_texts_are_pending(const struct app *app);

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
/* pager_act() on a text of the selected sample; scrolling it ends follow. */
bool app_scroll(struct app *app, struct pager *pager, enum action action);
/* A short line on why a judged sample did not pass, "" where there is none. */
const char *app_reason(struct app *app, guint ordinal);
const struct case_detail *app_detail(struct app *app);
void detail_clear(struct case_detail *detail);

void app_say(struct app *app, unsigned style, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void app_push(struct app *app, const struct screen *screen);
void app_pop(struct app *app);		/* from the last one: quit */
void app_ask_quit(struct app *app);
void app_search(struct app *app, int direction, bool from_here);
bool app_search_work(struct app *app);	/* false: none is under way */
/* Highlight what the search finds on the screen as it is drawn. */
void app_draw_hits(struct app *app);
int compare_names(const char *a, const char *b);
/* By task, its place among the names; equal names share one. */
const guint32 *app_name_ranks(struct app *app);
void app_ask(struct app *app, enum asking what, const char *start);
const struct screen *app_screen(const struct app *app);
void app_request(struct app *app, enum request request, const char *text,
    const char *what, guint line);
void app_mark(struct app *app, guint ordinal, bool is_marked);
bool app_is_marked(const struct app *app, guint ordinal);
/* "task.3"; caller frees. */
char *app_sample_name(const struct app *app, guint ordinal);

/* tui/screen/ask.c: the line at the bottom. */
void ask_search(struct app *app);
void ask_filter(struct app *app);
void ask_key(struct app *app, int key);
/* tui/screen/input.c: what keys do, for the command line. */
void app_set_jobs(struct app *app, gint64 jobs);
/* tui/screen/commands.c: the command line. */
void commands_run(struct app *app, const char *line);
void commands_complete(struct app *app);
/*
 * Write a text (taken over), of which is said that it is `what` (NULL: so many
 * lines); without `replace` a file that is there asks.
 */
void commands_write(struct app *app, const char *path, char *text,
    const char *what, bool replace);
/*
 * Where a file of that name is there, ask whether it may go, and say that it
 * does; `text` is then taken over, to be written on a yes.  Without one
 * export_start() goes on.
 */
bool commands_ask_replace(struct app *app, const char *path, char *text);
/* tui/screen/text.c */
void text_show(struct app *app, const char *title);	/* app->text is filled */
void text_show_messages(struct app *app);
void text_show_status(struct app *app);
/* tui/screen/cases.c, and cases_draw.c for how it looks */
extern const char *const case_sort_words[CASE_SORT__COUNT + 1];
void cases_draw(struct app *app);
/* The order of the list changed: sort it anew. */
void cases_resort(struct app *app);
/* cases_sort.c: rows by app->cases.sort; step() until it is true. */
struct case_order *case_order_new(struct app *app, const GArray *rows);
bool case_order_step(struct app *app, struct case_order *order, GArray *rows);
void case_order_free(struct case_order *order);
void cases_clear(struct app *app);
void cases_show(struct app *app, GArray *from, const char *title);
void cases_set_filter(struct app *app, const char *text);
bool cases_work(struct app *app);
void cases_update(struct app *app);
bool cases_are_open(const struct app *app);
/* The rows of the list in view (of a task, or of the run): ordinals. */
guint marks_count(const struct app *app);
guint marks_ordinal(const struct app *app, guint row);
/* tui/screen/runs_screen.c: what was asked for of the selected run. */
void runs_answer_note(struct app *app, enum asking what, const char *text);
/* False: the list that is open does not show it. */
bool cases_go(struct app *app, guint ordinal);
/* tui/screen/sorting.c: of the list in view; `sort` is one of its enum. */
const char *const *sorting_words(const struct app *app);
void sorting_set(struct app *app, int sort, bool is_reverse);
void sorting_clicked(struct app *app, int sort);
/* tui/screen/saved.c: filters by number, from 0. */
void saved_init(struct app *app);
void saved_clear(struct app *app);
/* The filter of "f1" to "f9", or NULL. */
const struct saved_filter *saved_find(const struct app *app,
    const char *word);
char *saved_describe(const struct saved_filter *filter);
void saved_apply(struct app *app, int index);
void saved_save(struct app *app, const char *argument);
/* tui/screen/bookmarks.c */
void bookmarks_start(struct app *app);
void bookmarks_key(struct app *app, int key);
bool bookmarks_act(struct app *app, enum action action);
void bookmarks_go(struct app *app, const char *name);	/* "task", "task.3" */
void app_note_jump(struct app *app);	/* before one leaves a sample for afar */
/*
 * tui/screen/export.c: the rows of the list in view to a file, as the ending of
 * `path` says (csv, json, md); and the name to propose, NULL: this screen has
 * no rows.  Of a run the rows come in slices: export_work().
 */
void export_start(struct app *app, const char *path, bool replace);
const char *export_name(const struct app *app);
bool export_work(struct app *app);	/* false: nothing is being written */
bool export_stop(struct app *app);	/* by the user; false: likewise */
bool export_is_busy(struct app *app);	/* and says so, to who leaves */
char *export_progress(const struct app *app);	/* while something is */
void export_clear(struct app *app);
/* tui/screen/reasons.c */
void reasons_clear(struct app *app);
void reasons_arrange(struct app *app);	/* after the sort changed */
bool reasons_work(struct app *app);	/* false: all are grouped */
const char *reasons_selected(const struct app *app);	/* or NULL */
/* Ordinals (guint32) of the reason under the cursor; g_array_unref(). */
GArray *reasons_samples(struct app *app);
/* For filters and groups; `data` is the app. */
struct verdict *app_load_verdict(gpointer app, guint ordinal);
/* tui/screen/compare.c */
void compare_open(struct app *app, const char *a, const char *b);
bool compare_work(struct app *app);	/* read the two; false: they are */
bool compare_texts_are_pending(const struct app *app);
void compare_clear(struct app *app);
char *compare_text(struct app *app);		/* as Markdown */
/* tui/screen/review.c: a part's text, whether or not it was drawn yet. */
struct pager *review_pager(struct app *app, enum review_part part);
/* tui/screen/actions.c: copy, write, pager, editor, notes of a sample. */
void actions_clear(struct app *app);
bool actions_act(struct app *app, enum action action);
void actions_answer(struct app *app, enum asking what, const char *text);
char *actions_command(const struct app *app, guint ordinal);
struct notes *actions_notes(struct app *app);
const struct note *actions_note(struct app *app, guint ordinal);

/* tui/screen/rerun.c: samples are judged again. */
void rerun_ask(struct app *app, bool with_timeout);	/* by key */
void rerun_command(struct app *app, const char *argument);	/* seconds, or "" */
void rerun_with(struct app *app, const char *text);	/* the timeout, typed */
void rerun_lines(const struct app *app, char *lines[4]);	/* the question */
void rerun_start(struct app *app);	/* yes */
void rerun_clear(struct app *app);
void rerun_give(struct app *app, struct dashboard_result *ret);
void rerun_show_place(struct app *app, const struct dashboard_place *place);

/* tui/screen/chrome.c, and chrome_bottom.c: what all screens share. */
unsigned outcome_style(enum outcome outcome);
/* Glyph and style of a sample as it stands. */
const char *sample_glyph(const struct app *app,
    const struct board_sample *sample, unsigned *ret_style);
/* What became of it in one word: the detail where there is one, since it
 * implies the outcome. */
const char *sample_word(const struct board_sample *sample);
/* Of the terminal's window: the run, and how far it is; caller frees. */
char *app_title(const struct app *app);
const char *app_state_label(const struct app *app, unsigned *ret_style);
void chrome_draw_head(struct app *app, struct rect rect);
void chrome_draw_title(struct app *app, int y, const char *where,
    const char *right);
/* The selected sample and its reason, in one line. */
void chrome_draw_selected(struct app *app, int y);
void chrome_draw_tiny(struct app *app, struct rect rect);
void chrome_draw_bottom(struct app *app, int message_y, int footer_y);
void chrome_draw_question(struct app *app);
/* The cursor of the prompt, if there is one: call it last. */
void chrome_draw_cursor(struct app *app, int message_y);

/* tui/screen/tasks.c */
void tasks_draw(struct app *app, struct rect rect, bool is_framed);
/* tui/screen/panes.c */
void panes_draw_passk(struct app *app, struct rect rect);
void panes_draw_passk_line(struct app *app, struct rect rect);
void panes_draw_workers(struct app *app, struct rect rect);
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
