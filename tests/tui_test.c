/*
 * The screens without a terminal: curses draws to /dev/null, and the cells
 * are read back.  UPDATE_GOLDEN=1 rewrites tests/tui/golden.
 */
#include "tui_fake.h"
#include "tui/format.h"
#include "tui/screen/app.h"
#include "tui/term.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One screen of a size, on a made-up run at a moment of it. */
struct scene {
	struct terminal *term;
	struct session *session;
	struct app app;
};

static void
scene_open(struct scene *scene, int cols, int rows, bool ascii,
    const struct fake_options *fake, gint64 at_ms)
{
	memset(scene, 0, sizeof(*scene));
	scene->term = term_open_null("xterm-256color", rows, cols);
	assert_non_null(scene->term);
	scene->session = fake_session_new(fake);
	draw_init(&scene->app.draw, ascii, true);
	fake_advance(scene->session, 0);
	scene->app.now_ms = FAKE_START_MS;
	app_init(&scene->app, scene->session, NULL);
	app_update(&scene->app, FAKE_START_MS);
	for (gint64 t = 100; t <= at_ms; t += 100) {
		fake_advance(scene->session, t);
		app_update(&scene->app, FAKE_START_MS + t);
	}
	app_draw(&scene->app);
}

static void
scene_key(struct scene *scene, int key)
{
	app_key(&scene->app, key);
	app_update(&scene->app, scene->app.now_ms);
	if (!scene->app.has_left)
		app_draw(&scene->app);
}

static void
scene_type(struct scene *scene, const char *keys)
{
	for (; *keys; keys++)
		scene_key(scene, *keys);
}

static bool
scene_shows(struct scene *scene, const char *text)
{
	g_autofree char *dump = draw_dump(&scene->app.draw);

	if (strstr(dump, text))
		return true;
	print_message("%s", dump);
	return false;
}

static void
scene_close(struct scene *scene)
{
	app_clear(&scene->app);
	draw_clear(&scene->app.draw);
	session_free(scene->session);
	term_close(scene->term);
}

static const struct fake_options small = { .tasks = 24, .n = 10, .jobs = 4 };

/* Keys. */

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

/* Layout. */

static bool
is_inside(struct rect r, int cols, int rows)
{
	return r.w >= 0 && r.h >= 0 && r.x >= 0 && r.y >= 0 &&
	    r.x + r.w <= cols && r.y + r.h <= rows;
}

static bool
overlap(struct rect a, struct rect b)
{
	return a.w > 0 && a.h > 0 && b.w > 0 && b.h > 0 &&
	    a.x < b.x + b.w && b.x < a.x + a.w &&
	    a.y < b.y + b.h && b.y < a.y + a.h;
}

static void
check_layout(int cols, int rows, int ks, int workers, int zoomed)
{
	struct layout l;
	struct rect all[PANE__COUNT + 5];
	int n = 0;

	layout_overview(cols, rows, ks, workers, zoomed, &l);
	all[n++] = l.head;
	all[n++] = l.passk_line;
	all[n++] = l.preview_line;
	all[n++] = l.message;
	all[n++] = l.footer;
	for (int i = 0; i < PANE__COUNT; i++)
		all[n++] = l.panes[i];
	for (int i = 0; i < n; i++) {
		if (!is_inside(all[i], cols, rows))
			fail_msg("%dx%d: piece %d outside", cols, rows, i);
		for (int j = 0; j < i; j++)
			if (overlap(all[i], all[j]))
				fail_msg("%dx%d: %d over %d", cols, rows, i,
				    j);
	}
	if (l.size > LAYOUT_TINY && zoomed < 0)
		assert_true(l.panes[PANE_TASKS].h >= 4);
}

static void
test_layout_is_inside_and_disjoint_at_any_size(void **state)
{
	(void)state;
	for (int rows = 1; rows <= 60; rows++) {
		for (int cols = 1; cols <= 200; cols++) {
			check_layout(cols, rows, 3, 4, -1);
			check_layout(cols, rows, 8, 64, -1);
			check_layout(cols, rows, 1, 0, -1);
			check_layout(cols, rows, 3, 4, PANE_RESULT);
		}
	}
	check_layout(500, 200, 3, 300, -1);
}

