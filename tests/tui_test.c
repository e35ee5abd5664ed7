/*
 * The screens without a terminal: curses draws to /dev/null, and the cells
 * are read back.  UPDATE_GOLDEN=1 rewrites tests/tui/golden.
 */
#include "tui_fake.h"
#include "tui/diff.h"
#include "tui/format.h"
#include "tui/screen/app.h"
#include "tui/screen/script.h"
#include "tui/screen/spawn.h"
#include "tui/syntax.h"
#include "tui/term.h"

#include <glib/gstdio.h>

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

static struct run_row *
fake_run(const char *path, const char *label, enum runlist_state state,
    gint64 started_ms, guint judged, double pass1)
{
	static const guint ks[] = { 1, 5, 10 };
	struct run_row *row = g_new0(struct run_row, 1);

	row->path = g_strdup(path);
	row->name = g_path_get_basename(path);
	row->label = g_strdup(label);
	row->suite = g_strdup("mini-eval");
	row->facts = g_strdup("24 tasks   sandbox full   evaltop 0.1.0   on "
	    "vm");
	row->samples_file = g_strdup("/data/answers.jsonl");
	row->state = state;
	row->is_loaded = true;
	row->started_ms = started_ms;
	row->elapsed_ms = 61000;
	row->tasks = 24;
	row->samples = 240;
	row->judged = judged;
	row->outcomes[OUTCOME_PASS] = judged / 2;
	row->outcomes[OUTCOME_ERROR] = judged - judged / 2;
	for (guint i = 0; i < 3 && pass1 >= 0; i++) {
		struct run_figure *f = &row->figures[row->figure_count++];
		double value = MIN(pass1 + 0.15 * i, 1);

		*f = (struct run_figure){ ks[i], true, value, value - 0.05,
			MIN(value + 0.05, 1) };
	}
	return row;
}

/* The run browser on five made-up runs. */
static void
scene_open_runs(struct scene *scene, int cols, int rows, bool ascii)
{
	GPtrArray *runs = g_ptr_array_new_with_free_func(run_row_free);

	memset(scene, 0, sizeof(*scene));
	scene->term = term_open_null("xterm-256color", rows, cols);
	assert_non_null(scene->term);
	draw_init(&scene->app.draw, ascii, true);
	g_ptr_array_add(runs, fake_run("/fake/24x10-new-prompt", "new prompt",
	    RUNLIST_LIVE, FAKE_START_MS, 162, 0.448));
	g_ptr_array_add(runs, fake_run("/fake/24x10", "baseline",
	    RUNLIST_DONE, FAKE_START_MS - 86400000, 240, 0.434));
	g_ptr_array_add(runs, fake_run("/fake/6x1", "short", RUNLIST_STOPPED,
	    FAKE_START_MS - 90000000, 3, -1));
	g_ptr_array_add(runs, fake_run("/fake/24x5", "a label that is quite "
	    "long, and goes on", RUNLIST_LOST, FAKE_START_MS - 99000000, 100,
	    0.52));
	g_ptr_array_add(runs, fake_run("/fake/none", "gone", RUNLIST_DONE,
	    FAKE_START_MS - 999000000, 240, 0.1));
	scene->app.runs.rows = runs;
	scene->app.now_ms = FAKE_START_MS + 1000;
	app_init(&scene->app, NULL, NULL);
	app_draw(&scene->app);
}

static void
scene_key(struct scene *scene, int key)
{
	app_key(&scene->app, key);
	app_update(&scene->app, scene->app.now_ms);
	for (int i = 0; i < 10000 && app_work(&scene->app); i++)
		;
	if (!scene->app.has_left)
		app_draw(&scene->app);
}

