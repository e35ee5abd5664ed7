/* See signals.h. */
#include "tui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int handled[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGUSR1
};

/* A handler has no context: the pipe is the one thing it may know. */
static int signal_pipe[2] = { -1, -1 };

static void
signal_note(int sig)
{
	int saved = errno;
	unsigned char byte = (unsigned char)sig;

	/* A full pipe already holds more signals than anybody needs. */
	if (write(signal_pipe[1], &byte, 1) < 0)
		errno = 0;
	errno = saved;
}

bool
signals_start(void)
{
	struct sigaction action = { .sa_handler = signal_note,
		.sa_flags = SA_RESTART };

	if (signal_pipe[0] < 0) {
		if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
			return false;
	}
	sigfillset(&action.sa_mask);
	for (gsize i = 0; i < G_N_ELEMENTS(handled); i++)
		if (sigaction(handled[i], &action, NULL) < 0)
			return false;
	action.sa_handler = SIG_IGN;
	return sigaction(SIGPIPE, &action, NULL) == 0;
}

int
signals_fd(void)
{
	return signal_pipe[0];
}

int
signals_next(void)
{
	unsigned char byte;

	if (signal_pipe[0] < 0 || read(signal_pipe[0], &byte, 1) != 1)
		return 0;
	return byte;
}

static void
signals_mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	for (gsize i = 0; i < G_N_ELEMENTS(handled); i++)
		sigaddset(&set, handled[i]);
	pthread_sigmask(how, &set, NULL);
}

void
signals_block(void)
{
	signals_mask(SIG_BLOCK);
}

void
signals_unblock(void)
{
	signals_mask(SIG_UNBLOCK);
}

int
signals_stop_fd(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGQUIT);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

void
signals_die_of(int sig)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t set;

	sigemptyset(&action.sa_mask);
	sigaction(sig, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}
