/*
 * The loop.  It sleeps in poll() and nowhere else.  What the keyboard does is
 * drawn at once; what the run does is drawn at most 8 times a second, and
 * while such a frame waits, the feed is left alone, so that a busy run costs
 * one wake-up a frame, and the screen less than a hundredth of a core.  With
 * nothing to come there is no timeout at all.
 */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/screen/requests.h"
#include "tui/screen/script.h"
#include "tui/signals.h"
#include "tui/term.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

#define FRAME_MS 125
#define SCRIPT_MS 50
#define PASTE_PAUSE_MS 1000

struct loop {
	struct app app;
	struct terminal *term;
	gint64 drawn_ms;	/* monotonic */
	gint64 next_tick_ms;	/* monotonic; -1: none */
	bool is_dirty, is_urgent;
	unsigned keys, signals;
	int signal;		/* that ends the loop; 0: none */
	bool is_gone, is_feed_dead, has_work;
	const struct session *seen;	/* whose feed is_feed_dead is about */
	struct script *script;	/* or NULL */
	bool script_waits, has_script_failed;
	bool is_pasting;
	gint64 pasted_ms;	/* monotonic: the last key of it */
	gint64 clicked_ms;	/* the last click, for double ones */
	int clicked_y;
};

void
app_draw(struct app *app)
{
	draw_erase(&app->draw);
	app->hit_count = app->head_count = 0;
	app_screen(app)->draw(app);
	if (app->search)
		app_draw_hits(app);
	if (app->question != QUESTION_NONE)
		chrome_draw_question(app);
}

static void
loop_update(struct loop *loop)
{
	struct app *app = &loop->app;

	if (app->session != loop->seen)
		loop->is_feed_dead = false;
	loop->seen = app->session;
	if (app->session && session_drain(app->session) > 0)
		app_note_progress(app, clock_wall_ms());
	app_update(app, clock_wall_ms());
}

static void
loop_announce(struct loop *loop)
{
	struct app *app = &loop->app;
	const struct config *config = &app->config;
	g_autofree char *title = config->title ? app_title(app) : NULL;
	int percent = -1;

	if (config->progress && app->session && app_is_live(app))
		percent = (int)((gint64)app->session->board->judged * 100 /
		    MAX(app->session->board->samples->len, 1));
	if (config->title || config->progress)
		term_announce(loop->term, title, percent);
	if (app->wants_bell)
		term_ring(loop->term);
	app->wants_bell = false;
}

static void
loop_draw(struct loop *loop)
{
	struct app *app = &loop->app;
	int tick;

	loop_update(loop);
	if (app->has_left)
		return;
	if (app->wants_repaint)
		term_repaint(loop->term);
	app->wants_repaint = false;
	term_show_cursor(loop->term, app->asking != ASK_NOTHING);
	term_set_mouse(loop->term, app->has_mouse);
	app_draw(app);
	loop_announce(loop);
	term_flush(loop->term);
	term_mark_frame(loop->term, loop->keys, loop->signals);
	loop->is_dirty = loop->is_urgent = false;
	loop->drawn_ms = clock_monotonic_ms();
	tick = app_next_tick(app);
	loop->next_tick_ms = tick < 0 ? -1 : loop->drawn_ms + tick;
	loop->has_work = true;
}

static void
loop_request(struct loop *loop)
{
	int sig = requests_serve(&loop->app, loop->term);

	if (sig != 0)
		loop->signal = sig;
}

static void
loop_suspend(struct loop *loop)
{
	struct app *app = &loop->app;
	gint64 stopped_ms = clock_wall_ms();

	app->is_suspending = false;
	if (term_fd(loop->term) < 0)
		return;
	term_suspend(loop->term);
	app->stopped_ms = stopped_ms;
	app->continued_ms = clock_wall_ms();
	draw_resize(&app->draw);
	app->wants_repaint = true;
	if (app_is_ours(app) && !app->was_paused)
		app->session->feed->command(app->session->feed, FEED_RESUME,
		    0);
}

/*
 * Candidates are in sessions of their own and would run on, their budgets
 * with them, while nobody watches.  So nothing new starts, and what runs may
 * end before we stop; a second ^Z does not wait.
 */
