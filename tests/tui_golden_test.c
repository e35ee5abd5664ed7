/*
 * What the screens looked like when somebody last looked at them.
 * UPDATE_GOLDEN=1 rewrites tests/tui/golden.
 */
#include "tui_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
	{ "runs-none-80x24", 80, 24, "" }, { "runs-none-40x10", 40, 10, "" },
	{ "delete-80x24", 80, 24, "jD" }, { "delete-40x10", 40, 10, "jD" },
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
		if (strstr(run_goldens[i].name, "none")) {
			g_ptr_array_set_size(s.app.runs.rows, 0);
			s.app.runs.dir = g_strdup("/fake/runs");
			runs_arrange(&s.app);
			app_draw(&s.app);
		}
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

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_goldens_of_runs),
		cmocka_unit_test(test_goldens),
	};

	scene_environment();
	return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
