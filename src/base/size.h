/* Sizes as people write them: 512M, 256K, 1GiB, 4096. */
#ifndef EVALTOP_BASE_SIZE_H
#define EVALTOP_BASE_SIZE_H

#include <glib.h>
#include <stdbool.h>

/*
 * Bytes, or with K, M, G or T (in any case, with "B" or "iB" behind or not)
 * that many times 1024; fractions too ("1.5G").  False, and *ret untouched,
 * when it is none, or less than 1, or too large for 63 bits.
 */
bool size_parse(const char *text, guint64 *ret);

#endif
