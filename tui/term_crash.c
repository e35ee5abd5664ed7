/*
 * The handler knows everything it needs beforehand, since it may neither
 * allocate nor call curses.
 */
#include "tui/term_crash.h"

#include <curses.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

/* All that the crash handler uses, set before it is installed. */
static struct {
	int fd;
	struct termios saved;
	char reset[512];
	size_t reset_length;
	char stack[65536];
} crash = { .fd = -1 };

static const int crash_signals[] = {
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS
};

static void
crash_handle(int sig)
{
	if (crash.fd >= 0) {
		ssize_t ignored = write(crash.fd, crash.reset,
		    crash.reset_length);

		(void)ignored;
		tcsetattr(crash.fd, TCSANOW, &crash.saved);
	}
	/* SA_RESETHAND: the default action is back. */
	raise(sig);
}

size_t
term_capability_append(const char *name, char *into, size_t size,
    size_t length)
{
	const char *text = tigetstr(name);

	if (!text || text == (const char *)-1)
		return length;
	while (*text && length < size) {
		const char *end = text[0] == '$' && text[1] == '<' ?
		    strchr(text, '>') : NULL;

		if (end)
			text = end + 1;
		else
			into[length++] = *text++;
	}
	return length;
}

void
term_crash_watch(int fd, const struct termios *saved, const char *before)
{
	struct sigaction action = { .sa_handler = crash_handle,
		.sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER) };
	stack_t stack = { .ss_sp = crash.stack,
		.ss_size = sizeof(crash.stack) };
	static const char *const names[] = { "rmkx", "sgr0", "rmcup",
		"cnorm" };
	size_t length = g_strlcpy(crash.reset, before, sizeof(crash.reset));

	length = MIN(length, sizeof(crash.reset) - 1);
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
		length = term_capability_append(names[i], crash.reset,
		    sizeof(crash.reset) - 1, length);
	crash.reset[length++] = '\r';
	crash.reset_length = length;
	crash.saved = *saved;
	crash.fd = fd;
	sigaltstack(&stack, NULL);
	sigemptyset(&action.sa_mask);
	for (gsize i = 0; i < G_N_ELEMENTS(crash_signals); i++)
		sigaction(crash_signals[i], &action, NULL);
}

void
term_crash_forget(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	stack_t stack = { .ss_flags = SS_DISABLE };

	crash.fd = -1;
	sigemptyset(&action.sa_mask);
	for (gsize i = 0; i < G_N_ELEMENTS(crash_signals); i++)
		sigaction(crash_signals[i], &action, NULL);
	sigaltstack(&stack, NULL);
}
