/*
 * A comparison as text and JSON, and what makes two runs hard to compare.
 */
#ifndef EVALTOP_REPORT_COMPARE_H
#define EVALTOP_REPORT_COMPARE_H

#include "run/session.h"
#include "stats/compare.h"

/*
 * What differs between two runs that can move their verdicts: the suite's
 * bytes, limits, sandbox, denylists, extraction, selection, interpreter, host,
 * versions; a run that is not finished, samples that were judged again, and a
 * run that is compared with itself.  Sentences (char *) for people,
 * "the timeouts differ: 3 s in A, 10 s in B"; empty where all is the same.
 * g_ptr_array_unref().
 */
GPtrArray *compare_warnings(const struct session *a, const struct session *b);

/* The k of both runs, ascending, none twice (guint).  g_array_unref(). */
GArray *compare_k(const struct run_manifest *a, const struct run_manifest *b);

/*
 * One JSON object without line breaks; evaltop(1) describes it.  `warnings` as
 * from compare_warnings().  Caller frees.
 */
char *compare_json(const struct session *a, const struct session *b,
    const struct comparison *comparison, const GPtrArray *warnings);

#endif
