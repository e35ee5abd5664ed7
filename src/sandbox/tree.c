/*
 * The processes below one of ours, where no pid namespace holds them
 * together.
 *
 * The caller is a child subreaper: whoever detaches itself in whatever way
 * becomes its child when the parent ends, so all are always found below it.
 * They are stopped before any is killed: a stopped process neither forks nor
 * reaps, and what is found then is all there is.
 *
 * A pid may have been reaped and given to a stranger since it was read.  So
 * each signal goes through a pidfd that was opened first and whose process
 * was then seen to have one of ours as its parent.
 *
 * Nothing here allocates.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often to look for processes forked while others were stopped. */
#define STOP_ROUNDS 64

/* As the kernel fills it in. */
struct kernel_dirent {
	uint64_t inode;
	int64_t offset;
	uint16_t length;
	uint8_t type;
	char name[];
};

int
jail_each_number(const char *folder, jail_number_function function,
    void *data)
{
	_Alignas(struct kernel_dirent) char entries[4096];
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	long n;

	if (fd < 0)
		return -errno;
	while ((n = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
		for (long at = 0; at < n;) {
			const struct kernel_dirent *entry =
			    (const void *)(entries + at);

			at += entry->length;
			if (entry->name[0] >= '1' && entry->name[0] <= '9')
				function(data, entry->name);
		}
	}
	(void)close(fd);
	return 0;
}

struct walk {
	struct jail_tree *tree;
	pid_t parent;
	const pid_t *keep;
	size_t n_keep;
};

static void
add(const struct walk *walk, pid_t pid)
{
	struct jail_tree *tree = walk->tree;

	for (size_t i = 0; i < walk->n_keep; i++)
		if (walk->keep[i] == pid)
			return;
	/* What does not fit is found when the first are dead. */
	if (pid <= 0 || tree->n >= JAIL_TREE_MAX)
		return;
	tree->pids[tree->n] = pid;
	tree->parents[tree->n] = walk->parent;
	tree->n++;
}

/* One thread's children: decimal numbers with a space behind each. */
static void
add_children(void *data, const char *thread)
{
	const struct walk *walk = data;
	char path[64], text[4096];
	pid_t pid = 0;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%d/task/%.16s/children",
	    (int)walk->parent, thread);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	while ((n = read(fd, text, sizeof text)) > 0)
		for (ssize_t i = 0; i < n; i++) {
			if (text[i] >= '0' && text[i] <= '9') {
				pid = pid * 10 + (text[i] - '0');
				continue;
			}
			add(walk, pid);
			pid = 0;
		}
	(void)close(fd);
}

void
jail_tree_read(struct jail_tree *tree, pid_t root, const pid_t *keep,
    size_t n_keep)
{
	struct walk walk = {
		.tree = tree, .parent = root, .keep = keep, .n_keep = n_keep,
	};
	unsigned next = 0;

	tree->n = 0;
	for (;;) {
		char path[32];

		(void)snprintf(path, sizeof path, "/proc/%d/task",
		    (int)walk.parent);
		(void)jail_each_number(path, add_children, &walk);
		if (next == tree->n)
			return;
		walk.parent = tree->pids[next++];
	}
}

/* The parent of a process, 0 when it is gone. */
static pid_t
parent_of(pid_t pid)
{
	char path[32], text[512];
	const char *at;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof text - 1);
	(void)close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* The name, in brackets, may hold anything; then state and parent. */
	at = strrchr(text, ')');
	return at != NULL && strlen(at) > 4 ?
	    (pid_t)strtol(at + 4, NULL, 10) : 0;
}

static void
signal_one(pid_t pid, pid_t parent, int signal_number)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	pid_t now;

	if (pidfd < 0)
		return;
	now = parent_of(pid);
	if (now == parent || now == getpid())
		(void)syscall(SYS_pidfd_send_signal, pidfd, signal_number,
		    NULL, 0);
	(void)close(pidfd);
}

static void
signal_all(const struct jail_tree *tree, int signal_number)
{
	for (unsigned i = 0; i < tree->n; i++)
		signal_one(tree->pids[i], tree->parents[i], signal_number);
}

static bool
has(const struct jail_tree *tree, pid_t pid)
{
	for (unsigned i = 0; i < tree->n; i++)
		if (tree->pids[i] == pid)
			return true;
	return false;
}

/* Stop all, then those that were forked meanwhile, until there are none. */
static void
stop_all(struct jail_tree *tree, const pid_t *keep, size_t n_keep)
{
	struct jail_tree stopped;

	signal_all(tree, SIGSTOP);
	for (int i = 0; i < STOP_ROUNDS; i++) {
		bool is_new = false;

		memcpy(&stopped, tree, sizeof stopped);
		jail_tree_read(tree, getpid(), keep, n_keep);
		for (unsigned j = 0; j < tree->n; j++) {
			if (has(&stopped, tree->pids[j]))
				continue;
			is_new = true;
			signal_one(tree->pids[j], tree->parents[j], SIGSTOP);
		}
		if (!is_new)
			return;
	}
}

void
jail_tree_end(const pid_t *keep, size_t n_keep, jail_reaped_function reaped,
    void *data)
{
	struct jail_tree tree;
	pid_t self = getpid();

	for (;;) {
		bool has_waited = false;
		siginfo_t info;

		jail_tree_read(&tree, self, keep, n_keep);
		if (tree.n == 0 && keep != NULL)
			return;
		stop_all(&tree, keep, n_keep);
		signal_all(&tree, SIGKILL);
		for (unsigned i = 0; i < tree.n; i++) {
			int status;

			if (tree.parents[i] != self || waitpid(tree.pids[i],
			    &status, __WALL) != tree.pids[i])
				continue;
			has_waited = true;
			if (reaped != NULL)
				reaped(data, tree.pids[i], status);
		}
		if (has_waited)
			continue;
		if (keep == NULL && waitid(P_ALL, 0, &info, WEXITED |
		    WNOHANG | WNOWAIT | __WALL) < 0 && errno == ECHILD)
			return;
		/* The kernel may leave out a child while others come and go. */
		(void)poll(NULL, 0, 1);
	}
}