/* \r is Enter, \033 Esc. */
static void
scene_type(struct scene *scene, const char *keys)
{
	for (; *keys && !scene->app.has_left; keys++)
		scene_key(scene, *keys == '\r' ? (int)K_ENTER : *keys ==
		    '\033' ? (int)K_ESCAPE : *keys);
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
	if (scene->session)
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
test_nothing_moves_after_the_end(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	assert_false(s.app.follows);
	assert_int_equal(s.app.sample, s.session->board->last_sample);
	scene_close(&s);
	scene_open(&s, 80, 24, false, &small, 3000);
	assert_true(s.app.follows);
	scene_type(&s, "a");
	assert_false(s.app.follows);
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

/* Keys, their help and the manual. */

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

/* Code and differences. */

static char *
spans_of(const char *line, enum syntax_state *state)
{
	g_autoptr(GArray) spans = g_array_new(FALSE, FALSE,
	    sizeof(struct span));
	char *map = g_strnfill(strlen(line), '.');
	guint end = 0;

	*state = syntax_python(line, *state, spans);
	for (guint i = 0; i < spans->len; i++) {
		const struct span *span = &g_array_index(spans, struct span,
		    i);

		assert_true(span->from >= end && span->to <= strlen(line));
		end = span->to;
		for (guint at = span->from; at < span->to; at++)
			map[at] = STYLE_ROLE(span->style) ? theme_role_letter(
			    (enum role)STYLE_ROLE(span->style)) : 'B';
	}
	return map;
}

static void
test_python_is_colored(void **state)
{
	static const struct {
		const char *line, *map;
	} cases[] = {
		{ "def f(x): return 10", "kkk.B.....kkkkkk.nn" },
		{ "x = 'a\\'b' # no", "....ssssss.ccccc.." },
		{ "rb'x' + f\"y\"", "sssss...ssss" },
		{ "@wraps(f)", "kkkkkk..." },
		{ "s = \"\"\"one", "....ssssss" },
		{ "def two", "sssssss" },
		{ "end\"\"\" if x else y", "ssssss.kk...kkkk.." },
		{ "define = 0x1f", ".........nnnn" },
		{ "'open", "sssss" },
		{ "", "" },
	};
	enum syntax_state at = SYNTAX_CODE;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *map = spans_of(cases[i].line, &at);
		g_autofree char *want = g_strndup(cases[i].map,
		    strlen(cases[i].line));

		assert_string_equal(map, want);
	}
}

static void
test_python_of_any_bytes(void **state)
{
	guint32 seed = 3;
	enum syntax_state at = SYNTAX_CODE;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char bytes[17];

		for (int i = 0; i < 16; i++) {
			seed = seed * 1664525u + 1013904223u;
			bytes[i] = seed >> 31 ? "'\"\\#@ rf"[seed >> 27 & 7] :
			    (char)(seed >> 20 & 0xff);
			if (!bytes[i])
				bytes[i] = ' ';
		}
		bytes[16] = '\0';
		g_free(spans_of(bytes, &at));
	}
}

static char *
diff_of(const char *a, const char *b)
{
	g_autoptr(GArray) diff = diff_texts(a, b);
	char *signs = g_new0(char, diff->len + 1);

	for (guint i = 0; i < diff->len; i++)
		signs[i] = "=-+"[g_array_index(diff, struct diff_line,
		    i).kind];
	return signs;
}

