/*
 * `evaltop --completion SHELL`: the files in data/completions are its output,
 * and a test holds them to it.
 */
#include "tui/completion.h"

#include "tui/command.h"

#include <string.h>

/* What can stand behind an option. */
enum value_kind { VALUE_NONE, VALUE_CHOICE, VALUE_FILE, VALUE_OTHER };

static enum value_kind
value_kind(const struct option_row *row)
{
	if (!row->argument)
		return VALUE_NONE;
	if (row->choices)
		return VALUE_CHOICE;
	if (strcmp(row->argument, "PATH") == 0 ||
	    strcmp(row->argument, "DIR") == 0 ||
	    strcmp(row->argument, "RUN") == 0)
		return VALUE_FILE;
	return VALUE_OTHER;
}

static bool
takes_command(const struct command *command)
{
	return strstr(command->arguments, "COMMAND");
}

static bool
takes_files(const struct command *command)
{
	return strstr(command->arguments, "SUITE") ||
	    strstr(command->arguments, "RUN");
}

/* "--jobs|-j" with any separator. */
static void
print_names(const struct option_row *row, const char *separator, FILE *out)
{
	fprintf(out, "--%s", row->name);
	if (row->letter)
		fprintf(out, "%s-%c", separator, row->letter);
}

static void
print_bash_values(FILE *out)
{
	guint count;
	const struct option_row *rows = options_table(&count);

	fputs("\tcase $prev in\n", out);
	for (guint i = 0; i < count; i++) {
		enum value_kind kind = value_kind(&rows[i]);

		if (kind == VALUE_NONE)
			continue;
		fputc('\t', out);
		print_names(&rows[i], "|", out);
		fputs(")\n", out);
		if (kind == VALUE_CHOICE) {
			g_autofree char *choices = options_join_choices(&rows[i], " ");

			fprintf(out, "\t\tmapfile -t COMPREPLY < <(compgen "
			    "-W '%s' -- \"$cur\")\n", choices);
		} else if (kind == VALUE_FILE) {
			fputs("\t\tcompopt -o default\n", out);
		}
		fputs("\t\treturn ;;\n", out);
	}
	fputs("\tesac\n", out);
}

/* All of them, with blanks between. */
static void
print_command_names(FILE *out)
{
	guint count;
	const struct command *rows = commands_table(&count);

	for (guint i = 0; i < count; i++)
		fprintf(out, "%s%s", i ? " " : "", rows[i].name);
}

static void
print_bash_command(const struct command *command, FILE *out)
{
	guint count;
	const struct option_row *rows = options_table(&count);

	fprintf(out, "\t%s)\n", command->name);
	if (takes_command(command)) {
		fputs("\t\tif [[ $cur != -* ]]; then\n"
		    "\t\t\tmapfile -t COMPREPLY < <(compgen -W '", out);
		print_command_names(out);
		fputs("' -- \"$cur\")\n\t\t\treturn\n\t\tfi\n", out);
	}
	fputs("\t\twords='", out);
	for (guint i = 0, n = 0; i < count; i++) {
		if (!(rows[i].commands & command->bit))
			continue;
		if (n++ > 0)
			fputc(' ', out);
		print_names(&rows[i], " ", out);
	}
	fputs("' ;;\n", out);
}

static void
print_bash(FILE *out)
{
	guint count;
	const struct command *rows = commands_table(&count);

	fputs("# bash completion of evaltop; made by evaltop --completion bash\n"
	    "_evaltop()\n{\n"
	    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} words\n"
	    "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]}\n\n"
	    "\tCOMPREPLY=()\n"
	    "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
	    "\t\tmapfile -t COMPREPLY < <(compgen -W '", out);
	print_command_names(out);
	fputs(" --help --version' -- \"$cur\")\n\t\treturn\n\tfi\n", out);
	print_bash_values(out);
	fputs("\tcase ${COMP_WORDS[1]} in\n", out);
	for (guint i = 0; i < count; i++)
		print_bash_command(&rows[i], out);
	fputs("\tesac\n"
	    "\tcase $cur in\n"
	    "\t-*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\") ;;\n"
	    "\t*) compopt -o default ;;\n"
	    "\tesac\n"
	    "}\n"
	    "complete -F _evaltop evaltop\n", out);
}

/* Help texts inside quotes: the characters that end or open something. */
static char *
quote_for(const char *help, const char *specials)
{
	GString *text = g_string_new(NULL);

	for (const char *p = help; *p; p++) {
		if (strchr(specials, *p))
			g_string_append_c(text, '\\');
		if (*p == '\'')
			g_string_append(text, "'\\'");
		g_string_append_c(text, *p);
	}
	return g_string_free(text, FALSE);
}

