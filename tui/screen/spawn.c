/* See spawn.h. */
#include "tui/screen/spawn.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLIPBOARD_MS 500

struct spawn {
	GStrv argv;
	char *folder, *path;
	GPid pid;		/* 0: not started, or ended */
	int pidfd;		/* -1: the kernel has none */
};

static const char *
first_set(const char *const *names, const char *fallback)
{
	for (; *names; names++) {
		const char *value = g_getenv(*names);

		if (value && *value)
			return value;
	}
	return fallback;
}

GStrv
spawn_argv(bool is_editor, const char *path, guint line, GError **error)
{
	static const char *const editors[] = { "VISUAL", "EDITOR", NULL };
	static const char *const pagers[] = { "PAGER", NULL };
	const char *command = is_editor ? first_set(editors, "vi") :
	    first_set(pagers, "less");
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	g_auto(GStrv) given = NULL;
	g_autofree char *name = NULL;
	GStrv argv;

	if (!g_shell_parse_argv(command, NULL, &given, error))
		return NULL;
	for (guint i = 0; given[i]; i++)
		g_ptr_array_add(words, g_strdup(given[i]));
	name = g_path_get_basename(given[0]);
	/* What these understand; others get the file alone. */
	if (line > 0 && (strstr(name, "vi") || strcmp(name, "less") == 0 ||
	    strcmp(name, "nano") == 0 || strcmp(name, "emacs") == 0))
		g_ptr_array_add(words, g_strdup_printf("+%u", line));
	g_ptr_array_add(words, g_strdup("--"));
	g_ptr_array_add(words, g_strdup(path));
	g_ptr_array_add(words, NULL);
	argv = g_strdupv((char **)words->pdata);
	g_ptr_array_set_free_func(words, g_free);
	return argv;
}

struct spawn *
spawn_new(bool is_editor, const char *text, guint line, GError **error)
{
	struct spawn *spawn = g_new0(struct spawn, 1);

	spawn->pidfd = -1;
	spawn->folder = g_dir_make_tmp("evaltop-XXXXXX", error);
	if (spawn->folder) {
		spawn->path = g_build_filename(spawn->folder, is_editor ?
		    "code.py" : "text", NULL);
		if (g_file_set_contents(spawn->path, text, -1, error) &&
		    g_chmod(spawn->path, 0400) == 0)
			spawn->argv = spawn_argv(is_editor, spawn->path, line,
			    error);
	}
	if (spawn->argv)
		return spawn;
	spawn_free(spawn);
	return NULL;
}

bool
spawn_start(struct spawn *spawn, int terminal_fd, GError **error)
{
	if (!g_spawn_async_with_fds(NULL, spawn->argv, NULL,
	    G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
	    &spawn->pid, terminal_fd, terminal_fd, terminal_fd, error)) {
		spawn->pid = 0;
		return false;
	}
#ifdef SYS_pidfd_open
	spawn->pidfd = (int)syscall(SYS_pidfd_open, spawn->pid, 0);
#endif
	return true;
}

bool
spawn_has_ended(struct spawn *spawn, int wait_ms)
{
	struct pollfd p = { .fd = spawn->pidfd, .events = POLLIN };

	if (spawn->pid == 0)
		return true;
	(void)poll(&p, 1, wait_ms);
	if (waitpid(spawn->pid, NULL, WNOHANG) == 0)
		return false;
	spawn->pid = 0;
	return true;
}

void
spawn_free(struct spawn *spawn)
{
	if (!spawn)
		return;
	if (spawn->pid != 0) {
		kill(spawn->pid, SIGHUP);
		(void)spawn_has_ended(spawn, CLIPBOARD_MS);
	}
	if (spawn->pidfd >= 0)
		close(spawn->pidfd);
	if (spawn->path)
		(void)g_unlink(spawn->path);
	if (spawn->folder)
		(void)g_rmdir(spawn->folder);
	g_strfreev(spawn->argv);
	g_free(spawn->path);
	g_free(spawn->folder);
	g_free(spawn);
}

/* False if it does not take all of it soon. */
static bool
feed(int fd, const char *text)
{
	gsize left = strlen(text);

	(void)fcntl(fd, F_SETFL, O_NONBLOCK);
	while (left > 0) {
		struct pollfd p = { .fd = fd, .events = POLLOUT };
		ssize_t n;

		if (poll(&p, 1, CLIPBOARD_MS) <= 0)
			return false;
		n = write(fd, text, left);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return false;
		if (n > 0) {
			text += n;
			left -= (gsize)n;
		}
	}
	return true;
}

static bool
hand_over(const char *const *words, const char *text)
{
	char *argv[8] = { NULL };
	GPid pid;
	int in, status = -1;
	bool is_taken;

	for (int i = 0; words[i] && i < 7; i++)
		argv[i] = g_strdup(words[i]);
	if (!g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_SEARCH_PATH |
	    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
	    G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &pid, &in, NULL, NULL,
	    NULL))
		in = -1;
	for (int i = 0; argv[i]; i++)
		g_free(argv[i]);
	if (in < 0)
		return false;
	is_taken = feed(in, text);
	close(in);
	/* They put themselves into the background once they have it. */
	for (int i = 0; i < CLIPBOARD_MS / 10 && is_taken; i++) {
		pid_t done = waitpid(pid, &status, WNOHANG);

		if (done == pid)
			return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		(void)poll(NULL, 0, 10);
	}
	kill(pid, SIGKILL);
	(void)waitpid(pid, &status, 0);
	return false;
}

const char *
spawn_clipboard(const char *text)
{
	static const struct {
		const char *display;	/* environment variable */
		const char *argv[4];
	} helpers[] = {
		{ "WAYLAND_DISPLAY", { "wl-copy", NULL } },
		{ "DISPLAY", { "xclip", "-selection", "clipboard", NULL } },
		{ "DISPLAY", { "xsel", "-ib", NULL } },
	};

	/* Over ssh the clipboard is at the other end of the line. */
	if (g_getenv("SSH_CONNECTION") || g_getenv("SSH_TTY"))
		return NULL;
	for (gsize i = 0; i < G_N_ELEMENTS(helpers); i++) {
		const char *display = g_getenv(helpers[i].display);

		if (display && *display && hand_over(helpers[i].argv, text))
			return helpers[i].argv[0];
	}
	return NULL;
}
