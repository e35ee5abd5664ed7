/* Verdicts for filters and reasons. */
#include "run/lookup.h"

#include "run/session.h"

struct verdict *
verdict_load_of_session(gpointer session, guint ordinal)
{
	return session_load_why(session, ordinal);
}
