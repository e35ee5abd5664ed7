/* The gate to a terminal that is not under curses: plain lines, messages. */
#ifndef EVALTOP_TUI_CLEAN_H
#define EVALTOP_TUI_CLEAN_H

#include <stdbool.h>

/*
 * Text from outside as one line that a terminal can do no harm with: valid
 * UTF-8, no control character.  NULL gives "".  Caller frees.
 */
char *clean_line(const char *text);

/* A word that a shell takes as it stands. */
bool clean_is_plain_word(const char *text);

#endif
