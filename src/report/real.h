/* Numbers in the objects that scripts read. */
#ifndef EVALTOP_REPORT_REAL_H
#define EVALTOP_REPORT_REAL_H

#include <cjson/cJSON.h>

/*
 * cJSON's own printing gives up digits (it takes values for equal that differ
 * in the last bit); this adds the shortest text that reads back as the value.
 */
void report_add_real(cJSON *object, const char *name, double value);

#endif