static void
test_differences_are_shortest(void **state)
{
	static const struct {
		const char *a, *b, *signs;
	} cases[] = {
		{ "", "", "" }, { "a\n", "a", "=" }, { "a\nb\nc\n",
		    "a\nx\nc\n", "=-+=" }, { "a\n", "", "-" },
		{ "", "a\nb", "++" }, { "a\nb\nc\nd\n", "b\nd\n", "-=-=" },
		{ "a  \n", "a\n", "=" }, { "x\na\n", "a\nx\n", "-=+" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *signs = diff_of(cases[i].a, cases[i].b);

		assert_string_equal(signs, cases[i].signs);
	}
}

static void
test_prompt_remembers_and_pastes(void **state)
{
	g_autoptr(GPtrArray) history = g_ptr_array_new_with_free_func(g_free);
	struct prompt p = { 0 };
	g_autofree char *a = NULL, *b = NULL, *c = NULL;

	(void)state;
	prompt_remember(history, "one");
	prompt_remember(history, "two");
	prompt_remember(history, "one");
	assert_int_equal(history->len, 2);
	prompt_start(&p, history);
	prompt_key(&p, 'x');
	prompt_key(&p, K_UP);
	a = prompt_text(&p);
	assert_string_equal(a, "one");
	prompt_key(&p, K_UP);
	prompt_key(&p, K_UP);
	prompt_key(&p, K_DOWN);
	prompt_key(&p, K_DOWN);
	b = prompt_text(&p);
	assert_string_equal(b, "x");
	assert_int_equal(prompt_key(&p, K_PASTE_START), PROMPT_GOES_ON);
	assert_int_equal(prompt_key(&p, K_ENTER), PROMPT_GOES_ON);
	assert_int_equal(prompt_key(&p, 'y'), PROMPT_GOES_ON);
	assert_int_equal(prompt_key(&p, K_PASTE_END), PROMPT_GOES_ON);
	prompt_key(&p, K_CTRL('W'));
	prompt_key(&p, K_CTRL('Y'));
	prompt_key(&p, K_CTRL('Y'));
	c = prompt_text(&p);
	assert_string_equal(c, "x yy");
	assert_int_equal(prompt_key(&p, K_ENTER), PROMPT_ACCEPTED);
	prompt_clear(&p);
}

/* The run browser and the comparison. */

static void
test_runs_are_filtered_sorted_and_kept(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	assert_true(scene_shows(&s, "1 live"));
	scene_type(&s, "jj");
	assert_string_equal(s.app.runs.selected, "/fake/6x1");
	for (int i = 0; i < 2 * RUN_SORT__COUNT; i++) {
		const struct run_row *row;

		scene_type(&s, i % 2 ? "S" : "s");
		row = g_ptr_array_index(s.app.runs.shown,
		    s.app.runs.list.cursor);
		assert_string_equal(row->path, "/fake/6x1");
	}
	scene_type(&s, "flost");
	assert_int_equal(s.app.runs.shown->len, 1);
	scene_type(&s, "\r");
	assert_true(scene_shows(&s, "filter: lost"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.runs.shown->len, 5);
	scene_type(&s, "/base\r");
	assert_string_equal(s.app.runs.selected, "/fake/24x10");
	scene_close(&s);
}

static void
test_runs_open_and_come_back(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "j\r");
	assert_non_null(s.app.session);
	assert_true(scene_shows(&s, "Tasks 24"));
	scene_type(&s, "\r\rqqq");
	assert_null(s.app.session);
	assert_true(scene_shows(&s, "Runs 5"));
	scene_type(&s, "G\r");
	assert_true(scene_shows(&s, "holds no run"));
	scene_type(&s, "?");
	assert_true(scene_shows(&s, "Help: runs"));
	scene_type(&s, "qq");
	assert_true(s.app.has_left);
	scene_close(&s);
}

static void
test_runs_say_what_they_cannot(void **state)
{
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "c");
	assert_true(scene_shows(&s, "nothing to compare"));
	scene_type(&s, "r");
	assert_true(scene_shows(&s, "another process does this run"));
	scene_type(&s, "D");
	assert_true(scene_shows(&s, "cannot delete: the run is live"));
	scene_type(&s, "jr");
	assert_true(scene_shows(&s, "all of its samples are judged"));
	scene_type(&s, "D");
	assert_true(scene_shows(&s, "Delete this run for good?"));
	assert_true(scene_shows(&s, "24x10"));
	scene_type(&s, "n");
	assert_true(scene_shows(&s, "nothing was done"));
	scene_type(&s, "jr");
	assert_true(s.app.has_left);
	assert_int_equal(s.app.end, DASHBOARD_RESUME);
	assert_string_equal(s.app.runs.resume, "/fake/6x1");
	scene_close(&s);
}