static void
test_layout_breakpoints(void **state)
{
	(void)state;
	assert_int_equal(layout_size(160, 40), LAYOUT_FULL);
	assert_int_equal(layout_size(160, 39), LAYOUT_LARGE);
	assert_int_equal(layout_size(120, 24), LAYOUT_LARGE);
	assert_int_equal(layout_size(80, 24), LAYOUT_MEDIUM);
	assert_int_equal(layout_size(80, 23), LAYOUT_SMALL);
	assert_int_equal(layout_size(59, 23), LAYOUT_MINI);
	assert_int_equal(layout_size(40, 10), LAYOUT_MINI);
	assert_int_equal(layout_size(40, 9), LAYOUT_TINY);
}

/* Formats, list, prompt. */

static void
test_formats(void **state)
{
	char b[FORMAT_SIZE];

	(void)state;
	assert_string_equal(format_clock(0, b), "00:00:00");
	assert_string_equal(format_clock(761000, b), "00:12:41");
	assert_string_equal(format_clock(-5, b), "00:00:00");
	assert_string_equal(format_clock(273845000, b), "3d 04:04:05");
	assert_string_equal(format_seconds(999, b), "999ms");
	assert_string_equal(format_seconds(9994, b), "9.99s");
	assert_string_equal(format_seconds(9995, b), "10.0s");
	assert_string_equal(format_seconds(99949, b), "99.9s");
	assert_string_equal(format_seconds(200000, b), "3m20");
	assert_string_equal(format_seconds(7260000, b), "2h01");
	assert_string_equal(format_bytes(0, b), "0B");
	assert_string_equal(format_bytes(999, b), "999B");
	assert_string_equal(format_bytes(1000, b), "1.0K");
	assert_string_equal(format_bytes(9u << 20, b), "9.0M");
	assert_string_equal(format_bytes(512u << 20, b), "512M");
	assert_string_equal(format_rate(0, b), "---");
	assert_string_equal(format_rate(1.066, b), "1.07/s");
	assert_string_equal(format_rate(143.2, b), "143/s");
	assert_int_equal(format_count_lines("a\nb"), 2);
	assert_int_equal(format_count_lines("a\nb\n"), 2);
	assert_int_equal(format_count_lines(""), 0);
	assert_int_equal(format_count_lines(NULL), 0);
	assert_string_equal(format_amount("x\n", 2, b), "1 line 2B");
	assert_string_equal(format_amount(NULL, 0, b), "empty");
}

static void
test_list_keeps_the_row_on_its_screen_line(void **state)
{
	struct list list = { .top = 10, .cursor = 14, .count = 100,
		.shown = 10 };

	(void)state;
	list_follow(&list, 60);
	assert_int_equal(list.cursor - list.top, 4);
	list_follow(&list, 2);
	assert_int_equal(list.top, 0);
	list_act(&list, ACTION_LAST);
	assert_int_equal(list.cursor, 99);
	assert_int_equal(list.top, 90);
	list_act(&list, ACTION_DOWN);
	assert_int_equal(list.cursor, 99);
	list_act(&list, ACTION_PAGE_UP);
	assert_int_equal(list.cursor, 90);
	list_fit(&list, 0, 10);
	assert_int_equal(list.cursor, 0);
	assert_int_equal(list.top, 0);
}

static void
test_prompt_edits_like_readline(void **state)
{
	struct prompt p;
	g_autofree char *text = NULL;
	static const int keys[] = { 'a', 'b', ' ', 'c', K_CTRL('A'), 'x',
		K_CTRL('E'), K_CTRL('W'), 0xe9, K_LEFT, K_DELETE, K_ENTER };

	(void)state;
	memset(&p, 0, sizeof(p));
	prompt_start(&p, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(keys) - 1; i++)
		assert_int_equal(prompt_key(&p, keys[i]), PROMPT_GOES_ON);
	assert_int_equal(prompt_key(&p, K_ENTER), PROMPT_ACCEPTED);
	text = prompt_text(&p);
	assert_string_equal(text, "xab ");
	assert_int_equal(prompt_key(&p, K_CTRL('U')), PROMPT_GOES_ON);
	assert_int_equal(prompt_key(&p, K_BACKSPACE), PROMPT_DROPPED);
	for (int i = 0; i < 2 * PROMPT_MAX; i++)
		prompt_key(&p, 'z');
	assert_int_equal(p.length, PROMPT_MAX);
}

