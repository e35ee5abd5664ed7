/*
 * Inside of the comparison: its state (compare.c) and how it is drawn
 * (compare_draw.c).
 */
#ifndef EVALTOP_TUI_SCREEN_COMPARE_VIEW_H
#define EVALTOP_TUI_SCREEN_COMPARE_VIEW_H

#include "report/compare.h"
#include "tui/screen/app.h"

/* Lists first, then the programs. */
enum side_pane { COMPARE_PANE_WORSE, COMPARE_PANE_BETTER, COMPARE_PANE_SAME,
	COMPARE_PANE_A, COMPARE_PANE_B, COMPARE_PANE__COUNT };

#define COMPARE_LISTS 3
#define COMPARE_AUTOMATIC -1

struct compare_view {
	struct session *sides[2];
	struct comparison *c;		/* NULL: the runs are still being read */
	GPtrArray *tasks[COMPARE_LISTS];	/* const struct compare_task * */
	struct list lists[COMPARE_LISTS];
	char *sentence, *per_task;
	GPtrArray *warnings;		/* char * */
	int which;			/* of the lists */
	int focus;			/* enum side_pane */
	bool is_zoomed;			/* the programs over all the screen */
	bool is_by_name, is_reverse;
	bool shows_diff;
	int id_width;
	int number;	/* of the sample in view, or COMPARE_AUTOMATIC */
	/* What the pagers hold. */
	const struct compare_task *filled;
	int filled_number;
	bool filled_diff, filled_pending;
	guint ordinals[2];
	struct pager pagers[2];
	struct pager results[2];
};

extern const char *const compare_list_names[COMPARE_LISTS];

const char *compare_label(const struct session *session);
/* The task under the cursor, or NULL. */
const struct compare_task *compare_selected(const struct compare_view *v);
/* The first sample of a task that passes, or does not; else its first. */
guint compare_pick(const struct session *session, guint task,
    bool wants_pass);
/* Bring the programs up to the selected task. */
void compare_fill(struct compare_view *v);
void compare_draw(struct app *app);

#endif
