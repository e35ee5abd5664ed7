/* Files are made under no name or another one first, so that none is half there. */
#include "base/cache.h"

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

char *
cache_folder(void)
{
	return g_build_filename(geteuid() == 0 ? "/var/cache" :
	    g_get_user_cache_dir(), "evaltop", NULL);
}

int
cache_open(const char *path, guint64 *ret_size)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid() || (st.st_mode & 022) != 0) {
		(void)close(fd);
		return -1;
	}
	*ret_size = (guint64)st.st_size;
	return fd;
}

struct aged {
	char *path;
	struct timespec used;
};

static gint
newest_first(gconstpointer a, gconstpointer b)
{
	const struct timespec *x = &((const struct aged *)a)->used;
	const struct timespec *y = &((const struct aged *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? 1 : -1;
	return x->tv_nsec < y->tv_nsec ? 1 : x->tv_nsec > y->tv_nsec ? -1 : 0;
}

void
cache_forget_oldest(const char *folder, const char *prefix, guint keep)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	g_autoptr(GArray) files = g_array_new(FALSE, TRUE,
	    sizeof(struct aged));
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		struct aged file = { .path = g_build_filename(folder, name,
		    NULL) };
		struct stat st;

		if (g_str_has_prefix(name, prefix) &&
		    lstat(file.path, &st) == 0) {
			file.used = st.st_mtim;
			g_array_append_val(files, file);
		} else {
			g_free(file.path);
		}
	}
	g_array_sort(files, newest_first);
	for (guint i = 0; i < files->len; i++) {
		struct aged *file = &g_array_index(files, struct aged, i);

		if (i >= keep)
			(void)unlink(file->path);
		g_free(file->path);
	}
}

char *
cache_identity(const struct stat *st)
{
	return g_strdup_printf("%ju-%ju-%jd-%jd.%09ld", (uintmax_t)st->st_dev,
	    (uintmax_t)st->st_ino, (intmax_t)st->st_size,
	    (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec);
}

char *
cache_identity_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? cache_identity(&st) : NULL;
}
