/*
 * One command in the jail, by hand.  It goes through a launcher and the
 * line of wire.h like every job of a run: what works here works there.
 */
#include "config.h"

#include "sandbox/client.h"
#include "sandbox/internal.h"
#include "sandbox/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOB_ID 1
#define EXIT_TIMEOUT 124
#define EXIT_FAULT 125

/* The launcher and the kernel have this long beyond the command's time. */
#define GRACE_S 10.0

/*
 * What the command reads or writes, on its way from or to our caller's
 * descriptor.  No more is read than was taken, and no more written at once
 * than a pipe that is not full has room for: a slow reader must not keep us
 * from the clock.
 */
struct stream {
	int pipe;		/* our end of the command's; -1: none */
	int from, to;		/* one of them is the pipe */
	size_t at, size;	/* the bytes from at on are still to be written */
	char bytes[PIPE_BUF];
};

struct hand {
	const struct jail_hand *options;
	int socket;
	struct stream streams[3];	/* by the command's descriptor */
	int input;		/* the command's end of the first, too */
	uint64_t n_bytes;	/* of both together */
	bool is_over;		/* the output cap was passed */
	bool is_killed;
	bool is_started;
	double started_s;
	double wall_s;
	struct jail_fault fault;
	enum jail_memory_by memory_by;
	struct jail_ended ended;
};

