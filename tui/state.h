/*
 * What evaltop itself remembers between its starts, in
 * $XDG_STATE_HOME/evaltop/state.ini: filters saved on the screen and what was
 * typed into prompts.  The user's configuration is another file and is never
 * written.  Main thread only.
 */
#ifndef EVALTOP_TUI_STATE_H
#define EVALTOP_TUI_STATE_H

#include <glib.h>
#include <stdbool.h>

/* f1 to f9. */
#define SAVED_FILTERS 9

struct saved_filter {
	char *text;		/* NULL: none */
	char *name;		/* or NULL */
};

void saved_filter_set(struct saved_filter *filter, const char *text,
    const char *name);
void saved_filter_clear(struct saved_filter *filter);
/* 0 to 8 for "f1" to "f9", else -1. */
int saved_filter_index(const char *word);

/* The usual path; caller frees. */
char *state_path(void);

/*
 * Over the filters that are given.  A file that is missing or cannot be read
 * has none; what is no filter in it (another evaltop's) is the caller's to
 * refuse when it is used.
 */
void state_load_filters(const char *path,
    struct saved_filter filters[SAVED_FILTERS]);
/* Keeps what else is in the file. */
bool state_save_filter(const char *path, int index,
    const struct saved_filter *filter, GError **error);

/* The lines (char *) typed into the prompt of that name, oldest first. */
void state_load_history(const char *path, const char *name,
    GPtrArray *history);
bool state_save_history(const char *path, const char *name,
    const GPtrArray *history, GError **error);

#endif
