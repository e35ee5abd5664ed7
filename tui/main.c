/*
 * The program: finds the subcommand, has its options read, and turns what
 * comes back into an exit status.
 */
#include "config.h"

#include "tui/command.h"
#include "tui/completion.h"
#include "tui/front.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/*
 * With descriptor 0, 1 or 2 closed, the next open() would take its number,
 * and messages would go into a journal.  They are opened for the direction
 * that nobody uses: what is printed to a closed stdout then is an error to
 * tell of, and not lost in silence.
 */
static bool
ensure_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY :
		    O_RDONLY) | O_CLOEXEC) != fd)
			return false;
	}
	return true;
}

/* The reader of a pipe has gone: its own choice, no fault to tell of. */
static bool
stdout_is_abandoned(void)
{
	struct pollfd fd = { .fd = STDOUT_FILENO, .events = POLLOUT };

	return poll(&fd, 1, 0) == 1 && (fd.revents & POLLERR);
}

/* A result that did not get out is no success. */
static int
finish_stdout(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (status != EXIT_DONE || stdout_is_abandoned())
		return status;
	command_complain("cannot write all of the output to stdout");
	return EXIT_INCOMPLETE;
}

static int
unknown_command(const char *name)
{
	guint count;
	const struct command *rows = commands_table(&count);
	g_autofree const char **names = g_new0(const char *, count + 1);
	const char *near;

	for (guint i = 0; i < count; i++)
		names[i] = rows[i].name;
	near = nearest_word(name, names);
	if (near)
		command_complain("there is no command '%s'; the nearest is "
		    "'%s'", name, near);
	else
		command_complain("there is no command '%s'; 'evaltop help' "
		    "lists them", name);
	return EXIT_USAGE;
}

static int
wrong_number(const struct command *command, const struct options *options)
{
	guint given = options->arguments->len;

	if (command->max_arguments == 0)
		command_complain("'evaltop %s' takes no arguments, but '%s' is "
		    "one; see 'evaltop %s --help'", command->name,
		    (const char *)g_ptr_array_index(options->arguments, 0),
		    command->name);
	else
		command_complain("'evaltop %s' takes %s, not %u argument%s; "
		    "see 'evaltop %s --help'", command->name,
		    command->arguments, given, given == 1 ? "" : "s",
		    command->name);
	return EXIT_USAGE;
}

static int
run_command(const struct command *command, int argc, char **argv)
{
	struct options options;
	GError *error = NULL;
	int status;

	if (!options_parse(argc, argv, command->name, command->bit, &options,
	    &error)) {
		status = command_fail(error);
	} else if (options.help) {
		command_print_help(command, stdout);
		status = EXIT_DONE;
	} else if (options.arguments->len < command->min_arguments ||
	    options.arguments->len > command->max_arguments) {
		status = wrong_number(command, &options);
	} else if (!front_check(&options, &error)) {
		status = command_fail(error);
	} else {
		status = command->run(&options);
	}
	options_clear(&options);
	return status;
}

static int
dispatch(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct command *command;

	if (!word) {
		char name[] = "runs", browse[] = "--browse";
		char *runs[] = { name, browse, NULL };

		return run_command(command_find("runs"), 2, runs);
	}
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
		puts(PACKAGE_STRING);
		return EXIT_DONE;
	}
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
		command_print_overview(stdout);
		return EXIT_DONE;
	}
	if (strcmp(word, "--completion") == 0)
		return completion_print(argc > 2 ? argv[2] : "", stdout);
	if (word[0] == '-') {
		command_complain("option %s comes before the command; give the "
		    "command first, as in 'evaltop run %s'", word, word);
		return EXIT_USAGE;
	}
	command = command_find(word);
	if (!command)
		return unknown_command(word);
	return run_command(command, argc - 1, argv + 1);
}

int
main(int argc, char **argv)
{
	if (!ensure_standard_descriptors())
		return EXIT_INCOMPLETE;
	setlocale(LC_ALL, "");
	/* Numbers are for scripts too: a point, whatever the locale. */
	setlocale(LC_NUMERIC, "C");
	setvbuf(stdout, NULL, _IOLBF, 0);
	/* A closed pipe is an error to see, and no reason to die. */
	signal(SIGPIPE, SIG_IGN);
	return finish_stdout(dispatch(argc, argv));
}
