/*
 * How busy the machine is, from /proc.  Where /proc cannot be read the
 * machine counts as idle: then nothing is held back and nothing is retried.
 */
#ifndef EVALTOP_RUNNER_LOAD_H
#define EVALTOP_RUNNER_LOAD_H

#include <glib.h>

/* Tasks of the whole machine that run or wait for a core at this moment. */
guint load_runnable(void);

/* Milliseconds that the cores have been idle since boot, summed over cores. */
guint64 load_idle_ms(void);

#endif
