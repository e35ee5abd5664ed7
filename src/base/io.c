/* Short writes and interrupted ones are gone on with. */
#include "base/io.h"

#include "base/error.h"

#include <errno.h>
#include <unistd.h>

bool
io_write_all(int fd, const char *bytes, gsize length)
{
	while (length > 0) {
		ssize_t n = write(fd, bytes, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		length -= (gsize)n;
	}
	return true;
}

bool
io_write_file(const char *path, const char *bytes, gssize length,
    GFileSetContentsFlags flags, GError **error)
{
	g_autoptr(GError) cause = NULL;
	const char *why;

	if (g_file_set_contents_full(path, bytes, length, flags, 0666,
	    &cause))
		return true;
	/* GLib's sentence names its own new file; the reason stands last. */
	why = g_strrstr(cause->message, ": ");
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot write %s: %s", path, why ? why + 2 : cause->message);
	return false;
}
