/*
 * Any bytes as a configuration: taken, or refused with a sentence that names
 * the file, and then the defaults hold.  Whatever it binds, one can get out,
 * read what the keys are, and no key means two things in one place.
 */
#include <glib.h>
#include <string.h>

#include "tests/fuzz/driver.h"
#include "tui/preferences.h"

const struct fuzz_seed fuzz_seeds[] = {
	{ "theme: mine\nmouse: true\nwrap: true\nascii: true\nthemes:\n"
	    "  mine:\n    base: light\n    good: 34 bold\n    bad: bright-red "
	    "underline\n    dim: 244\n", 0 },
	{ "keys:\n  filter: [f, F4]\n  theme: none\n  mark: m\n  "
	    "line-numbers: 1\n  help: ^G\n  back: ~\n", 0 },
	{ "filters:\n  f1: out=timeout\n  f9: {name: slow, filter: wall>2}\n",
	    0 },
	{ "keys: {down: ctrl-j, up: [k, Up, PgUp]}\n", 0 },
	{ "theme: dark\n---\ntheme: pink\n", 0 },
	{ NULL, 0 },
};

static void
check_keys(const struct keymap *map)
{
	static const enum action always[] = { ACTION_BACK, ACTION_COMMAND,
		ACTION_HELP };

	for (gsize i = 0; i < G_N_ELEMENTS(always); i++)
		g_assert_cmpint(keymap_row(map, always[i], 0)->keys[0], !=,
		    0);
	for (int a = 0; a < map->count; a++)
		for (int b = 0; b < a; b++)
			for (int i = 0; i < KEYS_PER_ACTION &&
			    map->rows[a].keys[i] && (map->rows[a].places &
			    map->rows[b].places); i++)
				for (int j = 0; j < KEYS_PER_ACTION &&
				    map->rows[b].keys[j]; j++)
					g_assert_cmpint(map->rows[a].keys[i],
					    !=, map->rows[b].keys[j]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct config config;
	const struct theme *theme;

	config_read(&config, (const char *)bytes, size, "config.yaml");
	check_keys(&config.keymap);
	if (config.complaint) {
		g_assert_true(g_str_has_prefix(config.complaint,
		    "config.yaml"));
		g_assert_null(config.theme);
		g_assert_cmpuint(config.themes->len, ==, 0);
		g_assert_false(config.mouse || config.wrap || config.ascii);
	}
	if (config.theme)
		g_assert_nonnull(config_theme(&config, config.theme));
	for (guint i = 0; (theme = config_theme_at(&config, i)); i++)
		for (int role = 0; role < ROLE__COUNT; role++) {
			unsigned flags;

			for (int colors = 8; colors <= 256; colors *= 2)
				g_assert_cmpint(theme_color(
				    &theme->entries[role], colors, &flags), <,
				    colors);
		}
	config_clear(&config);
	return 0;
}
