/*
 * evaltop-jail: the command line of the launcher.
 */
#include "config.h"

#include "sandbox/internal.h"
#include "sandbox/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXIT_FAULT 125
#define TIME_DEFAULT_S 3.0
#define TIME_MAX_S 86400.0

enum option_key {
	OPT_SERVE = 256,
	OPT_FD,
	OPT_BIND,
	OPT_TIER,
	OPT_TIME,
	OPT_MEMORY,
	OPT_OUTPUT,
	OPT_PROCESSES,
	OPT_REPORT,
	OPT_INJECT,
	OPT_STEPS,
	OPT_LANDLOCK_ABI,
	OPT_NO_CGROUP,
	OPT_HELP,
	OPT_VERSION,
};

/* Option, argument and help in one row; --help and getopt read the same. */
static const struct {
	const char *name;
	const char *argument;
	const char *help;
	enum option_key key;
} option_rows[] = {
	{ "time", "S", "wall time in seconds (3)", OPT_TIME },
	{ "memory", "SIZE", "memory of one process, as 512M (1G)",
	    OPT_MEMORY },
	{ "output-cap", "SIZE", "end the command at this much output",
	    OPT_OUTPUT },
	{ "processes", "N", "processes and threads at once (64)",
	    OPT_PROCESSES },
	{ "bind-ro", "PATH[:TARGET]", "show this path, read-only",
	    OPT_BIND },
	{ "tier", "TIER", "full, landlock or limits (full)", OPT_TIER },
	{ "report-fd", "N", "write a JSON report there", OPT_REPORT },
	{ "serve", NULL, "be the launcher of a run", OPT_SERVE },
	{ "fd", "N", "the socket to serve", OPT_FD },
	{ "inject", "STEP", "for tests: let this step of the set-up fail",
	    OPT_INJECT },
	{ "list-steps", NULL, "for tests: the steps of the tier",
	    OPT_STEPS },
	{ "landlock-abi", "N", "for tests: use no newer Landlock than this",
	    OPT_LANDLOCK_ABI },
	{ "no-cgroup", NULL, "for tests: bound memory by looking only",
	    OPT_NO_CGROUP },
	{ "help", NULL, "this text", OPT_HELP },
	{ "version", NULL, "the version", OPT_VERSION },
};
#define N_OPTIONS (sizeof option_rows / sizeof option_rows[0])

struct command {
	bool is_serving;
	int fd;
	enum jail_tier tier;
	const char *binds[JAIL_BINDS_MAX];
	unsigned n_binds;
	int landlock_abi_max;
	bool is_listing;
	struct jail_hand hand;
};

_Noreturn static void
refuse(const char *what, const char *value)
{
	(void)fprintf(stderr, "evaltop-jail: %s%s%s\n"
	    "Try 'evaltop-jail --help'.\n", what, value ? ": " : "",
	    value ? value : "");
	exit(EXIT_FAULT);
}

static void
print_help(void)
{
	(void)puts("usage: evaltop-jail [options] -- command [argument ...]\n"
	    "       evaltop-jail --serve --fd=N [--bind-ro PATH] ...\n\n"
	    "Run one command with no network, no files but /usr and what "
	    "is given,\nno other processes in sight, and limits on "
	    "everything it can use up.\n");
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const char *argument = option_rows[i].argument;
		char left[40];

		(void)snprintf(left, sizeof left, "--%s%s%s",
		    option_rows[i].name, argument ? " " : "",
		    argument ? argument : "");
		(void)printf("  %-26s %s\n", left, option_rows[i].help);
	}
	(void)puts("\nExit status: the command's own; 124 when its time was "
	    "up; 128 + N when\nsignal N ended it; 125 when the jail failed.");
}

static uint64_t
parse_number(const char *text, uint64_t max, const char *what)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || text[0] == '-' ||
	    n > max)
		refuse(what, text);
	return n;
}

/* A number of bytes, with K, M or G for powers of 1024. */
static uint64_t
parse_size(const char *text, const char *what)
{
	static const char units[] = "KMG";
	char *end;
	unsigned long long n;
	const char *unit;
	unsigned shift = 0;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno != 0 || end == text || text[0] == '-')
		refuse(what, text);
	if (*end != '\0') {
		unit = strchr(units, *end);
		if (unit == NULL || end[1] != '\0')
			refuse(what, text);
		shift = 10u * (unsigned)(unit - units + 1);
	}
	if (n == 0 || n > (1ull << 50) >> shift)
		refuse(what, text);
	return n << shift;
}

static double
parse_time(const char *text)
{
	char *end;
	double s = strtod(text, &end);

	if (end == text || *end != '\0' || !(s > 0) || s > TIME_MAX_S)
		refuse("no such time", text);
	return s;
}

static enum jail_tier
parse_tier(const char *text)
{
	for (int i = 0; i < JAIL_TIER__COUNT; i++)
		if (strcmp(text, jail_tier_name((enum jail_tier)i)) == 0)
			return (enum jail_tier)i;
	refuse("no such tier", text);
}

