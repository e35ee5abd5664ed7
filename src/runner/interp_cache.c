/*
 * A program decides by itself which interpreter it is: a link to one does, a
 * pyenv shim looks into its environment and into files.  What it looks at is
 * part of the key.  Any other shim is asked every time: one in a shell by not
 * having a key, a binary one by naming another file than itself.
 */
#include "runner/interp_cache.h"

#include "base/cache.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION "python 2"	/* of the question and the answer */
#define PREFIX "python-"
#define FILES_MAX 16
#define SHIM_BYTES_MAX 4096
#define ANSWER_BYTES_MAX (1u << 20)

static void
add_text(GChecksum *sum, const char *text)
{
	/* With its end; and none is not the same as an empty one. */
	if (text)
		g_checksum_update(sum, (const guchar *)text,
		    (gssize)strlen(text) + 1);
	else
		g_checksum_update(sum, (const guchar *)"\xff", 1);
}

static void
add_file(GChecksum *sum, const char *folder, const char *name)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autofree char *identity = cache_identity_of(path);

	add_text(sum, path);
	add_text(sum, identity);
}

/* ---- pyenv ---- */

/* Where this shim's pyenv lives; NULL if it is none. */
static char *
find_pyenv(const char *text)
{
	static const char before[] = "\nexport PYENV_ROOT=\"";
	const char *root = strstr(text, before), *end;

	if (!root || !strstr(text, "/pyenv\" exec "))
		return NULL;
	root += sizeof before - 1;
	end = strchr(root, '"');
	return end ? g_strndup(root, (gsize)(end - root)) : NULL;
}

/* Its rules: the environment, a file of this folder or one above, a default. */
static void
add_pyenv(GChecksum *sum, const char *root)
{
	static const char *const names[] = { "PYENV_VERSION", "PYENV_DIR",
		"PYENV_HOOK_PATH", "VIRTUAL_ENV", "PATH" };
	g_autofree char *folder = g_get_current_dir();

	for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
		add_text(sum, g_getenv(names[i]));
	add_file(sum, root, "version");
	add_file(sum, root, "versions");
	for (;;) {
		char *above = g_path_get_dirname(folder);
		bool is_top = strcmp(above, folder) == 0;

		add_file(sum, folder, ".python-version");
		g_free(folder);
		folder = above;
		if (is_top)
			return;
	}
}

/* ---- the key ---- */

/* False: nobody but the program knows what it starts. */
static bool
add_program(GChecksum *sum, const char *program)
{
	g_autofree char *root = NULL;
	char head[SHIM_BYTES_MAX + 1];
	FILE *file = fopen(program, "re");
	gsize n;

	if (!file)
		return false;
	n = fread(head, 1, sizeof head - 1, file);
	(void)fclose(file);
	head[n] = '\0';
	add_file(sum, "", program);
	if (n >= 4 && memcmp(head, "\177ELF", 4) == 0)
		return true;
	root = find_pyenv(head);
	if (root)
		add_pyenv(sum, root);
	return root != NULL;
}

static gint
by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add_harness(GChecksum *sum, const char *folder)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	const char *name;

	while (dir && (name = g_dir_read_name(dir)))
		g_ptr_array_add(names, g_strdup(name));
	g_ptr_array_sort(names, by_name);
	for (guint i = 0; i < names->len; i++)
		add_file(sum, folder, names->pdata[i]);
	return names->len > 0;
}

char *
interp_cache_key(const char *program, const char *folder)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *cwd = g_get_current_dir();
	g_autofree char *path = g_canonicalize_filename(program, cwd);
	g_autofree char *bin = g_path_get_dirname(path);

	add_text(sum, VERSION);
	add_file(sum, bin, "../pyvenv.cfg");
	/* Which libraries it loads is part of its answer. */
	add_text(sum, g_getenv("LD_LIBRARY_PATH"));
	add_text(sum, g_getenv("LD_PRELOAD"));
	if (!add_program(sum, path) || !add_harness(sum, folder))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}

/* ---- the answer ---- */

static const char *
text_of(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object,
	    name));
}

static bool
has_all(const cJSON *paths)
{
	const cJSON *path;

	cJSON_ArrayForEach(path, paths) {
		if (!cJSON_IsString(path) ||
		    access(path->valuestring, R_OK) < 0)
			return false;
	}
	return cJSON_GetArraySize(paths) > 0;
}

char *
interp_cache_identity(const cJSON *answer)
{
	const char *executable = text_of(answer, "executable");
	g_autofree char *first = executable ? cache_identity_of(executable) :
	    NULL;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const cJSON *lib;

	if (!first)
		return NULL;
	add_text(sum, first);
	cJSON_ArrayForEach(lib, cJSON_GetObjectItemCaseSensitive(answer,
	    "libs")) {
		if (cJSON_IsString(lib))
			add_file(sum, "", lib->valuestring);
	}
	return g_strdup(g_checksum_get_string(sum));
}

static bool
is_true_still(const cJSON *answer)
{
	g_autofree char *now = interp_cache_identity(answer);

	return now && g_strcmp0(now, text_of(answer, "identity")) == 0 &&
	    has_all(cJSON_GetObjectItemCaseSensitive(answer, "paths")) &&
	    has_all(cJSON_GetObjectItemCaseSensitive(answer, "libs")) &&
	    has_all(cJSON_GetObjectItemCaseSensitive(answer, "files"));
}

static char *
make_path(const char *cache, const char *key)
{
	return g_strdup_printf("%s/" PREFIX "%s", cache, key);
}

cJSON *
interp_cache_load(const char *cache, const char *key)
{
	g_autofree char *path = make_path(cache, key);
	g_autofree char *text = NULL;
	guint64 size = 0;
	int fd = cache_open(path, &size);
	cJSON *answer = NULL;

	if (fd < 0)
		return NULL;
	if (size <= ANSWER_BYTES_MAX) {
		text = g_malloc(size + 1);
		if (read(fd, text, size) == (ssize_t)size)
			answer = cJSON_ParseWithLength(text, size);
	}
	(void)close(fd);
	if (answer && !is_true_still(answer))
		g_clear_pointer(&answer, cJSON_Delete);
	return answer;
}

/* A link is the interpreter that it leads to; a shim names another one. */
static bool
is_itself(const char *program, const char *executable)
{
	g_autofree char *real = realpath(program, NULL);
	g_autofree char *head = NULL;
	gsize length = 0;

	if (g_strcmp0(real, executable) == 0)
		return true;
	/* A script has a key only if its rules are known. */
	return g_file_get_contents(program, &head, &length, NULL) &&
	    length > 2 && memcmp(head, "#!", 2) == 0;
}

void
interp_cache_save(const char *cache, const char *key, const char *program,
    const cJSON *answer)
{
	const char *executable = text_of(answer, "executable");
	g_autofree char *path = make_path(cache, key);
	g_autofree char *identity = NULL;
	cJSON *kept;
	char *text;

	if (!executable || !is_itself(program, executable))
		return;
	identity = interp_cache_identity(answer);
	if (!identity || g_mkdir_with_parents(cache, 0755) < 0)
		return;
	kept = cJSON_Duplicate(answer, true);
	cJSON_AddStringToObject(kept, "identity", identity);
	text = cJSON_PrintUnformatted(kept);
	cJSON_Delete(kept);
	/* The whole file gets its name at once. */
	if (g_file_set_contents_full(path, text, -1,
	    G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL))
		cache_forget_oldest(cache, PREFIX, FILES_MAX);
	cJSON_free(text);
}
