/*
 * Any bytes as a script, played on a made-up run: refused with a sentence, or
 * played to its end, or stopped at a line that it names.  It takes no more
 * steps than it has bytes, and every screen on the way can be drawn.
 */
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/fuzz/driver.h"
#include "tests/tui_fake.h"
#include "tui/screen/app.h"
#include "tui/screen/script.h"
#include "tui/term.h"

const struct fuzz_seed fuzz_seeds[] = {
	{ "# a remark\nj k Enter Tab ^D F3\n\"text\nEnter\n", 0 },
	{ ":wait-for Tasks\n:filter out=error\nEnter d z #\n:wait-end\n", 0 },
	{ ":sort wall desc\n:goto fake/3.2\n:set wrap\n:theme light\n", 0 },
	{ ":size 40x10\n:wait-judged 3\n:wait-for never\n", 0 },
	{ "= Enter e t\n\"bad test\nEnter m x ' x ' '\nNoSuchKey\n", 0 },
	{ ":messages\nq a f\n\"out=timeout or wall>1\nEnter Space V * U\n", 0 },
	{ ":help\n/\n\"mark\nEnter n N Esc q q y\n", 0 },
	{ NULL, 0 },
};

/* No file that a script names gets a byte. */
static void
forbid_files(bool is_forbidden)
{
	struct rlimit limit;

	(void)signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = is_forbidden ? 0 : limit.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
}

static void
play(struct script *script, struct app *app, size_t size)
{
	gint64 now = 1000;
	size_t steps = 0;
	enum script_step step;

	for (;;) {
		app_update(app, FAKE_START_MS + now);
		for (int i = 0; i < 1000 && app_work(app); i++)
			;
		if (app->has_left)
			return;
		app_draw(app);
		step = script_next(script, app, now);
		if (step == SCRIPT_ENDED)
			return;
		if (step == SCRIPT_FAILED) {
			const char *error = script_error(script);

			g_assert_true(g_str_has_prefix(error, "script:"));
			g_assert_cmpuint(g_ascii_strtoull(error + 7, NULL,
			    10), >=, 1);
			return;
		}
		/* Time is what one waits for. */
		now += 1000000;
		g_assert_cmpuint(++steps, <=, 2 * size + 1);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const struct fake_options fake = { .tasks = 5, .n = 2,
		.jobs = 2 };
	static struct terminal *term;
	g_autoptr(GError) error = NULL;
	g_autofree char *text = g_strndup((const char *)bytes, size);
	struct script *script = script_parse(text, size, "script", &error);
	struct app app = { .now_ms = FAKE_START_MS };
	struct session *session;

	if (!script) {
		g_assert_nonnull(error);
		return 0;
	}
	if (!term)
		term = term_open_null("xterm-256color", 24, 80);
	g_assert_nonnull(term);
	session = fake_session_new(&fake);
	draw_init(&app.draw, false, true);
	fake_advance(session, 60000);
	app_init(&app, session, NULL);
	forbid_files(true);
	play(script, &app, size);
	forbid_files(false);
	app_clear(&app);
	draw_clear(&app.draw);
	session_free(session);
	script_free(script);
	return 0;
}
