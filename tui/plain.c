/*
 * Plain mode.  Lines are made from the events themselves, which the board
 * does not keep; so a tap is put before the session's feed: it hands on what
 * the feed gives, and prints it on the way.
 */
#include "tui/plain.h"

#include "base/clock.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>

#define PROGRESS_MS 10000
#define KILL_MS 5000		/* how long the last events may take */

struct plain {
	struct session *session;
	const struct plain_options *options;
	struct feed tap;
	struct feed *inner;
	bool is_mute;		/* nobody reads stdout any more */
	gint64 began_ms, progress_ms;	/* monotonic */
	guint judged_before;	/* by an earlier session of the run */
	guint64 progress_generation;
	guint interrupts;
	int signal;
	gint64 deadline_ms;	/* monotonic, after a kill; 0: none */
};

char *
plain_duration(guint64 ms)
{
	guint64 s = ms / 1000;

	/* Rounded, as the screens do. */
	if (ms < 59950)
		return g_strdup_printf("%.1fs", (double)ms / 1000);
	s = MAX(s, 60);
	if (s < 3600)
		return g_strdup_printf("%um%02us", (guint)(s / 60),
		    (guint)(s % 60));
	return g_strdup_printf("%uh%02um", (guint)(s / 3600),
	    (guint)(s / 60 % 60));
}

char *
plain_counts(const struct board *board)
{
	GString *text = g_string_new(NULL);

	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++)
		g_string_append_printf(text, " %s=%u",
		    outcome_info((enum outcome)i)->word, board->outcomes[i]);
	if (board->unjudged > 0)
		g_string_append_printf(text, " unjudged=%u", board->unjudged);
	return g_string_free(text, FALSE);
}

G_GNUC_PRINTF(2, 3)
static void
say(struct plain *plain, const char *format, ...)
{
	FILE *out = plain->options->is_silent ? stderr : stdout;
	va_list args;

	if (plain->is_mute)
		return;
	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
	/* The run is worth more than its lines: it goes on, and is saved. */
	if (ferror(out))
		plain->is_mute = true;
}

static void
say_judged(struct plain *plain, const char *where, const struct event *event)
{
	const struct verdict *verdict = event->verdict;
	const char *detail = detail_word(verdict->detail);
	g_autofree char *reason = clean_line(verdict->reason);
	g_autofree char *rerun = NULL;

	if (verdict->trust == TRUST_DISPUTED) {
		g_autofree char *why = clean_line(verdict->trust_reason);

		say(plain, "%s disputed %.2fs %s\n", where,
		    verdict->wall_ms / 1000.0, why);
	}
	if (verdict->outcome == OUTCOME_PASS && !plain->options->is_verbose)
		return;
	if (verdict->is_rerun)
		rerun = g_strdup_printf(" rerun, timeout %gs",
		    verdict->timeout_ms / 1000.0);
	say(plain, "%s %s%s%s %.2fs%s%s%s%s\n", where,
	    outcome_info(verdict->outcome)->word, detail ? "/" : "",
	    detail ? detail : "", verdict->wall_ms / 1000.0,
	    verdict->retried ? " retried" : "", rerun ? rerun : "",
	    *reason ? " " : "", reason);
}

static void
say_event(struct plain *plain, const struct event *event)
{
	const struct board *board = plain->session->board;
	g_autofree char *message = clean_line(event->message);
	g_autofree char *where = NULL, *id = NULL;
	const struct board_task *task;

	if (event->type == EVENT_WARNING)
		command_complain("%s", message);
	if (event->type != EVENT_JUDGED && event->type != EVENT_UNJUDGED)
		return;
	if (plain->options->is_quiet || plain->options->is_silent ||
	    event->sample >= board->samples->len)
		return;
	task = board_task(board, board_sample(board, event->sample)->task);
	id = clean_line(task->id);
	where = g_strdup_printf("sample %s %u", id,
	    event->sample - task->first + 1);
	if (event->type == EVENT_JUDGED)
		say_judged(plain, where, event);
	else
		say(plain, "%s unjudged %s\n", where, message);
}

static void
tap_take(struct feed *feed, GPtrArray *into)
{
	struct plain *plain = (struct plain *)((char *)feed -
	    offsetof(struct plain, tap));
	guint from = into->len;

	plain->inner->take(plain->inner, into);
	for (guint i = from; i < into->len; i++)
		say_event(plain, g_ptr_array_index(into, i));
}

static bool
command(struct plain *plain, enum feed_command word)
{
	/* A runner that does not answer must not keep us for ever. */
	if (word == FEED_KILL && plain->deadline_ms == 0)
		plain->deadline_ms = clock_monotonic_ms() + KILL_MS;
	return plain->inner->command(plain->inner, word, 0);
}

