/*
 * Where runs live, how they are found, and who may write one.
 *
 * The lock is an open-file-description lock on the journal itself: it ends
 * with the process, leaves no file behind, and can be asked for without
 * being taken.
 */
#include "run/rundir.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *
rundir_base(void)
{
	return g_build_filename(g_get_user_state_dir(), "evaltop", "runs",
	    NULL);
}

/* A word for a file name: anything odd becomes '-'. */
static char *
file_word(const char *text)
{
	char *word = g_strdup(text);

	g_strcanon(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "0123456789._+", '-');
	if (word[0] == '.')
		word[0] = '-';
	if (strlen(word) > 60)
		word[60] = '\0';
	return word;
}

char *
rundir_new_path(const char *suite_name, const char *label)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_local();
	g_autofree char *date = g_date_time_format(now, "%Y%m%d-%H%M%S");
	g_autofree char *suite = file_word(suite_name);
	g_autofree char *word = file_word(label ? label : "");
	g_autofree char *base = rundir_base();
	g_autofree char *name = g_strconcat(date, "-", suite,
	    *word ? "-" : "", word, NULL);
	char *path = g_build_filename(base, name, NULL);

	for (guint i = 2; g_file_test(path, G_FILE_TEST_EXISTS); i++) {
		g_autofree char *numbered = g_strdup_printf("%s-%u", name, i);

		g_free(path);
		path = g_build_filename(base, numbered, NULL);
	}
	return path;
}

static bool
is_run(const char *path)
{
	g_autofree char *file = g_build_filename(path, "run.json", NULL);

	return g_file_test(file, G_FILE_TEST_IS_REGULAR);
}

static gint
newer_name_first(gconstpointer a, gconstpointer b)
{
	/* Names start with the date and time. */
	return strcmp(*(char *const *)b, *(char *const *)a);
}

GPtrArray *
rundir_list(void)
{
	GPtrArray *runs = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *base = rundir_base();
	g_autoptr(GDir) dir = g_dir_open(base, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(base, name, NULL);

		if (is_run(path))
			g_ptr_array_add(runs, g_steal_pointer(&path));
	}
	g_ptr_array_sort(runs, newer_name_first);
	return runs;
}

static bool
has_label(const char *path, const char *label)
{
	struct run_manifest *manifest = run_manifest_read_head(path, NULL);
	bool has = manifest &&
	    g_strcmp0(manifest->settings.label, label) == 0;

	run_manifest_free(manifest);
	return has;
}

char *
rundir_find(const char *name, GError **error)
{
	g_autoptr(GPtrArray) runs = NULL;

	if (is_run(name))
		return g_strdup(name);
	runs = rundir_list();
	for (guint i = 0; i < runs->len; i++) {
		const char *path = g_ptr_array_index(runs, i);
		g_autofree char *folder = g_path_get_basename(path);

		if (strcmp(folder, name) == 0)
			return g_strdup(path);
	}
	for (guint i = 0; i < runs->len; i++) {
		const char *path = g_ptr_array_index(runs, i);

		if (has_label(path, name))
			return g_strdup(path);
	}
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "no run called '%s': give a run's folder, its name or its label "
	    "(evaltop runs lists them)", name);
	return NULL;
}

int
rundir_lock(const char *path, GError **error)
{
	g_autofree char *file = g_build_filename(path, "results.jsonl", NULL);
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd;

	if (g_mkdir_with_parents(path, 0777) < 0 ||
	    (fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot make the run folder %s: %s", path,
		    g_strerror(errno));
		return -1;
	}
	if (fcntl(fd, F_OFD_SETLK, &lock) < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "%s is being written by another evaltop; watch it with "
		    "evaltop view --follow", path);
		(void)close(fd);
		return -1;
	}
	return fd;
}

bool
rundir_is_locked(const char *path)
{
	g_autofree char *file = g_build_filename(path, "results.jsonl", NULL);
	struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
	bool is_locked = false;
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (fcntl(fd, F_OFD_GETLK, &lock) == 0)
		is_locked = lock.l_type != F_UNLCK;
	(void)close(fd);
	return is_locked;
}