/* The gate. */

static const struct {
	const char *text, *shown, *ascii;
	int width, ascii_width;
} gate_cases[] = {
	{ "plain", "plain", "plain", 5, 5 },
	{ "\033[31m", "\u241b[31m", "^[[31m", 5, 6 },
	{ "a\tb", "a       b", "a       b", 9, 9 },
	{ "line\r\nnext", "line", "line", 4, 4 },
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

static void
test_pager_wraps_scrolls_and_marks(void **state)
{
	struct terminal *term = term_open_null("xterm-256color", 3, 14);
	struct draw draw;
	struct pager pager = { .marked = -1 };
	g_autofree char *a = NULL, *b = NULL, *c = NULL;
	struct rect all = { 0, 0, 14, 3 };

	(void)state;
	draw_init(&draw, false, false);
	pager_reset(&pager);
	pager_add_code(&pager, "one\ntwo is longer\n\x1b[0m\nfour\n", 2);
	pager_draw(&pager, &draw, all);
	a = draw_dump(&draw);
	assert_string_equal(a, "  1  one\n\u25b8 2  two is l~\n"
	    "  3  \u241b[0m\n");
	pager_act(&pager, ACTION_WRAP);
	pager_act(&pager, ACTION_DOWN);
	pager_draw(&pager, &draw, all);
	b = draw_dump(&draw);
	assert_string_equal(b, "\u25b8 2  two is lo\n\u25b8    nger\n"
	    "  3  \u241b[0m\n");
	pager_act(&pager, ACTION_WRAP);
	pager_act(&pager, ACTION_NUMBERS);
	pager_act(&pager, ACTION_SIDE_RIGHT);
	pager_draw(&pager, &draw, all);
	c = draw_dump(&draw);
	assert_string_equal(c, "longer\n\n\n");
	pager_clear(&pager);
	draw_clear(&draw);
	term_close(term);
}

/* Behaviour. */

static void
test_cursor_stays_on_its_sample_through_sorting(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "gjjj");
	sample = s.app.sample;
	for (int i = 0; i < 2 * TASK_SORT__COUNT; i++) {
		scene_type(&s, i % 2 ? "S" : "s");
		assert_int_equal(s.app.sample, sample);
		assert_true(s.app.tasks.cursor >= s.app.tasks.top &&
		    s.app.tasks.cursor < s.app.tasks.top +
		    s.app.tasks.shown);
		assert_int_equal(g_array_index(s.app.order, guint,
		    s.app.tasks.cursor), app_task(&s.app));
	}
	scene_close(&s);
}

static void
test_follow_ends_with_a_move_and_says_so(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	assert_true(s.app.follows);
	assert_true(scene_shows(&s, "follow"));
	scene_type(&s, "k");
	assert_false(s.app.follows);
	assert_true(scene_shows(&s, "follow off"));
	sample = s.app.sample;
	fake_advance(s.session, 6000);
	app_update(&s.app, FAKE_START_MS + 6000);
	assert_int_equal(s.app.sample, sample);
	scene_type(&s, "F");
	assert_int_equal(s.app.sample, s.session->board->last_sample);
	scene_close(&s);
}

static void
test_next_failure_walks_over_all_failures(void **state)
{
	struct scene s;
	guint found = 0, last = 0;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	app_select_sample(&s.app, 0);
	while (app_step(&s.app, 1, true)) {
		assert_true(s.app.sample > last);
		last = s.app.sample;
		found++;
	}
	if (board_sample(s.session->board, 0)->outcome != OUTCOME_PASS)
		found++;
	assert_int_equal(found, s.session->board->judged -
	    s.session->board->outcomes[OUTCOME_PASS]);
	scene_type(&s, "e");
	assert_true(scene_shows(&s, "no further failure"));
	scene_close(&s);
}

static void
test_disabled_keys_say_why(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "p");
	assert_true(scene_shows(&s, "cannot pause: the run has ended"));
	scene_type(&s, "x");
	assert_true(scene_shows(&s, "cannot cancel: the run has ended"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "nothing to search for"));
	scene_key(&s, K_CTRL('O'));
	assert_true(scene_shows(&s, "this key does nothing here"));
	scene_close(&s);
}