static void
print_zsh_option(const struct option_row *row, FILE *out)
{
	g_autofree char *help = quote_for(row->help, "[]:\\");
	enum value_kind kind = value_kind(row);
	g_autofree char *action = NULL;

	if (kind == VALUE_CHOICE) {
		g_autofree char *choices = options_join_choices(row, " ");

		action = g_strdup_printf(":%s:(%s)", row->argument, choices);
	} else if (kind != VALUE_NONE) {
		action = g_strdup_printf(":%s:%s", row->argument,
		    kind == VALUE_FILE ? "_files" : " ");
	} else {
		action = g_strdup("");
	}
	if (row->letter)
		fprintf(out, " \\\n\t\t\t'(-%c --%s)'{-%c,--%s}'[%s]%s'",
		    row->letter, row->name, row->letter, row->name, help,
		    action);
	else
		fprintf(out, " \\\n\t\t\t'%s--%s[%s]%s'",
		    row->type == OPTION_NAMES || row->type == OPTION_ESCAPED ||
		    row->type == OPTION_FAIL_UNDER ? "*" : "", row->name, help,
		    action);
}

static void
print_zsh(FILE *out)
{
	guint count, option_count;
	const struct command *rows = commands_table(&count);
	const struct option_row *options = options_table(&option_count);

	fputs("#compdef evaltop\n"
	    "# zsh completion of evaltop; made by evaltop --completion zsh\n"
	    "_evaltop() {\n"
	    "\tlocal -a commands\n"
	    "\tif (( CURRENT == 2 )); then\n"
	    "\t\tcommands=(\n", out);
	for (guint i = 0; i < count; i++) {
		g_autofree char *help = quote_for(rows[i].help, ":\\");

		fprintf(out, "\t\t\t'%s:%s'\n", rows[i].name, help);
	}
	fputs("\t\t)\n"
	    "\t\t_describe command commands\n"
	    "\t\treturn\n"
	    "\tfi\n"
	    "\tlocal command=$words[2]\n"
	    "\tshift words\n"
	    "\t(( CURRENT-- ))\n"
	    "\tcase $command in\n", out);
	for (guint i = 0; i < count; i++) {
		fprintf(out, "\t%s)\n\t\t_arguments -s", rows[i].name);
		for (guint j = 0; j < option_count; j++) {
			if (options[j].commands & rows[i].bit)
				print_zsh_option(&options[j], out);
		}
		if (takes_command(&rows[i])) {
			fputs(" \\\n\t\t\t':command:(", out);
			print_command_names(out);
			fputs(")'", out);
		}
		fprintf(out, "%s ;;\n", takes_files(&rows[i]) ?
		    " \\\n\t\t\t'*:file:_files'" : "");
	}
	fputs("\tesac\n}\n_evaltop \"$@\"\n", out);
}

/* The commands that take an option, as fish's __fish_seen_subcommand_from. */
static void
print_fish_option(const struct option_row *row, FILE *out)
{
	guint count;
	const struct command *rows = commands_table(&count);
	enum value_kind kind = value_kind(row);
	g_autofree char *help = g_strescape(row->help, NULL);

	fputs("complete -c evaltop -n '__fish_seen_subcommand_from", out);
	for (guint i = 0; i < count; i++) {
		if (row->commands & rows[i].bit)
			fprintf(out, " %s", rows[i].name);
	}
	fprintf(out, "' -l %s", row->name);
	if (row->letter)
		fprintf(out, " -s %c", row->letter);
	if (kind == VALUE_FILE)
		fputs(" -r -F", out);
	else if (kind != VALUE_NONE)
		fputs(" -x", out);
	if (kind == VALUE_CHOICE) {
		g_autofree char *choices = options_join_choices(row, " ");

		fprintf(out, " -a '%s'", choices);
	}
	fprintf(out, " -d \"%s\"\n", help);
}

static void
print_fish(FILE *out)
{
	guint count, option_count;
	const struct command *rows = commands_table(&count);
	const struct option_row *options = options_table(&option_count);

	fputs("# fish completion of evaltop; made by evaltop --completion fish\n",
	    out);
	for (guint i = 0; i < count; i++)
		fprintf(out, "complete -c evaltop -n __fish_use_subcommand%s "
		    "-a %s -d \"%s\"\n", takes_files(&rows[i]) ? "" : " -f",
		    rows[i].name, rows[i].help);
	fputs("complete -c evaltop -n __fish_use_subcommand -f -l version "
	    "-d \"print the version\"\n", out);
	for (guint i = 0; i < count; i++) {
		if (!takes_command(&rows[i]))
			continue;
		fprintf(out, "complete -c evaltop -n "
		    "'__fish_seen_subcommand_from %s' -f -a '", rows[i].name);
		print_command_names(out);
		fputs("'\n", out);
	}
	for (guint i = 0; i < option_count; i++)
		print_fish_option(&options[i], out);
}

int
completion_print(const char *shell, FILE *out)
{
	if (strcmp(shell, "bash") == 0) {
		print_bash(out);
	} else if (strcmp(shell, "zsh") == 0) {
		print_zsh(out);
	} else if (strcmp(shell, "fish") == 0) {
		print_fish(out);
	} else {
		command_complain("option --completion: '%s' is none of bash, "
		    "zsh, fish", shell);
		return EXIT_USAGE;
	}
	return EXIT_DONE;
}
