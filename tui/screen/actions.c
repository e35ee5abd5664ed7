/* What can be done with a sample: mark, label, note, copy, write, look at. */
#include "tui/screen/app.h"

#include "tui/clean.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

void
actions_clear(struct app *app)
{
	notes_free(app->notes);
	app->notes = NULL;
}

struct notes *
actions_notes(struct app *app)
{
	g_autoptr(GError) error = NULL;

	if (app->notes || app->notes_failed)
		return app->notes;
	app->notes = notes_load(app->session->rundir, &error);
	if (!app->notes) {
		app->notes_failed = true;
		app_say(app, ROLE_WARN, "%s", error->message);
	}
	return app->notes;
}

static const char *
place_of(const struct app *app, guint ordinal, guint32 *ret_index)
{
	const struct board *board = app->session->board;
	const struct board_task *task = board_task(board,
	    board_sample(board, ordinal)->task);

	*ret_index = ordinal - task->first;
	return task->id;
}

const struct note *
actions_note(struct app *app, guint ordinal)
{
	struct notes *notes = actions_notes(app);
	guint32 index;
	const char *task = place_of(app, ordinal, &index);

	return notes ? notes_get(notes, task, index) : NULL;
}

/* Marks. */

static void
mark_all(struct app *app, bool is_marked)
{
	if (!is_marked) {
		memset(app->marks, 0, app->session->board->samples->len);
		app->marked = 0;
		app_say(app, ROLE_NORMAL, "no marks");
		return;
	}
	for (guint i = 0; i < marks_count(app); i++)
		app_mark(app, marks_ordinal(app, i), true);
	app_say(app, ROLE_NORMAL, "%u marked", app->marked);
}

static void
mark_range(struct app *app)
{
	guint from = app->cases.range_from, first = G_MAXUINT, last = 0;

	if (from == G_MAXUINT) {
		app->cases.range_from = app->sample;
		app_say(app, ROLE_NORMAL, "range from here: go to its other "
		    "end and press V again");
		return;
	}
	app->cases.range_from = G_MAXUINT;
	for (guint i = 0; i < marks_count(app); i++)
		if (marks_ordinal(app, i) == from ||
		    marks_ordinal(app, i) == app->sample) {
			first = MIN(first, i);
			last = i;
		}
	for (guint i = first; i <= last && i < marks_count(app); i++)
		app_mark(app, marks_ordinal(app, i), true);
	app_say(app, ROLE_NORMAL, "%u marked", app->marked);
}

static bool
act_marks(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_MARK:
		if (marks_count(app) == 0)
			return true;
		app_mark(app, app->sample, !app_is_marked(app, app->sample));
		app_act(app, ACTION_DOWN, 0);
		return true;
	case ACTION_MARK_RANGE:
		if (marks_count(app) > 0)
			mark_range(app);
		return true;
	case ACTION_MARK_ALL:
		mark_all(app, true);
		return true;
	case ACTION_MARK_NONE:
		mark_all(app, false);
		return true;
	default:
		return false;
	}
}

/* Labels and notes. */

static void
start_note(struct app *app, enum asking what)
{
	const struct note *note;
	const char *now;

	if (!app_has_sample(app) || !actions_notes(app)) {
		app_say(app, ROLE_NORMAL, "there is no sample to note this "
		    "of");
		return;
	}
	note = actions_note(app, app->sample);
	now = !note ? NULL : what == ASK_LABEL ? note->label : note->text;
	app_ask(app, what, now ? now : "");
	if (what == ASK_LABEL)
		commands_complete(app);
}

static bool
set_note(struct app *app, guint ordinal, enum asking what, const char *text)
{
	const struct note *note = actions_note(app, ordinal);
	g_autofree char *label = g_strdup(note ? note->label : NULL);
	g_autofree char *words = g_strdup(note ? note->text : NULL);
	g_autoptr(GError) error = NULL;
	guint32 index;
	const char *task = place_of(app, ordinal, &index);

	if (notes_set(app->notes, task, index, what == ASK_LABEL ? text :
	    label, what == ASK_NOTE ? text : words, app->now_ms, &error))
		return true;
	app_say(app, ROLE_WARN, "%s", error->message);
	return false;
}

/* Of all marked samples where they are in view, else of the one at hand. */
static void
answer_note(struct app *app, enum asking what, const char *text)
{
	bool is_many = app->marked > 0 && (app_screen(app)->place &
	    PLACE_MARKED);
	g_autofree char *name = NULL;
	guint done = 0;

	if (!is_many) {
		if (set_note(app, app->sample, what, text)) {
			name = app_sample_name(app, app->sample);
			app_say(app, ROLE_NORMAL, *text ? "%s: %s" :
			    "%s: taken back", name, text);
		}
		return;
	}
	for (guint i = 0; i < app->session->board->samples->len; i++) {
		if (!app_is_marked(app, i))
			continue;
		if (!set_note(app, i, what, text))
			return;
		done++;
	}
	app_say(app, ROLE_NORMAL, "%u samples: %s", done, text);
}

/* Texts: to the clipboard, a file, the pager, the editor. */

static struct pager *
focused_pager(struct app *app)
{
	return app_screen(app) == &screen_text ? &app->text :
	    review_pager(app, app->review.focus);
}

static const char *
focused_name(const struct app *app)
{
	static const char *const names[PART__COUNT] = { "the code",
		"the result", "stdout", "stderr", "the answer", "the prompt",
		"the tests", "the differences" };

	return app_screen(app) == &screen_text ? "the text" :
	    names[app->review.focus];
}

