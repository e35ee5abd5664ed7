/*
 * Keys, what is told of them, and the settings that change them.
 * UPDATE_GOLDEN=1 rewrites the tables of keys and filters in man/evaltop.1.
 */
#include "run/filter.h"
#include "tui/format.h"
#include "tui/keys.h"
#include "tui/preferences.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
test_no_two_actions_share_a_key(void **state)
{
	int count;
	const struct key_row *rows = keys_table(&count);

	(void)state;
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < KEYS_PER_ACTION && rows[i].keys[k]; k++) {
			int key = rows[i].keys[k];

			for (int j = 0; j < count; j++) {
				if (j == i || !(rows[i].places &
				    rows[j].places))
					continue;
				for (int l = 0; l < KEYS_PER_ACTION; l++)
					if (rows[j].keys[l] == key)
						fail_msg("key %d: %s and %s",
						    key, rows[i].name,
						    rows[j].name);
			}
		}
	}
}

static void
test_every_action_has_a_row_and_help(void **state)
{
	struct keymap map;

	(void)state;
	keymap_init(&map);
	for (int a = ACTION_NONE + 1; a < ACTION__COUNT; a++) {
		const struct key_row *row = keymap_row(&map, (enum action)a,
		    0);

		if (!row)
			fail_msg("action %d has no row", a);
		assert_non_null(row->name);
	}
	assert_int_equal(keymap_find(&map, 'q', PLACE_REVIEW), ACTION_BACK);
	assert_int_equal(keymap_find(&map, K_ESCAPE, PLACE_HELP),
	    ACTION_DROP);
	assert_int_equal(keymap_find(&map, 's', PLACE_REVIEW), ACTION_NONE);
	keymap_clear(&map);
}

static void
test_hints_have_priorities_of_their_own(void **state)
{
	int count;
	const struct key_row *rows = keys_table(&count);

	(void)state;
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (rows[i].hint && rows[j].hint)
				assert_int_not_equal(rows[i].priority,
				    rows[j].priority);
}

static void
test_every_key_is_in_the_help_of_its_screen(void **state)
{
	struct keymap map;

	(void)state;
	keymap_init(&map);
	for (int p = 0; p < PLACE__COUNT; p++) {
		enum place place = (enum place)(1 << p);

		for (int i = 0; i < map.count; i++) {
			int above = i;
			char text[KEYS_TEXT_SIZE];

			if (!(map.rows[i].places & place))
				continue;
			/* The row that tells of it must apply here as well. */
			while (!map.rows[above].help)
				above--;
			if (!(map.rows[above].places & place))
				fail_msg("%s has no help among '%s'",
				    map.rows[i].name, place_name(place));
			assert_true(*keymap_text(&map, above, place, text));
		}
	}
	keymap_clear(&map);
}

static void
man_escape(GString *into, const char *text)
{
	static const struct {
		gunichar c;
		const char *word;
	} words[] = {
		{ 0x2191, "Up" }, { 0x2193, "Down" }, { 0x2190, "Left" },
		{ 0x2192, "Right" }, { '-', "\\-" }, { '^', "\\(ha" },
		{ '\\', "\\e" }, { '"', "\\(dq" }, { '~', "\\(ti" },
		{ '\'', "\\(aq" }, { '`', "\\(ga" },
	};

	for (; *text; text = utf8_next(text)) {
		gunichar c = g_utf8_get_char(text);
		const char *word = NULL;

		for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
			if (words[i].c == c)
				word = words[i].word;
		if (word)
			g_string_append(into, word);
		else
			g_string_append_unichar(into, c);
	}
}

