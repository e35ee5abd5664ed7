/* See pty.h. */
#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

#include <cmocka.h>

#define DEADLINE_MS 10000

struct pty {
	int fd, slave;
	struct termios initial;	/* before the program could change it */
	pid_t pid;
	int status;
	bool has_ended;
	VTerm *vterm;
	VTermScreen *screen;
	int rows, cols;
	char mark[64];		/* an OSC of ours that is being collected */
	size_t mark_length;
	unsigned frames, keys, signals;
	int intrusions;
	bool in_alternate, cursor_visible, has_mouse;
	char *text;
	size_t bytes;
	char *all;		/* every byte received */
	size_t all_size;
};

static long
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int
on_termprop(VTermProp prop, VTermValue *value, void *user)
{
	struct pty *pty = user;

	if (prop == VTERM_PROP_ALTSCREEN)
		pty->in_alternate = value->boolean;
	else if (prop == VTERM_PROP_CURSORVISIBLE)
		pty->cursor_visible = value->boolean;
	else if (prop == VTERM_PROP_MOUSE)
		pty->has_mouse = value->number != 0;
	else if (prop == VTERM_PROP_TITLE || prop == VTERM_PROP_ICONNAME)
		pty->intrusions++;
	return 1;
}

static int
on_bell(void *user)
{
	((struct pty *)user)->intrusions++;
	return 1;
}

static const VTermScreenCallbacks callbacks = {
	.settermprop = on_termprop,
	.bell = on_bell,
};

/* What a terminal answers when asked goes back to the program. */
static void
on_output(const char *bytes, size_t length, void *user)
{
	struct pty *pty = user;

	if (write(pty->fd, bytes, length) < 0)
		pty->intrusions++;
}

struct pty *
pty_start(const char *const *argv, int rows, int cols, const char *term_type)
{
	struct pty *pty = calloc(1, sizeof(*pty));
	struct winsize size = { .ws_row = (unsigned short)rows,
		.ws_col = (unsigned short)cols };
	union {
		const char *const *in;
		char *const *out;
	} args = { .in = argv };

	assert_non_null(pty);
	pty->rows = rows;
	pty->cols = cols;
	pty->vterm = vterm_new(rows, cols);
	vterm_set_utf8(pty->vterm, 1);
	vterm_output_set_callback(pty->vterm, on_output, pty);
	pty->screen = vterm_obtain_screen(pty->vterm);
	vterm_screen_enable_altscreen(pty->screen, 1);
	vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
	vterm_screen_reset(pty->screen, 1);
	/* Our own hold on the slave side: its state outlives the program. */
	assert_int_equal(openpty(&pty->fd, &pty->slave, NULL, NULL, &size),
	    0);
	fcntl(pty->fd, F_SETFD, FD_CLOEXEC);
	fcntl(pty->slave, F_SETFD, FD_CLOEXEC);
	pty_get_termios(pty, &pty->initial);
	pty->pid = fork();
	if (pty->pid == 0) {
		setenv("TERM", term_type, 1);
		setenv("LC_ALL", "C.UTF-8", 1);
		setenv("TZ", "UTC", 1);
		setenv("EVALTOP_TEST_SYNC", "1", 1);
		/* curses keeps what it allocated: no leak of ours. */
		setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
		unsetenv("LINES");
		unsetenv("COLUMNS");
		unsetenv("NO_COLOR");
		if (login_tty(pty->slave) == 0)
			execv(argv[0], args.out);
		_exit(127);
	}
	assert_true(pty->pid > 0);
	fcntl(pty->fd, F_SETFL, O_NONBLOCK);
	return pty;
}

void
pty_close(struct pty *pty)
{
	if (!pty->has_ended) {
		kill(pty->pid, SIGKILL);
		waitpid(pty->pid, NULL, 0);
	}
	if (pty->fd >= 0)
		close(pty->fd);
	if (pty->slave >= 0)
		close(pty->slave);
	vterm_free(pty->vterm);
	free(pty->text);
	free(pty->all);
	free(pty);
}

pid_t
pty_pid(const struct pty *pty)
{
	return pty->pid;
}

