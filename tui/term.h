/*
 * The terminal: taken, given back whatever happens, and the keys that come
 * from it.  One at a time; main thread only.
 */
#ifndef EVALTOP_TUI_TERM_H
#define EVALTOP_TUI_TERM_H

#include "tui/keys.h"

#include <stdbool.h>

struct terminal;

/*
 * Takes the terminal: stdin and stdout if both are one, else /dev/tty.
 * Returns NULL where there is none or it has no cursor addressing; nothing
 * has changed then.
 */
struct terminal *term_open(void);
/* For tests: curses on /dev/null, of a fixed size. */
struct terminal *term_open_null(const char *type, int rows, int cols);
/* Gives it back.  NULL is allowed. */
void term_close(struct terminal *term);

int term_fd(const struct terminal *term);
bool term_is_utf8(const struct terminal *term);
/* The other end is gone: nothing more may be written. */
bool term_is_gone(const struct terminal *term);

/* The next key (a character or an enum key), KEY_NONE_ if none waits. */
int term_read_key(struct terminal *term);

/* Bring what was drawn to the screen. */
void term_flush(struct terminal *term);
void term_repaint(struct terminal *term);	/* forget what it shows, draw all */
void term_resize(struct terminal *term);	/* ask for the size anew */
void term_show_cursor(struct terminal *term, bool visible);

/* Give the terminal back, stop this process; returns after it goes on. */
void term_suspend(struct terminal *term);
/* After somebody else stopped us and let us go on. */
void term_resume(struct terminal *term);

/* Tests wait for this mark in the output: frame, keys and signals so far. */
void term_mark_frame(struct terminal *term, unsigned keys, unsigned signals);

#endif
