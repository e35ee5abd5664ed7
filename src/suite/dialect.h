/*
 * Inside of src/suite: how one published form of a benchmark is read.  Each
 * dialect is one file and one row of the table in dialect.c.
 */
#ifndef EVALTOP_SUITE_DIALECT_H
#define EVALTOP_SUITE_DIALECT_H

#include "base/json.h"
#include "suite/suite.h"

/* Longer budgets are cut to this (DESIGN: 30 s at most). */
#define TASK_TIMEOUT_MAX_S 30.0

struct dialect_input {
	const cJSON *record;
	const char *key;	/* id from the object around the records, or NULL */
	struct json_place place;
};

struct dialect {
	const char *name;
	bool later_replaces;	/* a repeated id is no error: the last one counts */

	bool (*matches)(const struct dialect_input *input);
	/* `ret` is zeroed; what was set is freed by the caller on failure too. */
	bool (*read_task)(const struct dialect_input *input, struct task *ret,
	    GError **error);
	bool (*read_text)(const struct dialect_input *input,
	    struct task_text *ret, GError **error);
};

extern const struct dialect dialect_native;
extern const struct dialect dialect_humaneval;
extern const struct dialect dialect_mbpp;
extern const struct dialect dialect_asserts;

const struct dialect *dialect_by_name(const char *name);	/* or NULL */
/* The first row that matches, or NULL. */
const struct dialect *dialect_detect(const struct dialect_input *input);

/* False with *error set where the record's `language` is not Python. */
bool dialect_check_language(const struct dialect_input *input,
    GError **error);

/* The task's id from `field` or the key, into ret->id. */
bool dialect_read_id(const struct dialect_input *input, const char *field,
    struct task *ret, GError **error);

/* `timeout_s` or metadata.timeout_s of the record, into ret->timeout_ms. */
bool dialect_read_timeout(const struct dialect_input *input, struct task *ret,
    GError **error);

/* Check and convert one timeout_s value. */
bool dialect_parse_timeout(const cJSON *item, const struct json_place *place,
    const char *field, guint32 *ret_ms, GError **error);

/* CHECK for source that defines check( at top level, else SCRIPT. */
enum test_kind dialect_kind_of_source(const char *source);

/*
 * A list of assertions: one-line expressions get "assert " in front,
 * statements stay as they are.
 */
bool dialect_read_asserts(const struct dialect_input *input, const char *field,
    GPtrArray **ret, GError **error);

#endif
