/* See preferences.h. */
#include "tui/preferences.h"

#include "base/yaml.h"
#include "run/filter.h"
#include "tui/format.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

struct reading {
	struct config *config;
	struct yaml_document document;
	const char *path;
};

static void
theme_free(gpointer data)
{
	struct theme *theme = data;

	g_free(theme->name);
	g_free(theme);
}

static bool G_GNUC_PRINTF(3, 4)
complain(struct reading *r, const cJSON *item, const char *format, ...)
{
	g_autofree char *what = NULL;
	guint line = GPOINTER_TO_UINT(g_hash_table_lookup(r->document.lines,
	    item));
	va_list args;

	va_start(args, format);
	what = g_strdup_vprintf(format, args);
	va_end(args);
	r->config->complaint = g_strdup_printf("%s:%u: %s; the defaults are "
	    "used", r->path, line, what);
	return false;
}

static bool
read_flag(struct reading *r, const cJSON *item, bool *ret)
{
	if (!cJSON_IsBool(item))
		return complain(r, item, "%s must be true or false",
		    item->string);
	*ret = cJSON_IsTrue(item);
	return true;
}

static bool
read_key(struct reading *r, const cJSON *item, const char *action, int *ret)
{
	char digit[2] = "";

	/* A bare 1 is a number in YAML. */
	if (cJSON_IsNumber(item) && item->valueint >= 0 &&
	    item->valueint <= 9)
		digit[0] = (char)('0' + item->valueint);
	else if (!cJSON_IsString(item))
		return complain(r, item, "keys of %s must be names such as f, "
		    "^F or F4", action);
	*ret = keys_from_name(*digit ? digit : item->valuestring);
	if (*ret == KEY_NONE_)
		return complain(r, item, "there is no key '%s'",
		    item->valuestring);
	if (*ret == K_CTRL('C') || *ret == K_CTRL('Z'))
		return complain(r, item, "%s cannot be bound: it stops and "
		    "suspends", item->valuestring);
	return true;
}

static bool
read_binding(struct reading *r, const cJSON *item)
{
	int keys[KEYS_PER_ACTION + 1] = { 0 }, n = 0;
	const cJSON *each;

	if (cJSON_IsArray(item)) {
		cJSON_ArrayForEach(each, item) {
			if (n >= KEYS_PER_ACTION)
				return complain(r, item, "at most %d keys for "
				    "%s", KEYS_PER_ACTION, item->string);
			if (!read_key(r, each, item->string, &keys[n++]))
				return false;
		}
	} else if (!cJSON_IsNull(item) && !(cJSON_IsString(item) &&
	    strcmp(item->valuestring, "none") == 0)) {
		if (!read_key(r, item, item->string, &keys[n++]))
			return false;
	}
	if (!keymap_bind(&r->config->keymap, item->string, keys))
		return complain(r, item, "there is no action '%s'%s",
		    item->string, n == 0 ? ", or it cannot be without a key" :
		    " that can be bound");
	return true;
}

static bool
read_theme(struct reading *r, const cJSON *object)
{
	struct theme *theme = g_new0(struct theme, 1);
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "base");
	const struct theme *base = theme_builtin(0);

	theme->name = g_strdup(object->string);
	g_ptr_array_add(r->config->themes, theme);
	if (!cJSON_IsObject(object))
		return complain(r, object, "theme %s must be a mapping of "
		    "roles to colors", object->string);
	if (item) {
		base = cJSON_IsString(item) ? theme_builtin_find(
		    item->valuestring) : NULL;
		if (!base)
			return complain(r, item, "base must be dark, light, "
			    "mono, colorblind or colorblind-light");
	}
	memcpy(theme->entries, base->entries, sizeof(theme->entries));
	cJSON_ArrayForEach(item, object) {
		int role = 1;
		char number[16];
		const char *text = item->valuestring;

		if (strcmp(item->string, "base") == 0)
			continue;
		while (role < ROLE__COUNT && strcmp(theme_role_name(
		    (enum role)role), item->string) != 0)
			role++;
		if (role == ROLE__COUNT)
			return complain(r, item, "themes have no role '%s'",
			    item->string);
		if (cJSON_IsNumber(item)) {
			g_snprintf(number, sizeof(number), "%d",
			    item->valueint);
			text = number;
		}
		if (!text || !theme_parse_entry(text,
		    &theme->entries[role]))
			return complain(r, item, "%s must be a color (a name, "
			    "or 0 to 255) and any of bold, faint, underline",
			    item->string);
	}
	return true;
}

static bool
read_filter(struct reading *r, const cJSON *item)
{
	int index = saved_filter_index(item->string);
	const cJSON *name = NULL, *text = item, *each;
	g_autoptr(GError) error = NULL;
	struct filter *filter;
	const char *words;

	if (index < 0)
		return complain(r, item, "filters are called f1 to f9, not "
		    "%s", item->string);
	if (cJSON_IsObject(item)) {
		text = NULL;
		cJSON_ArrayForEach(each, item) {
			if (strcmp(each->string, "name") == 0)
				name = each;
			else if (strcmp(each->string, "filter") == 0)
				text = each;
			else
				return complain(r, each, "a filter has a name "
				    "and a filter, no %s", each->string);
		}
	}
	words = cJSON_GetStringValue(text);
	if (!words || !*words || (name && !cJSON_IsString(name)))
		return complain(r, item, "%s must be a filter, or have a name "
		    "and a filter, as texts", item->string);
	filter = filter_parse(words, NULL, &error);
	if (!filter)
		return complain(r, item, "%s: %s", item->string,
		    error->message);
	filter_free(filter);
	saved_filter_set(&r->config->filters[index], words, name ?
	    name->valuestring : NULL);
	return true;
}

