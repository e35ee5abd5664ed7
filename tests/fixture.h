/* Shared by the tests of the engine: folders, journals, numbers. */
#ifndef EVALTOP_TESTS_FIXTURE_H
#define EVALTOP_TESTS_FIXTURE_H

#include "run/journal.h"

/* Set-up and tear-down of a test: *state is the path of a folder of its own. */
int folder_set_up(void **state);
int folder_tear_down(void **state);
void remove_tree(const char *path);

/* Three tasks: two samples, none, three. */
void small_index(struct run_index *index);

/* At 1000 + sample ms; a pass scores 1, what is none 0.5. */
struct event *judged_event(guint32 sample, enum outcome outcome,
    enum detail detail);

/* Frees the event. */
void append_event(struct journal *journal, struct event *event);

/* cmocka's own takes floats and prints neither value. */
void check_close(const char *what, double got, double want,
    double tolerance);

#endif
