/*
 * Rows and columns to be written to a file, as CSV (RFC 4180), JSON (an array
 * of objects) or Markdown.  Texts are written as they are, made valid UTF-8:
 * a file is not a terminal.  Each row is text as soon as it is whole, so that a
 * long list can be written in slices.
 */
#ifndef EVALTOP_TUI_TABLE_H
#define EVALTOP_TUI_TABLE_H

#include <glib.h>
#include <stdbool.h>

enum table_format { TABLE_CSV, TABLE_JSON, TABLE_MARKDOWN };

/* By the ending of a file's name, in any case; false: none of the three. */
bool table_format_of(const char *path, enum table_format *ret);
/* "CSV", "JSON", "Markdown". */
const char *table_format_name(enum table_format format);

struct table;

/* `heads`: names of columns with blanks between, a '#' before numbers. */
struct table *table_new(const char *heads, enum table_format format);
void table_free(struct table *table);
/* The next cell; NULL: there is no value.  A row ends with its last column. */
void table_add(struct table *table, const char *text);
void table_addf(struct table *table, const char *format, ...)
    G_GNUC_PRINTF(2, 3);
/* Whole rows so far. */
guint table_rows(const struct table *table);
/* The text, for the caller to free; frees the table. */
char *table_finish(struct table *table);

#endif
