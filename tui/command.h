/* The subcommands: one row and one file each. */
#ifndef EVALTOP_TUI_COMMAND_H
#define EVALTOP_TUI_COMMAND_H

#include "tui/options.h"

/* Exit statuses (DESIGN 10); those of a GError are in base/error.h. */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_BELOW = 1,		/* --fail-under, or check found a bad reference */
	EXIT_USAGE = 2,
	EXIT_INPUT = 3,
	EXIT_INCOMPLETE = 4,	/* a fault of the host or of ours */
	EXIT_INTERRUPTED = 130,
};

struct command {
	const char *name;
	unsigned bit;			/* enum command_bit */
	const char *arguments;		/* "SUITE SAMPLES", for usage lines */
	guint min_arguments, max_arguments;
	const char *help;		/* one line */
	const char *more;		/* a paragraph for --help, or NULL */
	/* Returns an exit status; prints its own messages. */
	int (*run)(const struct options *options);
};

const struct command *commands_table(guint *ret_count);
const struct command *command_find(const char *name);

/* evaltop's name for messages, a colon, the sentence; always one line. */
void command_complain(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Print the error, free it; its exit status. */
int command_fail(GError *error);

void command_print_help(const struct command *command, FILE *out);
void command_print_overview(FILE *out);

int cmd_demo(const struct options *options);
int cmd_run(const struct options *options);
int cmd_view(const struct options *options);
int cmd_runs(const struct options *options);
int cmd_compare(const struct options *options);
int cmd_check(const struct options *options);
int cmd_doctor(const struct options *options);
int cmd_help(const struct options *options);

#endif
