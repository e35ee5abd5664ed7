/*
 * The screens without a terminal: curses draws to /dev/null, keys are pressed
 * and the cells are read back.
 */
#ifndef EVALTOP_TESTS_TUI_SCENE_H
#define EVALTOP_TESTS_TUI_SCENE_H

#include "tui_fake.h"
#include "tui/screen/app.h"

/* One screen of a size, on a made-up run at a moment of it. */
struct scene {
	struct terminal *term;
	struct session *session;
	struct app app;
};

/* 24 tasks of 10 samples each: live at 3000 ms, ended at 60000 ms. */
extern const struct fake_options scene_small;

/* Locale, colours and time zone as goldens want them: main() starts so. */
void scene_environment(void);

/* Runs the made-up run up to `at_ms` after its start. */
void scene_open(struct scene *scene, int cols, int rows, bool ascii,
    const struct fake_options *fake, gint64 at_ms);
/* The run browser on five made-up runs. */
void scene_open_runs(struct scene *scene, int cols, int rows, bool ascii);
void scene_close(struct scene *scene);

/* Press a key, do what work it leads to, and draw. */
void scene_key(struct scene *scene, int key);
/* \r is Enter, \033 Esc. */
void scene_type(struct scene *scene, const char *keys);
/* What W writes of the list in view, to a name of that ending; caller frees. */
char *scene_written(struct scene *scene, const char *ending);
/* If the text is not on the screen, prints the screen. */
bool scene_shows(struct scene *scene, const char *text);

#endif
