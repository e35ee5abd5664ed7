/*
 * Inside of src/sample: the table of formats.  A format is the field that
 * holds the answer, or the answers, of a record.
 */
#ifndef EVALTOP_SAMPLE_FORMAT_H
#define EVALTOP_SAMPLE_FORMAT_H

#include "base/json.h"
#include "suite/suite.h"

enum format_shape {
	FORMAT_STRING,		/* one answer */
	FORMAT_STRINGS,		/* a list of answers */
	FORMAT_EITHER,
	FORMAT_BARE,		/* the record itself is the list */
};

struct sample_format {
	const char *name;	/* of the format, and of its field */
	enum format_shape shape;
	enum answer_field field;
};

const struct sample_format *sample_format_by_name(const char *name);

/* The first row that fits the record, or NULL; `forced` leaves one row. */
const struct sample_format *sample_format_detect(const cJSON *record,
    const struct sample_format *forced);

/*
 * The value with the answer or answers.  Where it is none that the format
 * allows, NULL with *error set.
 */
const cJSON *sample_format_value(const struct sample_format *format,
    const cJSON *record, const struct json_place *place, GError **error);

/* How many answers a value holds, and the text of one of them. */
guint sample_format_count(const cJSON *value);
const char *sample_format_text(const cJSON *value, guint item);

/* "solution, completion, ..." */
char *sample_format_list(void);

#endif
