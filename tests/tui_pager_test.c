/* Texts that scroll: where lines are folded, moving, and what is found. */
#include "tui_scene.h"
#include "tui/term.h"
#include "tui/widget/pager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct desk {
	struct terminal *term;
	struct draw draw;
	struct pager pager;
	struct rect all;
};

static void
desk_open(struct desk *desk, int cols, int rows)
{
	*desk = (struct desk){ .pager = { .marked = -1 },
		.all = { 0, 0, cols, rows },
		.term = term_open_null("xterm-256color", rows, cols) };
	assert_non_null(desk->term);
	draw_init(&desk->draw, false, false);
	pager_reset(&desk->pager);
}

static void
desk_shows(struct desk *desk, const char *want)
{
	g_autofree char *dump = NULL;

	pager_draw(&desk->pager, &desk->draw, desk->all);
	dump = draw_dump(&desk->draw);
	assert_string_equal(dump, want);
}

static void
desk_close(struct desk *desk)
{
	pager_clear(&desk->pager);
	draw_clear(&desk->draw);
	term_close(desk->term);
}

static const struct {
	const char *text;
	int first, rest;
	const char *rows;	/* where they begin */
	int width;
} folds[] = {
	{ "", 5, 5, "0", 0 },
	{ "12345", 5, 5, "0", 5 },
	{ "123456", 5, 5, "0 5", 6 },
	{ "one two three", 8, 8, "0 8", 13 },
	/* A blank may hang over the edge. */
	{ "one two three", 7, 7, "0 8", 13 },
	{ "one two  three", 7, 7, "0 9", 14 },
	{ "one two three", 6, 6, "0 4 8", 13 },
	{ "a verylongword b", 6, 6, "0 2 8 15", 16 },
	/* Further rows are narrower: the mark stands there. */
	{ "aaaa bbbb cccc", 10, 8, "0 10", 14 },
	{ "aaaa bbbb cccc dd", 10, 4, "0 10 15", 17 },
	/* An indent is no place to fold at. */
	{ "        word", 10, 10, "0 10", 12 },
	{ "      ab cdef", 10, 10, "0 9", 13 },
	/* Ideographs fold anywhere, but never in their middle. */
	{ "\u65e5\u672c\u8a9e", 4, 4, "0 4", 6 },
	{ "\u65e5\u672c\u8a9e", 5, 5, "0 4", 6 },
	{ "ab\u65e5cd", 3, 3, "0 2 4", 6 },
	{ "\u65e5", 1, 1, "0", 2 },
	{ "\u65e5\u672c", 1, 1, "0 2", 4 },
	/* What combines stays with what it stands upon. */
	{ "abce\u0301fgh", 4, 4, "0 4", 7 },
	{ "\x1b[0m x", 4, 4, "0 5", 6 },
};

static void
test_lines_fold_at_blanks_and_ideographs(void **state)
{
	struct desk desk;
	g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(int));

	(void)state;
	desk_open(&desk, 20, 2);
	for (gsize i = 0; i < G_N_ELEMENTS(folds); i++) {
		g_autoptr(GString) got = g_string_new(NULL);
		int width = draw_folds(&desk.draw, folds[i].text,
		    folds[i].first, folds[i].rest, starts);

		for (guint s = 0; s < starts->len; s++)
			g_string_append_printf(got, "%s%d", s ? " " : "",
			    g_array_index(starts, int, s));
		if (strcmp(got->str, folds[i].rows) != 0 ||
		    width != folds[i].width)
			fail_msg("'%s' in %d: got %s and %d, want %s and %d",
			    folds[i].text, folds[i].first, got->str, width,
			    folds[i].rows, folds[i].width);
	}
	desk_close(&desk);
}

static void
test_code_scrolls_marks_and_folds(void **state)
{
	struct desk desk;

	(void)state;
	desk_open(&desk, 14, 3);
	pager_add_code(&desk.pager, "one\ntwo is longer\n\x1b[0m\nfour\n", 2);
	desk_shows(&desk, "  1  one\n\u25b8 2  two is l~\n  3  \u241b[0m\n");
	pager_act(&desk.pager, ACTION_WRAP);
	pager_act(&desk.pager, ACTION_DOWN);
	desk_shows(&desk, "\u25b8 2  two is\n\u25b8 \u203a  longer\n"
	    "  3  \u241b[0m\n");
	pager_act(&desk.pager, ACTION_WRAP);
	pager_act(&desk.pager, ACTION_NUMBERS);
	pager_act(&desk.pager, ACTION_SIDE_RIGHT);
	desk_shows(&desk, "longer\n\n\n");
	desk_close(&desk);
}

static void
test_folds_are_marked_where_there_is_no_gutter(void **state)
{
	struct desk desk;

	(void)state;
	desk_open(&desk, 14, 6);
	pager_add(&desk.pager, "a line that goes on", ROLE_NORMAL);
	pager_add_field(&desk.pager, "want", "one two three", ROLE_NORMAL);
	desk.pager.wraps = true;
	desk_shows(&desk, "a line that\n\u203a goes on\nwant    one\n"
	    "      \u203a two\n      \u203a three\n\n");
	desk_close(&desk);
}

