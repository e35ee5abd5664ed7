/* The error domain, and what it means to a calling shell. */
#include "base/error.h"

GQuark
evaltop_error_quark(void)
{
	return g_quark_from_static_string("evaltop-error");
}

int
evaltop_error_exit_status(const GError *error)
{
	if (error->domain == EVALTOP_ERROR)
		return error->code;
	return EVALTOP_ERROR_INPUT;
}
