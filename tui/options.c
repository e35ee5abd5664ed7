/*
 * The options table and the reading of the command line.  getopt_long does
 * the splitting; types, ranges and messages come from the table.
 */
#include "tui/options.h"

#include "base/error.h"
#include "base/outcome.h"
#include "run/rundir.h"
#include "sample/sample.h"
#include "suite/suite.h"
#include "tui/options_value.h"

#include <getopt.h>
#include <string.h>

static const char *const *
tier_names(void)
{
	static const char *names[JAIL_TIER__COUNT + 1];

	for (int i = 0; i < JAIL_TIER__COUNT; i++)
		names[i] = jail_tier_name((enum jail_tier)i);
	return names;
}

static const char *const *
guard_names(void)
{
	static const char *names[GUARD__COUNT + 1];

	for (int i = 0; i < GUARD__COUNT; i++)
		names[i] = guard_word((enum guard)i);
	return names;
}

#define FIELD(name) offsetof(struct options, name)
#define PLAIN (COMMAND__JUDGE | COMMAND_VIEW)
#define SCREEN (PLAIN | COMMAND_RUNS | COMMAND_COMPARE)

static const struct option_row table[] = {
	{ "jobs", 'j', "N", OPTION_COUNT, FIELD(jobs), 1, 1024,
	    "1 to 1024", "the number of online cores", COMMAND__JUDGE, false,
	    NULL, "how many samples to judge at a time" },
	{ "timeout", 't', "S", OPTION_SECONDS, FIELD(timeout_ms), 0.001,
	    RUN_TIMEOUT_MAX_S,
	    "more than 0 and at most 30 seconds", "the suite's, else 3",
	    COMMAND__JUDGE, true, NULL,
	    "wall-clock seconds for a task that names none" },
	{ "k", 'k', "LIST", OPTION_K, FIELD(k), 1, 1000000,
	    "whole numbers from 1 to 1000000 with commas between",
	    "the suite's or the runs', else 1,10,100",
	    COMMAND_RUN | COMMAND_DEMO | COMMAND_COMPARE, true, NULL,
	    "the k of pass@k" },
	{ "memory", 0, "SIZE", OPTION_SIZE, FIELD(memory_bytes),
	    32.0 * 1048576, 1099511627776.0, "32M to 1T",
	    "the suite's, else 1G", COMMAND__JUDGE, true, NULL,
	    "memory of one candidate" },
	{ "output-cap", 0, "SIZE", OPTION_SIZE, FIELD(output_bytes),
	    1024, 1073741824, "1K to 1G", "the suite's, else 256K",
	    COMMAND__JUDGE, true, NULL,
	    "stdout and stderr together; one that prints more is ended" },
	{ "deny", 0, "MODULES", OPTION_NAMES, FIELD(deny), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, true, NULL,
	    "modules that a candidate may not import either; repeatable" },
	{ "allow", 0, "MODULES", OPTION_NAMES, FIELD(allow), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, true, NULL,
	    "modules to take off the list of denied ones; repeatable" },
	{ "python", 0, "PATH", OPTION_PROGRAM, FIELD(python), 0, 0, NULL,
	    "python3", COMMAND__JUDGE | COMMAND_DOCTOR, true, NULL,
	    "the Python interpreter, 3.8 or newer" },
	{ "site-packages", 0, NULL, OPTION_FLAG, FIELD(site_packages), 0, 0,
	    NULL, NULL, COMMAND__JUDGE, true, NULL,
	    "let candidates import the interpreter's installed packages" },
	{ "format", 0, "NAME", OPTION_WORD, FIELD(format), 0, 0, NULL,
	    "by the file's fields", COMMAND_RUN | COMMAND_CHECK, true,
	    suite_dialect_names, "the suite's format" },
	{ "samples-format", 0, "NAME", OPTION_WORD, FIELD(samples_format), 0, 0,
	    NULL, "by the file's fields", COMMAND_RUN, true,
	    sample_format_names, "the samples' format" },
	{ "only", 0, "GLOB", OPTION_TEXT, FIELD(only), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, true, NULL,
	    "judge the tasks whose id matches, as in 'HumanEval/1*'" },
	{ "limit", 0, "N", OPTION_COUNT, FIELD(limit), 1, 1000000000,
	    "1 to 1000000000", NULL, COMMAND__JUDGE, true, NULL,
	    "judge the first N tasks of those that remain" },
	{ "out", 0, "DIR", OPTION_TEXT, FIELD(out), 0, 0, NULL,
	    "a new folder below $XDG_STATE_HOME/evaltop/runs", COMMAND__JUDGE,
	    true, NULL, "the run's folder" },
	{ "label", 0, "TEXT", OPTION_TEXT, FIELD(label), 0, 0, NULL,
	    "after what is judged", COMMAND__JUDGE, true, NULL,
	    "the run's name" },
	{ "resume", 0, "RUN", OPTION_TEXT, FIELD(resume), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, false, NULL,
	    "go on with a run that has ended early, with its own settings" },
	{ "rerun", 0, "EXPR", OPTION_TEXT, FIELD(rerun), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, false, NULL,
	    "with --resume: judge the samples that match this filter again, "
	    "nothing else; --timeout may give them more time" },
	{ "guard", 0, "GUARD", OPTION_WORD, FIELD(guard), 0, 0, NULL,
	    "confirm", COMMAND__JUDGE, true, guard_names,
	    "tests in the candidate's interpreter (shared), in a sandbox of "
	    "their own (split), or each pass of the first again by the second "
	    "(confirm)" },
	{ "cold", 0, NULL, OPTION_FLAG, FIELD(cold), 0, 0, NULL, NULL,
	    COMMAND__JUDGE, true, NULL,
	    "start a fresh interpreter for each candidate" },
	{ "no-dedup", 0, NULL, OPTION_FLAG, FIELD(no_dedup), 0, 0, NULL, NULL,
	    COMMAND_RUN | COMMAND_DEMO, true, NULL,
	    "judge each of several identical programs of a task" },
	{ "stop", 0, "TEXT", OPTION_ESCAPED, FIELD(stops), 0, 0, NULL, NULL,
	    COMMAND_RUN, true, NULL,
	    "cut answers before this text (\\n, \\t, \\\\ understood); "
	    "repeatable" },
	{ "sandbox", 0, "TIER", OPTION_WORD, FIELD(sandbox), 0, 0, NULL,
	    "the strongest of full and landlock that this host gives",
	    COMMAND__JUDGE, true, tier_names,
	    "refuse to run under any other kind of sandbox" },
	{ "fail-under", 0, "pass@K=X", OPTION_FAIL_UNDER, FIELD(fail_under),
	    0, 1, "pass@K=X with X from 0 to 1, as in pass@1=0.6", NULL,
	    PLAIN, false, NULL,
	    "exit with status 1 if pass@K is below X; repeatable" },
	{ "follow", 'f', NULL, OPTION_FLAG, FIELD(follow), 0, 0, NULL, NULL,
	    COMMAND_VIEW, false, NULL,
	    "keep up with a run that another process is doing" },
	{ "browse", 'b', NULL, OPTION_FLAG, FIELD(browse), 0, 0, NULL,
	    "without a command, on a terminal", COMMAND_RUNS, false, NULL,
	    "look through the runs on the screen" },
	{ "plain", 0, NULL, OPTION_FLAG, FIELD(plain), 0, 0, NULL,
	    "where stdout is no terminal or TERM is dumb",
	    PLAIN | COMMAND_COMPARE, false, NULL,
	    "lines instead of the screen" },
	{ "json", 0, NULL, OPTION_FLAG, FIELD(json), 0, 0, NULL, NULL,
	    PLAIN | COMMAND_RUNS | COMMAND_COMPARE | COMMAND_DOCTOR, false,
	    NULL,
	    "JSON on stdout and nothing else, one object a line" },
	{ "ascii", 0, NULL, OPTION_FLAG, FIELD(ascii), 0, 0, NULL,
	    "where the locale is not UTF-8", SCREEN, false, NULL,
	    "no character outside ASCII on the screen" },
	{ "no-color", 0, NULL, OPTION_FLAG, FIELD(no_color), 0, 0, NULL,
	    "where $NO_COLOR is set", SCREEN, false, NULL,
	    "no colors on the screen" },
	{ "theme", 0, "NAME", OPTION_TEXT, FIELD(theme), 0, 0, NULL,
	    "the configured one, else by $COLORFGBG, else dark", SCREEN, false,
	    NULL, "dark, light, mono, colorblind, colorblind-light, or one of "
	    "your own" },
	{ "script", 0, "FILE", OPTION_TEXT, FIELD(script), 0, 0, NULL, NULL,
	    SCREEN, false, NULL,
	    "play a file of keys and commands on the screen" },
	{ "quiet", 'q', NULL, OPTION_FLAG, FIELD(quiet), 0, 0, NULL, NULL,
	    PLAIN, false, NULL,
	    "plain lines: neither failures nor progress, only the end" },
	{ "verbose", 'v', NULL, OPTION_FLAG, FIELD(verbose), 0, 0, NULL, NULL,
	    PLAIN, false, NULL, "plain lines: a line for each pass too" },
	{ "help", 'h', NULL, OPTION_FLAG, FIELD(help), 0, 0, NULL, NULL,
	    COMMAND__ALL, false, NULL, "print this and exit" },
};

