/*
 * The runner's launcher, with a stand-in for evaltop-jail: this program,
 * under the name of what it says about memory.
 */
#include "config.h"

#include "runner/launcher.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define SOCKET 3	/* of client.c */

/* Ready; then wait for the end of the line. */
static int
stand_in(int argc, char **argv)
{
	struct jail_ready ready = {
		.head = {
			.magic = JAIL_WIRE_MAGIC, .version = JAIL_WIRE_VERSION,
			.type = JAIL_MSG_READY,
		},
		.memory_by = g_str_has_suffix(argv[0], "by-cgroup") ?
		    JAIL_MEMORY_CGROUP : JAIL_MEMORY_WATCH,
		.memory_err = EACCES,
		.memory_lacks = "cgroup delegation",
	};
	char byte;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--no-cgroup") == 0)
			ready.memory_by = JAIL_MEMORY_WATCH;
	if (send(SOCKET, &ready, sizeof ready, MSG_NOSIGNAL) < 0)
		return 1;
	(void)recv(SOCKET, &byte, 1, 0);
	return 0;
}

struct stage {
	char *folder;
	GPtrArray *binds;
	struct interp interp;
	struct launcher launcher;
};

static const char *const names[] = { "by-cgroup", "by-watch" };

static char *
path_of(const struct stage *stage, const char *name)
{
	return g_build_filename(stage->folder, name, NULL);
}

static int
set_up(void **state)
{
	struct stage *stage = g_new0(struct stage, 1);
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);

	stage->folder = g_dir_make_tmp("evaltop-launcher-XXXXXX", NULL);
	assert_non_null(stage->folder);
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = path_of(stage, names[i]);

		assert_int_equal(symlink(self, path), 0);
	}
	stage->interp.binds = g_ptr_array_new();
	stage->launcher.interp = &stage->interp;
	stage->launcher.socket = stage->launcher.stop_fd = -1;
	*state = stage;
	return 0;
}

static int
tear_down(void **state)
{
	struct stage *stage = *state;

	launcher_stop(&stage->launcher);
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = path_of(stage, names[i]);

		(void)unlink(path);
	}
	(void)rmdir(stage->folder);
	g_ptr_array_unref(stage->interp.binds);
	g_free(stage->launcher.path);
	g_free(stage->folder);
	g_free(stage);
	return 0;
}

/* Stopped before, as when it has died. */
static bool
start_anew(struct stage *stage, const char *name, GError **error)
{
	launcher_stop(&stage->launcher);
	g_free(stage->launcher.path);
	stage->launcher.path = path_of(stage, name);
	return launcher_start(&stage->launcher, error);
}

static void
test_weaker_memory_is_refused(void **state)
{
	g_autoptr(GError) error = NULL;
	struct stage *stage = *state;

	assert_true(start_anew(stage, "by-cgroup", NULL));
	assert_int_equal(stage->launcher.memory_by, JAIL_MEMORY_CGROUP);
	assert_true(start_anew(stage, "by-cgroup", NULL));
	assert_false(start_anew(stage, "by-watch", &error));
	assert_non_null(strstr(error->message,
	    "cannot be set up as before: cgroup delegation: Permission"));
	assert_int_equal(stage->launcher.socket, -1);
	/* Once refused is not forgotten. */
	assert_false(start_anew(stage, "by-watch", NULL));
	assert_true(start_anew(stage, "by-cgroup", NULL));
}

static void
test_stronger_memory_is_not_taken(void **state)
{
	struct stage *stage = *state;

	assert_true(start_anew(stage, "by-watch", NULL));
	assert_true(start_anew(stage, "by-cgroup", NULL));
	assert_int_equal(stage->launcher.memory_by, JAIL_MEMORY_WATCH);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_weaker_memory_is_refused,
		    set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    test_stronger_memory_is_not_taken, set_up, tear_down),
	};

	if (argc > 1 && strcmp(argv[1], "--serve") == 0)
		return stand_in(argc, argv);
	return cmocka_run_group_tests_name("launcher", tests, NULL, NULL);
}
