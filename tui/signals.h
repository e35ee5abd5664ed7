/*
 * Signals become bytes in a pipe that the main loop polls.  The handler does
 * one write(2) and nothing else; what a signal means is decided in the loop.
 */
#ifndef EVALTOP_TUI_SIGNALS_H
#define EVALTOP_TUI_SIGNALS_H

#include <stdbool.h>

/* Handlers for INT TERM HUP QUIT WINCH TSTP CONT USR1; SIGPIPE is ignored. */
bool signals_start(void);
int signals_fd(void);		/* readable while a signal waits */
int signals_next(void);		/* the next signal's number, 0: none */

/* Around the start of a thread, so that it inherits all of them blocked. */
void signals_block(void);
void signals_unblock(void);

/*
 * Made anew at each call: a descriptor that is readable while a signal waits
 * that ends a program (INT TERM HUP QUIT), to be polled between
 * signals_block() and signals_unblock() and then closed.  The signal itself
 * stays for signals_next().  -1 where there is none to be had.
 */
int signals_stop_fd(void);

/* Restore the default action of sig and raise it, so that the parent sees it. */
void signals_die_of(int sig);

#endif