static void
say_progress(struct plain *plain)
{
	const struct board *board = plain->session->board;
	gint64 now = clock_monotonic_ms();
	guint judged = board->judged - MIN(plain->judged_before,
	    board->judged);
	g_autofree char *words = plain_counts(board);
	g_autofree char *eta = NULL;

	if (judged > 0 && board->state < RUN_DONE)
		eta = plain_duration((guint64)(now - plain->began_ms) *
		    board_remaining(board) / judged);
	say(plain, "progress %u/%u%s running=%u%s%s\n", board->judged,
	    board->samples->len, words, board_busy_slots(board), eta ? " eta=" : "",
	    eta ? eta : "");
	plain->progress_ms = now;
	plain->progress_generation = board->generation;
}

static bool
wants_progress(const struct plain *plain)
{
	return !plain->options->is_quiet && !plain->options->is_silent &&
	    plain->session->board->generation != plain->progress_generation;
}

static void
interrupt(struct plain *plain)
{
	guint running = plain->session->board->running;

	plain->interrupts++;
	if (!plain->session->is_live)
		return;
	if (plain->interrupts > 1)
		(void)command(plain, FEED_KILL);
	else if (command(plain, FEED_STOP))
		command_complain("stopping: %u running sample%s may end; "
		    "interrupt again to end %s now", running,
		    running == 1 ? "" : "s", running == 1 ? "it" : "them");
}

static void
handle_signals(struct plain *plain)
{
	int sig;

	while ((sig = signals_next()) != 0) {
		switch (sig) {
		case SIGINT:
			interrupt(plain);
			break;
		case SIGTERM:
		case SIGHUP:
		case SIGQUIT:
			plain->signal = sig;
			(void)command(plain, FEED_KILL);
			break;
		case SIGUSR1:
			say_progress(plain);
			break;
		case SIGTSTP:
			/* All of us stops, the runner's thread too. */
			(void)raise(SIGSTOP);
			break;
		default:
			break;
		}
	}
}

/* Until something happens or a progress line is due. */
static void
wait_for_more(struct plain *plain)
{
	struct pollfd fds[2] = {
		{ .fd = signals_fd(), .events = POLLIN },
		{ .fd = plain->inner->fd, .events = POLLIN },
	};
	gint64 until = 0, left = -1;

	/* Without anything new there is no line to print, no reason to wake. */
	if (plain->deadline_ms > 0)
		until = plain->deadline_ms;
	else if (wants_progress(plain))
		until = plain->progress_ms + PROGRESS_MS;
	if (until > 0)
		left = MAX(until - clock_monotonic_ms(), 0);
	(void)poll(fds, 2, (int)left);
}

/* A followed run, whose process has gone without a last word. */
static bool
is_orphan(const struct plain *plain)
{
	return !plain->session->is_live &&
	    !rundir_is_locked(plain->session->rundir);
}

static bool
is_over(const struct plain *plain)
{
	const struct session *session = plain->session;

	if (plain->inner->fd < 0 || session->board->state >= RUN_DONE)
		return true;
	if (plain->deadline_ms > 0 &&
	    clock_monotonic_ms() >= plain->deadline_ms)
		return true;
	/* Looking on does not end what is looked at. */
	if (!session->is_live && (plain->interrupts > 0 || plain->signal))
		return true;
	return is_orphan(plain);
}

static void
pump(struct plain *plain)
{
	for (;;) {
		guint applied = session_drain(plain->session);

		handle_signals(plain);
		if (wants_progress(plain) && clock_monotonic_ms() >=
		    plain->progress_ms + PROGRESS_MS)
			say_progress(plain);
		if (applied > 0)
			continue;
		if (!is_over(plain)) {
			wait_for_more(plain);
			continue;
		}
		/* What was written between the last drain and the look. */
		if (session_drain(plain->session) == 0)
			return;
	}
}

enum plain_end
plain_run(struct session *session, const struct plain_options *options,
    int *ret_signal)
{
	struct plain plain = {
		.session = session,
		.options = options,
		.inner = session->feed,
		.tap = { .fd = session->feed->fd, .take = tap_take },
		.began_ms = clock_monotonic_ms(),
		.judged_before = session->board->judged,
		.progress_generation = session->board->generation,
	};

	plain.progress_ms = plain.began_ms;
	plain.inner->wants_texts = !options->is_quiet && !options->is_silent;
	session->feed = &plain.tap;
	pump(&plain);
	session->feed = plain.inner;
	if (plain.signal) {
		*ret_signal = plain.signal;
		return PLAIN_SIGNAL;
	}
	return plain.interrupts > 0 ? PLAIN_INTERRUPTED : PLAIN_ENDED;
}

void
plain_kill(struct session *session)
{
	gint64 deadline = clock_monotonic_ms() + KILL_MS, left;

	(void)session->feed->command(session->feed, FEED_KILL, 0);
	while (session_drain(session) > 0 ||
	    session->board->state < RUN_DONE) {
		struct pollfd fd = { .fd = session->feed->fd,
			.events = POLLIN };

		left = deadline - clock_monotonic_ms();
		if (left <= 0 || fd.fd < 0)
			return;
		(void)poll(&fd, 1, (int)MIN(left, 100));
	}
}
