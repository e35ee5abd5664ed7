/* The command line: a table of commands, and what Tab completes. */
#include "tui/screen/app.h"

#include "base/io.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

struct command_row {
	const char *name, *arguments, *help;
	void (*run)(struct app *app, const char *argument);
	/* The words that may follow; NULL-terminated, or NULL. */
	const char *const *(*words)(void);
};

static char *
expand_path(const char *path)
{
	if (path[0] == '~' && (path[1] == '/' || !path[1]))
		return g_build_filename(g_get_home_dir(), path + 1, NULL);
	return g_strdup(path);
}

static void
cmd_quit(struct app *app, const char *argument)
{
	(void)argument;
	app->goes_back = false;
	app_ask_quit(app);
}

static void
cmd_filter(struct app *app, const char *argument)
{
	const struct saved_filter *saved;

	if (app->runs.is_open && app_screen(app) == &screen_runs) {
		g_free(app->runs.filter);
		app->runs.filter = *argument ? g_strdup(argument) : NULL;
		runs_arrange(app);
		return;
	}
	if (!app->session) {
		app_say(app, ROLE_NORMAL, "nothing to filter here");
		return;
	}
	if (app_screen(app) != &screen_cases)
		cases_show(app, NULL, NULL);
	saved = saved_find(app, argument);
	cases_set_filter(app, saved ? saved->text : argument);
	if (app->cases.filter_error)
		app_say(app, ROLE_WARN, "%s", app->cases.filter_error);
	g_clear_pointer(&app->cases.filter_error, g_free);
}

static const char *const *
words_case_sort(void)
{
	return case_sort_words;
}

