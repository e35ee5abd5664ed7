/* See tui_scene.h. */
#include "tui_scene.h"

#include "tui/term.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct fake_options scene_small = { .tasks = 24, .n = 10, .jobs = 4 };

void
scene_environment(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	unsetenv("NO_COLOR");
	setenv("TZ", "UTC", 1);
}

void
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
		struct runlist_figure *f = &row->figures[row->figure_count++];
		double value = MIN(pass1 + 0.15 * i, 1);

		*f = (struct runlist_figure){ ks[i], true, value, value - 0.05,
			MIN(value + 0.05, 1) };
	}
	return row;
}

void
scene_open_runs(struct scene *scene, int cols, int rows, bool ascii)
{
	GPtrArray *runs = g_ptr_array_new_with_free_func(run_row_free);
	struct run_row *row;

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
	row = g_ptr_array_index(runs, 0);
	row->note = g_strdup("asks for types");
	row = g_ptr_array_index(runs, 1);
	row->note_label = g_strdup("baseline");
	row->note = g_strdup("as published");
	scene->app.runs.rows = runs;
	scene->app.now_ms = FAKE_START_MS + 1000;
	app_init(&scene->app, NULL, NULL);
	app_draw(&scene->app);
}

void
scene_key(struct scene *scene, int key)
{
	app_key(&scene->app, key);
	app_update(&scene->app, scene->app.now_ms);
	for (int i = 0; i < 10000 && app_work(&scene->app); i++)
		;
	if (!scene->app.has_left)
		app_draw(&scene->app);
}

void
scene_type(struct scene *scene, const char *keys)
{
	for (; *keys && !scene->app.has_left; keys++)
		scene_key(scene, *keys == '\r' ? (int)K_ENTER : *keys ==
		    '\033' ? (int)K_ESCAPE : *keys);
}

char *
scene_written(struct scene *scene, const char *ending)
{
	g_autofree char *folder = g_dir_make_tmp("evaltop-XXXXXX", NULL);
	g_autofree char *path = g_strdup_printf("%s/x%s", folder, ending);
	g_autofree char *line = g_strdup_printf(":write %s\r", path);
	char *text = NULL;

	scene_type(scene, line);
	if (!g_file_get_contents(path, &text, NULL, NULL))
		fail_msg("%s: %s", path, scene->app.message);
	(void)g_unlink(path);
	(void)g_rmdir(folder);
	return text;
}

bool
scene_shows(struct scene *scene, const char *text)
{
	g_autofree char *dump = draw_dump(&scene->app.draw);

	if (strstr(dump, text))
		return true;
	print_message("%s", dump);
	return false;
}

void
scene_close(struct scene *scene)
{
	app_clear(&scene->app);
	draw_clear(&scene->app.draw);
	if (scene->session)
		session_free(scene->session);
	term_close(scene->term);
}