static bool
read_map(struct reading *r, const cJSON *object, bool (*read)(struct reading *,
    const cJSON *))
{
	const cJSON *item;

	if (cJSON_IsNull(object))
		return true;
	if (!cJSON_IsObject(object))
		return complain(r, object, "%s must be a mapping",
		    object->string);
	cJSON_ArrayForEach(item, object)
		if (!read(r, item))
			return false;
	return true;
}

static const struct {
	const char *name;
	size_t field;
} flags[] = {
	{ "mouse", offsetof(struct config, mouse) },
	{ "wrap", offsetof(struct config, wrap) },
	{ "ascii", offsetof(struct config, ascii) },
	{ "title", offsetof(struct config, title) },
	{ "progress", offsetof(struct config, progress) },
	{ "bell", offsetof(struct config, bell) },
};

static bool
read_setting(struct reading *r, const cJSON *item)
{
	const char *name = item->string;
	struct config *config = r->config;

	for (gsize i = 0; i < G_N_ELEMENTS(flags); i++)
		if (strcmp(name, flags[i].name) == 0)
			return read_flag(r, item, (bool *)((char *)config +
			    flags[i].field));
	if (strcmp(name, "keys") == 0)
		return read_map(r, item, read_binding);
	if (strcmp(name, "themes") == 0)
		return read_map(r, item, read_theme);
	if (strcmp(name, "filters") == 0)
		return read_map(r, item, read_filter);
	if (strcmp(name, "theme") != 0)
		return complain(r, item, "there is no setting '%s'", name);
	if (!cJSON_IsString(item))
		return complain(r, item, "theme must be a name");
	g_free(config->theme);
	config->theme = g_strdup(item->valuestring);
	return true;
}

static bool
read_root(struct reading *r)
{
	const cJSON *root = r->document.root, *item;

	if (cJSON_IsNull(root))
		return true;
	if (!cJSON_IsObject(root))
		return complain(r, root, "settings must be a mapping");
	cJSON_ArrayForEach(item, root)
		if (!read_setting(r, item))
			return false;
	item = cJSON_GetObjectItemCaseSensitive(root, "theme");
	if (item && !config_theme(r->config, r->config->theme))
		return complain(r, item, "there is no theme '%s'",
		    r->config->theme);
	return true;
}

static void
config_init(struct config *config)
{
	*config = (struct config){ 0 };
	keymap_init(&config->keymap);
	config->themes = g_ptr_array_new_with_free_func(theme_free);
}

void
config_read(struct config *config, const char *text, gsize length,
    const char *name)
{
	struct reading r = { .config = config, .path = name };
	g_autoptr(GError) error = NULL;
	bool is_good;

	config_init(config);
	if (!yaml_parse(text, length, name, &r.document, &error)) {
		config->complaint = g_strdup_printf("%s; the defaults are "
		    "used", error->message);
		return;
	}
	is_good = read_root(&r);
	yaml_document_clear(&r.document);
	if (!is_good) {
		char *complaint = g_steal_pointer(&config->complaint);

		/* Half a configuration would surprise more than none. */
		config_clear(config);
		config_init(config);
		config->complaint = complaint;
	}
}

void
config_load(struct config *config, const char *path)
{
	g_autofree char *usual = g_build_filename(g_get_user_config_dir(),
	    "evaltop", "config.yaml", NULL);
	const char *home = g_get_home_dir();
	g_autofree char *shown = !path && *home && g_str_has_prefix(usual,
	    home) ? g_strconcat("~", usual + strlen(home), NULL) :
	    g_strdup(path ? path : usual);
	g_autofree char *text = NULL;
	g_autoptr(GError) error = NULL;
	gsize length;

	if (g_file_get_contents(path ? path : usual, &text, &length,
	    &error)) {
		config_read(config, text, length, shown);
		return;
	}
	config_init(config);
	if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
		config->complaint = g_strdup(error->message);
}

void
config_clear(struct config *config)
{
	keymap_clear(&config->keymap);
	if (config->themes)
		g_ptr_array_unref(config->themes);
	for (int i = 0; i < SAVED_FILTERS; i++)
		saved_filter_clear(&config->filters[i]);
	g_free(config->theme);
	g_free(config->complaint);
	*config = (struct config){ 0 };
}

const struct theme *
config_theme_at(const struct config *config, guint index)
{
	guint own = config->themes->len;

	return index < own ? g_ptr_array_index(config->themes, index) :
	    theme_builtin(index - own);
}

const struct theme *
config_theme(const struct config *config, const char *name)
{
	const struct theme *theme;

	for (guint i = 0; (theme = config_theme_at(config, i)); i++)
		if (strcmp(theme->name, name) == 0)
			return theme;
	return NULL;
}
