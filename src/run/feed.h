/*
 * Where the main thread's events come from: a runner, or a journal (finished,
 * or followed while another process writes it).  Main thread only.
 */
#ifndef EVALTOP_RUN_FEED_H
#define EVALTOP_RUN_FEED_H

#include "run/event.h"

#include <stdbool.h>

enum feed_command {
	FEED_STOP,		/* let what runs end, save, end */
	FEED_KILL,		/* end now */
	FEED_PAUSE,
	FEED_RESUME,
	FEED_JOBS,		/* argument: the number */
	FEED_CANCEL,		/* argument: the ordinal; also of a rerun that waits */
};

struct feed {
	/* Becomes readable when take() has something; -1: never (a finished run). */
	int fd;
	/*
	 * Set by who wants verdicts with their texts.  A journal gives them
	 * without (codec_decode_brief), which is all that a board needs.
	 */
	bool wants_texts;
	/*
	 * Bytes read, of those that were there at the start: while it is less,
	 * take() has more at once, whatever fd says.  0, 0: no journal.
	 */
	guint64 read, size;
	/*
	 * Move waiting events (struct event *) to the end of `into`: not more
	 * than take some milliseconds, so that a screen stays awake while a
	 * long journal is read, but at least one if there is one.
	 */
	void (*take)(struct feed *feed, GPtrArray *into);
	/* Ask for something; false where this feed cannot (a finished run). */
	bool (*command)(struct feed *feed, enum feed_command command,
	    guint argument);
	/*
	 * Judge samples again (guint32 ordinals, copied), with another
	 * timeout (0: their own); what waits or runs anyway is left alone.
	 * A run that has ended goes back to running for it.  False where this
	 * feed cannot.
	 */
	bool (*rerun)(struct feed *feed, const GArray *ordinals,
	    guint32 timeout_ms);
	void (*free)(struct feed *feed);
};

/* `follow`: keep watching for new lines (inotify with a slow poll behind it). */
struct feed *feed_from_journal(const char *rundir, bool follow, GError **error);

#endif
