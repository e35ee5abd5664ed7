/* The clipboard, the pager, the editor, the size. */
#include "tui/screen/requests.h"

#include "tui/format.h"
#include "tui/screen/spawn.h"
#include "tui/signals.h"

#include <signal.h>
#include <string.h>

static void
copy(struct app *app, struct terminal *term)
{
	const char *text = app->request_text;
	guint lines = format_count_lines(text);
	const char *s = lines == 1 ? "" : "s";
	gsize length = strlen(text);
	const char *helper = spawn_clipboard(text);

	if (helper)
		app_say(app, ROLE_NORMAL, "copied %s (%u line%s) with %s",
		    app->request_what, lines, s, helper);
	else if (length > TERM_COPY_MAX)
		app_say(app, ROLE_WARN, "%s is too long for the terminal's "
		    "clipboard: W writes it to a file", app->request_what);
	else {
		term_copy(term, text, length);
		app_say(app, ROLE_NORMAL, "copied %s (%u line%s) to the "
		    "terminal's clipboard (OSC 52)", app->request_what, lines,
		    s);
	}
}

/* The run goes on; what it says must not pile up. */
static int
wait_for(struct app *app, struct spawn *spawn)
{
	int sig;

	while (!spawn_has_ended(spawn, 100)) {
		if (app->session)
			session_drain(app->session);
		while ((sig = signals_next()) != 0)
			if (sig == SIGTERM || sig == SIGHUP)
				return sig;
	}
	return 0;
}

static int
lend(struct app *app, struct terminal *term)
{
	g_autoptr(GError) error = NULL;
	struct spawn *spawn;
	int sig = 0;

	if (term_fd(term) < 0) {
		app_say(app, ROLE_NORMAL, "there is no terminal for it");
		return 0;
	}
	spawn = spawn_new(app->request == REQUEST_EDITOR, app->request_text,
	    app->request_line, &error);
	if (!spawn) {
		app_say(app, ROLE_WARN, "%s", error->message);
		return 0;
	}
	term_lend(term);
	if (spawn_start(spawn, term_fd(term), &error))
		sig = wait_for(app, spawn);
	term_take_back(term);
	draw_resize(&app->draw);
	app->wants_repaint = true;
	if (error)
		app_say(app, ROLE_WARN, "%s", error->message);
	spawn_free(spawn);
	return sig;
}

int
requests_serve(struct app *app, struct terminal *term)
{
	int sig = 0;

	switch (app->request) {
	case REQUEST_COPY:
		copy(app, term);
		break;
	case REQUEST_PAGER:
	case REQUEST_EDITOR:
		sig = lend(app, term);
		break;
	case REQUEST_SIZE:
		term_set_size(term, app->request_cols, app->request_rows);
		draw_resize(&app->draw);
		break;
	case REQUEST_NONE:
		break;
	}
	app->request = REQUEST_NONE;
	g_clear_pointer(&app->request_text, g_free);
	return sig;
}