/* Of a list, what the row under the cursor is about; NULL: there is none. */
static char *
row_text(struct app *app)
{
	const struct run_row *run;
	g_autofree char *name = NULL;
	const char *reason;

	if (app_screen(app) == &screen_runs) {
		run = runs_selected(app);
		return g_strdup(run ? run->path : NULL);
	}
	if (app_screen(app) == &screen_reasons)
		return g_strdup(reasons_selected(app));
	if (!app_has_sample(app) || (app_screen(app) == &screen_cases &&
	    marks_count(app) == 0))
		return NULL;
	name = app_sample_name(app, app->sample);
	reason = app_reason(app, app->sample);
	return g_strdup_printf("%s %s%s%s", name, sample_word(board_sample(
	    app->session->board, app->sample)), *reason ? ": " : "", reason);
}

static void
copy_text(struct app *app)
{
	bool is_text = app_screen(app)->place & (PLACE_REVIEW | PLACE_TEXT);
	g_autofree char *text = is_text ? pager_text(focused_pager(app)) :
	    row_text(app);

	if (text)
		app_request(app, REQUEST_COPY, text, is_text ?
		    focused_name(app) : "the row", 0);
	else
		app_say(app, ROLE_NORMAL, "there is no row to copy");
}

static void
quote_path(GString *into, const char *word)
{
	g_autofree char *quoted = clean_is_plain_word(word) ? g_strdup(word) :
	    g_shell_quote(word);

	g_string_append_c(into, ' ');
	g_string_append(into, quoted);
}

char *
actions_command(const struct app *app, guint ordinal)
{
	const struct run_settings *set = &app->session->manifest->settings;
	GString *line = g_string_new(set->is_check ? "evaltop check" :
	    "evaltop run");
	guint32 index;
	const char *task = place_of(app, ordinal, &index);

	quote_path(line, set->suite_path ? set->suite_path : "SUITE");
	if (!set->is_check)
		quote_path(line, set->samples_path ? set->samples_path :
		    "SAMPLES");
	g_string_append(line, " --only");
	quote_path(line, task);
	if (set->timeout_ms > 0)
		g_string_append_printf(line, " --timeout %g",
		    set->timeout_ms / 1000.0);
	if (set->memory_bytes > 0)
		g_string_append_printf(line, " --memory %" G_GUINT64_FORMAT,
		    set->memory_bytes);
	if (set->python)
		g_string_append(line, " --python");
	if (set->python)
		quote_path(line, set->python);
	if (set->site_packages)
		g_string_append(line, " --site-packages");
	for (guint i = 0; set->stops && set->stops[i]; i++) {
		g_autofree char *escaped = g_strescape(set->stops[i], NULL);

		g_string_append(line, " --stop");
		quote_path(line, escaped);
	}
	return g_string_free(line, FALSE);
}

static void
copy_command(struct app *app)
{
	g_autofree char *line = NULL;

	if (!app_has_sample(app))
		return;
	line = actions_command(app, app->sample);
	app_request(app, REQUEST_COPY, line, "the command", 0);
}

static void
start_write(struct app *app)
{
	g_autofree char *name = NULL, *sample = NULL;

	if (export_name(app)) {
		app_ask(app, ASK_FILE, export_name(app));
		return;
	}
	if (app_screen(app) != &screen_review) {
		app_ask(app, ASK_FILE, "text.txt");
		return;
	}
	sample = app_sample_name(app, app->sample);
	g_strdelimit(sample, "/\\ :", '_');
	name = g_strdup_printf("%s%s", sample, app->review.focus ==
	    PART_CODE ? ".py" : ".txt");
	app_ask(app, ASK_FILE, name);
}

static void
answer_file(struct app *app, const char *path)
{
	if (!*path)
		app_say(app, ROLE_NORMAL, "nothing was written");
	else if (export_name(app))
		export_start(app, path, false);
	else
		commands_write(app, path, pager_text(focused_pager(app)), NULL,
		    false);
}

static void
look_at(struct app *app, enum request request)
{
	struct pager *pager = focused_pager(app);
	g_autofree char *text = NULL;
	guint line = 0;

	/* The editor gets the code, whatever part has the focus. */
	if (request == REQUEST_EDITOR)
		pager = review_pager(app, PART_CODE);
	if (pager->marked >= 0)
		line = (guint)pager->marked + 1;
	text = pager_text(pager);
	app_request(app, request, text, focused_name(app), line);
}

void
actions_answer(struct app *app, enum asking what, const char *text)
{
	if (what == ASK_FILE)
		answer_file(app, text);
	else if (app_screen(app) == &screen_runs)
		runs_answer_note(app, what, text);
	else if (what == ASK_LABEL || what == ASK_NOTE)
		answer_note(app, what, text);
	else if (what == ASK_TIMEOUT)
		rerun_with(app, text);
}

bool
actions_act(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_LABEL:
		start_note(app, ASK_LABEL);
		return true;
	case ACTION_NOTE:
		start_note(app, ASK_NOTE);
		return true;
	case ACTION_COPY:
		copy_text(app);
		return true;
	case ACTION_COPY_COMMAND:
		copy_command(app);
		return true;
	case ACTION_WRITE:
		start_write(app);
		return true;
	case ACTION_PAGER:
		look_at(app, REQUEST_PAGER);
		return true;
	case ACTION_EDITOR:
		look_at(app, REQUEST_EDITOR);
		return true;
	default:
		return app->session && act_marks(app, action);
	}
}