static void
test_escape_never_leaves(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_key(&s, K_ENTER);
	scene_key(&s, K_ENTER);
	assert_int_equal(s.app.depth, 3);
	for (int i = 0; i < 5; i++)
		scene_key(&s, K_ESCAPE);
	assert_int_equal(s.app.depth, 3);
	scene_type(&s, "qqq");
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_QUIT);
	scene_close(&s);
}

static void
test_leaving_a_live_run_asks_and_stops(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	scene_type(&s, "q");
	assert_true(scene_shows(&s, "Stop the run?"));
	scene_type(&s, "n");
	assert_false(s.app.has_left);
	assert_int_equal(fake_last_command(s.session), -1);
	scene_type(&s, "Qy");
	assert_int_equal(fake_last_command(s.session), FEED_STOP);
	assert_false(s.app.has_left);
	session_drain(s.session);
	fake_advance(s.session, 20000);
	app_update(&s.app, FAKE_START_MS + 20000);
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_QUIT);
	assert_int_equal(s.session->board->state, RUN_STOPPED);
	scene_close(&s);
}

static void
test_second_interrupt_kills(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	app_interrupt(&s.app);
	assert_false(s.app.has_left);
	assert_int_equal(s.app.question, QUESTION_STOP);
	app_interrupt(&s.app);
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_INTERRUPTED);
	assert_int_equal(fake_last_command(s.session), FEED_KILL);
	scene_close(&s);
}

static void
test_search_moves_as_you_type_and_wraps(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "g/union");
	assert_true(scene_shows(&s, "/union"));
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	scene_key(&s, K_ENTER);
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "the only hit"));
	scene_type(&s, "g/never closed");
	scene_key(&s, K_ENTER);
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "interval_merge");
	scene_type(&s, "N");
	assert_true(scene_shows(&s, "wrapped around the start"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "wrapped around the end"));
	scene_type(&s, "/union");
	scene_key(&s, K_ENTER);
	scene_type(&s, "/nowhere");
	scene_key(&s, K_ENTER);
	assert_true(scene_shows(&s, "no hit in task ids and reasons"));
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	scene_close(&s);
}

static void
test_clock_leaves_out_the_time_suspended(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	s.app.stopped_ms = FAKE_START_MS + 3000;
	s.app.continued_ms = FAKE_START_MS + 13000;
	s.app.now_ms = FAKE_START_MS + 14000;
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 2500), 1500);
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 13500), 500);
	assert_int_equal(app_since(&s.app, FAKE_START_MS + 20000), 0);
	scene_close(&s);
}

static void
test_finished_run_needs_no_tick(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	assert_int_equal(app_next_tick(&s.app), 250);
	scene_close(&s);
	scene_open(&s, 80, 24, false, &small, 60000);
	assert_int_equal(app_next_tick(&s.app), -1);
	scene_close(&s);
}

static void
test_an_empty_run_shows(void **state)
{
	static const struct fake_options none = { .tasks = 0, .n = 1,
		.jobs = 1 };
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &none, 0);
	assert_true(scene_shows(&s, "no task has a sample"));
	scene_type(&s, "jkgG/e,.zw");
	scene_key(&s, K_ENTER);
	scene_close(&s);
}

static void
test_hostile_text_stays_text(void **state)
{
	static const struct fake_options hostile = { .tasks = 24, .n = 3,
		.jobs = 4, .is_hostile = true };
	static const char walk[] = "e\ree\r\t\t\t\t\t\t\tzwqeeqzqe";
	struct scene s;

	(void)state;
	scene_open(&s, 160, 50, false, &hostile, 60000);
	for (const char *p = walk; *p; p++) {
		g_autofree char *dump = NULL;

		scene_key(&s, *p == '\r' ? (int)K_ENTER : *p);
		if (s.app.has_left)
			break;
		dump = draw_dump(&s.app.draw);
		assert_true(g_utf8_validate(dump, -1, NULL));
		for (const char *c = dump; *c; c = utf8_next(c)) {
			gunichar u = g_utf8_get_char(c);

			assert_true(u == '\n' || (u >= 0x20 && u != 0x7f &&
			    !(u >= 0x80 && u < 0xa0) && u != 0x202e &&
			    u != 0x200d));
		}
	}
	scene_close(&s);
}

