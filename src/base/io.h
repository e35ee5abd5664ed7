/* Plain descriptors: calls that do all of a thing or fail. */
#ifndef EVALTOP_BASE_IO_H
#define EVALTOP_BASE_IO_H

#include <glib.h>
#include <stdbool.h>

/* All of the bytes, whatever it takes; false with errno, some may be written. */
bool io_write_all(int fd, const char *bytes, gsize length);

#endif
