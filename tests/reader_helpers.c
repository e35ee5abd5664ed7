/* See reader_helpers.h. */
#include "tests/reader_helpers.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/error.h"

static char *folder;
static GPtrArray *paths;

static void
clean_up(void)
{
	for (guint i = 0; i < paths->len; i++)
		g_unlink(g_ptr_array_index(paths, i));
	g_rmdir(folder);
	g_ptr_array_unref(paths);
	g_free(folder);
}

static const char *
new_path(const char *name)
{
	char *path;

	if (!folder) {
		folder = g_dir_make_tmp("evaltop-test-XXXXXX", NULL);
		assert_non_null(folder);
		paths = g_ptr_array_new_with_free_func(g_free);
		atexit(clean_up);
	}
	path = g_build_filename(folder, name, NULL);
	g_ptr_array_add(paths, path);
	return path;
}

const char *
make_file(const char *name, const char *bytes, gssize length)
{
	const char *path = new_path(name);

	assert_true(g_file_set_contents(path, bytes, length, NULL));
	return path;
}

const char *
make_packed_file(const char *name, const char *bytes, gsize cut_off)
{
	const char *path = new_path(name);
	gzFile file = gzopen(path, "wb");
	g_autofree char *packed = NULL;
	gsize length;

	assert_non_null(file);
	gzwrite(file, bytes, (unsigned)strlen(bytes));
	gzclose(file);
	if (cut_off) {
		assert_true(g_file_get_contents(path, &packed, &length, NULL));
		assert_true(g_file_set_contents(path, packed,
		    (gssize)(length - cut_off), NULL));
	}
	return path;
}

char *
find_data(const char *path)
{
	const char *source = g_getenv("srcdir");
	g_autofree char *found = g_build_filename(source ? source : ".", "..",
	    "shared", "data", path, NULL);

	if (g_file_test(found, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&found);
	print_message("skipped: %s is not there\n", found);
	return NULL;
}

void
assert_error(const GError *error, int code, const char *part)
{
	if (!error)
		fail_msg("got no error, want \"%s\"", part);
	if (error->domain != EVALTOP_ERROR || error->code != code)
		fail_msg("got the code %d (\"%s\"), want %d", error->code,
		    error->message, code);
	if (!strstr(error->message, part))
		fail_msg("got the error \"%s\", want \"%s\" in it",
		    error->message, part);
}

void
assert_text(const char *name, const char *got, const char *want)
{
	if (g_strcmp0(got, want) != 0)
		fail_msg("%s: got \"%s\", want \"%s\"", name,
		    got ? got : "(nothing)", want ? want : "(nothing)");
}
