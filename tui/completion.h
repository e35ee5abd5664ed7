/* Shell completions, made from the tables of commands and options. */
#ifndef EVALTOP_TUI_COMPLETION_H
#define EVALTOP_TUI_COMPLETION_H

#include <stdio.h>

/* Print the completion of "bash", "zsh" or "fish"; an exit status. */
int completion_print(const char *shell, FILE *out);

#endif
