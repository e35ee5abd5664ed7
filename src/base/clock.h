/* The two clocks, in milliseconds.  Tests that need another time pass one in. */
#ifndef EVALTOP_BASE_CLOCK_H
#define EVALTOP_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_monotonic_ms(void);	/* for durations; does not count suspend */
int64_t clock_wall_ms(void);		/* since 1970-01-01 UTC, for the journal */

#endif