static void
loop_ask_suspend(struct loop *loop)
{
	struct app *app = &loop->app;
	struct feed *feed;

	if (app->is_suspending || !app_is_ours(app)) {
		loop_suspend(loop);
		return;
	}
	feed = app->session->feed;
	app->was_paused = app->session->board->state == RUN_PAUSED;
	if (!app->was_paused)
		feed->command(feed, FEED_PAUSE, 0);
	app->is_suspending = true;
	if (app->session->board->running > 0)
		app_say(app, ROLE_WARN, "suspending when the %u that run have "
		    "ended; ^Z again: at once", app->session->board->running);
}

static void
loop_signal(struct loop *loop, int sig)
{
	struct app *app = &loop->app;

	loop->signals++;
	loop->is_dirty = loop->is_urgent = true;
	switch (sig) {
	case SIGINT:
		app_interrupt(app);
		break;
	case SIGTERM:
	case SIGHUP:
	case SIGQUIT:
		loop->signal = sig;
		break;
	case SIGWINCH:
		term_resize(loop->term);
		draw_resize(&app->draw);
		break;
	case SIGTSTP:
		loop_ask_suspend(loop);
		break;
	case SIGCONT:
		term_resume(loop->term);
		draw_resize(&app->draw);
		app->wants_repaint = true;
		break;
	default:
		break;
	}
}

static int
loop_timeout(const struct loop *loop)
{
	gint64 now = clock_monotonic_ms(), wait = -1;

	if (loop->is_urgent || loop->has_work ||
	    (loop->script && !loop->script_waits))
		return 0;
	if (loop->is_dirty)
		wait = MAX(loop->drawn_ms + FRAME_MS - now, 0);
	if (loop->next_tick_ms >= 0) {
		gint64 tick = MAX(loop->next_tick_ms - now, 0);

		wait = wait < 0 ? tick : MIN(wait, tick);
	}
	if (loop->script)
		wait = wait < 0 ? SCRIPT_MS : MIN(wait, SCRIPT_MS);
	return (int)wait;
}

static void
loop_mouse(struct loop *loop)
{
	enum term_mouse what;
	int x, y;
	gint64 now = clock_monotonic_ms();

	if (!term_mouse(loop->term, &x, &y, &what))
		return;
	if (what == TERM_MOUSE_UP || what == TERM_MOUSE_DOWN) {
		app_mouse(&loop->app, x, y, what == TERM_MOUSE_UP ?
		    MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN);
		return;
	}
	app_mouse(&loop->app, x, y, loop->clicked_y == y &&
	    now - loop->clicked_ms < 400 ? MOUSE_DOUBLE : MOUSE_CLICK);
	loop->clicked_ms = now;
	loop->clicked_y = y;
}

/*
 * Whether a key belongs to a paste that nobody asked for: pressed as keys its
 * letters would do who knows what.  The end of a paste may be lost; then a
 * pause ends it.
 */
static bool
is_stray_paste(struct loop *loop, int key)
{
	gint64 now = clock_monotonic_ms();
	bool was_pasting = loop->is_pasting &&
	    now - loop->pasted_ms < PASTE_PAUSE_MS;

	loop->is_pasting = key == K_PASTE_START || (was_pasting &&
	    key != K_PASTE_END);
	loop->pasted_ms = now;
	if (!was_pasting && key != K_PASTE_START && key != K_PASTE_END)
		return false;
	if (loop->app.asking != ASK_NOTHING)
		return false;
	if (key == K_PASTE_END)
		app_say(&loop->app, ROLE_NORMAL, "what was pasted is left "
		    "out: only prompts take it");
	return true;
}

/* As the tty itself would: to all of the foreground job. */
static bool
is_signal(struct loop *loop, int key)
{
	int sig = loop->is_pasting ? 0 : term_key_signal(loop->term, key);

	return sig != 0 && kill(0, sig) == 0;
}

static void
loop_keys(struct loop *loop)
{
	int key;

	/* curses reads ahead: poll() may not tell of the keys it holds. */
	while (!loop->app.has_left &&
	    (key = term_read_key(loop->term)) != KEY_NONE_) {
		bool is_stray;

		if (key == K_RESIZE)
			continue;
		is_stray = is_stray_paste(loop, key);
		if (is_signal(loop, key))
			continue;
		loop->keys++;
		loop->is_dirty = loop->is_urgent = true;
		if (is_stray)
			continue;
		if (key == K_MOUSE)
			loop_mouse(loop);
		else
			app_key(&loop->app, key);
		if (loop->app.request != REQUEST_NONE)
			loop_request(loop);
	}
}

