/* What plans prepare, kept from one run to the next. */
#include "runner/plan_store.h"

#include "fixture.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define TASKS 3
#define KEY "k"

/* Task 0 and 2 have samples; of 2 nothing is prepared. */
static const guint8 wanted_bytes[TASKS] = { 1, 0, 1 };

static GByteArray *
wanted(void)
{
	GByteArray *array = g_byte_array_new();

	g_byte_array_append(array, wanted_bytes, TASKS);
	return array;
}

static struct plan *
make_plan(guint total, const char *hex, const char *no_split)
{
	struct plan *plan = g_new0(struct plan, 1);

	plan->total = total;
	plan->required = total - 1;
	plan->entry_points = g_strsplit("f g", " ", -1);
	plan->serve = g_strsplit("f", " ", -1);
	plan->prepared = g_strdup(hex);
	plan->no_split = g_strdup(no_split);
	return plan;
}

static GPtrArray *
make_plans(struct plan_store *store)
{
	GPtrArray *plans = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)plan_free);

	g_ptr_array_set_size(plans, TASKS);
	plans->pdata[0] = make_plan(7, "00ff4a", NULL);
	plans->pdata[2] = make_plan(2, NULL, "the tests use frames");
	plan_store_add(store, plans->pdata[0]);
	plan_store_add(store, plans->pdata[2]);
	return plans;
}

static void
save(const char *folder, const char *key)
{
	CLEANUP(plan_store_free) struct plan_store *store =
	    plan_store_new(folder);
	g_autoptr(GPtrArray) plans = make_plans(store);

	plan_store_save(store, plans, folder, key);
}

static GPtrArray *
load(const char *folder, struct plan_store **ret_store)
{
	g_autoptr(GByteArray) array = wanted();

	return plan_store_load(folder, KEY, array, ret_store);
}

static bool
can_load(const char *folder)
{
	struct plan_store *store = NULL;
	g_autoptr(GPtrArray) plans = load(folder, &store);

	plan_store_free(store);
	return plans != NULL;
}

static void
check(const struct plan_store *store, const GPtrArray *plans)
{
	const struct plan *first = plans->pdata[0], *last = plans->pdata[2];
	g_autoptr(GString) bytes = g_string_new("x");

	assert_int_equal(plans->len, TASKS);
	assert_null(plans->pdata[1]);
	assert_int_equal(first->total, 7);
	assert_int_equal(first->required, 6);
	assert_string_equal(first->entry_points[1], "g");
	assert_string_equal(first->serve[0], "f");
	assert_null(first->no_split);
	assert_null(first->prepared);
	assert_int_equal(plan_store_read(store, first, bytes), 0);
	assert_int_equal(bytes->len, 4);
	assert_memory_equal(bytes->str, "x\0\xffJ", 4);
	assert_string_equal(last->no_split, "the tests use frames");
	assert_int_equal(last->prepared_bytes, 0);
}

static void
what_is_kept_is_found_again(void **state)
{
	const char *folder = *state;
	CLEANUP(plan_store_free) struct plan_store *store = NULL;
	g_autoptr(GPtrArray) plans = NULL;

	assert_false(can_load(folder));
	save(folder, KEY);
	save(folder, KEY);		/* another run was first: no harm */
	plans = load(folder, &store);
	assert_non_null(plans);
	check(store, plans);
}

static void
without_a_folder_it_lasts_as_long_as_the_run(void **state)
{
	CLEANUP(plan_store_free) struct plan_store *store =
	    plan_store_new("/proc/nowhere");
	g_autoptr(GPtrArray) plans = make_plans(store);

	(void)state;
	plan_store_save(store, plans, "/proc/nowhere", KEY);
	check(store, plans);
}

static void
what_is_no_number_is_nothing_prepared(void **state)
{
	CLEANUP(plan_store_free) struct plan_store *store =
	    plan_store_new(NULL);
	struct plan *plan = make_plan(1, "0g", NULL);

	(void)state;
	plan_store_add(store, plan);
	assert_int_equal(plan->prepared_bytes, 0);
	plan_free(plan);
}

static void
a_file_that_others_can_write_is_not_read(void **state)
{
	const char *folder = *state;
	g_autofree char *path = g_build_filename(folder, "plans-" KEY, NULL);

	save(folder, KEY);
	assert_int_equal(g_chmod(path, 0620), 0);
	assert_false(can_load(folder));
	assert_int_equal(g_chmod(path, 0600), 0);
	assert_true(can_load(folder));
}

/* Whichever byte it is. */
static void
a_changed_or_cut_file_is_taken_away(void **state)
{
	const char *folder = *state;
	g_autofree char *path = g_build_filename(folder, "plans-" KEY, NULL);
	g_autofree char *whole = NULL;
	gsize length;

	save(folder, KEY);
	assert_true(g_file_get_contents(path, &whole, &length, NULL));
	for (gsize i = 0; i < length; i++) {
		whole[i] ^= 1;
		assert_true(g_file_set_contents_full(path, whole,
		    (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
		whole[i] ^= 1;
		assert_false(can_load(folder));
		assert_int_not_equal(g_access(path, F_OK), 0);
	}
	for (gsize i = 1; i < length; i += 7) {
		assert_true(g_file_set_contents_full(path, whole,
		    (gssize)i, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
		assert_false(can_load(folder));
	}
}

static void
other_tasks_are_another_question(void **state)
{
	static const guint8 others[][TASKS] = { { 1, 1, 1 }, { 1, 0, 0 } };
	const char *folder = *state;

	for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
		g_autoptr(GByteArray) array = g_byte_array_new();
		struct plan_store *store = NULL;

		save(folder, KEY);
		g_byte_array_append(array, others[i], TASKS);
		assert_null(plan_store_load(folder, KEY, array, &store));
	}
}

static void
the_oldest_are_forgotten(void **state)
{
	const char *folder = *state;
	g_autoptr(GDir) dir = NULL;
	const char *name;
	guint n = 0;

	for (int i = 0; i < 40; i++) {
		g_autofree char *key = g_strdup_printf("%02d", i);
		g_autofree char *path = g_strdup_printf("%s/plans-%s", folder,
		    key);
		/* The first is used again and again. */
		struct timespec times[2] = { { .tv_sec = i > 0 ? 1000 + i :
		    5000 }, { .tv_sec = i > 0 ? 1000 + i : 5000 } };

		save(folder, key);
		assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	}
	dir = g_dir_open(folder, 0, NULL);
	while ((name = g_dir_read_name(dir))) {
		assert_true(strcmp(name, "plans-00") == 0 ||
		    strcmp(name, "plans-07") > 0);
		n++;
	}
	assert_int_equal(n, 32);
}

#define ON_DISK(test) cmocka_unit_test_setup_teardown(test, folder_set_up, \
	folder_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_DISK(what_is_kept_is_found_again),
		cmocka_unit_test(without_a_folder_it_lasts_as_long_as_the_run),
		cmocka_unit_test(what_is_no_number_is_nothing_prepared),
		ON_DISK(a_file_that_others_can_write_is_not_read),
		ON_DISK(a_changed_or_cut_file_is_taken_away),
		ON_DISK(other_tasks_are_another_question),
		ON_DISK(the_oldest_are_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
