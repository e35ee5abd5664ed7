/* See state.h.  A GKeyFile: it escapes, and is read by people too. */
#include "tui/state.h"

#include "base/io.h"
#include "run/rundir.h"

#include <string.h>

#define HISTORY_LINES 100

void
saved_filter_set(struct saved_filter *filter, const char *text,
    const char *name)
{
	saved_filter_clear(filter);
	filter->text = g_strdup(text);
	filter->name = name && *name ? g_strdup(name) : NULL;
}

void
saved_filter_clear(struct saved_filter *filter)
{
	g_free(filter->text);
	g_free(filter->name);
	*filter = (struct saved_filter){ 0 };
}

int
saved_filter_index(const char *word)
{
	return word[0] == 'f' && word[1] >= '1' && word[1] <= '9' &&
	    !word[2] ? word[1] - '1' : -1;
}

char *
state_path(void)
{
	g_autofree char *runs = rundir_base();
	g_autofree char *folder = g_path_get_dirname(runs);

	return g_build_filename(folder, "state.ini", NULL);
}

static GKeyFile *
load(const char *path)
{
	GKeyFile *file = g_key_file_new();

	(void)g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS,
	    NULL);
	return file;
}

static bool
save(const char *path, GKeyFile *file, GError **error)
{
	g_autofree char *folder = g_path_get_dirname(path);
	g_autofree char *text = NULL;
	gsize length;

	(void)g_mkdir_with_parents(folder, 0700);
	text = g_key_file_to_data(file, &length, NULL);
	return io_write_file(path, text, (gssize)length,
	    G_FILE_SET_CONTENTS_CONSISTENT, error);
}

static void
key_name(int index, char ret[3])
{
	ret[0] = 'f';
	ret[1] = (char)('1' + index);
	ret[2] = '\0';
}

void
state_load_filters(const char *path,
    struct saved_filter filters[SAVED_FILTERS])
{
	g_autoptr(GKeyFile) file = load(path);

	for (int i = 0; i < SAVED_FILTERS; i++) {
		char key[3];
		g_autofree char *text = NULL, *name = NULL;

		key_name(i, key);
		text = g_key_file_get_string(file, "filters", key, NULL);
		name = g_key_file_get_string(file, "filter names", key, NULL);
		if (text && *text)
			saved_filter_set(&filters[i], text, name);
	}
}

bool
state_save_filter(const char *path, int index,
    const struct saved_filter *filter, GError **error)
{
	g_autoptr(GKeyFile) file = load(path);
	char key[3];

	key_name(index, key);
	g_key_file_set_string(file, "filters", key, filter->text);
	if (filter->name)
		g_key_file_set_string(file, "filter names", key,
		    filter->name);
	else
		(void)g_key_file_remove_key(file, "filter names", key, NULL);
	return save(path, file, error);
}

void
state_load_history(const char *path, const char *name, GPtrArray *history)
{
	g_autoptr(GKeyFile) file = load(path);
	g_auto(GStrv) lines = g_key_file_get_string_list(file, "history",
	    name, NULL, NULL);

	for (guint i = 0; lines && lines[i]; i++)
		g_ptr_array_add(history, g_strdup(lines[i]));
}

bool
state_save_history(const char *path, const char *name,
    const GPtrArray *history, GError **error)
{
	g_autoptr(GKeyFile) file = load(path);
	guint from = history->len > HISTORY_LINES ? history->len -
	    HISTORY_LINES : 0;
	g_autofree const char **lines = g_new0(const char *, history->len +
	    1);

	for (guint i = from; i < history->len; i++)
		lines[i - from] = g_ptr_array_index(history, i);
	g_key_file_set_string_list(file, "history", name, lines, history->len
	    - from);
	return save(path, file, error);
}
