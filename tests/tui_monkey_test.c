/*
 * Ten thousand random keys, clicks and sizes on every screen, from a fixed
 * seed: nothing may fail, whatever the order.
 */
#include "tui_scene.h"
#include "tui/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define KEYS 10000
#define ASTRAY 80	/* keys elsewhere before one starts afresh */

static const struct {
	enum place place;
	const char *keys;	/* that lead there */
	bool is_browser;
} places[] = {
	{ PLACE_OVERVIEW, "", false }, { PLACE_SAMPLES, "\r", false },
	{ PLACE_REVIEW, "\r\r", false }, { PLACE_CASELIST, "a", false },
	{ PLACE_REASONS, "=", false }, { PLACE_HELP, "?", false },
	{ PLACE_TEXT, ":status\r", false }, { PLACE_RUNS, "", true },
	{ PLACE_COMPARE, "bjac", true },
};

static void
start(struct scene *scene, gsize which, guint32 seed)
{
	static const gint64 moments[] = { 2000, 0, 20000, 60000 };
	bool is_ascii = seed >> 27 & 1;

	if (places[which].is_browser)
		scene_open_runs(scene, 100, 30, is_ascii);
	else
		scene_open(scene, 80, 24, is_ascii, &scene_small,
		    moments[seed >> 25 & 3]);
	scene_type(scene, places[which].keys);
	assert_int_equal(app_screen(&scene->app)->place,
	    places[which].place);
}

static int
random_key(guint32 seed)
{
	static const int specials[] = { K_UP, K_DOWN, K_LEFT, K_RIGHT, K_HOME,
		K_END, K_PAGE_UP, K_PAGE_DOWN, K_BACK_TAB, K_BACKSPACE,
		K_ENTER, K_ENTER, K_ENTER, K_ESCAPE, K_INSERT, K_DELETE, '\t',
		K_CTRL('L'), K_CTRL('D'), K_CTRL('U'), K_CTRL('F'),
		K_CTRL('B'), K_F0 + 1, K_F0 + 2, K_F0 + 3, K_F0 + 4, K_F0 + 5,
		K_F0 + 6, K_F0 + 9, K_F0 + 10, K_PASTE_START, K_PASTE_END,
		K_UNKNOWN, 0x65e5, 0xe9, 0x301, 0x202e };
	int key = seed >> 30 == 3 ? specials[(seed >> 8) %
	    G_N_ELEMENTS(specials)] : (int)(' ' + (seed >> 8) % 95);

	/* Nothing is to be written where the tests run. */
	return key == 'W' ? 'j' : key;
}

static void
resize(struct scene *scene, guint32 seed)
{
	term_set_size(scene->term, 1 + (int)(seed >> 8) % 200, 1 +
	    (int)(seed >> 16) % 60);
	draw_resize(&scene->app.draw);
	app_draw(&scene->app);
}

static void
check(struct scene *scene)
{
	g_autofree char *dump = draw_dump(&scene->app.draw);

	assert_true(g_utf8_validate(dump, -1, NULL));
	assert_in_range(scene->app.depth, 1, SCREENS_MAX);
}

static void
play(gsize which)
{
	guint32 seed = 7 + (guint32)which;
	struct scene s;
	int astray = 0;

	start(&s, which, seed);
	for (int i = 0; i < KEYS; i++) {
		seed = seed * 1664525u + 1013904223u;
		if (seed >> 28 == 0)
			resize(&s, seed);
		if (seed >> 28 == 1 && s.session && s.app.session ==
		    s.session)
			fake_advance(s.session, 2000 + i);
		if (seed >> 28 == 2)
			app_mouse(&s.app, (int)(seed >> 8) % 80,
			    (int)(seed >> 16) % 24, (enum mouse)(seed >> 5 &
			    3));
		scene_key(&s, random_key(seed));
		if (i % 64 == 0 && !s.app.has_left)
			check(&s);
		astray = s.app.has_left ? ASTRAY : app_screen(&s.app)->place
		    == places[which].place ? 0 : astray + 1;
		if (astray >= ASTRAY) {
			scene_close(&s);
			start(&s, which, seed);
			astray = 0;
		}
	}
	scene_close(&s);
}

static void
test_monkey_on_every_screen(void **state)
{
	unsigned seen = 0;

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
		play(i);
		seen |= places[i].place;
	}
	/* A new screen belongs here. */
	assert_int_equal(seen, PLACE_ALL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_monkey_on_every_screen),
	};

	scene_environment();
	return cmocka_run_group_tests_name("monkey", tests, NULL, NULL);
}