static void
loop_wait(struct loop *loop)
{
	const struct session *session = loop->app.session;
	int timeout = loop_timeout(loop);
	struct pollfd p[3] = {
		{ .fd = term_fd(loop->term), .events = POLLIN },
		{ .fd = signals_fd(), .events = POLLIN },
		{ .fd = loop->is_dirty || loop->is_feed_dead || !session ||
		    session != loop->seen ? -1 : session->feed->fd,
		    .events = POLLIN },
	};
	int n = poll(p, G_N_ELEMENTS(p), timeout), sig;

	if (n < 0 && errno != EINTR) {
		loop->is_gone = true;
		return;
	}
	if (n == 0 && !loop->is_dirty && !loop->has_work && timeout != 0)
		loop->is_dirty = loop->is_urgent = true;
	while ((sig = signals_next()) != 0 && !loop->app.has_left)
		loop_signal(loop, sig);
	if (n > 0 && (p[0].revents & (POLLHUP | POLLERR | POLLNVAL))) {
		loop->is_gone = true;
		return;
	}
	if (n > 0 && p[2].revents)
		loop->is_dirty = true;
	/* What cannot become readable again must not keep us awake. */
	if (n > 0 && p[2].revents && !(p[2].revents & POLLIN))
		loop->is_feed_dead = true;
	loop_keys(loop);
}

/* Slices of what takes long, between keys. */
static void
loop_work(struct loop *loop)
{
	if (!loop->has_work || loop->is_urgent)
		return;
	loop->has_work = app_work(&loop->app);
	/* What is done is shown at once, progress at leisure. */
	if (loop->has_work)
		loop->is_dirty = true;
	else if (loop->is_dirty)
		loop->is_urgent = true;
}

static void
loop_script(struct loop *loop)
{
	struct app *app = &loop->app;

	if (!loop->script || loop->is_urgent || app->has_left ||
	    loop->has_work)
		return;
	/* What it shows must not depend on how fast files are read. */
	if (app_texts_are_pending(app)) {
		loop->script_waits = true;
		return;
	}
	loop->script_waits = false;
	switch (script_next(loop->script, app, clock_monotonic_ms())) {
	case SCRIPT_DONE_STEP:
		loop->is_dirty = loop->is_urgent = true;
		break;
	case SCRIPT_WAITS:
		loop->script_waits = true;
		break;
	case SCRIPT_FAILED:
		loop->has_script_failed = true;
		app->has_left = true;
		break;
	case SCRIPT_ENDED:
		app->has_left = true;
		break;
	}
	if (app->request != REQUEST_NONE)
		loop_request(loop);
}

static void
loop_run(struct loop *loop)
{
	struct app *app = &loop->app;

	loop->is_dirty = loop->is_urgent = true;
	while (!app->has_left && !loop->is_gone && loop->signal == 0) {
		if (loop->is_dirty && (loop->is_urgent ||
		    clock_monotonic_ms() - loop->drawn_ms >= FRAME_MS))
			loop_draw(loop);
		else
			loop_wait(loop);
		if (loop->is_urgent && !app->has_left)
			loop_draw(loop);
		if (app->is_suspending && (!app_is_ours(app) ||
		    app->session->board->running == 0)) {
			loop_suspend(loop);
			loop->is_dirty = loop->is_urgent = true;
		}
		loop_work(loop);
		loop_script(loop);
	}
}

static bool
wants_color(const struct dashboard_options *options)
{
	const char *no = g_getenv("NO_COLOR");

	return !options->no_color && !(no && *no);
}

/* A script may do without a terminal. */
static bool
loop_open_terminal(struct loop *loop)
{
	loop->term = term_open();
	if (!loop->term && loop->script)
		loop->term = term_open_null("xterm-256color", 24, 80);
	return loop->term;
}