static int
find_word(const char *const *words, const char *word)
{
	for (int i = 0; words[i]; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

static void
cmd_sort(struct app *app, const char *argument)
{
	g_auto(GStrv) words = g_strsplit(argument, " ", 2);
	const char *const *known = sorting_words(app);
	int found = words[0] ? find_word(known, words[0]) : -1;

	if (found < 0) {
		g_autoptr(GString) list = g_string_new(NULL);

		for (int i = 0; known[i]; i++)
			g_string_append_printf(list, "%s%s", i ? ", " : "",
			    known[i]);
		app_say(app, ROLE_WARN, "sort by one of %s", list->str);
	} else {
		sorting_set(app, found, words[1] && g_str_has_prefix(words[1],
		    "desc"));
	}
}

static void
cmd_theme(struct app *app, const char *argument)
{
	const struct theme *theme = config_theme(&app->config, argument);

	if (!theme) {
		app_say(app, ROLE_WARN, "there is no theme '%s'", argument);
		return;
	}
	app_set_theme(app, theme);
	app->wants_repaint = true;
}

static const char *const set_words[] = { "mouse", "nomouse", "wrap",
	"nowrap", "ascii", "noascii", "theme", NULL };

static const char *const *
words_set(void)
{
	return set_words;
}

static void
set_wrap(struct app *app, bool wraps)
{
	for (int i = 0; i < PART__COUNT; i++)
		app->review.pagers[i].wraps = wraps;
	app->code.wraps = app->result.wraps = app->text.wraps = wraps;
}

static void
cmd_set(struct app *app, const char *argument)
{
	bool is_on = !g_str_has_prefix(argument, "no");
	const char *name = is_on ? argument : argument + 2;

	if (strcmp(name, "mouse") == 0)
		app->has_mouse = is_on;
	else if (strcmp(name, "wrap") == 0)
		set_wrap(app, is_on);
	else if (strcmp(name, "ascii") == 0)
		app->draw.is_ascii = is_on || !g_get_charset(NULL);
	else
		app_say(app, ROLE_WARN, "set one of mouse, wrap, ascii (with "
		    "'no' in front: off), theme NAME");
}

static void
cmd_write(struct app *app, const char *argument)
{
	if (app_screen(app) == &screen_help)
		app_say(app, ROLE_NORMAL, "nothing to write here");
	else
		actions_answer(app, ASK_FILE, argument);
}

static void
cmd_jobs(struct app *app, const char *argument)
{
	char *end;
	gint64 jobs = g_ascii_strtoll(argument, &end, 10);

	if (!app->session || end == argument || *end)
		app_say(app, ROLE_WARN, "jobs takes a number of workers");
	else
		app_set_jobs(app, jobs);
}

static void
cmd_pause(struct app *app, const char *argument)
{
	(void)argument;
	if (app->session)
		app_act(app, ACTION_PAUSE, 0);
}

static void
cmd_messages(struct app *app, const char *argument)
{
	(void)argument;
	text_show_messages(app);
}

static void
cmd_status(struct app *app, const char *argument)
{
	(void)argument;
	text_show_status(app);
}

static void
cmd_help(struct app *app, const char *argument)
{
	(void)argument;
	app_push(app, &screen_help);
}

static void
cmd_save_screen(struct app *app, const char *argument)
{
	g_autofree char *dump = NULL, *path = NULL;
	g_autoptr(GError) error = NULL;

	if (!*argument) {
		app_say(app, ROLE_WARN, "save-screen needs a file");
		return;
	}
	/* Without the command line itself. */
	app_draw(app);
	dump = draw_dump(&app->draw);
	path = expand_path(argument);
	/* Nothing is said of success: it would stand on the next picture. */
	if (!io_write_file(path, dump, -1, G_FILE_SET_CONTENTS_CONSISTENT,
	    &error))
		app_say(app, ROLE_WARN, "%s", error->message);
}

static void
cmd_goto(struct app *app, const char *argument)
{
	bookmarks_go(app, argument);
}

static void
cmd_size(struct app *app, const char *argument)
{
	int cols, rows;
	char rest;

	if (sscanf(argument, "%dx%d%c", &cols, &rows, &rest) != 2 || cols < 1
	    || rows < 1 || cols > 1000 || rows > 500) {
		app_say(app, ROLE_WARN, "size takes COLUMNSxROWS");
		return;
	}
	app->request = REQUEST_SIZE;
	app->request_cols = cols;
	app->request_rows = rows;
}

static void
cmd_samples(struct app *app, const char *argument)
{
	(void)argument;
	if (app->session)
		cases_show(app, NULL, NULL);
}

static void
cmd_reasons(struct app *app, const char *argument)
{
	(void)argument;
	if (app->session)
		app_push(app, &screen_reasons);
}

static void
cmd_rerun(struct app *app, const char *argument)
{
	if (app->session && (app_screen(app)->place & PLACE_RUN))
		rerun_command(app, argument);
	else
		app_say(app, ROLE_NORMAL, "there is no sample here");
}

static const struct command_row table[] = {
	{ "filter", "EXPR", "show the samples that match", cmd_filter, NULL },
	{ "goto", "TASK[.N]", "go to a task or a sample", cmd_goto, NULL },
	{ "help", "", "the keys of this screen", cmd_help, NULL },
	{ "jobs", "N", "so many workers", cmd_jobs, NULL },
	{ "messages", "", "all messages so far", cmd_messages, NULL },
	{ "pause", "", "pause the queue, or go on", cmd_pause, NULL },
	{ "quit", "", "leave", cmd_quit, NULL },
	{ "reasons", "", "failures by reason", cmd_reasons, NULL },
	{ "rerun", "[SECONDS]", "judge the sample or the marked ones again",
	    cmd_rerun, NULL },
	{ "samples", "", "all samples", cmd_samples, NULL },
	{ "save-filter", "fN [NAME]", "keep the filter in force",
	    saved_save, NULL },
	{ "save-screen", "FILE", "the screen as text", cmd_save_screen,
	    NULL },
	{ "set", "[no]mouse|wrap|ascii", "while evaltop runs", cmd_set,
	    words_set },
	{ "size", "COLSxROWS", "of the screen, in scripts", cmd_size, NULL },
	{ "sort", "COLUMN [desc]", "order of the rows", cmd_sort,
	    words_case_sort },
	{ "status", "", "what the run does now", cmd_status, NULL },
	{ "theme", "NAME", "colors", cmd_theme, NULL },
	{ "write", "FILE", "the text or the rows", cmd_write, NULL },
};

/* By its name, or by a beginning that no other has. */
static const struct command_row *
find_command(const char *word)
{
	const struct command_row *found = NULL;
	gsize length = strlen(word);

	if (length == 0)
		return NULL;
	/* The one that every finger knows. */
	if (strcmp(word, "q") == 0)
		word = "quit";
	for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
		if (strcmp(table[i].name, word) == 0)
			return &table[i];
		if (strncmp(table[i].name, word, length) == 0) {
			if (found)
				return NULL;
			found = &table[i];
		}
	}
	return found;
}

static bool
is_beginning(const char *word)
{
	for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
		if (strncmp(table[i].name, word, strlen(word)) == 0)
			return true;
	return false;
}

void
commands_run(struct app *app, const char *line)
{
	g_autofree char *copy = g_strstrip(g_strdup(line));
	char *argument = copy + strcspn(copy, " ");
	const struct command_row *row;

	if (!*copy)
		return;
	if (*argument)
		*argument++ = '\0';
	argument = g_strchug(argument);
	/* ":set theme light" as well as ":theme light". */
	if (strcmp(copy, "set") == 0 && g_str_has_prefix(argument, "theme ")) {
		row = find_command("theme");
		argument = g_strchug(argument + 6);
	} else {
		row = find_command(copy);
	}
	if (!row) {
		app_say(app, ROLE_WARN, is_beginning(copy) ? "several commands "
		    "begin with '%s'; Tab lists them" :
		    "there is no command '%s'; Tab lists them", copy);
		return;
	}
	row->run(app, argument);
}

/* Files. */

bool
commands_ask_replace(struct app *app, const char *path, char *text)
{
	g_autofree char *full = expand_path(path);

	if (!g_file_test(full, G_FILE_TEST_EXISTS))
		return false;
	app->question = QUESTION_REPLACE;
	g_free(app->question_text);
	g_free(app->question_data);
	app->question_text = g_steal_pointer(&full);
	app->question_data = text;
	return true;
}

void
commands_write(struct app *app, const char *path, char *text,
    const char *what, bool replace)
{
	g_autofree char *owned = text, *full = expand_path(path);
	g_autoptr(GError) error = NULL;
	guint lines = format_count_lines(text);

	if (!replace && commands_ask_replace(app, full, text)) {
		g_steal_pointer(&owned);
		return;
	}
	if (!io_write_file(full, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
	    &error))
		app_say(app, ROLE_WARN, "%s", error->message);
	else if (what)
		app_say(app, ROLE_NORMAL, "wrote %s to %s", what, full);
	else
		app_say(app, ROLE_NORMAL, "wrote %u line%s to %s", lines,
		    lines == 1 ? "" : "s", full);
}

/* Completion: of the word before the cursor. */

struct completion {
	GPtrArray *words;	/* char *: whole words that could stand there */
	guint from;		/* of the word, in characters */
	char *word;		/* as typed so far */
};

static void
add_word(struct completion *c, const char *word)
{
	if (g_str_has_prefix(word, c->word))
		g_ptr_array_add(c->words, g_strdup(word));
}

static void
add_commands(struct app *app, struct completion *c, const char *before)
{
	const struct command_row *row;
	g_autofree char *name = NULL;

	if (c->from == 0) {
		for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
			add_word(c, table[i].name);
		return;
	}
	name = g_strndup(before, strcspn(before, " "));
	row = find_command(name);
	if (row && strcmp(row->name, "sort") == 0) {
		const char *const *words = sorting_words(app);

		for (int i = 0; words[i]; i++)
			add_word(c, words[i]);
	} else if (row && strcmp(row->name, "theme") == 0) {
		const struct theme *theme;

		for (guint i = 0; (theme = config_theme_at(&app->config, i));
		    i++)
			add_word(c, theme->name);
	} else if (row && row->words) {
		const char *const *words = row->words();

		for (int i = 0; words[i]; i++)
			add_word(c, words[i]);
	}
}

/* A field, or behind "field=" one of its values. */
static void
add_filter(const struct app *app, struct completion *c)
{
	guint count;
	const struct filter_field *fields = filter_fields(&count);
	gsize name = strcspn(c->word, "=!~<>");

	for (int i = 0; c->from == 0 && i < SAVED_FILTERS; i++) {
		char saved[] = { 'f', (char)('1' + i), '\0' };

		if (app->filters[i].text)
			add_word(c, saved);
	}
	for (guint i = 0; i < count; i++) {
		g_autoptr(GPtrArray) values = NULL;
		g_autofree char *start = NULL;

		if (!c->word[name]) {
			add_word(c, fields[i].name);
			continue;
		}
		if (strlen(fields[i].name) != name || strncmp(c->word,
		    fields[i].name, name) != 0)
			continue;
		values = filter_field_values(&fields[i]);
		start = g_strndup(c->word, name + strspn(c->word + name,
		    "=!~<>"));
		for (guint v = 0; values && v < values->len; v++) {
			g_autofree char *whole = g_strconcat(start, (const
			    char *)g_ptr_array_index(values, v), NULL);

			add_word(c, whole);
		}
	}
}

static void
add_files(struct completion *c)
{
	g_autofree char *full = expand_path(c->word);
	g_autofree char *folder = g_path_get_dirname(full);
	const char *slash = strrchr(c->word, '/');
	g_autofree char *start = g_strndup(c->word, slash ? (gsize)(slash -
	    c->word) + 1 : 0);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *word = g_strconcat(start, name, NULL);

		if (*name != '.')
			add_word(c, word);
	}
	if (dir)
		g_dir_close(dir);
}

