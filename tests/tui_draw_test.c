/* Cells: the gate that text passes, cutting and bars. */
#include "tui_scene.h"
#include "tui/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *text, *shown, *ascii;
	int width, ascii_width;
} gate_cases[] = {
	{ "plain", "plain", "plain", 5, 5 },
	{ "\033[31m", "\u241b[31m", "^[[31m", 5, 6 },
	{ "a\tb", "a       b", "a       b", 9, 9 },
	{ "line\r\n", "line", "line", 4, 4 },
	{ "line\r\nnext", "line\u240d\u240anext", "line^M^Jnext", 10, 12 },
	{ "cr\rx", "cr\u240dx", "cr^Mx", 4, 5 },
	{ "\x7f", "^?", "^?", 2, 2 },
	{ "\xc2\x9b" "5n", "\\x9b5n", "\\x9b5n", 6, 6 },
	{ "\xff\xfe", "\\xff\\xfe", "\\xff\\xfe", 8, 8 },
	{ "\u65e5\u672c", "\u65e5\u672c", "\\u{65e5}\\u{672c}", 4, 16 },
	{ "e\u0301", "e\u0301", "e\\u{301}", 1, 8 },
	{ "\u0301x", "<U+0301>x", "\\u{301}x", 9, 8 },
	{ "a\u202e" "b", "a<U+202E>b", "a<U+202E>b", 10, 10 },
	{ "\ufe0f", "<U+FE0F>", "<U+FE0F>", 8, 8 },
	{ "\u2713\u2717\u00b7\u25b8", "\u2713\u2717\u00b7\u25b8", "PF.>", 4,
	    4 },
};

static void
check_gate(bool ascii)
{
	struct terminal *term = term_open_null("xterm-256color", 2, 60);
	struct draw draw;

	draw_init(&draw, ascii, true);
	for (size_t i = 0; i < G_N_ELEMENTS(gate_cases); i++) {
		g_autofree char *dump = NULL;
		const char *want = ascii ? gate_cases[i].ascii :
		    gate_cases[i].shown;

		draw_erase(&draw);
		draw_put(&draw, 0, 0, 60, gate_cases[i].text, ROLE_NORMAL);
		assert_int_equal(draw_width(&draw, gate_cases[i].text),
		    ascii ? gate_cases[i].ascii_width : gate_cases[i].width);
		dump = draw_dump(&draw);
		*strchr(dump, '\n') = '\0';
		assert_string_equal(dump, want);
	}
	draw_clear(&draw);
	term_close(term);
}

static void
test_gate_makes_everything_visible(void **state)
{
	(void)state;
	check_gate(false);
	check_gate(true);
}

static void
test_gate_never_passes_the_width(void **state)
{
	struct terminal *term = term_open_null("xterm-256color", 1, 40);
	struct draw draw;
	guint32 seed = 1;

	(void)state;
	draw_init(&draw, false, true);
	for (int round = 0; round < 5000; round++) {
		char bytes[33];
		int width = 1 + round % 20;
		g_autofree char *dump = NULL;

		for (int i = 0; i < 32; i++) {
			seed = seed * 1664525u + 1013904223u;
			bytes[i] = (char)(seed >> 24 ? seed >> 24 : 1);
		}
		bytes[32] = '\0';
		draw_erase(&draw);
		draw_put(&draw, 0, 0, 40, "", ROLE_NORMAL);
		draw_text(&draw, width, 0, 1, "|", ROLE_NORMAL);
		assert_true(draw_text(&draw, 0, 0, width, bytes, ROLE_NORMAL)
		    <= width);
		dump = draw_dump(&draw);
		assert_non_null(strchr(dump, '|'));
		for (const char *p = dump; *p; p++)
			assert_true((unsigned char)*p >= 0x20 || *p == '\n');
	}
	draw_clear(&draw);
	term_close(term);
}

static void
test_text_is_cut_and_padded(void **state)
{
	struct terminal *term = term_open_null("xterm-256color", 6, 20);
	struct draw draw;
	g_autofree char *dump = NULL;

	(void)state;
	draw_init(&draw, false, false);
	draw_put(&draw, 0, 0, 6, "abcdefgh", ROLE_NORMAL);
	draw_put(&draw, 0, 1, 4, "\u65e5\u672c\u8a9e", ROLE_NORMAL);
	draw_right(&draw, 0, 2, 8, "12", ROLE_NORMAL);
	draw_put_from(&draw, 0, 3, 5, 3, "abcdefghij", ROLE_NORMAL);
	draw_put_from(&draw, 0, 4, 5, 1, "\u65e5x", ROLE_NORMAL);
	draw_put_tail(&draw, 10, 0, 6, "abcdefgh", ROLE_NORMAL);
	draw_put_tail(&draw, 10, 1, 9, "abcdefgh", ROLE_NORMAL);
	draw_put(&draw, 15, 5, 100, "past the edge", ROLE_NORMAL);
	draw_put(&draw, -3, 5, 5, "abcde", ROLE_NORMAL);
	draw_put(&draw, 0, 99, 5, "below", ROLE_NORMAL);
	dump = draw_dump(&draw);
	assert_string_equal(dump, "abcde~    ~defgh\n\u65e5 ~      abcdefgh\n      12\ndefgh\n x\n"
	    "de             past\n");
	draw_clear(&draw);
	term_close(term);
}

static void
test_bar_is_exact_at_its_ends(void **state)
{
	struct terminal *term = term_open_null("xterm-256color", 5, 4);
	struct draw draw;
	g_autofree char *dump = NULL;

	(void)state;
	draw_init(&draw, false, false);
	draw_bar(&draw, 0, 0, 4, 0, ROLE_GOOD);
	draw_bar(&draw, 0, 1, 4, 0.0001, ROLE_GOOD);
	draw_bar(&draw, 0, 2, 4, 0.5, ROLE_GOOD);
	draw_bar(&draw, 0, 3, 4, 0.9999, ROLE_GOOD);
	draw_bar(&draw, 0, 4, 4, 1, ROLE_GOOD);
	dump = draw_dump(&draw);
	assert_string_equal(dump, "\u2591\u2591\u2591\u2591\n"
	    "\u258f\u2591\u2591\u2591\n\u2588\u2588\u2591\u2591\n"
	    "\u2588\u2588\u2588\u2589\n\u2588\u2588\u2588\u2588\n");
	draw_clear(&draw);
	term_close(term);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gate_makes_everything_visible),
		cmocka_unit_test(test_gate_never_passes_the_width),
		cmocka_unit_test(test_text_is_cut_and_padded),
		cmocka_unit_test(test_bar_is_exact_at_its_ends),
	};

	scene_environment();
	return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