static double
now_s(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void
end_job(struct hand *hand)
{
	if (!hand->is_killed)
		(void)jail_send_kill(hand->socket, JOB_ID);
	hand->is_killed = true;
}

/* For the command it is as if our caller's end had been its own. */
static void
close_stream(struct stream *stream)
{
	if (stream->pipe >= 0)
		(void)close(stream->pipe);
	stream->pipe = stream->from = stream->to = -1;
	stream->at = stream->size = 0;
}

static void
fail_stream(struct hand *hand, struct stream *stream, int err)
{
	(void)jail_fault_set(&hand->fault, err,
	    stream->pipe == stream->to ? "input" : "output");
	close_stream(stream);
	end_job(hand);
}

static void
count(struct hand *hand, struct stream *stream)
{
	uint64_t cap = hand->options->output_bytes;

	if (cap > 0 && stream->size > cap - hand->n_bytes) {
		stream->size = (size_t)(cap - hand->n_bytes);
		hand->is_over = true;
		end_job(hand);
	}
	hand->n_bytes += stream->size;
}

static void
read_stream(struct hand *hand, struct stream *stream)
{
	ssize_t n = read(stream->from, stream->bytes, sizeof stream->bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n < 0 && errno != EBADF) {
		fail_stream(hand, stream, errno);
	} else if (n <= 0) {
		close_stream(stream);
	} else {
		stream->at = 0;
		stream->size = (size_t)n;
		if (stream->pipe == stream->from)
			count(hand, stream);
	}
}

static void
write_stream(struct hand *hand, struct stream *stream)
{
	ssize_t n = write(stream->to, stream->bytes + stream->at,
	    stream->size - stream->at);

	if (n >= 0)
		stream->at += (size_t)n;
	else if (errno == EPIPE)	/* a reader may go away */
		close_stream(stream);
	else if (errno != EINTR && errno != EAGAIN)
		fail_stream(hand, stream, errno);
}

static struct pollfd
next_of(const struct stream *stream)
{
	if (stream->at < stream->size)
		return (struct pollfd){ .fd = stream->to, .events = POLLOUT };
	return (struct pollfd){ .fd = stream->from, .events = POLLIN };
}

/* Wait for the launcher's word (it is there: true) and pass on bytes. */
static bool
attend(struct hand *hand, int socket, int wait_ms)
{
	struct pollfd fds[4] = {
		next_of(&hand->streams[0]),
		next_of(&hand->streams[1]),
		next_of(&hand->streams[2]),
		{ .fd = socket, .events = POLLIN },
	};

	if (poll(fds, 4, wait_ms) < 0)
		return false;
	for (int i = 0; i < 3; i++) {
		if (fds[i].revents == 0)
			continue;
		if (fds[i].events == POLLIN)
			read_stream(hand, &hand->streams[i]);
		else
			write_stream(hand, &hand->streams[i]);
	}
	return fds[3].revents != 0;
}

/* True when the job has come to its end, one way or the other. */
static bool
take_reply(struct hand *hand)
{
	union jail_reply reply;
	int r = jail_receive(hand->socket, &reply);

	if (r == -EAGAIN)
		return false;
	if (r < 0) {
		(void)jail_fault_set(&hand->fault, -r, "launcher");
		return true;
	}
	if (reply.head.type == JAIL_MSG_STARTED) {
		hand->is_started = true;
		hand->started_s = now_s();
		return false;
	}
	if (reply.head.type != JAIL_MSG_ENDED)
		return false;
	hand->ended = reply.ended;
	hand->wall_s = hand->is_started ? now_s() - hand->started_s : 0;
	if (reply.ended.err != 0)
		(void)jail_fault_set(&hand->fault, reply.ended.err,
		    reply.ended.step);
	return true;
}

static double
seconds_left(const struct hand *hand, double asked_s)
{
	double limit = hand->options->time_s;

	if (!hand->is_started)
		return asked_s + GRACE_S - now_s();
	if (hand->is_killed)
		return hand->started_s + limit + GRACE_S - now_s();
	return hand->started_s + limit - now_s();
}

static void
follow(struct hand *hand)
{
	double asked_s = now_s();

	for (;;) {
		double left = seconds_left(hand, asked_s);

		if (left <= 0 && hand->is_started && !hand->is_killed) {
			end_job(hand);
			continue;
		}
		if (left <= 0) {
			(void)jail_fault_set(&hand->fault, ETIMEDOUT,
			    "launcher");
			return;
		}
		if (attend(hand, hand->socket, (int)ceil(left * 1000)) &&
		    take_reply(hand))
			break;
	}
	/* Nobody is left who could write: the rest is there, then the end. */
	while (hand->fault.err == 0 && (hand->streams[1].pipe >= 0 ||
	    hand->streams[2].pipe >= 0))
		(void)attend(hand, -1, -1);
}

/*
 * A terminal or pipe as the command gets it, or with O_NONBLOCK as we write
 * to it: opened anew where that can be had, as flags on our caller's own
 * would outlast the command.  Returns fd itself where it cannot.
 */
static int
open_anew(int fd, int with_flags)
{
	char path[32];
	struct stat st;
	int anew, flags = fd == STDIN_FILENO ? O_RDONLY : O_WRONLY;

	if (!isatty(fd) && (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode)))
		return fd;
	(void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	/* Or a pipe without another end would have us wait for one. */
	anew = open(path, flags | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (anew < 0)
		return fd;
	if (fcntl(anew, F_SETFL, with_flags) < 0) {
		(void)close(anew);
		return fd;
	}
	return anew;
}

/*
 * Whoever has a file open can change its modes and times, if it is his, and
 * cut it off; and from a folder there is a way to all others.  So the command
 * gets only what is in no file system, and a terminal, which it must see.
 */
static bool
may_have(int fd)
{
	struct statfs fs;
	struct stat st;

	if (fstat(fd, &st) < 0)
		return false;
	if (S_ISFIFO(st.st_mode))
		return fstatfs(fd, &fs) == 0 && fs.f_type == PIPEFS_MAGIC;
	return S_ISSOCK(st.st_mode) || isatty(fd);
}

/* The command's end of a stream, or a negative errno. */
static int
make_stream(struct stream *stream, int fd)
{
	bool is_input = fd == STDIN_FILENO;
	int ends[2], ours;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	ours = ends[is_input ? 1 : 0];
	(void)fcntl(ours, F_SETFL, O_NONBLOCK);
	*stream = (struct stream){
		.pipe = ours,
		.from = is_input ? fd : ours,
		.to = is_input ? ours : open_anew(fd, O_NONBLOCK),
	};
	return ends[is_input ? 0 : 1];
}

static int
ask(struct hand *hand)
{
	struct jail_launch launch;
	int fds[JAIL_LAUNCH_FDS];
	int r;

	r = jail_launch_init(&launch, JOB_ID, &hand->options->policy,
	    (const char *const *)(const void *)hand->options->argv);
	if (r < 0)
		return jail_fault_set(&hand->fault, -r, "arguments");
	fds[3] = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (fds[3] < 0)
		return jail_fault_set(&hand->fault, errno, "/dev/null");
	for (int i = 0; i < 3; i++) {
		bool has_cap = i > 0 && hand->options->output_bytes > 0;

		fds[i] = has_cap || !may_have(i) ?
		    make_stream(&hand->streams[i], i) : open_anew(i, 0);
		if (fds[i] < 0)
			return jail_fault_set(&hand->fault, -fds[i], "pipe");
	}
	r = jail_send_launch(hand->socket, &launch, fds);
	if (hand->streams[STDIN_FILENO].pipe >= 0)
		hand->input = fds[STDIN_FILENO];
	for (int i = 0; i < JAIL_LAUNCH_FDS; i++)
		if (fds[i] > STDERR_FILENO && fds[i] != hand->input)
			(void)close(fds[i]);
	if (r < 0)
		return jail_fault_set(&hand->fault, -r, "launch");
	return 0;
}

static int
await_ready(struct hand *hand)
{
	double deadline = now_s() + GRACE_S;

	for (;;) {
		struct pollfd fd = { .fd = hand->socket, .events = POLLIN };
		double left = deadline - now_s();
		union jail_reply reply;
		int r;

		if (left <= 0)
			return jail_fault_set(&hand->fault, ETIMEDOUT,
			    "launcher");
		if (poll(&fd, 1, (int)ceil(left * 1000)) <= 0)
			continue;
		r = jail_receive(hand->socket, &reply);
		if (r == -EAGAIN)
			continue;
		if (r < 0)
			return jail_fault_set(&hand->fault, -r, "launcher");
		hand->memory_by = (enum jail_memory_by)reply.ready.memory_by;
		if (reply.ready.err != 0)
			return jail_fault_set(&hand->fault, reply.ready.err,
			    reply.ready.step);
		return 0;
	}
}

enum ending { FAULT, MEMORY, OUTPUT, TIMEOUT, SIGNAL, EXIT };

/* The jail's own reasons come first: what it ends may end in any way. */
static enum ending
ending(const struct hand *hand)
{
	if (hand->fault.err != 0)
		return FAULT;
	if (hand->ended.hit_memory)
		return MEMORY;
	if (hand->is_over)
		return OUTPUT;
	if (hand->wall_s >= hand->options->time_s)
		return TIMEOUT;
	return WIFSIGNALED(hand->ended.wait_status) ? SIGNAL : EXIT;
}

static int
exit_status(const struct hand *hand)
{
	switch (ending(hand)) {
	case FAULT:
		break;
	case MEMORY:
	case OUTPUT:
		return 128 + SIGKILL;
	case TIMEOUT:
		return EXIT_TIMEOUT;
	case SIGNAL:
		return 128 + WTERMSIG(hand->ended.wait_status);
	case EXIT:
		return WEXITSTATUS(hand->ended.wait_status);
	}
	return EXIT_FAULT;
}

static void
write_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\' || c < 0x20 || c >= 0x7f)
			(void)fprintf(out, "\\u%04x", c);
		else
			(void)fputc(c, out);
	}
}

