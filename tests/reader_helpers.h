/* Shared by the tests of the readers. */
#ifndef EVALTOP_TESTS_READER_HELPERS_H
#define EVALTOP_TESTS_READER_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <stdbool.h>

/*
 * A file with these bytes in a folder of the test's own, both removed at
 * exit.  The path lives until then.
 */
const char *make_file(const char *name, const char *bytes, gssize length);
const char *make_packed_file(const char *name, const char *bytes,
    gsize cut_off);

/*
 * A published file under the shared data folder, or NULL (after saying so)
 * where that is not there.
 */
char *find_data(const char *path);

/* Fails, printing got and want, unless the error is of that code and text. */
void assert_error(const GError *error, int code, const char *part);

/* Fails, printing both. */
void assert_text(const char *name, const char *got, const char *want);

#endif
