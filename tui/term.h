/*
 * The terminal: taken, given back whatever happens, and the keys that come
 * from it.  One at a time; main thread only.
 */
#ifndef EVALTOP_TUI_TERM_H
#define EVALTOP_TUI_TERM_H

#include "tui/keys.h"

#include <stdbool.h>
#include <stddef.h>

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

void term_set_size(struct terminal *term, int cols, int rows);

/* F2: what a K_MOUSE was.  False for what does not matter. */
enum term_mouse { TERM_MOUSE_CLICK, TERM_MOUSE_DOUBLE, TERM_MOUSE_UP,
	TERM_MOUSE_DOWN };
void term_set_mouse(struct terminal *term, bool is_on);
bool term_mouse(struct terminal *term, int *ret_x, int *ret_y,
    enum term_mouse *ret_what);
/*
 * The signal that this key asks for, as stty has it; 0: none.  Text that is
 * pasted comes between K_PASTE_START and K_PASTE_END and is not to be asked
 * about.
 */
int term_key_signal(const struct terminal *term, int key);

/*
 * Outside of the screen, for who wants it: the window's title, and progress
 * beside it (OSC 9;4), NULL and -1 for none; a bell.  Terminals that do not
 * know of the xterm family are spared.  Taken back on every way out.  The
 * first call says that there will be some; only then they are sent.
 */
void term_allow_announcing(struct terminal *term);
void term_announce(struct terminal *term, const char *title, int percent);
void term_ring(struct terminal *term);

/*
 * Put a text into the clipboard of the terminal's own machine (OSC 52).
 * Whether the terminal obeys, nobody can know.
 */
#define TERM_COPY_MAX 74994	/* bytes: what xterm takes */
void term_copy(struct terminal *term, const char *text, size_t length);

/* While another program has the terminal; then everything is drawn anew. */
void term_lend(struct terminal *term);
void term_take_back(struct terminal *term);

/* Give the terminal back, stop this process; returns after it goes on. */
void term_suspend(struct terminal *term);
/* After somebody else stopped us and let us go on. */
void term_resume(struct terminal *term);

/* Tests wait for this mark in the output: frame, keys and signals so far. */
void term_mark_frame(struct terminal *term, unsigned keys, unsigned signals);

#endif
