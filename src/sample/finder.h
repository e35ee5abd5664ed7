/* Inside of src/sample: which task a record of samples belongs to. */
#ifndef EVALTOP_SAMPLE_FINDER_H
#define EVALTOP_SAMPLE_FINDER_H

#include "base/json.h"
#include "base/record.h"
#include "suite/suite.h"

#define FINDER_NO_INDEX G_MAXUINT32

struct finder {
	const struct suite *suite;
	GHashTable *by_prompt;	/* hash of the text -> index + 1; made when needed */
};

enum found {
	FOUND,
	FOUND_UNKNOWN,		/* it names a task that the suite has not */
	FOUND_NO_ID,		/* it names none */
	FOUND_FAILED,		/* the suite cannot be read any more */
};

/*
 * `number` counts the records from 1, for lists that go by their place.
 * *ret_id is what was looked for, to free; NULL for a prompt.
 */
enum found finder_find(struct finder *finder, const struct record *record,
    const cJSON *json, guint number, guint *ret_task, char **ret_id,
    GError **error);
void finder_clear(struct finder *finder);

/* The number that a record gives its sample, or FINDER_NO_INDEX. */
guint32 finder_explicit_index(const cJSON *record);

/* A hash of 64 bits, all of which count; for texts that need not be kept. */
guint64 finder_hash(const char *text, guint64 seed);

#endif
