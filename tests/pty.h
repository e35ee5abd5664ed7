/*
 * A program in a terminal: forkpty() on one side, libvterm on the other.
 * Waiting is always for a named thing in the output, with a deadline of ten
 * seconds that ends the test with the screen printed.
 */
#ifndef EVALTOP_TESTS_PTY_H
#define EVALTOP_TESTS_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

struct pty;

/* argv[0] is the program; TERM, LC_ALL and the mark of frames are set. */
struct pty *pty_start(const char *const *argv, int rows, int cols,
    const char *term_type);
void pty_close(struct pty *pty);	/* kills what still runs */

pid_t pty_pid(const struct pty *pty);
void pty_send(struct pty *pty, const char *bytes, size_t length);
void pty_resize(struct pty *pty, int rows, int cols);
void pty_hang_up(struct pty *pty);	/* close our side */

/* Until a frame that knows of so many keys and signals in all. */
void pty_wait_frame(struct pty *pty, unsigned keys, unsigned signals);
void pty_wait_text(struct pty *pty, const char *text);
/* So long, whatever comes. */
void pty_watch(struct pty *pty, int ms);
/* Until it exits; returns the status of waitpid(). */
int pty_wait_exit(struct pty *pty);

/* Frames seen so far, and keys and signals of the last one. */
unsigned pty_frames(const struct pty *pty, unsigned *ret_keys,
    unsigned *ret_signals);
/* The screen as text; valid until the next call. */
const char *pty_screen(struct pty *pty);
bool pty_in_alternate(const struct pty *pty);
bool pty_cursor_visible(const struct pty *pty);
/* Titles, clipboards, palettes that data made the terminal change. */
int pty_intrusions(const struct pty *pty);
bool pty_has_color(const struct pty *pty);	/* in any cell */
void pty_get_termios(const struct pty *pty, struct termios *ret);
/* As it was before the program started. */
void pty_get_initial_termios(const struct pty *pty, struct termios *ret);
/* The terminal is as it was: modes, screen, cursor, no mouse. */
void pty_assert_restored(const struct pty *pty);
/* Bytes on the slave's input that nobody has read, whole lines or not. */
int pty_input_waiting(const struct pty *pty);
bool pty_has_sent(const struct pty *pty, const char *bytes);
size_t pty_bytes(const struct pty *pty);	/* received so far */

#endif