static int
write_report(const struct hand *hand)
{
	static const char *const outcomes[] = {
		[FAULT] = "fault", [MEMORY] = "memory", [OUTPUT] = "output",
		[TIMEOUT] = "timeout", [SIGNAL] = "signal", [EXIT] = "exit",
	};
	const struct jail_ended *ended = &hand->ended;
	int status = ended->wait_status;
	FILE *out;
	bool is_bad;

	if (hand->options->report_fd < 0)
		return 0;
	out = fdopen(hand->options->report_fd, "w");
	if (out == NULL)
		return -errno;
	(void)fprintf(out, "{\"outcome\":\"%s\",\"status\":%d,"
	    "\"wall_s\":%.6f,\"cpu_s\":%.6f,\"peak_rss_bytes\":%llu,"
	    "\"peak_memory_bytes\":%llu,\"memory_by\":\"%s\","
	    "\"tier\":\"%s\",\"step\":\"", outcomes[ending(hand)],
	    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
	    hand->wall_s, (double)(ended->cpu_user_us +
	    ended->cpu_system_us) / 1e6,
	    (unsigned long long)ended->peak_rss_bytes,
	    (unsigned long long)ended->peak_memory_bytes,
	    jail_memory_name(hand->memory_by),
	    jail_tier_name(hand->options->tier));
	write_escaped(out, hand->fault.step);
	(void)fputs("\"}\n", out);
	is_bad = ferror(out) != 0;
	return fclose(out) != 0 || is_bad ? -errno : 0;
}

