/* What an interpreter said about itself: when it may be believed again. */
#include "runner/interp_cache.h"

#include "fixture.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define KEY "k"
#define SHIM "#!/usr/bin/env bash\nprogram=\"${0##*/}\"\n\n" \
	"export PYENV_ROOT=\"%s\"\nexec \"%s/libexec/pyenv\" exec " \
	"\"$program\" \"$@\"\n"

static char *
put(const char *folder, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autofree char *above = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(above, 0755), 0);
	assert_true(g_file_set_contents(path, text, -1, NULL));
	assert_int_equal(g_chmod(path, 0755), 0);
	return g_steal_pointer(&path);
}

/* Frees the name. */
static void
drop(char *path)
{
	assert_int_equal(g_unlink(path), 0);
	g_free(path);
}

/* The key is another one now. */
static void
check_changed(const char *what, char **key, const char *program,
    const char *harness)
{
	char *now = interp_cache_key(program, harness);

	if (!now || g_strcmp0(now, *key) == 0)
		fail_msg("%s does not matter: %s", what, now ? now : "NULL");
	g_free(*key);
	*key = now;
}

static char *
put_harness(const char *folder)
{
	g_free(put(folder, "harness/harness.py", "1"));
	return g_build_filename(folder, "harness", NULL);
}

static void
a_program_has_a_key_of_all_that_it_looks_at(void **state)
{
	const char *folder = *state;
	g_autofree char *harness = put_harness(folder);
	g_autofree char *python = put(folder, "bin/python3", "\177ELF 1");
	g_autofree char *key = interp_cache_key(python, harness);
	g_autofree char *same = interp_cache_key(python, harness);

	assert_non_null(key);
	assert_string_equal(key, same);
	g_free(put(folder, "bin/python3", "\177ELF 2"));
	check_changed("the program", &key, python, harness);
	g_free(put(folder, "pyvenv.cfg", "home = /usr"));
	check_changed("pyvenv.cfg", &key, python, harness);
	g_free(put(folder, "harness/more.py", "1"));
	check_changed("a file of the harness", &key, python, harness);
	assert_true(g_setenv("LD_LIBRARY_PATH", folder, TRUE));
	check_changed("LD_LIBRARY_PATH", &key, python, harness);
	g_unsetenv("LD_LIBRARY_PATH");
	check_changed("LD_LIBRARY_PATH", &key, python, harness);
}

static void
a_script_of_unknown_rules_has_none(void **state)
{
	const char *folder = *state;
	g_autofree char *harness = put_harness(folder);
	g_autofree char *python = put(folder, "python3",
	    "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n");
	g_autofree char *nothing = g_build_filename(folder, "no", NULL);

	assert_null(interp_cache_key(python, harness));
	assert_null(interp_cache_key(nothing, harness));
}

static void
a_pyenv_shim_has_one_of_pyenvs_rules(void **state)
{
	const char *folder = *state;
	g_autofree char *harness = put_harness(folder);
	g_autofree char *root = g_build_filename(folder, "pyenv", NULL);
	g_autofree char *text = g_strdup_printf(SHIM, root, root);
	g_autofree char *shim = put(folder, "shims/python3", text);
	g_autofree char *before = g_get_current_dir();
	g_autofree char *key = NULL;
	char *version;

	assert_int_equal(chdir(folder), 0);
	key = interp_cache_key(shim, harness);
	assert_non_null(key);
	version = put(folder, "pyenv/version", "3.11");
	check_changed("the default", &key, shim, harness);
	drop(version);
	check_changed("the default", &key, shim, harness);
	g_free(put(folder, "pyenv/versions/3.12.1/x", ""));
	check_changed("an installed version", &key, shim, harness);
	version = put(folder, ".python-version", "3.12");
	check_changed("the folder's version", &key, shim, harness);
	g_free(put(folder, "below/x", ""));
	assert_int_equal(chdir("below"), 0);
	check_changed("the folder", &key, shim, harness);
	drop(version);
	check_changed("the version of a folder above", &key, shim, harness);
	assert_true(g_setenv("PYENV_VERSION", "3.8", TRUE));
	check_changed("PYENV_VERSION", &key, shim, harness);
	g_unsetenv("PYENV_VERSION");
	assert_int_equal(chdir(before), 0);
}

/* An answer that names `executable`, a library and a file. */
static cJSON *
make_answer(const char *executable, const char *library)
{
	cJSON *answer = cJSON_CreateObject(), *files;

	cJSON_AddStringToObject(answer, "executable", executable);
	cJSON_AddItemToArray(cJSON_AddArrayToObject(answer, "libs"),
	    cJSON_CreateString(library));
	cJSON_AddItemToArray(cJSON_AddArrayToObject(answer, "paths"),
	    cJSON_CreateString("/"));
	files = cJSON_AddObjectToObject(answer, "files");
	cJSON_AddStringToObject(files, "harness.pyc", library);
	return answer;
}

static bool
can_load(const char *folder)
{
	cJSON *answer = interp_cache_load(folder, KEY);
	bool is_there = answer != NULL;

	cJSON_Delete(answer);
	return is_there;
}

static void
an_answer_holds_while_its_files_do(void **state)
{
	const char *folder = *state;
	g_autofree char *real = realpath(folder, NULL);
	g_autofree char *python = put(real, "python3", "\177ELF");
	g_autofree char *kept = g_build_filename(folder, "python-" KEY, NULL);
	char *library = put(real, "lib.so", "");
	cJSON *answer = make_answer(python, library), *found;

	assert_false(can_load(folder));
	interp_cache_save(folder, KEY, python, answer);
	found = interp_cache_load(folder, KEY);
	assert_non_null(found);
	assert_string_equal(cJSON_GetObjectItem(found,
	    "executable")->valuestring, python);
	cJSON_Delete(found);
	assert_int_equal(g_chmod(kept, 0622), 0);
	assert_false(can_load(folder));
	assert_int_equal(g_chmod(kept, 0600), 0);
	drop(library);
	assert_false(can_load(folder));
	/* Another library, which is another interpreter. */
	g_free(put(real, "lib.so", "2"));
	assert_false(can_load(folder));
	interp_cache_save(folder, KEY, python, answer);
	assert_true(can_load(folder));
	g_free(put(real, "python3", "\177ELF, another one"));
	assert_false(can_load(folder));
	assert_true(g_file_set_contents(kept, "{\"executable\":", -1, NULL));
	assert_false(can_load(folder));
	cJSON_Delete(answer);
}

static void
a_binary_that_starts_another_one_is_asked_again(void **state)
{
	const char *folder = *state;
	g_autofree char *real = realpath(folder, NULL);
	g_autofree char *shim = put(real, "shim", "\177ELF");
	g_autofree char *python = put(real, "python3", "\177ELF");
	cJSON *answer = make_answer(python, python);

	interp_cache_save(folder, KEY, shim, answer);
	assert_false(can_load(folder));
	g_unlink(shim);
	assert_int_equal(symlink(python, shim), 0);
	interp_cache_save(folder, KEY, shim, answer);
	assert_true(can_load(folder));
	cJSON_Delete(answer);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_set_up, \
	folder_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(a_program_has_a_key_of_all_that_it_looks_at),
		IN_FOLDER(a_script_of_unknown_rules_has_none),
		IN_FOLDER(a_pyenv_shim_has_one_of_pyenvs_rules),
		IN_FOLDER(an_answer_holds_while_its_files_do),
		IN_FOLDER(a_binary_that_starts_another_one_is_asked_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