static gsize
common_prefix(const GPtrArray *words)
{
	const char *first = g_ptr_array_index(words, 0);
	gsize length = strlen(first);

	for (guint i = 1; i < words->len; i++) {
		const char *word = g_ptr_array_index(words, i);
		gsize n = 0;

		while (n < length && word[n] == first[n])
			n++;
		length = n;
	}
	/* Not in the middle of a character. */
	while (length > 0 && ((unsigned char)first[length] & 0xc0) == 0x80)
		length--;
	return length;
}

static int
compare_words(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Put as much as is sure into the line, and list what there is beside it. */
static void
apply(struct app *app, const struct completion *c, const char *before,
    const char *after)
{
	g_autofree char *sure = NULL, *line = NULL, *head = NULL;
	GString *list;

	if (c->words->len == 0)
		return;
	g_ptr_array_sort(c->words, compare_words);
	sure = g_strndup(g_ptr_array_index(c->words, 0),
	    common_prefix(c->words));
	head = g_utf8_substring(before, 0, c->from);
	line = g_strconcat(head, sure, c->words->len == 1 && app->asking ==
	    ASK_COMMAND && c->from == 0 ? " " : "", NULL);
	prompt_set(&app->prompt, line);
	if (*after) {
		int cursor = app->prompt.cursor;
		g_autofree char *whole = g_strconcat(line, after, NULL);

		prompt_set(&app->prompt, whole);
		app->prompt.cursor = cursor;
	}
	g_clear_pointer(&app->completions, g_free);
	if (c->words->len == 1)
		return;
	list = g_string_new(NULL);
	for (guint i = 0; i < c->words->len && i < 20; i++)
		g_string_append_printf(list, "%s%s", i ? " " : "", (const
		    char *)g_ptr_array_index(c->words, i));
	app->completions = g_string_free(list, FALSE);
}

void
commands_complete(struct app *app)
{
	g_autofree char *text = prompt_text(&app->prompt);
	const char *cut = g_utf8_offset_to_pointer(text, app->prompt.cursor);
	g_autofree char *before = g_strndup(text, (gsize)(cut - text));
	struct completion c = {
		.words = g_ptr_array_new_with_free_func(g_free),
	};
	const char *word = before;

	if (app->asking == ASK_COMMAND || app->asking == ASK_FILTER)
		for (const char *p = before; *p; p++)
			if (*p == ' ' || (app->asking == ASK_FILTER && *p ==
			    '('))
				word = p + 1;
	c.word = g_strdup(word);
	c.from = (guint)g_utf8_strlen(before, word - before);
	switch (app->asking) {
	case ASK_COMMAND:
		if (g_str_has_prefix(before, "filter "))
			add_filter(app, &c);
		else if (g_str_has_prefix(before, "write ") ||
		    g_str_has_prefix(before, "save-screen "))
			add_files(&c);
		else
			add_commands(app, &c, before);
		break;
	case ASK_FILTER:
		if (app_screen(app) != &screen_runs)
			add_filter(app, &c);
		break;
	case ASK_FILE:
		add_files(&c);
		break;
	case ASK_LABEL:
		if (app->session && app_screen(app) != &screen_runs) {
			g_autoptr(GPtrArray) labels =
			    notes_labels(actions_notes(app));

			for (guint i = 0; i < labels->len; i++)
				add_word(&c, g_ptr_array_index(labels, i));
		}
		break;
	default:
		break;
	}
	apply(app, &c, before, cut);
	g_ptr_array_unref(c.words);
	g_free(c.word);
}