static void
complain(const struct hand *hand)
{
	const struct jail_fault *fault = &hand->fault;
	bool is_exec = strcmp(fault->step, "exec") == 0;

	(void)fprintf(stderr, "evaltop-jail: %s%s%s: %s%s\n", fault->step,
	    is_exec ? " " : "", is_exec ? hand->options->argv[0] : "",
	    strerror(fault->err), is_exec ? ", as seen from the jail" : "");
}

/* A file that is our caller's input stands where the command stopped. */
static void
give_back_input(const struct hand *hand)
{
	const struct stream *stream = &hand->streams[STDIN_FILENO];
	int in_pipe;

	if (hand->input >= 0 && ioctl(hand->input, FIONREAD, &in_pipe) == 0)
		(void)lseek(STDIN_FILENO, -(off_t)(stream->size - stream->at) -
		    in_pipe, SEEK_CUR);
}

/* What the command may have changed of what it had of our caller's. */
struct before {
	int flags;
	struct stat st;
};

static void
look(struct before before[3])
{
	for (int fd = 0; fd < 3; fd++) {
		before[fd].flags = fcntl(fd, F_GETFL);
		(void)fstat(fd, &before[fd].st);
	}
}

static void
restore(const struct before before[3])
{
	for (int fd = 0; fd < 3; fd++) {
		const struct stat *st = &before[fd].st;
		struct stat now;

		if (fcntl(fd, F_GETFL) != before[fd].flags)
			(void)fcntl(fd, F_SETFL, before[fd].flags);
		if (!isatty(fd) || fstat(fd, &now) < 0)
			continue;
		if (now.st_gid != st->st_gid)
			(void)!fchown(fd, (uid_t)-1, st->st_gid);
		if (now.st_mode != st->st_mode)
			(void)fchmod(fd, st->st_mode & 07777);
	}
}

int
jail_hand_run(const struct jail_hand *options)
{
	struct hand hand = {
		.options = options, .socket = -1, .input = -1,
		.streams = {
			{ -1, -1, -1, 0, 0, "" }, { -1, -1, -1, 0, 0, "" },
			{ -1, -1, -1, 0, 0, "" },
		},
	};
	struct jail_spawn_options spawn = {
		.jail_path = "/proc/self/exe", .binds = options->binds,
		.n_binds = options->n_binds, .tier = options->tier,
		.inject = options->inject,
		.landlock_abi = options->landlock_abi,
		.no_cgroup = options->no_cgroup,
	};
	struct before before[3];
	int status = 0, r;
	pid_t pid;

	/* To write where nobody reads, or no room is left, is an error. */
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	look(before);
	r = jail_spawn(&spawn, &hand.socket, &pid);
	if (r < 0) {
		(void)jail_fault_set(&hand.fault, -r, "start the launcher");
	} else {
		if (await_ready(&hand) == 0 && ask(&hand) == 0)
			follow(&hand);
		(void)close(hand.socket);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		if (WIFSIGNALED(status))
			jail_cgroup_sweep(pid);
	}
	give_back_input(&hand);
	restore(before);
	if (hand.fault.err != 0)
		complain(&hand);
	r = write_report(&hand);
	if (r == 0)
		return exit_status(&hand);
	(void)jail_fault_set(&hand.fault, -r, "report");
	complain(&hand);
	return EXIT_FAULT;
}
