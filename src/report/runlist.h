/*
 * The runs below a folder, as the list of runs shows them.  A row is made of
 * the manifest's head, the kept summary, the lock and the notes: no journal is
 * read but those of live runs, and once those that have no summary.  1,500
 * runs take a fraction of a second, a second look less.  Main thread only.
 */
#ifndef EVALTOP_REPORT_RUNLIST_H
#define EVALTOP_REPORT_RUNLIST_H

#include "base/cleanup.h"
#include "base/outcome.h"

#include <glib.h>
#include <stdbool.h>

enum runlist_state {
	RUNLIST_LIVE,		/* a process of this host does it now */
	/* These have ended, though a screen may keep them locked for a rerun. */
	RUNLIST_DONE,		/* every sample judged */
	RUNLIST_STOPPED,	/* ended before; can be resumed */
	RUNLIST_INCOMPLETE,	/* some left unjudged by a fault of ours */
	/*
	 * Nobody writes it, and it never ended: it was killed, or it is the
	 * run of another host whose locks are not seen here (see host).
	 */
	RUNLIST_LOST,
	RUNLIST_STATE__COUNT
};

/*
 * "running" (the screens say LIVE), "done", "stopped", "incomplete", "lost".
 */
const char *runlist_state_word(enum runlist_state state);

struct runlist_figure {
	guint k;
	bool has_value;		/* else the three mean nothing */
	double value, low, high;
};

/* Strings are uncleaned, and never NULL. */
struct runlist_row {
	char *path, *name;	/* name: the folder's */
	char *label, *suite, *suite_format, *suite_sha256;
	char *samples_path, *tier, *host, *version;
	enum runlist_state state;
	bool is_check;
	gint64 started_ms, ended_ms;	/* ended: 0 where it has not */
	double wall_s;		/* time running */
	guint tasks, samples, judged, unjudged;
	guint outcomes[OUTCOME__COUNT];
	GArray *figures;	/* struct runlist_figure: each k of the run */
	guint notes;		/* samples with a label or note */
	char *note_label, *note;	/* the reviewer's, of the run itself */
	bool is_bare;		/* of a quick list: no figures were at hand */
	guint64 stamp;		/* of the files it was made from */
};

struct runlist {
	char *base;
	GPtrArray *rows;	/* struct runlist_row *, owned; newest first */
	GPtrArray *complaints;	/* char *: folders that are no readable run */
	bool is_quick;		/* see runlist_new_quick() */
};

/* `base` NULL: evaltop's own folder.  Reads the runs; see runlist_update(). */
struct runlist *runlist_new(const char *base);

/*
 * The same without reading any journal: a row whose figures are not at hand
 * has none judged, and none of the figures.  For who finds them out later.
 */
struct runlist *runlist_new_quick(const char *base);
void runlist_free(struct runlist *list);

/* One run's row, figures and all; the caller's to free.  NULL: not readable. */
struct runlist_row *runlist_read(const char *path, GError **error);
void runlist_row_free(struct runlist_row *row);

/*
 * Look again: rows whose files have not changed stay (the same pointers),
 * others are made anew, new runs are added, gone ones dropped.  The order is
 * newest first again.  True if anything changed.
 */
bool runlist_update(struct runlist *list);

/* pass@k of a row, or NULL: the run has none, or not yet. */
const struct runlist_figure *runlist_figure(const struct runlist_row *row,
    guint k);

/*
 * Of these k (guint, in any order, some several times; it is put in order)
 * those to show in `most` columns, ascending: of too many the first and the
 * last ones, of none 1.  Returns how many.
 */
#define RUNLIST_KS_SHOWN 4
guint runlist_choose_ks(GArray *ks, guint most, guint *ret);

/* ---- order and search ---- */

enum runlist_column {
	RUNLIST_BY_STARTED, RUNLIST_BY_NAME, RUNLIST_BY_LABEL,
	RUNLIST_BY_SUITE, RUNLIST_BY_STATE, RUNLIST_BY_JUDGED,
	RUNLIST_BY_PASS1, RUNLIST_BY_TASKS, RUNLIST_BY_WALL, RUNLIST_BY_NOTES,
	RUNLIST_COLUMN__COUNT
};

const char *runlist_column_word(enum runlist_column column);

/*
 * Sort `rows` (a GPtrArray of rows: the list's own, or a choice of them);
 * equal ones newest first.  Rows without a figure stand last either way.
 */
void runlist_sort(GPtrArray *rows, enum runlist_column column,
    bool is_descending);

/*
 * True if each word of `text` is in the name, label, suite, samples' path,
 * tier, state or the run's note, without regard to case.
 */
bool runlist_matches(const struct runlist_row *row, const char *text);

DEFINE_CLEANUP(struct runlist *, runlist_free)
DEFINE_CLEANUP(struct runlist_row *, runlist_row_free)

#endif