static void
test_comparison_pairs_shows_and_writes(void **state)
{
	struct scene s;
	g_autofree char *text = NULL;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	scene_type(&s, "bjac");
	assert_true(scene_shows(&s, "24 paired tasks"));
	assert_true(scene_shows(&s, "95% range of B-A"));
	text = compare_text(&s.app);
	assert_non_null(strstr(text, "# starling-7b (A)"));
	assert_non_null(strstr(text, "| k | A | B |"));
	scene_type(&s, "\t\t\t\r.,dXsS/me\rn1");
	assert_true(scene_shows(&s, "Compare"));
	scene_type(&s, "qqqq");
	assert_true(scene_shows(&s, "Runs 5"));
	assert_null(s.app.compare);
	scene_close(&s);
}

/* All samples. */

static void
test_samples_are_filtered_as_one_types(void **state)
{
	struct scene s;
	guint all;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "a");
	all = s.app.cases.rows->len;
	assert_int_equal(all, 240);
	scene_type(&s, "fout=timeout");
	assert_int_equal(s.app.cases.rows->len,
	    s.session->board->outcomes[OUTCOME_TIMEOUT]);
	/* What makes no sense (yet) leaves the rows alone, and says so. */
	scene_type(&s, " (");
	assert_int_equal(s.app.cases.rows->len,
	    s.session->board->outcomes[OUTCOME_TIMEOUT]);
	assert_true(scene_shows(&s, "column"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.cases.rows->len, all);
	/* The cursor is back, too; and on a row that is shown meanwhile. */
	scene_type(&s, "gjjfout=timeout");
	assert_int_equal(board_sample(s.session->board, s.app.sample)->outcome,
	    OUTCOME_TIMEOUT);
	scene_type(&s, "\033");
	assert_int_equal(s.app.sample, 2);
	scene_type(&s, "freason~IndexError\r");
	assert_true(s.app.cases.rows->len > 0);
	for (guint i = 0; i < s.app.cases.rows->len; i++)
		assert_non_null(strstr(app_reason(&s.app, g_array_index(
		    s.app.cases.rows, guint32, i)), "IndexError"));
	scene_type(&s, "\033");
	assert_int_equal(s.app.cases.rows->len, all);
	scene_close(&s);
}

static void
test_samples_sort_and_keep_the_cursor(void **state)
{
	struct scene s;
	guint sample;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "agjjjj");
	sample = s.app.sample;
	for (int i = 0; i < 2 * CASE_SORT__COUNT; i++) {
		scene_type(&s, i % 2 ? "S" : "s");
		assert_int_equal(s.app.sample, sample);
		assert_int_equal(g_array_index(s.app.cases.rows, guint32,
		    s.app.cases.list.cursor), sample);
		assert_int_equal(s.app.cases.rows->len, 240);
	}
	scene_close(&s);
}

static void
test_marks(void **state)
{
	struct scene s;
	g_autofree char *csv = NULL;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "ag  ");
	assert_int_equal(s.app.marked, 2);
	scene_type(&s, "k ");
	assert_int_equal(s.app.marked, 1);
	scene_type(&s, "gVjjjV");
	assert_int_equal(s.app.marked, 4);
	csv = cases_text(&s.app);
	assert_int_equal(format_count_lines(csv), 5);
	scene_type(&s, "fmark=yes\r");
	assert_int_equal(s.app.cases.rows->len, 4);
	scene_type(&s, "\033*");
	assert_int_equal(s.app.marked, 240);
	scene_type(&s, "U");
	assert_int_equal(s.app.marked, 0);
	scene_close(&s);
}

