/*
 * Order matters here: the terminal's state is saved before curses touches
 * it; our signal handlers exist before newterm() would install its own.
 */
#include "tui/term.h"

#include "base/text.h"
#include "tui/signals.h"
#include "tui/term_crash.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* <term.h> defines short names as macros; these would be hit. */
#undef lines
#undef columns

struct terminal {
	int fd;
	FILE *in, *out;
	SCREEN *screen;
	struct termios saved;
	bool is_null, is_marking, shows_cursor;
	bool has_mouse, is_xterm;
	bool is_raw;		/* keys make no signals, pastes are marked */
	unsigned frame;
	bool announces;		/* and the crash handler undoes it */
	char *title;		/* as sent; NULL: the terminal's own */
	int percent;		/* the same; -1: none */
};

/* Codes of our own for what terminfo does not name. */
#define CODE_PASTE_START (KEY_MAX + 1)
#define CODE_PASTE_END (KEY_MAX + 2)

/* The title is put on the terminal's stack, and taken from it. */
static const char title_push[] = "\033[22;2t", title_pop[] = "\033[23;2t";
static const char progress_off[] = "\033]9;4;0;0\007";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

static void
write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, bytes, length);

		if (n > 0) {
			bytes += n;
			length -= (size_t)n;
		} else if (errno != EINTR) {
			return;
		}
	}
}

static void
take_back_announcements(struct terminal *term)
{
	if (term->title)
		write_all(term->fd, title_pop, sizeof(title_pop) - 1);
	if (term->percent >= 0)
		write_all(term->fd, progress_off, sizeof(progress_off) - 1);
	g_clear_pointer(&term->title, g_free);
	term->percent = -1;
}

/*
 * End curses' hold on the screen.  Terminals that keep one saved cursor for
 * both screens bring a hidden one back with the old screen, so the cursor is
 * shown once more.
 */
static void
term_leave_screen(struct terminal *term)
{
	char show[64];

	take_back_announcements(term);
	endwin();
	if (term->has_mouse)
		write_all(term->fd, mouse_off, sizeof(mouse_off) - 1);
	if (term->is_raw)
		write_all(term->fd, paste_off, sizeof(paste_off) - 1);
	write_all(term->fd, show, term_capability_append("cnorm", show,
	    sizeof(show), 0));
	tcsetattr(term->fd, TCSADRAIN, &term->saved);
}

static void
crash_prepare(struct terminal *term)
{
	char before[128] = "";

	if (term->is_xterm)
		snprintf(before, sizeof(before), "%s%s%s%s", mouse_off,
		    paste_off, term->announces ? title_pop : "",
		    term->announces ? progress_off : "");
	term_crash_watch(term->fd, &term->saved, before);
}

static bool
term_start_curses(struct terminal *term, const char *type)
{
	const char *cup;

	term->screen = newterm(type, term->out, term->in);
	if (!term->screen)
		return false;
	cup = tigetstr("cup");
	if (!cup || cup == (const char *)-1) {
		endwin();
		delscreen(term->screen);
		term->screen = NULL;
		return false;
	}
	/* Only such terminals know of mice, pastes and clipboards. */
	{
		const char *mouse = tigetstr("kmous");

		term->is_xterm = mouse && mouse != (const char *)-1;
	}
	if (term->is_xterm) {
		define_key("\033[200~", CODE_PASTE_START);
		define_key("\033[201~", CODE_PASTE_END);
	}
	set_escdelay(25);
	/*
	 * Where pastes are marked, ^C and its like come as keys: in a paste
	 * they are text, and the tty would have made signals of them already.
	 */
	if (term->is_xterm)
		raw();
	else
		cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	leaveok(stdscr, FALSE);
	return true;
}

static void
term_release(struct terminal *term)
{
	if (term->in)
		fclose(term->in);
	if (term->out && term->out != term->in)
		fclose(term->out);
	if (term->fd >= 0)
		close(term->fd);
	g_free(term->title);
	g_free(term);
}