G_STATIC_ASSERT(G_N_ELEMENTS(table) <= 64);	/* bits of options.given */

const struct option_row *
options_table(guint *ret_count)
{
	*ret_count = G_N_ELEMENTS(table);
	return table;
}

static void *
field_of(struct options *options, const struct option_row *row)
{
	return (char *)options + row->field;
}

/* getopt's two forms of the rows that a command takes; val is row + 256. */
static struct option *
getopt_rows(unsigned commands, GString *letters)
{
	struct option *rows = g_new0(struct option, G_N_ELEMENTS(table) + 1);
	guint count = 0;

	g_string_assign(letters, ":");
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		bool has_value = table[i].argument;

		if (!(table[i].commands & commands))
			continue;
		rows[count++] = (struct option){ table[i].name,
			has_value ? required_argument : no_argument, NULL,
			(int)i + 256 };
		if (table[i].letter) {
			g_string_append_c(letters, table[i].letter);
			if (has_value)
				g_string_append_c(letters, ':');
		}
	}
	return rows;
}

static const struct option_row *
row_by_letter(int letter)
{
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (letter && table[i].letter == letter)
			return &table[i];
	}
	return NULL;
}

static const struct option_row *
row_by_name(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	}
	return NULL;
}

static const char *
nearest_option(const char *name, unsigned commands)
{
	const char *names[G_N_ELEMENTS(table) + 1];
	guint count = 0;

	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (table[i].commands & commands)
			names[count++] = table[i].name;
	}
	names[count] = NULL;
	return nearest_word(name, names);
}

