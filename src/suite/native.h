/* Loading the native format: a whole document, YAML or JSON. */
#ifndef EVALTOP_SUITE_NATIVE_H
#define EVALTOP_SUITE_NATIVE_H

#include "suite/dialect.h"

struct source;

/*
 * Read the document in `published`, fill the suite's defaults and tasks, and
 * put a spool with one JSON text a task in the place of suite->source.
 */
bool native_load(struct suite *suite, struct source *published,
    GError **error);

/* In suite.c: read one task's facts and add it. */
bool suite_add_task(struct suite *suite, const struct dialect *dialect,
    const struct dialect_input *input, const struct text_ref *record,
    GError **error);

#endif