static char *
man_keys(void)
{
	GString *into = g_string_new("");
	struct keymap map;

	keymap_init(&map);
	for (int group = 0; group < KEYS__GROUPS; group++) {
		g_string_append_printf(into, ".SS %s\n",
		    key_group_title((enum key_group)group));
		for (int i = 0; i < map.count; i++) {
			const struct key_row *row = &map.rows[i];
			char text[KEYS_TEXT_SIZE];

			if (row->group != (enum key_group)group || !row->help)
				continue;
			keymap_text(&map, i, PLACE_ALL, text);
			g_string_append(into, ".TP\n.B \"");
			man_escape(into, text);
			g_string_append(into, "\"\n");
			man_escape(into, row->help);
			g_string_append(into, "\n.RI ( ");
			man_escape(into, row->name);
			for (int n = i + 1; n < map.count &&
			    !map.rows[n].help; n++) {
				if (map.rows[n].action == row->action ||
				    map.rows[n].action ==
				    map.rows[n - 1].action || (n > i + 1 &&
				    map.rows[n].action ==
				    map.rows[i + 1].action))
					continue;
				g_string_append(into, " \", \" ");
				man_escape(into, map.rows[n].name);
			}
			g_string_append(into, " )\n");
		}
	}
	keymap_clear(&map);
	return g_string_free(into, FALSE);
}

static char *
man_filters(void)
{
	GString *into = g_string_new("");
	guint count;
	const struct filter_field *fields = filter_fields(&count);

	for (guint i = 0; i < count; i++) {
		g_string_append_printf(into, ".TP\n.BR %s", fields[i].name);
		if (fields[i].alias)
			g_string_append_printf(into, " \", \" %s",
			    fields[i].alias);
		g_string_append(into, "\n");
		man_escape(into, fields[i].help);
		g_string_append(into, ", as in\n.B \"");
		man_escape(into, fields[i].example);
		g_string_append(into, "\"\n");
	}
	return g_string_free(into, FALSE);
}

static char *
source_path(const char *name)
{
	const char *srcdir = getenv("srcdir");

	return g_build_filename(srcdir ? srcdir : ".", name, NULL);
}

/* What stands between two marks of the manual is made from a table. */
static void
check_man(const char *what, const char *want)
{
	g_autofree char *path = source_path("man/evaltop.1"), *text = NULL;
	g_autofree char *begin = g_strdup_printf(".\\\" %s begin", what);
	g_autofree char *end = g_strdup_printf(".\\\" %s end", what);
	g_autofree char *got = NULL, *whole = NULL;
	char *from, *to;

	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	from = strstr(text, begin);
	assert_non_null(from);
	from = strchr(from, '\n') + 1;
	to = strstr(from, end);
	assert_non_null(to);
	got = g_strndup(from, (gsize)(to - from));
	if (getenv("UPDATE_GOLDEN") && strcmp(got, want) != 0) {
		*from = '\0';
		whole = g_strconcat(text, want, end, to + strlen(end), NULL);
		assert_true(g_file_set_contents(path, whole, -1, NULL));
		return;
	}
	assert_string_equal(got, want);
}

/* The help of 80 columns has two of these beside each other. */
static void
test_help_texts_are_not_cut(void **state)
{
	struct keymap map;

	(void)state;
	keymap_init(&map);
	for (int i = 0; i < map.count; i++)
		if (map.rows[i].help && strlen(map.rows[i].help) > 21)
			fail_msg("'%s' is longer than 21 columns",
			    map.rows[i].help);
	keymap_clear(&map);
}

static void
test_manual_has_all_keys_and_filters(void **state)
{
	g_autofree char *keys = man_keys(), *filters = man_filters();

	(void)state;
	check_man("keys", keys);
	check_man("filters", filters);
}

static void
test_names_of_keys_are_read_back(void **state)
{
	int count;
	const struct key_row *rows = keys_table(&count);
	char name[KEYS_TEXT_SIZE];

	(void)state;
	for (int i = 0; i < count; i++)
		for (int k = 0; k < KEYS_PER_ACTION && rows[i].keys[k]; k++) {
			int key = rows[i].keys[k];

			if (key >= K_UP && key <= K_RIGHT)
				continue;	/* arrows have words */
			assert_int_equal(keys_from_name(keys_name(key, name)),
			    key);
		}
	assert_int_equal(keys_from_name("up"), K_UP);
	assert_int_equal(keys_from_name("ctrl-f"), K_CTRL('F'));
	assert_int_equal(keys_from_name("F13"), KEY_NONE_);
	assert_int_equal(keys_from_name("F1x"), KEY_NONE_);
	assert_int_equal(keys_from_name("nonsense"), KEY_NONE_);
	assert_int_equal(keys_from_name(""), KEY_NONE_);
}