static enum dashboard_end
loop_end(struct loop *loop, struct dashboard_result *ret)
{
	struct app *app = &loop->app;
	enum dashboard_end end = app->end;

	if (loop->is_gone && loop->signal == 0)
		loop->signal = SIGHUP;
	if (loop->signal != 0 && !app->has_left)
		end = DASHBOARD_SIGNAL;
	if (end == DASHBOARD_SIGNAL)
		ret->signal = loop->signal;
	ret->goes_back = end == DASHBOARD_QUIT && app->goes_back;
	if (loop->has_script_failed) {
		end = DASHBOARD_SCRIPT_FAILED;
		ret->text = g_strdup(script_error(loop->script));
	} else if (end == DASHBOARD_RESUME) {
		ret->text = g_steal_pointer(&app->runs.resume);
	} else if (end == DASHBOARD_RERUN) {
		rerun_give(app, ret);
	}
	return end;
}

/* Of the prompts whose lines are worth more than once. */
static const struct {
	enum asking asking;
	const char *name;
} histories[] = {
	{ ASK_SEARCH, "search" }, { ASK_FILTER, "filter" },
	{ ASK_COMMAND, "command" },
};

static void
load_histories(struct app *app)
{
	for (gsize i = 0; app->state_path && i < G_N_ELEMENTS(histories); i++)
		state_load_history(app->state_path, histories[i].name,
		    app->histories[histories[i].asking]);
}

/* What cannot be kept is no reason to trouble anybody who leaves. */
static void
keep_histories(struct app *app)
{
	for (gsize i = 0; app->state_path && i < G_N_ELEMENTS(histories); i++)
		if (app->has_typed[histories[i].asking])
			(void)state_save_history(app->state_path,
			    histories[i].name,
			    app->histories[histories[i].asking], NULL);
}

static enum dashboard_end
run(struct session *session, const struct dashboard_options *options,
    struct dashboard_result *ret)
{
	struct loop loop = { .next_tick_ms = -1, .seen = session };
	struct config config;
	g_autoptr(GError) error = NULL;
	enum dashboard_end end;

	if (options->script) {
		loop.script = script_load(options->script, &error);
		if (!loop.script) {
			ret->text = g_strdup(error->message);
			return DASHBOARD_SCRIPT_FAILED;
		}
	}
	if (!signals_start() || !loop_open_terminal(&loop)) {
		script_free(loop.script);
		return DASHBOARD_NO_TERMINAL;
	}
	if (session)
		session_drain(session);
	config_load(&config, NULL);
	draw_init(&loop.app.draw, options->ascii || config.ascii ||
	    !term_is_utf8(loop.term), wants_color(options));
	loop.app.now_ms = clock_wall_ms();
	loop.app.runs.dir = g_strdup(options->runs_dir);
	loop.app.runs.selected = g_strdup(options->run);
	loop.app.state_path = g_strdup(options->state);
	if (config.title || config.progress)
		term_allow_announcing(loop.term);
	app_init(&loop.app, session, &config);
	if (!options->theme && !loop.app.config.theme)
		app_set_theme(&loop.app, theme_for_background(g_getenv(
		    "COLORFGBG")));
	if (options->theme) {
		const struct theme *theme = config_theme(&loop.app.config,
		    options->theme);

		/* front_check() has seen it; the file may be another now. */
		if (theme)
			app_set_theme(&loop.app, theme);
	}
	if (options->place)
		rerun_show_place(&loop.app, options->place);
	if (options->compare_a && options->compare_b) {
		loop.app.runs.a = g_strdup(options->compare_a);
		loop.app.runs.b = g_strdup(options->compare_b);
		compare_open(&loop.app, options->compare_a,
		    options->compare_b);
	}
	if (!options->script)
		load_histories(&loop.app);
	loop_run(&loop);
	end = loop_end(&loop, ret);
	if (!options->script)
		keep_histories(&loop.app);
	app_clear(&loop.app);
	draw_clear(&loop.app.draw);
	term_close(loop.term);
	script_free(loop.script);
	return end;
}

enum dashboard_end
dashboard_run(struct session *session,
    const struct dashboard_options *options, struct dashboard_result *ret)
{
	return run(session, options, ret);
}

enum dashboard_end
dashboard_browse(const struct dashboard_options *options,
    struct dashboard_result *ret)
{
	return run(NULL, options, ret);
}

void
dashboard_result_clear(struct dashboard_result *result)
{
	g_free(result->text);
	g_free(result->place.filter);
	g_clear_pointer(&result->place.marked, g_array_unref);
	g_clear_pointer(&result->place.bookmarks, g_array_unref);
	if (result->ordinals)
		g_array_unref(result->ordinals);
	*result = (struct dashboard_result){ 0 };
}
