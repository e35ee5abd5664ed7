/* The table of subcommands, their help, and how they say what went wrong. */
#include "tui/command.h"

#include "base/error.h"
#include "tui/clean.h"

#include <string.h>

static const struct command table[] = {
	{ "demo", COMMAND_DEMO, "", 0, 0,
	    "judge the built-in demo suite",
	    "A minute's tour: a small suite and answers of every kind, right, "
	    "wrong, endless and hostile.", cmd_demo },
	{ "run", COMMAND_RUN, "SUITE [SAMPLES]", 0, 2,
	    "judge the samples of a model against a suite",
	    "SUITE is a benchmark as it is published (HumanEval, MBPP, "
	    "EvalPlus, evaltop's own YAML), SAMPLES a file with a model's "
	    "answers; either may be gzipped, or - for stdin. The SUITE demo is "
	    "the built-in one, with samples of its own. On a terminal the run "
	    "is shown live; elsewhere it prints lines.", cmd_run },
	{ "view", COMMAND_VIEW, "RUN", 1, 1,
	    "look at a run: finished, or done by another process",
	    "RUN is a run's folder, the name of one below evaltop's own "
	    "folder, or a label; of several runs with that label the newest "
	    "is taken.", cmd_view },
	{ "runs", COMMAND_RUNS, "[FOLDER]", 0, 1,
	    "list the runs, newest first",
	    "Those below FOLDER, else below evaltop's own. With --browse they "
	    "are on the screen, to be opened, compared, resumed and deleted; "
	    "evaltop without a command does the same.", cmd_runs },
	{ "compare", COMMAND_COMPARE, "RUN_A RUN_B", 2, 2,
	    "compare two runs, task by task: better, worse, or noise",
	    "Pairs the tasks that both runs have judged, and says how far "
	    "pass@k differs, with the interval of the difference, which tasks "
	    "are better and worse, and what differs between the runs besides "
	    "the samples. Runs are named as for view.", cmd_compare },
	{ "check", COMMAND_CHECK, "SUITE", 0, 1,
	    "judge a suite's reference solutions: is it sound here?",
	    "Ends with the tasks whose reference fails, those without one, "
	    "and those without tests. Exits with status 1 if a reference "
	    "fails.", cmd_check },
	{ "doctor", COMMAND_DOCTOR, "", 0, 0,
	    "what this host offers, and what would give more", NULL,
	    cmd_doctor },
	{ "help", COMMAND_HELP, "[COMMAND]", 0, 1,
	    "explain evaltop or one of its commands", NULL, cmd_help },
};

const struct command *
commands_table(guint *ret_count)
{
	*ret_count = G_N_ELEMENTS(table);
	return table;
}

const struct command *
command_find(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	}
	return NULL;
}

void
command_complain(const char *format, ...)
{
	g_autofree char *text = NULL, *clean = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	/* Sentences quote file names and the like. */
	clean = clean_line(text);
	fprintf(stderr, "evaltop: %s\n", clean);
}

int
command_fail(GError *error)
{
	int status = evaltop_error_exit_status(error);

	command_complain("%s", error->message);
	g_error_free(error);
	return status;
}

static void
print_paragraph(const char *text, FILE *out)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	size_t column = 0;

	for (guint i = 0; words[i]; i++) {
		size_t length = strlen(words[i]);

		if (column > 0 && column + 1 + length > 79) {
			fputc('\n', out);
			column = 0;
		}
		column += (size_t)fprintf(out, "%s%s", column ? " " : "",
		    words[i]);
	}
	fputc('\n', out);
}

void
command_print_help(const struct command *command, FILE *out)
{
	g_autofree char *line = NULL;

	fprintf(out, "usage: evaltop %s [options]%s%s\n\n", command->name,
	    *command->arguments ? " " : "", command->arguments);
	line = g_strdup_printf("%c%s%s", g_ascii_toupper(command->help[0]),
	    command->help + 1, g_str_has_suffix(command->help, "?") ? "" :
	    ".");
	print_paragraph(line, out);
	if (command->more) {
		fputc('\n', out);
		print_paragraph(command->more, out);
	}
	fputs("\noptions:\n", out);
	options_print_help(command->bit, out);
	fputs("\nThe manual has more: man evaltop\n", out);
}

void
command_print_overview(FILE *out)
{
	fputs("usage: evaltop COMMAND [options] [arguments]\n\n"
	    "Judges model-written code against benchmark tests, each candidate "
	    "in a sandbox\nof its own, and shows the run live.\n\n"
	    "commands:\n", out);
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		g_autofree char *head = g_strdup_printf("%s %s", table[i].name,
		    table[i].arguments);

		fprintf(out, "  %-20s  %s\n", head, table[i].help);
	}
	fputs("\n'evaltop COMMAND --help' explains a command and its options,\n"
	    "'evaltop --version' prints the version; without a command evaltop "
	    "shows the runs.\nTo begin with: evaltop demo\n", out);
}