/* Random keys and sizes; nothing may fail, whatever the order. */
static void
test_monkey(void **state)
{
	static const int specials[] = { K_UP, K_DOWN, K_LEFT, K_RIGHT, K_HOME,
		K_END, K_PAGE_UP, K_PAGE_DOWN, K_BACK_TAB, K_BACKSPACE,
		K_ENTER, K_ENTER, K_ESCAPE, '\t', K_CTRL('L'), K_F0 + 3 };
	guint32 seed = 7;
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 2000);
	for (int i = 0; i < 10000; i++) {
		seed = seed * 1664525u + 1013904223u;
		if (seed >> 28 == 0) {
			int cols = 1 + (int)(seed >> 8) % 200;

			term_close(s.term);
			s.term = term_open_null("xterm-256color", 1 +
			    (int)(seed >> 16) % 60, cols);
			draw_resize(&s.app.draw);
		}
		if (seed >> 28 == 1 && s.app.session == s.session)
			fake_advance(s.session, 2000 + i);
		/* Nothing is to be written where the tests run. */
		if (seed >> 30 != 3 && ' ' + (seed >> 8) % 95 == 'W')
			continue;
		scene_key(&s, seed >> 30 == 3 ? specials[(seed >> 8) %
		    G_N_ELEMENTS(specials)] : (int)(' ' + (seed >> 8) % 95));
		if (s.app.has_left) {
			scene_close(&s);
			scene_open(&s, 100, 30, i % 2, &small, i % 3 * 20000);
		}
	}
	scene_close(&s);
}

/* Goldens. */

static void
compare_golden(const char *name, const char *got)
{
	const char *srcdir = getenv("srcdir");
	g_autofree char *path = g_strdup_printf("%s/tests/tui/golden/%s.txt",
	    srcdir ? srcdir : ".", name);
	g_autofree char *want = NULL;

	if (getenv("UPDATE_GOLDEN")) {
		assert_true(g_file_set_contents(path, got, -1, NULL));
		return;
	}
	if (!g_file_get_contents(path, &want, NULL, NULL))
		fail_msg("%s is missing: make check UPDATE_GOLDEN=1", path);
	if (strcmp(want, got) != 0) {
		print_message("--- want %s\n%s--- got\n%s", name, want, got);
		fail_msg("%s differs", name);
	}
}

static void
check_golden(struct scene *s, const char *name)
{
	g_autofree char *text = draw_dump(&s->app.draw);
	g_autofree char *roles = draw_dump_roles(&s->app.draw);
	g_autofree char *both = g_strdup_printf("%s--- roles\n%s", text,
	    roles);

	compare_golden(name, both);
	scene_close(s);
}

static const struct {
	const char *name;
	int cols, rows;
	bool ascii;
	gint64 at_ms;
	const char *keys;	/* \r: Enter */
	guint tasks, n;
} goldens[] = {
	{ "dashboard-160x50", 160, 50, false, 12000, "", 24, 10 },
	{ "dashboard-120x30", 120, 30, false, 12000, "", 24, 10 },
	{ "dashboard-80x24", 80, 24, false, 12000, "", 24, 10 },
	{ "dashboard-60x16", 60, 16, false, 12000, "", 24, 10 },
	{ "dashboard-40x10", 40, 10, false, 12000, "", 24, 10 },
	{ "dashboard-30x5", 30, 5, false, 12000, "", 24, 10 },
	{ "dashboard-ascii-80x24", 80, 24, true, 12000, "", 24, 10 },
	{ "dashboard-ascii-160x50", 160, 50, true, 12000, "", 24, 10 },
	{ "done-160x50", 160, 50, false, 60000, "gjje", 24, 10 },
	{ "done-80x24", 80, 24, false, 60000, "gjje", 24, 10 },
	{ "one-each-80x24", 80, 24, false, 60000, "gjje", 164, 1 },
	{ "many-each-80x24", 80, 24, false, 60000, "gjje", 6, 200 },
	{ "disputed-80x24", 80, 24, false, 60000, "g", 24, 10 },
	{ "disputed-160x50", 160, 50, false, 60000, "g", 24, 10 },
	{ "samples-80x24", 80, 24, false, 60000, "gje\r", 24, 10 },
	{ "samples-160x50", 160, 50, false, 60000, "gje\r", 24, 10 },
	{ "review-80x24", 80, 24, false, 60000, "gje\r\r", 24, 10 },
	{ "review-160x50", 160, 50, false, 60000, "gje\r\r", 24, 10 },
	{ "review-40x10", 40, 10, false, 60000, "gje\r\r", 24, 10 },
	{ "help-80x24", 80, 24, false, 60000, "?", 24, 10 },
	{ "stop-80x24", 80, 24, false, 12000, "q", 24, 10 },
	{ "search-80x24", 80, 24, false, 60000, "/me", 24, 10 },
};