static void
take_option(struct command *command, int key, const char *value)
{
	switch (key) {
	case OPT_SERVE:
		command->is_serving = true;
		break;
	case OPT_FD:
		command->fd = (int)parse_number(value, 1u << 20,
		    "no descriptor");
		break;
	case OPT_BIND:
		if (command->n_binds >= JAIL_BINDS_MAX)
			refuse("too many binds", NULL);
		command->binds[command->n_binds++] = value;
		break;
	case OPT_TIER:
		command->tier = parse_tier(value);
		break;
	case OPT_TIME:
		command->hand.time_s = parse_time(value);
		break;
	case OPT_MEMORY:
		command->hand.policy.memory_bytes = parse_size(value,
		    "no such size");
		break;
	case OPT_OUTPUT:
		command->hand.output_bytes = parse_size(value,
		    "no such size");
		break;
	case OPT_PROCESSES:
		command->hand.policy.processes = (uint32_t)parse_number(value,
		    1u << 16, "no such number of processes");
		if (command->hand.policy.processes == 0)
			refuse("no such number of processes", value);
		break;
	case OPT_REPORT:
		command->hand.report_fd = (int)parse_number(value, 1u << 20,
		    "no descriptor");
		break;
	case OPT_INJECT:
		if (!jail_inject_knows(value))
			refuse("no such step", value);
		command->hand.inject = value;
		break;
	case OPT_STEPS:
		command->is_listing = true;
		break;
	case OPT_LANDLOCK_ABI:
		command->hand.landlock_abi = value;
		command->landlock_abi_max = (int)parse_number(value, 99,
		    "no such version");
		break;
	case OPT_NO_CGROUP:
		command->hand.no_cgroup = true;
		break;
	case OPT_HELP:
		print_help();
		exit(0);
	case OPT_VERSION:
		(void)puts("evaltop-jail " PACKAGE_VERSION);
		exit(0);
	default:
		refuse("wrong usage", NULL);
	}
}

static void
read_options(int argc, char **argv, struct command *command)
{
	struct option options[N_OPTIONS + 1] = { 0 };
	int key;

	for (size_t i = 0; i < N_OPTIONS; i++) {
		options[i].name = option_rows[i].name;
		options[i].has_arg = option_rows[i].argument ?
		    required_argument : no_argument;
		options[i].val = (int)option_rows[i].key;
	}
	while ((key = getopt_long(argc, argv, "+", options, NULL)) != -1)
		take_option(command, key, optarg);
}

static int
compare_targets(const void *a, const void *b)
{
	return strcmp(((const struct jail_bind *)a)->target,
	    ((const struct jail_bind *)b)->target);
}

static int
serve(const struct command *command)
{
	struct jail_options options = {
		.tier = command->tier, .socket = command->fd,
		.landlock_abi_max = command->landlock_abi_max,
		.no_cgroup = command->hand.no_cgroup,
	};
	char *sources[JAIL_BINDS_MAX];	/* what the binds borrow from */
	struct stat st;
	int status;

	if (command->fd < 0 || fstat(command->fd, &st) < 0 ||
	    !S_ISSOCK(st.st_mode))
		refuse("--serve wants --fd with a socket", NULL);
	for (unsigned i = 0; i < command->n_binds; i++) {
		char *source = strdup(command->binds[i]);
		char *colon;

		if (source == NULL)
			return EXIT_FAULT;
		colon = strrchr(source, ':');
		if (colon != NULL)
			*colon++ = '\0';
		sources[i] = source;
		options.binds[i].source = source;
		options.binds[i].target = colon ? colon : source;
	}
	options.n_binds = command->n_binds;
	jail_inject_set(command->hand.inject);
	/* A folder before what is to be mounted inside it. */
	qsort(options.binds, options.n_binds, sizeof options.binds[0],
	    compare_targets);
	status = jail_serve(&options);
	for (unsigned i = 0; i < options.n_binds; i++)
		free(sources[i]);
	return status;
}

/* A bare name is looked for where a shell would find it. */
static char *
find_program(char *name)
{
	static const char *const folders[] = { "/usr/local/bin", "/usr/bin",
	    "/bin" };
	char path[4096];
	struct stat st;

	if (strchr(name, '/') != NULL)
		return name;
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		(void)snprintf(path, sizeof path, "%s/%s", folders[i], name);
		if (access(path, X_OK) == 0 && stat(path, &st) == 0 &&
		    S_ISREG(st.st_mode)) {
			char *found = strdup(path);

			return found ? found : name;
		}
	}
	return name;
}

/* And from now on nobody's but ours. */
static bool
is_writable(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY &&
	    fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static int
run_by_hand(struct command *command, char **argv)
{
	struct jail_hand *hand = &command->hand;

	if (argv[0] == NULL || argv[0][0] == '\0')
		refuse("no command", NULL);
	if (command->n_binds > JAIL_BINDS_MAX - JAIL_SYSTEM_BINDS_MAX)
		refuse("too many binds", NULL);
	argv[0] = find_program(argv[0]);
	hand->argv = argv;
	hand->tier = command->tier;
	hand->policy.cpu_s = (uint32_t)ceil(hand->time_s) + 1;
	hand->n_binds = (unsigned)jail_system_binds(hand->binds);
	for (unsigned i = 0; i < command->n_binds; i++)
		hand->binds[hand->n_binds++] = command->binds[i];
	if (hand->report_fd >= 0 && !is_writable(hand->report_fd))
		refuse("--report-fd is not open for writing", NULL);
	return jail_hand_run(hand);
}

/*
 * With descriptor 0, 1 or 2 closed, the line to the launcher would take its
 * number, and be handed to the command.  They are opened for the direction
 * that nobody uses: for the command, too, they are as good as closed.
 */
static void
fill_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", flags | O_CLOEXEC) != fd)
			exit(EXIT_FAULT);
	}
}

int
main(int argc, char **argv)
{
	struct command command = {
		.fd = -1,
		.landlock_abi_max = INT_MAX,
		.tier = JAIL_TIER_FULL,
		.hand = {
			.policy = JAIL_POLICY_DEFAULT,
			.time_s = TIME_DEFAULT_S,
			.report_fd = -1,
		},
	};

	fill_standard_descriptors();
	read_options(argc, argv, &command);
	if (command.is_listing) {
		jail_inject_list(command.tier);
		return 0;
	}
	if (command.is_serving)
		return serve(&command);
	return run_by_hand(&command, argv + optind);
}
