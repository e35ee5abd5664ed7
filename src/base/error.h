/*
 * The error domain of the engine.  Every message is one sentence for people:
 * lower case, no full stop, with the thing, the place, the value, and what
 * to do about it.
 */
#ifndef EVALTOP_BASE_ERROR_H
#define EVALTOP_BASE_ERROR_H

#include <glib.h>

#define EVALTOP_ERROR (evaltop_error_quark())

/* The values are the program's exit statuses. */
enum evaltop_error {
	EVALTOP_ERROR_USAGE = 2,	/* an option or argument is wrong */
	EVALTOP_ERROR_INPUT = 3,	/* a file cannot be read or understood */
	EVALTOP_ERROR_HOST = 4,		/* the host or evaltop itself is at fault */
};

GQuark evaltop_error_quark(void);

/* The exit status for an error of any domain; foreign domains count as input. */
int evaltop_error_exit_status(const GError *error);

#endif