struct terminal *
term_open(void)
{
	struct terminal *term = g_new0(struct terminal, 1);
	int fd;

	/* Suites and samples may come from stdin: keys then do not. */
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		term->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		term->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	fd = term->fd < 0 ? -1 : fcntl(term->fd, F_DUPFD_CLOEXEC, 3);
	if (fd >= 0) {
		term->in = fdopen(fd, "r");
		fd = fcntl(term->fd, F_DUPFD_CLOEXEC, 3);
		term->out = fd < 0 ? NULL : fdopen(fd, "w");
	}
	/* A terminal opened for writing only cannot give keys. */
	if (!term->in || !term->out ||
	    (fcntl(term->fd, F_GETFL) & O_ACCMODE) != O_RDWR ||
	    tcgetattr(term->fd, &term->saved) < 0) {
		term_release(term);
		return NULL;
	}
	term->percent = -1;
	term->is_marking = g_strcmp0(g_getenv("EVALTOP_TEST_SYNC"), "1") == 0;
	if (!term_start_curses(term, NULL)) {
		tcsetattr(term->fd, TCSADRAIN, &term->saved);
		term_release(term);
		return NULL;
	}
	/* LINES and COLUMNS in the environment may be those of another day. */
	term_resize(term);
	crash_prepare(term);
	term->is_raw = term->is_xterm;
	if (term->is_raw)
		write_all(term->fd, paste_on, sizeof(paste_on) - 1);
	return term;
}

struct terminal *
term_open_null(const char *type, int rows, int cols)
{
	struct terminal *term = g_new0(struct terminal, 1);

	term->fd = -1;
	term->is_null = true;
	term->in = fopen("/dev/null", "re");
	term->out = fopen("/dev/null", "we");
	if (!term->in || !term->out || !term_start_curses(term, type)) {
		term_release(term);
		return NULL;
	}
	resizeterm(rows, cols);
	return term;
}

void
term_close(struct terminal *term)
{
	if (!term)
		return;
	if (!term->is_null)
		term_crash_forget();
	if (term->is_null)
		endwin();
	else if (!term_is_gone(term))
		term_leave_screen(term);
	delscreen(term->screen);
	term_release(term);
}

int
term_fd(const struct terminal *term)
{
	return term->fd;
}

