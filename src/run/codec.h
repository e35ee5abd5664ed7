/* Events as JSON lines and back: evaltop-run(5) describes the fields. */
#ifndef EVALTOP_RUN_CODEC_H
#define EVALTOP_RUN_CODEC_H

#include "run/event.h"

/* What a line says of its sample beyond the event. */
struct codec_sample {
	const char *task_id;	/* NULL: the event is about no sample */
	guint32 completion_id;
};

/* One line with its line end, to be freed by the caller. */
char *codec_encode(const struct event *event,
    const struct codec_sample *sample);

/* NULL where the line is no event that this version understands. */
struct event *codec_decode(const char *line, gsize length);

/*
 * The same for who applies the event to a board only, about eight times as
 * fast: a verdict without its texts, failures and outputs, nor its numbers of
 * tests.  It is not looked at whether the texts left out are good JSON inside.
 */
struct event *codec_decode_brief(const char *line, gsize length);

/*
 * What a judged line says of why: outcome, detail, reason, rule, tests_passed,
 * and of the failures the first one's source, message and exception; the rest
 * may be missing.  For who asks it of very many lines; NULL as above, and
 * where the line is no judged one.
 */
struct verdict *codec_decode_why(const char *line, gsize length);

#endif