static void
test_reasons_lead_to_their_samples(void **state)
{
	struct scene s;
	const struct reason_group *group;
	guint count;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "=");
	assert_true(scene_shows(&s, "Failures by reason"));
	group = g_ptr_array_index(s.app.by_reason.shown, 0);
	count = group->count;
	assert_true(count > 1);
	scene_type(&s, "g\r");
	assert_int_equal(s.app.cases.rows->len, count);
	/* In a review, the next case is the list's. */
	scene_type(&s, "\rJ");
	assert_int_equal(s.app.cases.list.cursor, 1);
	assert_int_equal(s.app.sample, g_array_index(s.app.cases.rows,
	    guint32, 1));
	scene_type(&s, "q\033");
	assert_int_equal(s.app.cases.rows->len, 240);
	scene_close(&s);
}

static void
test_labels_and_notes_are_kept(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "notes.jsonl", NULL);
	g_autofree char *text = NULL;
	const struct note *note;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	g_free(s.session->rundir);
	s.session->rundir = g_strdup(folder);
	scene_type(&s, "gje\r\rtwording\r");
	note = actions_note(&s.app, s.app.sample);
	assert_non_null(note);
	assert_string_equal(note->label, "wording");
	scene_type(&s, "iinserts and\r2");
	assert_string_equal(actions_note(&s.app, s.app.sample)->text,
	    "inserts and");
	assert_string_equal(actions_note(&s.app, s.app.sample)->label,
	    "wording");
	assert_true(scene_shows(&s, "inserts and"));
	scene_type(&s, "qqag  tflaky\rflabel=flaky\r");
	assert_int_equal(s.app.cases.rows->len, 2);
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_non_null(strstr(text, "wording"));
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_texts_are_copied_with_what_they_are(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "gje\r\ry");
	assert_int_equal(s.app.request, REQUEST_COPY);
	assert_true(g_str_has_prefix(s.app.request_text, "def pascal_row"));
	assert_string_equal(s.app.request_what, "the code");
	scene_type(&s, "Y");
	assert_true(g_str_has_prefix(s.app.request_text, "evaltop run "));
	assert_non_null(strstr(s.app.request_text, " --only "));
	scene_type(&s, "v");
	assert_int_equal(s.app.request, REQUEST_EDITOR);
	scene_type(&s, "5o");
	assert_int_equal(s.app.request, REQUEST_PAGER);
	assert_true(g_str_has_prefix(s.app.request_text, "Here is"));
	scene_close(&s);
}

static void
test_editors_get_words_and_no_shell(void **state)
{
	g_auto(GStrv) argv = NULL, pager = NULL;

	(void)state;
	g_setenv("VISUAL", "my-editor --wait 'a b' ; rm", TRUE);
	argv = spawn_argv(true, "/tmp/x/code.py", 7, NULL);
	assert_string_equal(argv[0], "my-editor");
	assert_string_equal(argv[2], "a b");
	assert_string_equal(argv[3], ";");
	assert_string_equal(argv[5], "--");
	assert_string_equal(argv[6], "/tmp/x/code.py");
	assert_null(argv[7]);
	g_setenv("PAGER", "less -R", TRUE);
	pager = spawn_argv(false, "/tmp/x/text", 7, NULL);
	assert_string_equal(pager[2], "+7");
	g_unsetenv("VISUAL");
	g_unsetenv("PAGER");
}

static void
test_files_are_not_replaced_unasked(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "f", NULL);
	g_autofree char *line = g_strdup_printf(":write %s\r", path);
	g_autofree char *text = NULL, *after = NULL;

	(void)state;
	assert_true(g_file_set_contents(path, "mine", -1, NULL));
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "a");
	scene_type(&s, line);
	assert_int_equal(s.app.question, QUESTION_REPLACE);
	scene_type(&s, "n");
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_string_equal(text, "mine");
	scene_type(&s, line);
	scene_type(&s, "y");
	assert_true(g_file_get_contents(path, &after, NULL, NULL));
	assert_true(g_str_has_prefix(after, "task_id,"));
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

