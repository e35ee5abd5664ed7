/*
 * The first process of the test machine: from the initial memory disk to the
 * host's root, read-only by 9p, with a layer in memory on top of it.
 *
 * argv[1] is the program to run there, its own arguments behind it.  Its exit
 * status is the last line on the console ("vm: exit N"); then the machine is
 * switched off.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn static void
end(int status)
{
	printf("\nvm: exit %d\n", status);
	(void)fflush(stdout);
	(void)sync();
	(void)usleep(100000);		/* until the console has written it */
	(void)reboot(RB_POWER_OFF);
	_exit(status);
}

_Noreturn static void
fail(const char *what)
{
	printf("vm: %s: %s\n", what, strerror(errno));
	end(99);
}

static const struct {
	const char *type, *source, *target, *options;
	unsigned long flags;
	int is_needed;
} mounts[] = {
	{ "9p", "host", "/lower", "trans=virtio,version=9p2000.L,"
	    "msize=1048576,cache=loose", MS_RDONLY, 1 },
	{ "tmpfs", "upper", "/upper", "mode=755", 0, 1 },
	{ "overlay", "root", "/root", "lowerdir=/lower,upperdir=/upper/files,"
	    "workdir=/upper/work", 0, 1 },
	{ "proc", "proc", "/root/proc", NULL, MS_NOSUID, 1 },
	{ "sysfs", "sysfs", "/root/sys", NULL, MS_NOSUID, 1 },
	{ "devtmpfs", "dev", "/root/dev", NULL, MS_NOSUID, 1 },
	{ "devpts", "devpts", "/root/dev/pts", NULL, MS_NOSUID, 0 },
	{ "tmpfs", "shm", "/root/dev/shm", NULL, MS_NOSUID, 0 },
	{ "tmpfs", "run", "/root/run", "mode=755", MS_NOSUID, 0 },
	{ "tmpfs", "tmp", "/root/var/tmp", "mode=1777", MS_NOSUID, 0 },
	{ "securityfs", "securityfs", "/root/sys/kernel/security", NULL, 0, 0 },
	{ "cgroup2", "cgroup2", "/root/sys/fs/cgroup", NULL, 0, 0 },
};

static void
load_modules(void)
{
	FILE *list = fopen("/modules", "r");
	char path[256];

	if (list == NULL)
		fail("/modules");
	while (fscanf(list, "%255s", path) == 1) {
		int fd = open(path, O_RDONLY | O_CLOEXEC);

		if (fd < 0 || (syscall(SYS_finit_module, fd, "", 0) < 0 &&
		    errno != EEXIST))
			fail(path);
		(void)close(fd);
	}
	(void)fclose(list);
}

static void
enter_host(void)
{
	for (size_t i = 0; i < sizeof mounts / sizeof mounts[0]; i++) {
		(void)mkdir(mounts[i].target, 0755);
		if (strcmp(mounts[i].type, "overlay") == 0 &&
		    (mkdir("/upper/files", 0755) < 0 ||
		    mkdir("/upper/work", 0755) < 0))
			fail("/upper");
		if (mount(mounts[i].source, mounts[i].target, mounts[i].type,
		    mounts[i].flags, mounts[i].options) < 0 &&
		    mounts[i].is_needed)
			fail(mounts[i].target);
	}
	if (chdir("/root") < 0 || mount(".", "/", NULL, MS_MOVE, NULL) < 0 ||
	    chroot(".") < 0 || chdir("/") < 0)
		fail("root");
}

int
main(int argc, char **argv)
{
	int status = 0;
	pid_t pid;

	(void)setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 2)
		fail("no program");
	load_modules();
	enter_host();
	pid = fork();
	if (pid == 0) {
		(void)setsid();
		(void)setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
		(void)execv(argv[1], argv + 1);
		fail(argv[1]);
	}
	for (;;) {
		pid_t ended = wait(&status);

		if (ended == pid || (ended < 0 && errno == ECHILD))
			break;
	}
	end(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