static void
end_mark(struct pty *pty)
{
	unsigned frame, keys, signals;

	pty->mark[pty->mark_length] = '\0';
	if (sscanf(pty->mark, "\033]7777;%u;%u;%u", &frame, &keys, &signals)
	    == 3) {
		pty->frames = frame;
		pty->keys = keys;
		pty->signals = signals;
	} else {
		vterm_input_write(pty->vterm, pty->mark, pty->mark_length);
	}
	pty->mark_length = 0;
}

static void
keep(struct pty *pty, const char *bytes, size_t length)
{
	if (pty->bytes + length > pty->all_size) {
		pty->all_size = (pty->bytes + length) * 2;
		pty->all = realloc(pty->all, pty->all_size);
	}
	if (pty->all)
		memcpy(pty->all + pty->bytes, bytes, length);
	pty->bytes += length;
}

/* One more byte of what may be a mark; false: it belongs to none. */
static bool
mark_takes(struct pty *pty, char c)
{
	static const char intro[] = "\033]7777;";
	size_t at = pty->mark_length;

	if (at < sizeof(intro) - 1 ? c != intro[at] :
	    at + 2 >= sizeof(pty->mark))
		return false;
	if (at >= sizeof(intro) - 1 && c == '\a')
		end_mark(pty);
	else
		pty->mark[pty->mark_length++] = c;
	return true;
}

/* Our marks are taken out before the emulator sees them. */
static void
feed(struct pty *pty, const char *bytes, size_t length)
{
	size_t from = 0;	/* what the emulator has not seen */

	keep(pty, bytes, length);
	for (size_t i = 0; i < length; i++) {
		if (pty->mark_length > 0 && mark_takes(pty, bytes[i])) {
			from = i + 1;
			continue;
		}
		if (pty->mark_length > 0) {
			vterm_input_write(pty->vterm, pty->mark,
			    pty->mark_length);
			pty->mark_length = 0;
			from = i;
		}
		if (bytes[i] != '\033')
			continue;
		vterm_input_write(pty->vterm, bytes + from, i - from);
		pty->mark[pty->mark_length++] = bytes[i];
		from = i + 1;
	}
	vterm_input_write(pty->vterm, bytes + from, length - from);
}

static void
look_at_child(struct pty *pty)
{
	int status;

	if (!pty->has_ended && waitpid(pty->pid, &status, WNOHANG) ==
	    pty->pid) {
		pty->has_ended = true;
		pty->status = status;
	}
}

/* Read what there is, wait a little for more. */
static void
pump(struct pty *pty, int wait_ms)
{
	struct pollfd p = { .fd = pty->fd, .events = POLLIN };
	char bytes[65536];
	ssize_t n;

	if (pty->fd >= 0 && poll(&p, 1, wait_ms) > 0) {
		n = read(pty->fd, bytes, sizeof(bytes));
		if (n > 0)
			feed(pty, bytes, (size_t)n);
	} else if (pty->fd < 0) {
		poll(NULL, 0, wait_ms);
	}
	look_at_child(pty);
}

static void
give_up(struct pty *pty, const char *what)
{
	print_message("%s\n", pty_screen(pty));
	fail_msg("waited %d ms for %s; frame %u, keys %u, signals %u",
	    DEADLINE_MS, what, pty->frames, pty->keys, pty->signals);
}

void
pty_send(struct pty *pty, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t n = write(pty->fd, bytes, length);

		if (n > 0) {
			bytes += n;
			length -= (size_t)n;
		} else {
			pump(pty, 10);
		}
	}
}

void
pty_resize(struct pty *pty, int rows, int cols)
{
	struct winsize size = { .ws_row = (unsigned short)rows,
		.ws_col = (unsigned short)cols };

	pty->rows = rows;
	pty->cols = cols;
	vterm_set_size(pty->vterm, rows, cols);
	assert_int_equal(ioctl(pty->fd, TIOCSWINSZ, &size), 0);
}

void
pty_hang_up(struct pty *pty)
{
	close(pty->slave);
	close(pty->fd);
	pty->slave = pty->fd = -1;
}

void
pty_wait_frame(struct pty *pty, unsigned keys, unsigned signals)
{
	long end = now_ms() + DEADLINE_MS;

	while (pty->frames == 0 || pty->keys < keys ||
	    pty->signals < signals) {
		if (now_ms() > end || pty->has_ended)
			give_up(pty, "a frame");
		pump(pty, 10);
	}
}