static void
test_command_line(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, ":goto union_find.2\r");
	assert_string_equal(board_task(s.session->board,
	    app_task(&s.app))->id, "union_find");
	assert_int_equal(s.app.samples.cursor, 1);
	scene_type(&s, ":the\t");
	assert_true(scene_shows(&s, ":theme"));
	scene_type(&s, "mo\t\r");
	assert_string_equal(s.app.theme->name, "mono");
	scene_type(&s, ":set theme light\r");
	assert_string_equal(s.app.theme->name, "light");
	scene_type(&s, "T");
	assert_string_equal(s.app.theme->name, "mono");
	scene_type(&s, ":fly\r");
	assert_true(scene_shows(&s, "there is no command 'fly'"));
	scene_type(&s, ":mess\r");
	assert_true(scene_shows(&s, "there is no command 'fly'"));
	scene_type(&s, "q:filter out=ti\t\r");
	assert_string_equal(s.app.cases.filter, "out=timeout");
	scene_type(&s, ":sort wall desc\r");
	assert_int_equal(s.app.cases.sort, CASE_SORT_WALL);
	assert_true(s.app.cases.is_reverse);
	scene_type(&s, ":status\r");
	assert_true(scene_shows(&s, "judged"));
	scene_type(&s, ":set mouse\r");
	assert_true(s.app.has_mouse);
	scene_close(&s);
}

static void
test_mouse_selects_and_scrolls(void **state)
{
	struct scene s;
	guint task;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "g");
	task = app_task(&s.app);
	app_mouse(&s.app, 5, 7, MOUSE_CLICK);
	app_draw(&s.app);
	assert_int_not_equal(app_task(&s.app), task);
	assert_int_equal(s.app.tasks.cursor, 2);
	app_mouse(&s.app, 5, 7, MOUSE_WHEEL_DOWN);
	assert_int_equal(s.app.tasks.cursor, 5);
	app_mouse(&s.app, 79, 23, MOUSE_CLICK);
	app_mouse(&s.app, 5, 7, MOUSE_DOUBLE);
	app_draw(&s.app);
	assert_int_equal(s.app.depth, 2);
	scene_close(&s);
}

static void
test_search_in_a_text_walks_over_its_hits(void **state)
{
	struct scene s;
	struct pager *code;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "gje\r\r/row\r");
	code = &s.app.review.pagers[PART_CODE];
	assert_int_equal(code->found, 1);
	scene_type(&s, "nn");
	assert_int_equal(code->found, 5);
	scene_type(&s, "N");
	assert_int_equal(code->found, 2);
	scene_type(&s, "\033");
	assert_int_equal(code->found, 0);
	scene_close(&s);
}

static void
test_difference_to_what_passes(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 60000);
	scene_type(&s, "gje\r\rd");
	assert_true(scene_shows(&s, "[8 Diff]"));
	assert_int_equal(s.app.review.diff, DIFF_UNIFIED);
	scene_type(&s, "d");
	assert_int_equal(s.app.review.diff, DIFF_SPLIT);
	scene_type(&s, "d");
	assert_true(scene_shows(&s, "[1 Code]"));
	scene_close(&s);
}

static void
test_lost_run_is_told(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 80, 24, false, &small, 3000);
	/* As if another process did it, and had gone. */
	s.session->is_live = false;
	s.session->feed->fd = 0;
	app_update(&s.app, s.app.now_ms + 5000);
	app_draw(&s.app);
	assert_true(s.app.is_lost);
	assert_true(scene_shows(&s, "[LOST]"));
	assert_true(scene_shows(&s, "the process that did this run is gone"));
	s.session->feed->fd = -1;
	scene_close(&s);
}

