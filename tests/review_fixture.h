/* A board of two tasks, and the verdicts behind it. */
#ifndef EVALTOP_TESTS_REVIEW_FIXTURE_H
#define EVALTOP_TESTS_REVIEW_FIXTURE_H

#include "run/board.h"
#include "run/notes.h"

/* Three samples each of sort/1 and Roman/2; the last one is not judged. */
#define REVIEW_SAMPLES 6

struct review {
	struct board *board;
	struct notes *notes;
	char *rundir;		/* its notes only */
	guint loads;		/* calls of review_load() */
};

/* *state is a struct review. */
int review_set_up(void **state);
int review_tear_down(void **state);

/* As the sample was judged; free it. */
struct verdict *review_verdict(guint ordinal);
/* The same for what loads verdicts: `data` is the struct review. */
struct verdict *review_load(gpointer data, guint ordinal);
/* Takes over the verdict. */
void review_judge(struct board *board, guint ordinal,
    struct verdict *verdict, guint64 offset);

#endif
