/* What the program does to run directories besides judging. */
#ifndef EVALTOP_TUI_RUNDATA_H
#define EVALTOP_TUI_RUNDATA_H

#include <stdbool.h>

bool rundata_holds_run(const char *rundir);

/* Remove a run that never started: its own files, and the folder if empty. */
void rundata_discard(const char *rundir);

#endif
