/*
 * A feed that reads a journal, in portions, so that a screen can draw and hear
 * keys while a long run is still being read.
 */
#include "run/feed.h"
#include "run/journal.h"

#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <sys/epoll.h>
#include <unistd.h>

#define TAKE_BYTES (512 << 10)	/* 1 ms, or 8 with all texts */
#define POLL_S 2		/* for file systems without inotify (NFS) */

struct journal_feed {
	struct feed feed;
	struct journal_reader *reader;
	int notify_fd, timer_fd;
	bool follow;
};

static void
drain_fd(int fd)
{
	char buffer[4096];

	while (fd >= 0 && read(fd, buffer, sizeof buffer) > 0)
		;
}

static void
journal_feed_take(struct feed *feed, GPtrArray *into)
{
	struct journal_feed *self = (struct journal_feed *)feed;
	guint64 until = journal_reader_offset(self->reader) + TAKE_BYTES;
	struct event *event;

	/* First the alarms, then the lines: a line that comes in between
	 * rings again. */
	drain_fd(self->notify_fd);
	drain_fd(self->timer_fd);
	do {
		event = journal_reader_next(self->reader,
		    self->feed.wants_texts, NULL);
		if (event)
			g_ptr_array_add(into, event);
		feed->read = journal_reader_offset(self->reader);
	} while (event && feed->read < until);
	/* At the end of the last whole line: what is torn is not waited for. */
	if (!event)
		feed->size = feed->read;
}

static bool
journal_feed_command(struct feed *feed, enum feed_command command,
    guint argument)
{
	(void)feed;
	(void)command;
	(void)argument;
	return false;
}

static bool
journal_feed_rerun(struct feed *feed, const GArray *ordinals,
    guint32 timeout_ms)
{
	(void)feed;
	(void)ordinals;
	(void)timeout_ms;
	return false;
}

static void
journal_feed_free(struct feed *feed)
{
	struct journal_feed *self = (struct journal_feed *)feed;

	journal_reader_close(self->reader);
	if (self->notify_fd >= 0)
		(void)close(self->notify_fd);
	if (self->timer_fd >= 0)
		(void)close(self->timer_fd);
	if (self->feed.fd >= 0)
		(void)close(self->feed.fd);
	g_free(self);
}

static void
watch(struct journal_feed *self, const char *rundir)
{
	const struct itimerspec every = { { POLL_S, 0 }, { POLL_S, 0 } };
	struct epoll_event event = { .events = EPOLLIN };
	g_autofree char *path = g_build_filename(rundir, "results.jsonl",
	    NULL);

	self->feed.fd = epoll_create1(EPOLL_CLOEXEC);
	self->notify_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	self->timer_fd = timerfd_create(CLOCK_MONOTONIC,
	    TFD_NONBLOCK | TFD_CLOEXEC);
	if (self->notify_fd >= 0) {
		(void)inotify_add_watch(self->notify_fd, path, IN_MODIFY);
		(void)epoll_ctl(self->feed.fd, EPOLL_CTL_ADD, self->notify_fd,
		    &event);
	}
	if (self->timer_fd >= 0) {
		(void)timerfd_settime(self->timer_fd, 0, &every, NULL);
		(void)epoll_ctl(self->feed.fd, EPOLL_CTL_ADD, self->timer_fd,
		    &event);
	}
}

struct feed *
feed_from_journal(const char *rundir, bool follow, GError **error)
{
	struct journal_reader *reader = journal_reader_open(rundir, error);
	struct journal_feed *self;

	if (!reader)
		return NULL;
	self = g_new0(struct journal_feed, 1);
	self->feed = (struct feed){
		.fd = -1,
		.size = journal_reader_size(reader),
		.take = journal_feed_take,
		.command = journal_feed_command,
		.rerun = journal_feed_rerun,
		.free = journal_feed_free,
	};
	self->reader = reader;
	self->notify_fd = self->timer_fd = -1;
	self->follow = follow;
	if (follow)
		watch(self, rundir);
	return &self->feed;
}