static void
test_script_presses_waits_and_fails(void **state)
{
	struct scene s;
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(folder, "script", NULL);
	struct script *script;
	enum script_step step;
	gint64 now = 1000;

	(void)state;
	assert_true(g_file_set_contents(path, "# first\nj j Enter\n\"q\n"
	    ":wait-for Tasks\n:theme light\nNoKey\n", -1, NULL));
	script = script_load(path, NULL);
	assert_non_null(script);
	scene_open(&s, 80, 24, false, &small, 60000);
	while ((step = script_next(script, &s.app, now)) == SCRIPT_DONE_STEP)
		app_draw(&s.app);
	assert_int_equal(step, SCRIPT_FAILED);
	assert_non_null(strstr(script_error(script), ":6: there is no key "
	    "'NoKey'"));
	assert_string_equal(s.app.theme->name, "light");
	script_free(script);
	assert_true(g_file_set_contents(path, ":wait-for never\n", -1,
	    NULL));
	script = script_load(path, NULL);
	assert_int_equal(script_next(script, &s.app, now), SCRIPT_WAITS);
	assert_int_equal(script_next(script, &s.app, now + 20000),
	    SCRIPT_FAILED);
	script_free(script);
	scene_close(&s);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
}

/* Random keys and sizes; nothing may fail, whatever the order. */
static void
test_monkey_in_the_browser(void **state)
{
	static const int specials[] = { K_UP, K_DOWN, K_LEFT, K_RIGHT, K_HOME,
		K_END, K_PAGE_UP, K_PAGE_DOWN, K_BACK_TAB, K_BACKSPACE,
		K_ENTER, K_ENTER, K_ENTER, K_ESCAPE, '\t', K_INSERT };
	guint32 seed = 21;
	struct scene s;

	(void)state;
	scene_open_runs(&s, 80, 24, false);
	for (int i = 0; i < 6000; i++) {
		int key;

		seed = seed * 1664525u + 1013904223u;
		if (seed >> 27 == 0) {
			term_close(s.term);
			s.term = term_open_null("xterm-256color", 1 +
			    (int)(seed >> 16) % 60, 1 + (int)(seed >> 8) %
			    200);
			draw_resize(&s.app.draw);
		}
		if (seed >> 27 == 1)
			app_mouse(&s.app, (int)(seed >> 8) % 80,
			    (int)(seed >> 16) % 24, (enum mouse)(seed >> 5 &
			    3));
		key = seed >> 30 == 3 ? specials[(seed >> 8) %
		    G_N_ELEMENTS(specials)] : (int)(' ' + (seed >> 8) % 95);
		/* Nothing is to be written where the tests run. */
		if (key != 'W')
			scene_key(&s, key);
		if (s.app.has_left) {
			scene_close(&s);
			scene_open_runs(&s, 100, 30, i % 2);
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
	{ "cases-160x50", 160, 50, false, 60000, "afout!=pass\r", 24, 10 },
	{ "cases-80x24", 80, 24, false, 60000, "afout!=pass\r  ", 24, 10 },
	{ "cases-40x10", 40, 10, false, 60000, "a", 24, 10 },
	{ "cases-ascii-80x24", 80, 24, true, 60000, "a", 24, 10 },
	{ "filter-80x24", 80, 24, false, 60000, "afout=t", 24, 10 },
	{ "reasons-160x50", 160, 50, false, 60000, "=", 24, 10 },
	{ "reasons-80x24", 80, 24, false, 60000, "=", 24, 10 },
	{ "reasons-40x10", 40, 10, false, 60000, "=", 24, 10 },
	{ "diff-160x50", 160, 50, false, 60000, "gje\r\rd", 24, 10 },
	{ "diff-80x24", 80, 24, false, 60000, "gje\r\rd", 24, 10 },
	{ "diff-40x10", 40, 10, false, 60000, "gje\r\rd", 24, 10 },
	{ "help-160x50", 160, 50, false, 60000, "a?", 24, 10 },
	{ "messages-80x24", 80, 24, false, 60000, "/me\r:messages\r", 24,
	    10 },
};

/* Without a session: the run browser. */
static const struct {
	const char *name;
	int cols, rows;
	const char *keys;
} run_goldens[] = {
	{ "runs-160x50", 160, 50, "aj" }, { "runs-80x24", 80, 24, "ajb" },
	{ "runs-60x16", 60, 16, "" }, { "runs-40x10", 40, 10, "" },
	{ "delete-80x24", 80, 24, "jD" },
	{ "compare-160x50", 160, 50, "bjac" },
	{ "compare-80x24", 80, 24, "bjac" },
	{ "compare-40x10", 40, 10, "bjac" },
	{ "compare-pair-80x24", 80, 24, "bjac\r" },
	{ "compare-120x30", 120, 30, "bjac" },
	{ "runs-ascii-80x24", 80, 24, "ajb" },
	{ "compare-ascii-80x24", 80, 24, "bjac" },
};

static void
test_goldens_of_runs(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(run_goldens); i++) {
		struct scene s;

		scene_open_runs(&s, run_goldens[i].cols, run_goldens[i].rows,
		    strstr(run_goldens[i].name, "ascii") != NULL);
		scene_type(&s, run_goldens[i].keys);
		check_golden(&s, run_goldens[i].name);
	}
}

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
		cmocka_unit_test(test_layout_is_inside_and_disjoint_at_any_size),
		cmocka_unit_test(test_layout_breakpoints),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_list_keeps_the_row_on_its_screen_line),
		cmocka_unit_test(test_prompt_edits_like_readline),
		cmocka_unit_test(test_gate_makes_everything_visible),
		cmocka_unit_test(test_gate_never_passes_the_width),
		cmocka_unit_test(test_text_is_cut_and_padded),
		cmocka_unit_test(test_bar_is_exact_at_its_ends),
		cmocka_unit_test(test_pager_wraps_scrolls_and_marks),
		cmocka_unit_test(test_cursor_stays_on_its_sample_through_sorting),
		cmocka_unit_test(test_follow_ends_with_a_move_and_says_so),
		cmocka_unit_test(test_nothing_moves_after_the_end),
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
		cmocka_unit_test(test_monkey),
		cmocka_unit_test(test_every_key_is_in_the_help_of_its_screen),
		cmocka_unit_test(test_manual_has_all_keys_and_filters),
		cmocka_unit_test(test_names_of_keys_are_read_back),
		cmocka_unit_test(test_configuration_binds_and_colors),
		cmocka_unit_test(test_bad_configuration_is_told_with_its_line),
		cmocka_unit_test(test_themes_suit_few_colors),
		cmocka_unit_test(test_python_is_colored),
		cmocka_unit_test(test_python_of_any_bytes),
		cmocka_unit_test(test_differences_are_shortest),
		cmocka_unit_test(test_prompt_remembers_and_pastes),
		cmocka_unit_test(test_runs_are_filtered_sorted_and_kept),
		cmocka_unit_test(test_runs_open_and_come_back),
		cmocka_unit_test(test_runs_say_what_they_cannot),
		cmocka_unit_test(test_comparison_pairs_shows_and_writes),
		cmocka_unit_test(test_samples_are_filtered_as_one_types),
		cmocka_unit_test(test_samples_sort_and_keep_the_cursor),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_reasons_lead_to_their_samples),
		cmocka_unit_test(test_labels_and_notes_are_kept),
		cmocka_unit_test(test_texts_are_copied_with_what_they_are),
		cmocka_unit_test(test_editors_get_words_and_no_shell),
		cmocka_unit_test(test_files_are_not_replaced_unasked),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_mouse_selects_and_scrolls),
		cmocka_unit_test(test_search_in_a_text_walks_over_its_hits),
		cmocka_unit_test(test_difference_to_what_passes),
		cmocka_unit_test(test_lost_run_is_told),
		cmocka_unit_test(test_script_presses_waits_and_fails),
		cmocka_unit_test(test_monkey_in_the_browser),
		cmocka_unit_test(test_goldens_of_runs),
		cmocka_unit_test(test_goldens),
		cmocka_unit_test(test_disputed_pass_says_why),
		cmocka_unit_test(test_weak_sandbox_is_on_the_screen),
	};

	setlocale(LC_ALL, "C.UTF-8");
	unsetenv("NO_COLOR");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
