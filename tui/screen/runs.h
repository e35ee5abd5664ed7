/*
 * What the run browser knows of each run: what the list of runs knows; a live
 * run is kept open and followed.
 */
#ifndef EVALTOP_TUI_SCREEN_RUNS_H
#define EVALTOP_TUI_SCREEN_RUNS_H

#include "report/runlist.h"
#include "run/session.h"
#include "tui/widget/list.h"

#define RUN_KS_MAX 8

struct run_row {
	char *path, *name, *label, *suite, *error;
	char *note_label, *note;	/* the reviewer's, of the run; or NULL */
	char *facts;		/* sandbox, host, version: a line */
	char *samples_file;
	enum runlist_state state;
	bool is_loaded;		/* the figures are there, or a live run is open */
	gint64 started_ms;
	guint64 elapsed_ms;
	guint64 stamp;		/* of the files it was made from */
	guint tasks, samples, judged, unjudged, notes;
	guint outcomes[OUTCOME__COUNT];
	struct runlist_figure figures[RUN_KS_MAX];
	int figure_count;
	struct session *live;	/* followed; or NULL */
};

enum run_sort {
	RUN_SORT_STARTED, RUN_SORT_NAME, RUN_SORT_SUITE, RUN_SORT_LABEL,
	RUN_SORT_STATE, RUN_SORT_PASS, RUN_SORT__COUNT
};

struct runs {
	char *dir;		/* a folder that was asked for; NULL: our own */
	struct runlist *known;	/* NULL: rows are as somebody put them */
	GPtrArray *rows;	/* struct run_row *; newest first */
	GPtrArray *shown;	/* of these, in order; borrowed */
	struct list list;
	enum run_sort sort;
	bool is_reverse;
	char *filter;
	char *selected;		/* path */
	char *a, *b;		/* paths */
	char *resume;		/* leave, and go on with this one */
	gint64 listed_ms, refreshed_ms;
	guint loaded;		/* rows looked at by runs_work() */
	bool is_open;		/* the browser is part of the stack */
};

struct app;

void run_row_free(gpointer row);
/* The figure of a k, or NULL: none, or not yet. */
const struct runlist_figure *run_row_figure(const struct run_row *row, guint k);

void runs_start(struct app *app);
void runs_clear(struct app *app);
void runs_update(struct app *app);
void runs_look_again(struct app *app);	/* something in a folder changed */
bool runs_work(struct app *app);
int runs_next_tick(const struct app *app);	/* ms; -1: none */
void runs_arrange(struct app *app);	/* after filter or sort changed */
void runs_delete(struct app *app, const char *path);
const struct run_row *runs_find(const struct app *app, const char *path);
/* The run under the cursor, or NULL. */
const struct run_row *runs_selected(const struct app *app);
/* tui/screen/runs_draw.c */
void runs_draw(struct app *app);

#endif
