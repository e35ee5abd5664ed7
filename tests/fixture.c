/* See fixture.h. */
#include "fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void
remove_tree(const char *path)
{
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *child = g_build_filename(path, name, NULL);

		if (g_file_test(child, G_FILE_TEST_IS_DIR))
			remove_tree(child);
		else
			(void)g_unlink(child);
	}
	(void)g_rmdir(path);
}

int
folder_set_up(void **state)
{
	*state = g_dir_make_tmp("evaltop-test-XXXXXX", NULL);
	return *state ? 0 : -1;
}

int
folder_tear_down(void **state)
{
	remove_tree(*state);
	g_free(*state);
	return 0;
}

void
append_event(struct journal *journal, struct event *event)
{
	assert_true(journal_append(journal, event, NULL));
	event_free(event);
}

void
check_close(const char *what, double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%s: got %.17g, want %.17g", what, got, want);
}