static void
test_goldens(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(goldens); i++) {
		const struct fake_options fake = { .tasks = goldens[i].tasks,
			.n = goldens[i].n, .jobs = 4,
			.has_disputes = g_str_has_prefix(goldens[i].name,
			    "disputed") };
		struct scene s;

		scene_open(&s, goldens[i].cols, goldens[i].rows,
		    goldens[i].ascii, &fake, goldens[i].at_ms);
		for (const char *p = goldens[i].keys; *p; p++)
			scene_key(&s, *p == '\r' ? (int)K_ENTER : *p);
		check_golden(&s, goldens[i].name);
	}
}

static void
test_disputed_pass_says_why(void **state)
{
	static const struct fake_options fake = { .tasks = 24, .n = 10,
		.jobs = 4, .has_disputes = true };
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &fake, 60000);
	app_select_sample(&s.app, 3);
	app_draw(&s.app);
	assert_true(scene_shows(&s, "passes by the official rules"));
	scene_close(&s);
}

static void
test_weak_sandbox_is_on_the_screen(void **state)
{
	static const struct fake_options weak = { .tasks = 3, .n = 2,
		.jobs = 1, .tier = "landlock" };
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &weak, 1000);
	assert_true(scene_shows(&s, "sandbox: landlock"));
	scene_close(&s);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_two_actions_share_a_key),
		cmocka_unit_test(test_every_action_has_a_row_and_help),
		cmocka_unit_test(test_hints_have_priorities_of_their_own),
		cmocka_unit_test(
		    test_layout_is_inside_and_disjoint_at_any_size),
		cmocka_unit_test(test_layout_breakpoints),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_list_keeps_the_row_on_its_screen_line),
		cmocka_unit_test(test_prompt_edits_like_readline),
		cmocka_unit_test(test_gate_makes_everything_visible),
		cmocka_unit_test(test_gate_never_passes_the_width),
		cmocka_unit_test(test_text_is_cut_and_padded),
		cmocka_unit_test(test_bar_is_exact_at_its_ends),
		cmocka_unit_test(test_pager_wraps_scrolls_and_marks),
		cmocka_unit_test(
		    test_cursor_stays_on_its_sample_through_sorting),
		cmocka_unit_test(test_follow_ends_with_a_move_and_says_so),
		cmocka_unit_test(test_next_failure_walks_over_all_failures),
		cmocka_unit_test(test_disabled_keys_say_why),
		cmocka_unit_test(test_escape_never_leaves),
		cmocka_unit_test(test_leaving_a_live_run_asks_and_stops),
		cmocka_unit_test(test_second_interrupt_kills),
		cmocka_unit_test(test_search_moves_as_you_type_and_wraps),
		cmocka_unit_test(test_clock_leaves_out_the_time_suspended),
		cmocka_unit_test(test_finished_run_needs_no_tick),
		cmocka_unit_test(test_an_empty_run_shows),
		cmocka_unit_test(test_hostile_text_stays_text),
		cmocka_unit_test(test_disputed_pass_says_why),
		cmocka_unit_test(test_weak_sandbox_is_on_the_screen),
		cmocka_unit_test(test_monkey),
		cmocka_unit_test(test_goldens),
	};

	setlocale(LC_ALL, "C.UTF-8");
	unsetenv("NO_COLOR");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
