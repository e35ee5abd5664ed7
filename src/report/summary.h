/* The summary object of DESIGN 10: one JSON object for one run. */
#ifndef EVALTOP_REPORT_SUMMARY_H
#define EVALTOP_REPORT_SUMMARY_H

#include "run/session.h"

/* One line of JSON without a line end; caller frees. */
char *summary_json(const struct session *session);

#endif