bool
term_is_utf8(const struct terminal *term)
{
	(void)term;
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool
term_is_gone(const struct terminal *term)
{
	struct pollfd p = { .fd = term->fd };

	if (term->is_null)
		return false;
	return poll(&p, 1, 0) > 0 &&
	    (p.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static int
key_from_code(int code)
{
	static const struct {
		int code, key;
	} codes[] = {
		{ KEY_UP, K_UP }, { KEY_DOWN, K_DOWN }, { KEY_LEFT, K_LEFT },
		{ KEY_RIGHT, K_RIGHT }, { KEY_HOME, K_HOME },
		{ KEY_END, K_END }, { KEY_PPAGE, K_PAGE_UP },
		{ KEY_NPAGE, K_PAGE_DOWN }, { KEY_IC, K_INSERT },
		{ KEY_DC, K_DELETE }, { KEY_BTAB, K_BACK_TAB },
		{ KEY_BACKSPACE, K_BACKSPACE }, { KEY_ENTER, K_ENTER },
		{ KEY_RESIZE, K_RESIZE }, { KEY_A1, K_HOME },
		{ KEY_C1, K_END }, { KEY_A3, K_PAGE_UP },
		{ KEY_C3, K_PAGE_DOWN }, { KEY_MOUSE, K_MOUSE },
		{ CODE_PASTE_START, K_PASTE_START },
		{ CODE_PASTE_END, K_PASTE_END },
	};

	for (gsize i = 0; i < G_N_ELEMENTS(codes); i++)
		if (codes[i].code == code)
			return codes[i].key;
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return K_F0 + code - KEY_F(0);
	return K_UNKNOWN;
}

int
term_read_key(struct terminal *term)
{
	wint_t c;

	(void)term;
	/* stdscr is always clean here, so reading a key draws nothing. */
	switch (get_wch(&c)) {
	case KEY_CODE_YES:
		return key_from_code((int)c);
	case OK:
		break;
	default:
		return KEY_NONE_;
	}
	switch (c) {
	case '\r':
	case '\n':
		return K_ENTER;
	case 0x1b:
		return K_ESCAPE;
	case 0x7f:
	case K_CTRL('H'):
		return K_BACKSPACE;
	case 0:
		return K_UNKNOWN;
	default:
		return c < 0x110000 ? (int)c : K_UNKNOWN;
	}
}

void
term_flush(struct terminal *term)
{
	/* curs_set() writes at once, so it is called only for a change. */
	(void)term;
	wnoutrefresh(stdscr);
	doupdate();
}

void
term_repaint(struct terminal *term)
{
	(void)term;
	clearok(curscr, TRUE);
}

void
term_resize(struct terminal *term)
{
	struct winsize size;

	if (term->fd < 0 || ioctl(term->fd, TIOCGWINSZ, &size) < 0)
		return;
	if (size.ws_row > 0 && size.ws_col > 0 &&
	    (size.ws_row != LINES || size.ws_col != COLS))
		resizeterm(size.ws_row, size.ws_col);
}

void
term_show_cursor(struct terminal *term, bool visible)
{
	if (visible == term->shows_cursor)
		return;
	term->shows_cursor = visible;
	curs_set(visible ? 1 : 0);
}

void
term_set_size(struct terminal *term, int cols, int rows)
{
	(void)term;
	resizeterm(rows, cols);
}

void
term_set_mouse(struct terminal *term, bool is_on)
{
	if (is_on == term->has_mouse || term->is_null || !term->is_xterm)
		return;
	term->has_mouse = is_on;
	mouseinterval(0);
	mousemask(is_on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED
	    : 0, NULL);
}

bool
term_mouse(struct terminal *term, int *ret_x, int *ret_y,
    enum term_mouse *ret_what)
{
	MEVENT event;

	(void)term;
	if (getmouse(&event) != OK)
		return false;
	*ret_x = event.x;
	*ret_y = event.y;
	if (event.bstate & BUTTON4_PRESSED)
		*ret_what = TERM_MOUSE_UP;
	else if (event.bstate & BUTTON5_PRESSED)
		*ret_what = TERM_MOUSE_DOWN;
	else if (event.bstate & BUTTON1_PRESSED)
		*ret_what = TERM_MOUSE_CLICK;
	else
		return false;
	return true;
}

int
term_key_signal(const struct terminal *term, int key)
{
	static const struct {
		int index, sig;
	} signals[] = {
		{ VINTR, SIGINT }, { VQUIT, SIGQUIT }, { VSUSP, SIGTSTP },
	};

	for (gsize i = 0; term->is_raw && i < G_N_ELEMENTS(signals); i++) {
		cc_t c = term->saved.c_cc[signals[i].index];

		if (c != _POSIX_VDISABLE && key == c)
			return signals[i].sig;
	}
	return 0;
}

void
term_allow_announcing(struct terminal *term)
{
	if (term->is_null || !term->is_xterm)
		return;
	term->announces = true;
	crash_prepare(term);
}

void
term_announce(struct terminal *term, const char *title, int percent)
{
	g_autofree char *clean = title ? text_clean_joined(title, -1,
	    TEXT_UTF8, NULL) : NULL;
	g_autofree char *sequence = NULL;

	if (!term->announces)
		return;
	if (clean && g_strcmp0(clean, term->title) != 0) {
		sequence = g_strdup_printf("%s\033]2;%s\007", term->title ? ""
		    : title_push, clean);
		write_all(term->fd, sequence, strlen(sequence));
		g_free(term->title);
		term->title = g_steal_pointer(&clean);
	}
	if (percent == term->percent)
		return;
	g_free(sequence);
	sequence = percent < 0 ? g_strdup(progress_off) :
	    g_strdup_printf("\033]9;4;1;%d\007", MIN(percent, 100));
	write_all(term->fd, sequence, strlen(sequence));
	term->percent = percent;
}

void
term_ring(struct terminal *term)
{
	if (!term->is_null)
		write_all(term->fd, "\a", 1);
}

void
term_copy(struct terminal *term, const char *text, size_t length)
{
	g_autofree char *base64 = g_base64_encode((const guchar *)text,
	    length);

	if (term->is_null)
		return;
	write_all(term->fd, "\033]52;c;", 7);
	write_all(term->fd, base64, strlen(base64));
	write_all(term->fd, "\a", 1);
}

void
term_lend(struct terminal *term)
{
	if (!term->is_null)
		term_leave_screen(term);
}

void
term_take_back(struct terminal *term)
{
	if (!term->is_null)
		term_resume(term);
	flushinp();
}

void
term_suspend(struct terminal *term)
{
	term_leave_screen(term);
	signals_die_of(SIGTSTP);
	/* The process goes on here after SIGCONT. */
	signals_start();
	tcgetattr(term->fd, &term->saved);
	crash_prepare(term);
	term_resume(term);
}

void
term_resume(struct terminal *term)
{
	reset_prog_mode();
	if (term->has_mouse) {
		term->has_mouse = false;
		term_set_mouse(term, true);
	}
	if (term->is_raw)
		write_all(term->fd, paste_on, sizeof(paste_on) - 1);
	term_repaint(term);
	refresh();
	term_resize(term);
}

void
term_mark_frame(struct terminal *term, unsigned keys, unsigned signals)
{
	char mark[64];
	int length;

	if (!term->is_marking)
		return;
	length = snprintf(mark, sizeof(mark), "\033]7777;%u;%u;%u\a",
	    ++term->frame, keys, signals);
	write_all(term->fd, mark, (size_t)length);
}
