/*
 * A candidate's stdout or stderr while it runs: kept up to the cap, counted
 * beyond it, never more in memory than the cap.
 */
#ifndef EVALTOP_RUNNER_OUTPUT_H
#define EVALTOP_RUNNER_OUTPUT_H

#include <glib.h>

struct output {
	GString *kept;		/* raw bytes; NULL: nothing came */
	guint64 bytes;		/* printed in all, as far as was read */
};

void output_add(struct output *output, const char *bytes, gsize length,
    guint64 room);
void output_clear(struct output *output);

/*
 * The first VERDICT_PREVIEW_CHARS characters as valid UTF-8 (bytes that are
 * none become \xNN, NUL becomes U+2400).  *ret_is_whole: nothing is missing.
 */
char *output_preview(const struct output *output, gboolean *ret_is_whole);

#endif
