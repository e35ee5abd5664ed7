/* The values of options: a type, a range, and a sentence for what is wrong. */
#ifndef EVALTOP_TUI_OPTIONS_VALUE_H
#define EVALTOP_TUI_OPTIONS_VALUE_H

#include "tui/options.h"

/*
 * Read `value` (NULL for a flag) into the field of a struct options that the
 * row names.  Lists that repeat are added to.  False with a USAGE error that
 * names option, value and range.
 */
bool option_read_value(const struct option_row *row, const char *value,
    void *field, GError **error);

#endif
