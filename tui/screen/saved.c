/* Filters that have a number: built in, configured, or saved on the screen. */
#include "tui/screen/app.h"

#include <string.h>

static const struct {
	const char *text, *name;
} built_in[] = {
	{ "out=timeout", "timeouts" },
	{ "out=syntax_error", "syntax errors" },
	{ "out!=pass and score>=0.8", "near misses" },
	{ "trust=disputed", "disputed" },
};

void
saved_init(struct app *app)
{
	for (int i = 0; i < SAVED_FILTERS; i++) {
		const struct saved_filter *own = &app->config.filters[i];

		if (own->text)
			saved_filter_set(&app->filters[i], own->text,
			    own->name);
		else if (i < (int)G_N_ELEMENTS(built_in))
			saved_filter_set(&app->filters[i], built_in[i].text,
			    built_in[i].name);
	}
	if (app->state_path)
		state_load_filters(app->state_path, app->filters);
}

void
saved_clear(struct app *app)
{
	for (int i = 0; i < SAVED_FILTERS; i++)
		saved_filter_clear(&app->filters[i]);
}

const struct saved_filter *
saved_find(const struct app *app, const char *word)
{
	int index = saved_filter_index(word);

	return index >= 0 && app->filters[index].text ? &app->filters[index] :
	    NULL;
}

char *
saved_describe(const struct saved_filter *filter)
{
	return filter->name ? g_strdup_printf("%s: %s", filter->name,
	    filter->text) : g_strdup(filter->text);
}

/* The same number once more takes it away. */
void
saved_apply(struct app *app, int index)
{
	const struct saved_filter *filter = &app->filters[index];
	g_autofree char *words = NULL;

	if (!filter->text) {
		app_say(app, ROLE_NORMAL, "no filter is saved as f%d: "
		    ":save-filter f%d saves the one in force", index + 1,
		    index + 1);
		return;
	}
	if (g_strcmp0(app->cases.filter, filter->text) == 0) {
		cases_set_filter(app, "");
		app_say(app, ROLE_NORMAL, "filter dropped");
		return;
	}
	cases_set_filter(app, filter->text);
	if (app->cases.filter_error) {
		app_say(app, ROLE_WARN, "f%d: %s", index + 1,
		    app->cases.filter_error);
		g_clear_pointer(&app->cases.filter_error, g_free);
		return;
	}
	words = saved_describe(filter);
	app_say(app, ROLE_NORMAL, "f%d %s   Esc drops it", index + 1, words);
}

/* "f5", then what to call it. */
void
saved_save(struct app *app, const char *argument)
{
	g_auto(GStrv) words = g_strsplit(argument, " ", 2);
	int index = words[0] ? saved_filter_index(words[0]) : -1;
	g_autoptr(GError) error = NULL;
	g_autofree char *name = words[0] && words[1] ? g_strstrip(g_strdup(
	    words[1])) : NULL, *text = NULL;

	if (index < 0) {
		app_say(app, ROLE_WARN, "save-filter takes one of f1 to f9 "
		    "and, if you like, a name");
		return;
	}
	if (!app->session || !app->cases.filter) {
		app_say(app, ROLE_NORMAL, "no filter is in force: f makes "
		    "one");
		return;
	}
	saved_filter_set(&app->filters[index], app->cases.filter, name);
	text = saved_describe(&app->filters[index]);
	if (app->state_path && !state_save_filter(app->state_path, index,
	    &app->filters[index], &error))
		app_say(app, ROLE_WARN, "f%d is good until evaltop ends: %s",
		    index + 1, error->message);
	else
		app_say(app, ROLE_NORMAL, "f%d is %s", index + 1, text);
}
