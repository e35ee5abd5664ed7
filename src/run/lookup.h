/*
 * How questions about many samples (run/filter.h, run/reason.h) reach what the
 * board does not keep: a verdict's line in the journal.  Costs a microsecond or
 * two a sample in the order of the journal; who asks about many does so in
 * slices.
 */
#ifndef EVALTOP_RUN_LOOKUP_H
#define EVALTOP_RUN_LOOKUP_H

#include "run/event.h"

/*
 * The verdict of a judged sample, to be freed by the caller; NULL: none.  It
 * may hold no more than codec_decode_why() tells.
 */
typedef struct verdict *(*verdict_load_fn)(gpointer data, guint ordinal);

/* One for a session, which is `data`; a line that cannot be read is none. */
struct verdict *verdict_load_of_session(gpointer session, guint ordinal);

#endif
