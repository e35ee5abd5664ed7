/* Short writes and interrupted ones are gone on with. */
#include "base/io.h"

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