void
pty_wait_text(struct pty *pty, const char *text)
{
	long end = now_ms() + DEADLINE_MS;

	while (!strstr(pty_screen(pty), text)) {
		if (now_ms() > end)
			give_up(pty, text);
		pump(pty, 10);
	}
}

void
pty_watch(struct pty *pty, int ms)
{
	long end = now_ms() + ms, left;

	while ((left = end - now_ms()) > 0)
		pump(pty, (int)left);
}

int
pty_wait_exit(struct pty *pty)
{
	long end = now_ms() + DEADLINE_MS;
	size_t bytes;

	while (!pty->has_ended) {
		if (now_ms() > end)
			give_up(pty, "the end of the program");
		pump(pty, 10);
	}
	/* What it wrote last may still stand in the terminal's buffer. */
	do {
		bytes = pty->bytes;
		pump(pty, 0);
	} while (pty->bytes != bytes);
	return pty->status;
}

unsigned
pty_frames(const struct pty *pty, unsigned *ret_keys, unsigned *ret_signals)
{
	*ret_keys = pty->keys;
	*ret_signals = pty->signals;
	return pty->frames;
}

const char *
pty_screen(struct pty *pty)
{
	size_t size = (size_t)pty->rows * ((size_t)pty->cols * 4 * 6 + 1) + 1;
	size_t used = 0;

	free(pty->text);
	pty->text = malloc(size);
	for (int y = 0; y < pty->rows; y++) {
		VTermRect rect = { .start_row = y, .end_row = y + 1,
			.start_col = 0, .end_col = pty->cols };

		used += vterm_screen_get_text(pty->screen, pty->text + used,
		    size - used - 2, rect);
		pty->text[used++] = '\n';
	}
	pty->text[used] = '\0';
	return pty->text;
}

bool
pty_in_alternate(const struct pty *pty)
{
	return pty->in_alternate;
}

bool
pty_cursor_visible(const struct pty *pty)
{
	return pty->cursor_visible;
}

int
pty_intrusions(const struct pty *pty)
{
	return pty->intrusions;
}

bool
pty_has_color(const struct pty *pty)
{
	for (int y = 0; y < pty->rows; y++) {
		for (int x = 0; x < pty->cols; x++) {
			VTermPos at = { .row = y, .col = x };
			VTermScreenCell cell;

			vterm_screen_get_cell(pty->screen, at, &cell);
			if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ||
			    !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg))
				return true;
		}
	}
	return false;
}

void
pty_get_initial_termios(const struct pty *pty, struct termios *ret)
{
	*ret = pty->initial;
}

void
pty_get_termios(const struct pty *pty, struct termios *ret)
{
	assert_int_equal(tcgetattr(pty->slave, ret), 0);
}

void
pty_assert_restored(const struct pty *pty)
{
	struct termios after;
	const struct termios *before = &pty->initial;

	pty_get_termios(pty, &after);
	assert_int_equal(after.c_iflag, before->c_iflag);
	assert_int_equal(after.c_oflag, before->c_oflag);
	assert_int_equal(after.c_cflag, before->c_cflag);
	assert_int_equal(after.c_lflag, before->c_lflag);
	assert_int_equal(cfgetispeed(&after), cfgetispeed(before));
	assert_int_equal(cfgetospeed(&after), cfgetospeed(before));
	assert_memory_equal(after.c_cc, before->c_cc, sizeof(after.c_cc));
	assert_false(pty->in_alternate);
	assert_true(pty->cursor_visible);
	assert_false(pty->has_mouse);
}

int
pty_input_waiting(const struct pty *pty)
{
	struct termios mode, raw;
	int n = 0;

	pty_get_termios(pty, &mode);
	raw = mode;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	tcsetattr(pty->slave, TCSANOW, &raw);
	ioctl(pty->slave, FIONREAD, &n);
	tcsetattr(pty->slave, TCSANOW, &mode);
	return n;
}

bool
pty_has_sent(const struct pty *pty, const char *bytes)
{
	return pty->all && memmem(pty->all, pty->bytes, bytes,
	    strlen(bytes));
}

size_t
pty_bytes(const struct pty *pty)
{
	return pty->bytes;
}
