/* evaltop help [COMMAND] */
#include "tui/command.h"

int
cmd_help(const struct options *options)
{
	const struct command *command;
	const char *name;

	if (options->arguments->len == 0) {
		command_print_overview(stdout);
		return EXIT_DONE;
	}
	name = g_ptr_array_index(options->arguments, 0);
	command = command_find(name);
	if (!command) {
		command_complain("there is no command '%s'; 'evaltop help' "
		    "lists them", name);
		return EXIT_USAGE;
	}
	command_print_help(command, stdout);
	return EXIT_DONE;
}
