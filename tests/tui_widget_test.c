/* What screens are made of: layout, formats, lists, prompts, coloured code. */
#include "tui/diff.h"
#include "tui/format.h"
#include "tui/syntax.h"
#include "tui/widget/keysort.h"
#include "tui/widget/layout.h"
#include "tui/widget/list.h"
#include "tui/widget/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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
check_layout(int cols, int rows, int ks, int workers, int zoomed,
    struct stretch stretch)
{
	struct layout l;
	struct rect all[PANE__COUNT + 5];
	int n = 0;

	layout_overview(cols, rows, ks, workers, zoomed, stretch, &l);
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
	const struct stretch none = { 0, 0 }, more = { 80, 80 };
	const struct stretch less = { -80, -80 };

	(void)state;
	for (int rows = 1; rows <= 60; rows++) {
		for (int cols = 1; cols <= 200; cols++) {
			check_layout(cols, rows, 3, 4, -1, none);
			check_layout(cols, rows, 8, 64, -1, none);
			check_layout(cols, rows, 1, 0, -1, none);
			check_layout(cols, rows, 3, 4, PANE_RESULT, none);
			check_layout(cols, rows, 3, 4, -1, more);
			check_layout(cols, rows, 3, 0, -1, less);
		}
	}
	check_layout(500, 200, 3, 300, -1, none);
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
	format_lines("x\n", NULL, b, sizeof(b));
	assert_string_equal(b, "1 line");
	format_lines("x\ny", "fence", b, sizeof(b));
	assert_string_equal(b, "2 lines  fence");
	format_lines(NULL, "fence", b, sizeof(b));
	assert_string_equal(b, "");
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

/* Sorting. */

static void
check_sorted(guint count, guint32 mask, bool is_downwards)
{
	struct keysort *sort = keysort_new(count);
	g_autofree guint32 *keys = g_new(guint32, count + 1);
	guint32 seed = 1, last = 0;

	for (guint i = 0; i < count; i++) {
		guint32 row = is_downwards ? count - 1 - i : i;

		seed = seed * 1664525u + 1013904223u;
		keys[row] = seed & mask;
		keysort_add(sort, keys[row], row);
	}
	while (!keysort_step(sort))
		;
	for (guint i = 0; i < count; i++) {
		guint32 row = keysort_row(sort, i, false);

		assert_in_range(row, 0, count - 1);
		assert_int_equal(keysort_row(sort, count - 1 - i, true), row);
		/* Each greater than the one before: so each is there once. */
		if (i > 0 && (keys[row] < keys[last] || (keys[row] ==
		    keys[last] && row <= last)))
			fail_msg("%u rows, mask %x: place %u has row %u of "
			    "key %u behind row %u of key %u", count, mask, i,
			    row, keys[row], last, keys[last]);
		last = row;
	}
	keysort_free(sort);
}

static void
test_rows_stand_by_key_then_by_number(void **state)
{
	static const guint counts[] = { 0, 1, 2, 100, 16384, 16385, 70000 };
	static const guint32 masks[] = { 0, 1, 0xff, 0x7ff800,
		G_MAXUINT32 };

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		for (guint j = 0; j < G_N_ELEMENTS(masks); j++) {
			check_sorted(counts[i], masks[j], false);
			check_sorted(counts[i], masks[j], true);
		}
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

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout_is_inside_and_disjoint_at_any_size),
		cmocka_unit_test(test_layout_breakpoints),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_list_keeps_the_row_on_its_screen_line),
		cmocka_unit_test(test_rows_stand_by_key_then_by_number),
		cmocka_unit_test(test_prompt_edits_like_readline),
		cmocka_unit_test(test_python_is_colored),
		cmocka_unit_test(test_python_of_any_bytes),
		cmocka_unit_test(test_differences_are_shortest),
		cmocka_unit_test(test_prompt_remembers_and_pastes),
	};

	return cmocka_run_group_tests_name("widget", tests, NULL, NULL);
}