static bool
refuse_unknown(const char *given, const struct option_row *elsewhere,
    const char *command, unsigned commands, GError **error)
{
	g_autofree char *name = g_strndup(given + strspn(given, "-"),
	    strcspn(given + strspn(given, "-"), "="));
	const char *near = nearest_option(name, commands);

	if (!elsewhere)
		elsewhere = row_by_name(name);
	if (elsewhere && !(elsewhere->commands & commands))
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option %s does not go with '%s'; 'evaltop %s --help' "
		    "lists those that do", given, command, command);
	else if (near && given[1] == '-')
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "there is no option %s; the nearest is --%s", given, near);
	else
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "there is no option %s; 'evaltop %s --help' lists them",
		    given, command);
	return false;
}

/* getopt_long said '?' or ':'; the argument it looked at tells why. */
static bool
refuse_argument(int why, char **argv, const char *command, unsigned commands,
    GError **error)
{
	char letter[3] = { '-', (char)optopt, '\0' };
	const struct option_row *row = NULL;

	if (optopt >= 256)
		row = &table[optopt - 256];
	else if (optopt)
		row = row_by_letter(optopt);
	if (!row || (why != ':' && optopt < 256))
		return refuse_unknown(optopt ? letter : argv[optind - 1], row,
		    command, commands, error);
	if (why == ':')
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --%s needs a value: %s", row->name,
		    row->range ? row->range : row->argument);
	else
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --%s takes no value", row->name);
	return false;
}

bool
options_parse(int argc, char **argv, const char *command, unsigned commands,
    struct options *ret, GError **error)
{
	g_autoptr(GString) letters = g_string_new(NULL);
	g_autofree struct option *rows = getopt_rows(commands, letters);
	const struct option_row *row;
	int found;

	*ret = (struct options){
		.arguments = g_ptr_array_new_with_free_func(g_free) };
	opterr = 0;
	optind = 0;	/* glibc and musl: start afresh, also the hidden state */
	while ((found = getopt_long(argc, argv, letters->str, rows, NULL)) !=
	    -1) {
		if (found == '?' || found == ':')
			return refuse_argument(found, argv, command, commands,
			    error);
		row = found >= 256 ? &table[found - 256] : row_by_letter(found);
		g_assert(row);
		if (!option_read_value(row, optarg, field_of(ret, row), error))
			return false;
		ret->given |= G_GUINT64_CONSTANT(1) << (row - table);
	}
	for (int i = optind; i < argc; i++)
		g_ptr_array_add(ret->arguments, g_strdup(argv[i]));
	if (ret->quiet && ret->verbose) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "options --quiet and --verbose contradict each other");
		return false;
	}
	if (ret->rerun && !ret->resume) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --rerun needs --resume RUN: the run whose samples "
		    "are judged again");
		return false;
	}
	return true;
}

static void
free_list(GPtrArray *list)
{
	if (list)
		g_ptr_array_unref(list);
}

void
options_clear(struct options *options)
{
	if (options->k)
		g_array_unref(options->k);
	if (options->fail_under)
		g_array_unref(options->fail_under);
	free_list(options->deny);
	free_list(options->allow);
	free_list(options->stops);
	free_list(options->arguments);
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (table[i].type == OPTION_TEXT ||
		    table[i].type == OPTION_PROGRAM ||
		    table[i].type == OPTION_WORD)
			g_free(*(char **)field_of(options, &table[i]));
	}
	*options = (struct options){ 0 };
}

bool
options_given(const struct options *options, const char *name)
{
	const struct option_row *row = row_by_name(name);

	g_assert(row);
	return options->given >> (row - table) & 1;
}

const char *
options_first_settling(const struct options *options)
{
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		if (options->rerun && table[i].field == FIELD(timeout_ms))
			continue;
		if (table[i].settles && (options->given >> i & 1))
			return table[i].name;
	}
	return NULL;
}

GStrv
options_strv(const GPtrArray *list)
{
	GStrv words;

	if (!list)
		return NULL;
	words = g_new0(char *, list->len + 1);
	for (guint i = 0; i < list->len; i++)
		words[i] = g_strdup(g_ptr_array_index(list, i));
	return words;
}
