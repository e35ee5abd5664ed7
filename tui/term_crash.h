/* A crash gives the terminal back, too. */
#ifndef EVALTOP_TUI_TERM_CRASH_H
#define EVALTOP_TUI_TERM_CRASH_H

#include <stddef.h>
#include <termios.h>

/*
 * From now on a crash writes `before` and what ends curses' hold on the
 * screen to `fd`, sets the terminal as `saved` says, and dies of its signal.
 * After newterm(), whose terminal is asked; again whenever any of it changes.
 */
void term_crash_watch(int fd, const struct termios *saved,
    const char *before);
void term_crash_forget(void);

/*
 * Appends a terminfo string without its padding, "$<5>", at `length`; returns
 * the new length, at most `size`.
 */
size_t term_capability_append(const char *name, char *into, size_t size,
    size_t length);

#endif