/* The configuration. */

static void
load_config(struct config *config, const char *text)
{
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "config.yaml", NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
	config_load(config, path);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_configuration_binds_and_colors(void **state)
{
	struct config config;
	const struct theme *theme;

	(void)state;
	load_config(&config, "theme: mine\nmouse: true\n"
	    "themes:\n  mine:\n    base: light\n    good: 34 bold\n"
	    "    bad: bright-red\nkeys:\n  filter: [F4, z]\n  zoom: none\n");
	assert_null(config.complaint);
	assert_true(config.mouse);
	theme = config_theme(&config, config.theme);
	assert_int_equal(theme->entries[ROLE_GOOD].color256, 34);
	assert_int_equal(theme->entries[ROLE_GOOD].color8, 2);
	assert_int_equal(theme->entries[ROLE_GOOD].flags, STYLE_BOLD);
	assert_int_equal(theme->entries[ROLE_BAD].color8, 1);
	assert_int_equal(theme->entries[ROLE_WARN].color256,
	    theme_builtin_find("light")->entries[ROLE_WARN].color256);
	assert_int_equal(keymap_find(&config.keymap, 'z', PLACE_OVERVIEW),
	    ACTION_FILTER);
	assert_int_equal(keymap_find(&config.keymap, 'f', PLACE_OVERVIEW),
	    ACTION_NONE);
	config_clear(&config);
}

static void
test_bad_configuration_is_told_with_its_line(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "theme: dark\nmice: true\n", ":2: there is no setting "
		    "'mice'" },
		{ "mouse: perhaps\n", ":1: mouse must be true or false" },
		{ "keys:\n  fly: x\n", ":2: there is no action 'fly'" },
		{ "keys:\n  filter: [f, F99]\n", "there is no key 'F99'" },
		{ "keys:\n  filter: ^C\n", "cannot be bound" },
		{ "keys:\n  back: none\n", "'back', or it cannot be without" },
		{ "keys:\n  interrupt: x\n", "'interrupt'" },
		{ "theme: pink\n", ":1: there is no theme 'pink'" },
		{ "themes:\n  a:\n    good: puce\n", ":3: good must be" },
		{ "themes:\n  a:\n    nice: red\n", ":3: themes have no role "
		    "'nice'" },
		{ "themes: 3\n", "must be a mapping" },
		{ "- 1\n", "settings must be a mapping" },
		{ "a: [\n", "the defaults are used" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct config config;

		load_config(&config, cases[i].text);
		assert_non_null(config.complaint);
		if (!strstr(config.complaint, cases[i].says))
			fail_msg("%s", config.complaint);
		assert_int_equal(keymap_find(&config.keymap, 'f',
		    PLACE_OVERVIEW), ACTION_FILTER);
		config_clear(&config);
	}
}

static void
test_themes_suit_few_colors(void **state)
{
	const struct theme *theme;

	(void)state;
	for (guint i = 0; (theme = theme_builtin(i)); i++)
		for (int role = 0; role < ROLE__COUNT; role++) {
			const struct theme_entry *e = &theme->entries[role];
			unsigned flags;

			assert_in_range(theme_color(e, 8, &flags) + 1, 0, 8);
			assert_in_range(theme_color(e, 16, &flags) + 1, 0,
			    16);
			assert_in_range(theme_color(e, 256, &flags) + 1, 0,
			    256);
		}
	assert_non_null(theme_builtin_find("mono"));
	assert_non_null(theme_builtin_find("colorblind"));
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_two_actions_share_a_key),
		cmocka_unit_test(test_every_action_has_a_row_and_help),
		cmocka_unit_test(test_hints_have_priorities_of_their_own),
		cmocka_unit_test(test_every_key_is_in_the_help_of_its_screen),
		cmocka_unit_test(test_help_texts_are_not_cut),
		cmocka_unit_test(test_manual_has_all_keys_and_filters),
		cmocka_unit_test(test_names_of_keys_are_read_back),
		cmocka_unit_test(test_configuration_binds_and_colors),
		cmocka_unit_test(test_bad_configuration_is_told_with_its_line),
		cmocka_unit_test(test_themes_suit_few_colors),
	};

	return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
