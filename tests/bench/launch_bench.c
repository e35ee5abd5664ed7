/*
 * What a launch costs: CPU time of all who take part (launcher, init and
 * /bin/true itself) as a ratio to a plain fork and exec of /bin/true, for
 * each tier that this host gives, and for bwrap with comparable options.
 *
 * Rounds of all kinds take turns and the best of each counts, so that other
 * load on the machine weighs on none in particular.  A launcher's own start
 * is paid once a run and subtracted.
 */
#include "config.h"

#include "sandbox/client.h"
#include "sandbox/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 7
#define LAUNCHES 100

static const char *const true_argv[] = { "/bin/true", NULL };

static const char *const bwrap_argv[] = {
	"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
	"--clearenv", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin",
	"/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
	"/lib64", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
	"--chdir", "/tmp", "/bin/true", NULL
};

static double
cpu_us(int who)
{
	struct rusage usage;

	(void)getrusage(who, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
	    (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double
cpu_of_all_us(void)
{
	return cpu_us(RUSAGE_SELF) + cpu_us(RUSAGE_CHILDREN);
}

/* CPU time of one fork and exec, negative when the program fails. */
static double
measure_exec(const char *const *argv)
{
	double start = cpu_of_all_us();

	for (int i = 0; i < LAUNCHES; i++) {
		int status = 0;
		pid_t pid = fork();

		if (pid == 0) {
			int fd = open("/dev/null", O_RDWR);

			(void)dup2(fd, STDERR_FILENO);
			(void)execvp(argv[0],
			    (char *const *)(const void *)argv);
			_exit(127);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
			return -1;
	}
	return (cpu_of_all_us() - start) / LAUNCHES;
}

static int
await(int socket, uint32_t type)
{
	for (;;) {
		struct pollfd fd = { .fd = socket, .events = POLLIN };
		union jail_reply reply;
		int r;

		(void)poll(&fd, 1, 10000);
		r = jail_receive(socket, &reply);
		if (r == -EAGAIN && fd.revents != 0)
			continue;
		if (r < 0)
			return r;
		if (reply.head.type != type)
			continue;
		return type == JAIL_MSG_READY ? -reply.ready.err :
		    -reply.ended.err;
	}
}

static int
launch(int socket)
{
	struct jail_policy policy = JAIL_POLICY_DEFAULT;
	struct jail_launch request;
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fds[JAIL_LAUNCH_FDS] = { fd, fd, fd, fd };
	int r = jail_launch_init(&request, 1, &policy, true_argv);

	if (r == 0)
		r = jail_send_launch(socket, &request, fds);
	(void)close(fd);
	return r == 0 ? await(socket, JAIL_MSG_ENDED) : r;
}

static double
serve(const char *jail, enum jail_tier tier, int launches)
{
	const char *binds[JAIL_SYSTEM_BINDS_MAX];
	struct jail_spawn_options options = {
		.jail_path = jail, .binds = binds, .tier = tier,
	};
	double start = cpu_of_all_us();
	int socket, r;
	pid_t pid;

	options.n_binds = jail_system_binds(binds);
	if (jail_spawn(&options, &socket, &pid) < 0)
		return -1;
	r = await(socket, JAIL_MSG_READY);
	for (int i = 0; r == 0 && i < launches; i++)
		r = launch(socket);
	(void)close(socket);
	(void)waitpid(pid, NULL, 0);
	return r == 0 ? cpu_of_all_us() - start : -1;
}

static double
measure_tier(const char *jail, enum jail_tier tier)
{
	double empty = serve(jail, tier, 0);
	double whole = serve(jail, tier, LAUNCHES);

	return empty < 0 || whole < 0 ? -1 : (whole - empty) / LAUNCHES;
}

static void
keep_best(double *best, double us)
{
	if (us > 0 && (*best <= 0 || us < *best))
		*best = us;
}

static void
show(const char *name, double us, double plain)
{
	if (us <= 0)
		(void)printf("launch %-10s not to be had here\n", name);
	else
		(void)printf("launch %-10s %7.0f us  %5.2f x\n", name, us,
		    us / plain);
}

int
main(void)
{
	const char *jail = getenv("EVALTOP_JAIL");
	double plain = 0, bwrap = 0, tiers[JAIL_TIER__COUNT] = { 0 };

	if (jail == NULL)
		jail = "./evaltop-jail";
	for (int i = 0; i < ROUNDS; i++) {
		keep_best(&plain, measure_exec(true_argv));
		for (int t = 0; t < JAIL_TIER__COUNT; t++)
			keep_best(&tiers[t], measure_tier(jail,
			    (enum jail_tier)t));
		keep_best(&bwrap, measure_exec(bwrap_argv));
	}
	if (plain <= 0)
		return 1;
	show("fork+exec", plain, plain);
	for (int t = 0; t < JAIL_TIER__COUNT; t++)
		show(jail_tier_name((enum jail_tier)t), tiers[t], plain);
	show("bwrap", bwrap, plain);
	return 0;
}
