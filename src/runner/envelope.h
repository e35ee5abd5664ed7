/*
 * What the harness says on its private descriptor: JSON lines that count
 * only if they carry the nonce (data/harness/README.md is the protocol).
 * Anything else that a candidate may write there is passed over.
 */
#ifndef EVALTOP_RUNNER_ENVELOPE_H
#define EVALTOP_RUNNER_ENVELOPE_H

#include "run/event.h"

#include <cjson/cJSON.h>
#include <glib.h>
#include <stdbool.h>

#define ENVELOPE_NONCE_CHARS 32
#define ENVELOPE_BYTES_MAX (4u << 20)	/* of everything written there */

/* What planning found out about a task's tests. */
struct plan {
	guint total;		/* tests (assertion sites) */
	guint required;		/* those that run in every complete run */
	GStrv entry_points;
	char *error;		/* the tests do not parse: a sentence; or NULL */
	char *lacks;		/* what they need and the interpreter has not; or NULL */
	char *no_split;		/* why the split guard cannot judge it; or NULL */
	bool is_steady;		/* its judge may judge again (see standing.c) */
	GStrv serve;		/* the names that it may see of the candidate */
	char *prepared;		/* what judges need, hexadecimal; or NULL */
	guint64 prepared_at;	/* where plan_store.h has put it */
	guint32 prepared_bytes;	/* 0: judges read the texts */
};

struct envelope {
	char nonce[ENVELOPE_NONCE_CHARS + 1];
	GString *line;		/* an unfinished one */
	gsize bytes;		/* seen in all */
	bool is_endless;	/* plans: nobody who could flood us is near */
	bool is_flooded;	/* more than ENVELOPE_BYTES_MAX */
	bool is_started;
	guint program;
	guint tests_done;	/* distinct tests with a result so far */
	GByteArray *strip;	/* by test: 'p', 'f' or 0 */
	bool is_free;		/* a judge that stays waits for the next */
	guint64 cpu_us;		/* what this one took it */
	char *fault;		/* the harness broke: its words */
	/* The final verdict: outcome, detail, reason, strip, failures. */
	struct verdict *verdict;
	guint executed;
	GPtrArray *plans;	/* struct plan *, in plan mode */
};

void envelope_init(struct envelope *envelope, const char *nonce);
void envelope_clear(struct envelope *envelope);
void envelope_feed(struct envelope *envelope, const char *bytes,
    gsize length);

/* The tests' letters so far, `total` of them: p, f, or - where none came. */
char *envelope_partial_strip(const struct envelope *envelope, guint total);

/* A plan in the words of the harness; what is missing there is 0 or NULL. */
struct plan *plan_from_json(const cJSON *line);
void plan_free(struct plan *plan);

#endif
