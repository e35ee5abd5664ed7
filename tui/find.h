/* Searching in a text, the same for what is found and what is highlighted. */
#ifndef EVALTOP_TUI_FIND_H
#define EVALTOP_TUI_FIND_H

#include <glib.h>
#include <stdbool.h>

/*
 * The first place of `needle` in `text`, in bytes.  Smart case: a needle
 * without capitals finds both cases.  Bytes that are no UTF-8 equal
 * themselves.  An empty needle stands nowhere.
 */
bool text_find(const char *text, const char *needle, gsize *ret_start,
    gsize *ret_length);
bool text_matches(const char *text, const char *needle);

#endif
