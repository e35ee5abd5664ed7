/*
 * One run as the front end holds it: the board, the feed that fills it, and
 * the way to the texts behind a sample.  Main thread only.
 */
#ifndef EVALTOP_RUN_SESSION_H
#define EVALTOP_RUN_SESSION_H

#include "run/board.h"
#include "run/feed.h"
#include "run/rundir.h"
#include "run/texts.h"
#include "sample/extract.h"
#include "sample/sample.h"
#include "suite/suite.h"

struct session {
	struct board *board;
	struct feed *feed;
	struct run_manifest *manifest;
	char *rundir;
	struct journal_lines *lines;	/* NULL until asked for */
	/* NULL until a text is asked for, or when the files are gone. */
	struct suite *suite;
	struct sample_set *samples;
	struct texts_reader *texts;	/* that reads them, or NULL */
	char *texts_error;	/* why there are none, a sentence; or NULL */
	bool is_live;		/* this process does the run */
};

/* A finished or followed run; the suite and samples are opened when found. */
struct session *session_open(const char *rundir, bool follow, GError **error);

/*
 * A run that this process does.  Takes ownership of everything; on EVENT_END
 * session_drain() writes the final state into the manifest.
 */
struct session *session_new_live(const char *rundir,
    struct run_manifest *manifest, struct suite *suite,
    struct sample_set *samples, struct board *board, struct feed *feed);

void session_free(struct session *session);

/*
 * Apply a portion of what the feed has (struct feed, take()). Returns the
 * number of events applied; 0: there are none for now.
 */
guint session_drain(struct session *session);

/* Apply all that is there: for who draws nothing meanwhile. */
void session_drain_all(struct session *session);

/*
 * Whether what the journal held when it was opened is on the board yet, and
 * how much of it is, from 0 to 1.  Until then the board's counts are too low
 * and its state is that of some earlier time.
 */
static inline bool
session_is_loading(const struct session *session)
{
	return session->feed->read < session->feed->size;
}

static inline double
session_loaded(const struct session *session)
{
	return session_is_loading(session) ? (double)session->feed->read /
	    (double)session->feed->size : 1;
}

/*
 * The whole result of a sample, the earlier one while it is judged again; NULL
 * when it has none yet (no error).
 */
struct verdict *session_load_verdict(struct session *session, guint ordinal,
    GError **error);

/*
 * Of it what codec_decode_why() tells, for who asks about many samples: a
 * microsecond or two in the order of the journal.
 */
struct verdict *session_load_why(struct session *session, guint ordinal);

/* Why an unjudged sample is so; NULL when it is not, or nothing tells. */
char *session_load_message(struct session *session, guint ordinal);

/*
 * Begin to read suite and samples beside the main thread, where that is still
 * to be done.  While they are pending, whoever asks for a text waits for them.
 * When they are not any more, session_take_texts() takes them over.
 */
void session_begin_texts(struct session *session);
bool session_texts_are_pending(const struct session *session);
void session_take_texts(struct session *session);

/* What stands behind a sample. Strings may be NULL. */
struct sample_texts {
	char *raw;		/* the answer as it came */
	char *program;		/* what was run (by the verdict's reading, else the first) */
	char *prompt, *tests, *reference;
	const char *rule;	/* static */
};

/* Whether the files that the run was judged with are there, and the same. */
bool session_has_texts(struct session *session, GError **error);
bool session_load_texts(struct session *session, guint ordinal, guint program,
    struct sample_texts *ret, GError **error);
void sample_texts_clear(struct sample_texts *texts);

/* The stored output beyond the preview, or NULL; stream 1 or 2. */
char *session_load_capture(struct session *session, guint ordinal, int stream,
    gsize *ret_length);

#endif
