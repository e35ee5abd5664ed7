/* Descriptors and files: calls that do all of a thing or fail. */
#ifndef EVALTOP_BASE_IO_H
#define EVALTOP_BASE_IO_H

#include <glib.h>
#include <stdbool.h>

/* All of the bytes, whatever it takes; false with errno, some may be written. */
bool io_write_all(int fd, const char *bytes, gsize length);

/*
 * The whole of a file, `length` bytes (-1: up to NUL), by way of a new one
 * that takes its place.  A HOST error "cannot write PATH: why".
 */
bool io_write_file(const char *path, const char *bytes, gssize length,
    GFileSetContentsFlags flags, GError **error);

#endif
