/*
 * The loop.  It sleeps in poll() and nowhere else.  What the keyboard does is
 * drawn at once; what the run does is drawn at most 20 times a second, and
 * while such a frame waits, the feed is left alone, so that a busy run costs
 * one wake-up a frame.  With nothing to come there is no timeout at all.
 */
#include "tui/screen/app.h"

#include "base/clock.h"
#include "tui/signals.h"
#include "tui/term.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>

#define FRAME_MS 50

struct loop {
	struct app app;
	struct terminal *term;
	gint64 drawn_ms;	/* monotonic */
	gint64 next_tick_ms;	/* monotonic; -1: none */
	bool is_dirty, is_urgent;
	unsigned keys, signals;
	int signal;		/* that ends the loop; 0: none */
	bool is_gone, is_feed_dead;
};

void
app_draw(struct app *app)
{
	draw_erase(&app->draw);
	app->screens[app->depth - 1]->draw(app);
	if (app->question != QUESTION_NONE)
		chrome_draw_question(app);
}

static void
loop_draw(struct loop *loop)
{
	struct app *app = &loop->app;
	int tick;

	if (session_drain(app->session) > 0)
		app_note_progress(app, clock_wall_ms());
	app_update(app, clock_wall_ms());
	if (app->has_left)
		return;
	if (app->wants_repaint)
		term_repaint(loop->term);
	app->wants_repaint = false;
	term_show_cursor(loop->term, app->has_prompt);
	app_draw(app);
	term_flush(loop->term);
	term_mark_frame(loop->term, loop->keys, loop->signals);
	loop->is_dirty = loop->is_urgent = false;
	loop->drawn_ms = clock_monotonic_ms();
	tick = app_next_tick(app);
	loop->next_tick_ms = tick < 0 ? -1 : loop->drawn_ms + tick;
}

static void
loop_suspend(struct loop *loop)
{
	struct app *app = &loop->app;
	gint64 stopped_ms = clock_wall_ms();

	term_suspend(loop->term);
	app->stopped_ms = stopped_ms;
	app->continued_ms = clock_wall_ms();
	draw_resize(&app->draw);
	app->wants_repaint = true;
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
		loop_suspend(loop);
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

	if (loop->is_urgent)
		return 0;
	if (loop->is_dirty)
		wait = MAX(loop->drawn_ms + FRAME_MS - now, 0);
	if (loop->next_tick_ms >= 0) {
		gint64 tick = MAX(loop->next_tick_ms - now, 0);

		wait = wait < 0 ? tick : MIN(wait, tick);
	}
	return (int)wait;
}

static void
loop_keys(struct loop *loop)
{
	int key;

	/* curses reads ahead: poll() may not tell of the keys it holds. */
	while (!loop->app.has_left &&
	    (key = term_read_key(loop->term)) != KEY_NONE_) {
		if (key == K_RESIZE)
			continue;
		loop->keys++;
		loop->is_dirty = loop->is_urgent = true;
		app_key(&loop->app, key);
	}
}

static void
loop_wait(struct loop *loop)
{
	struct feed *feed = loop->app.session->feed;
	int timeout = loop_timeout(loop);
	struct pollfd p[3] = {
		{ .fd = term_fd(loop->term), .events = POLLIN },
		{ .fd = signals_fd(), .events = POLLIN },
		{ .fd = loop->is_dirty || loop->is_feed_dead ? -1 : feed->fd,
		    .events = POLLIN },
	};
	int n = poll(p, G_N_ELEMENTS(p), timeout), sig;

	if (n < 0 && errno != EINTR) {
		loop->is_gone = true;
		return;
	}
	if (n == 0 && !loop->is_dirty)
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

static void
loop_run(struct loop *loop)
{
	loop->is_dirty = loop->is_urgent = true;
	while (!loop->app.has_left && !loop->is_gone && loop->signal == 0) {
		if (loop->is_dirty && (loop->is_urgent ||
		    clock_monotonic_ms() - loop->drawn_ms >= FRAME_MS))
			loop_draw(loop);
		else
			loop_wait(loop);
		if (loop->is_urgent && !loop->app.has_left)
			loop_draw(loop);
	}
}

static bool
wants_color(const struct dashboard_options *options)
{
	const char *no = g_getenv("NO_COLOR");

	return !options->no_color && !(no && *no);
}

enum dashboard_end
dashboard_run(struct session *session,
    const struct dashboard_options *options, int *ret_signal)
{
	struct loop loop = { .next_tick_ms = -1 };
	enum dashboard_end end;

	if (!signals_start())
		return DASHBOARD_NO_TERMINAL;
	loop.term = term_open();
	if (!loop.term)
		return DASHBOARD_NO_TERMINAL;
	session_drain(session);
	draw_init(&loop.app.draw, options->ascii || !term_is_utf8(loop.term),
	    wants_color(options));
	loop.app.now_ms = clock_wall_ms();
	app_init(&loop.app, session);
	loop_run(&loop);
	end = loop.app.end;
	if (loop.is_gone && loop.signal == 0)
		loop.signal = SIGHUP;
	if (loop.signal != 0 && !loop.app.has_left)
		end = DASHBOARD_SIGNAL;
	if (end == DASHBOARD_SIGNAL && ret_signal)
		*ret_signal = loop.signal;
	app_clear(&loop.app);
	draw_clear(&loop.app.draw);
	term_close(loop.term);
	return end;
}
