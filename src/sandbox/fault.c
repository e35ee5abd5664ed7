/*
 * How a failed step of the launcher's own set-up is written down.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <stdio.h>

int
jail_fault_set(struct jail_fault *fault, int err, const char *step)
{
	return jail_fault_set_path(fault, err, step, NULL);
}

int
jail_fault_set_path(struct jail_fault *fault, int err, const char *step,
    const char *path)
{
	fault->err = err;
	(void)snprintf(fault->step, sizeof fault->step, "%s%s%s", step,
	    path ? " " : "", path ? path : "");
	return -err;
}
