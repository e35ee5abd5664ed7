/*
 * A reader's view of Python text, good enough to choose between readings of
 * an answer; the harness's compiler has the last word.
 */
#ifndef EVALTOP_SUITE_PYTHON_H
#define EVALTOP_SUITE_PYTHON_H

#include <glib.h>
#include <stdbool.h>

/*
 * Does a line define `name`: "def name", "async def name" or "class name", at
 * any indentation unless is_top_level, or "name =" without any?
 */
bool python_defines(const char *source, const char *name, bool is_top_level);

/* A line without indentation that starts a definition, import or decorator. */
bool python_looks_like_code(const char *text);

/* Is the first line that is not blank indented? */
bool python_starts_indented(const char *text);

bool python_is_blank(const char *text);

/* The start of the next line, or the terminating NUL. */
const char *python_next_line(const char *line);

/*
 * If the line defines a function or class (at any indentation), the length of
 * its name and in *ret_name where it stands; else 0.
 */
gsize python_defined_name(const char *line, const char **ret_name);

/* Does `text` hold `name` as a word of its own, followed by "("? */
bool python_calls(const char *text, const char *name, gsize length);

#endif