/* Paging through shows every row, and none twice but the last of each page. */
static void
test_pages_skip_nothing_in_folded_lines(void **state)
{
	struct desk desk;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash,
	    g_str_equal, g_free, NULL);

	(void)state;
	for (int i = 0; i < 60; i++)
		g_string_append_printf(text, "w%02d %s", i, i % 20 == 19 ?
		    "\n" : "");
	desk_open(&desk, 10, 4);
	pager_add_text(&desk.pager, text->str, -1, ROLE_NORMAL);
	desk.pager.wraps = true;
	for (int page = 0; page < 40; page++) {
		g_autofree char *dump = NULL;
		g_auto(GStrv) words = NULL;

		pager_draw(&desk.pager, &desk.draw, desk.all);
		dump = draw_dump(&desk.draw);
		words = g_strsplit_set(dump, " \n", -1);
		for (int w = 0; words[w]; w++)
			if (words[w][0] == 'w')
				g_hash_table_add(seen, g_strdup(words[w]));
		pager_act(&desk.pager, ACTION_PAGE_DOWN);
	}
	assert_int_equal(g_hash_table_size(seen), 60);
	/* The end is full, and ^ by ^ one comes back to the start. */
	desk_shows(&desk, "\u203a w52 w53\n\u203a w54 w55\n\u203a w56 w57\n"
	    "\u203a w58 w59\n");
	for (int i = 0; i < 100; i++)
		pager_act(&desk.pager, ACTION_UP);
	desk_shows(&desk, "w00 w01\n\u203a w02 w03\n\u203a w04 w05\n"
	    "\u203a w06 w07\n");
	pager_act(&desk.pager, ACTION_LAST);
	assert_int_equal(desk.pager.top, 2);
	desk_close(&desk);
}

/* Searching. */

static const struct {
	const char *text, *needle;
	int start, length;	/* -1: it is not there */
} finds[] = {
	{ "KeyError: x", "keyerror", 0, 8 },
	{ "KeyError: x", "Error", 3, 5 },
	{ "keyerror", "Error", -1, 0 },
	{ "abc", "", -1, 0 },
	{ "", "a", -1, 0 },
	{ "aab", "ab", 1, 2 },
	{ "\u00c4pfel", "\u00e4p", 0, 3 },
	{ "x\xff\xfey", "\xfey", 2, 2 },
	{ "\xff", "\u00ff", -1, 0 },
	{ "STRASSE", "stra\u00dfe", -1, 0 },
};

static void
test_search_has_smart_case(void **state)
{
	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(finds); i++) {
		gsize start = 99, length = 99;
		bool found = text_find(finds[i].text, finds[i].needle, &start,
		    &length);

		if (found != (finds[i].start >= 0) || (found && ((int)start !=
		    finds[i].start || (int)length != finds[i].length)))
			fail_msg("'%s' in '%s': got %d at %zu+%zu",
			    finds[i].needle, finds[i].text, found, start,
			    length);
	}
}

static void
test_hits_are_reversed_where_they_stand(void **state)
{
	struct desk desk;
	g_autofree char *roles = NULL, *twice = NULL;

	(void)state;
	desk_open(&desk, 12, 2);
	draw_put(&desk.draw, 0, 0, 12, "\u65e5ab Abab", ROLE_NORMAL);
	draw_put(&desk.draw, 0, 1, 12, "an ab bar", STYLE_REVERSE);
	draw_hits(&desk.draw, desk.all, "ab");
	roles = draw_dump_roles(&desk.draw);
	assert_string_equal(roles, "..RR.RRRR...\nRRR..RRRRRRR\n");
	draw_hits(&desk.draw, (struct rect){ 0, 0, 12, 1 }, "\u65e5");
	twice = draw_dump_roles(&desk.draw);
	assert_string_equal(twice, "RRRR.RRRR...\nRRR..RRRRRRR\n");
	/* Outside of the screen there is nothing to read. */
	draw_hits(&desk.draw, (struct rect){ -3, -2, 99, 99 }, "zzz");
	desk_close(&desk);
}

static void
test_lists_show_what_is_found(void **state)
{
	struct scene s;
	g_autofree char *roles = NULL, *text = NULL;
	g_auto(GStrv) rows = NULL, lines = NULL;
	int hits = 0;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "a/pascal_row.3\r");
	roles = draw_dump_roles(&s.app.draw);
	text = draw_dump(&s.app.draw);
	rows = g_strsplit(roles, "\n", -1);
	lines = g_strsplit(text, "\n", -1);
	for (int y = 0; lines[y]; y++) {
		char *at = strstr(lines[y], "pascal_row.3");

		if (!at || !strstr(lines[y], "\u2503"))
			continue;
		hits++;
		/* The cursor's row is reversed, so its hit is not. */
		assert_non_null(strstr(rows[y], "R............R"));
	}
	assert_int_equal(hits, 1);
	scene_close(&s);
}

static void
test_help_is_searched(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, "?/cancel sample\r");
	assert_true(scene_shows(&s, "/cancel sample"));
	assert_true(scene_shows(&s, "cancel sample (asks)"));
	scene_type(&s, "/zebra\r");
	assert_true(scene_shows(&s, "no hit in this help"));
	scene_close(&s);
}

/* What a title says of the place holds for the frame that it stands in. */
static void
test_titles_tell_of_what_is_seen(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &scene_small, 60000);
	scene_type(&s, ":messages\r");
	assert_false(scene_shows(&s, " of 1 "));
	assert_int_equal(s.app.text.top, 0);
	scene_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_titles_tell_of_what_is_seen),
		cmocka_unit_test(test_lines_fold_at_blanks_and_ideographs),
		cmocka_unit_test(test_code_scrolls_marks_and_folds),
		cmocka_unit_test(
		    test_folds_are_marked_where_there_is_no_gutter),
		cmocka_unit_test(test_pages_skip_nothing_in_folded_lines),
		cmocka_unit_test(test_search_has_smart_case),
		cmocka_unit_test(test_hits_are_reversed_where_they_stand),
		cmocka_unit_test(test_lists_show_what_is_found),
		cmocka_unit_test(test_help_is_searched),
	};

	scene_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
