/*
 * The options: one table, from which the command line is read and --help,
 * the completions and the tests are made.
 */
#ifndef EVALTOP_TUI_OPTIONS_H
#define EVALTOP_TUI_OPTIONS_H

#include "sandbox/policy.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* The subcommands, as bits of an option's `commands`. */
enum command_bit {
	COMMAND_DEMO = 1 << 0,
	COMMAND_RUN = 1 << 1,
	COMMAND_VIEW = 1 << 2,
	COMMAND_RUNS = 1 << 3,
	COMMAND_CHECK = 1 << 4,
	COMMAND_DOCTOR = 1 << 5,
	COMMAND_HELP = 1 << 6,
	COMMAND_COMPARE = 1 << 7,
	COMMAND__JUDGE = COMMAND_DEMO | COMMAND_RUN | COMMAND_CHECK,
	COMMAND__ALL = (1 << 8) - 1,
};

struct fail_under {
	guint k;
	double value;
};

/* What was given on the command line.  Zero or NULL: not given. */
struct options {
	guint jobs;
	guint32 timeout_ms;
	GArray *k;		/* guint, ascending, none twice */
	guint64 memory_bytes, output_bytes;
	GPtrArray *deny, *allow;	/* char *, NULL-terminated by options_strv */
	GPtrArray *stops;
	char *python;
	bool site_packages, no_dedup, cold;
	char *format, *samples_format;
	char *only;
	guint limit;
	char *out, *label, *resume, *rerun;
	char *sandbox;
	char *guard;
	char *script, *theme;
	GArray *fail_under;	/* struct fail_under */
	bool browse, plain, json, follow, ascii, no_color, quiet, verbose, help;
	GPtrArray *arguments;	/* char *: what is no option */
	guint64 given;		/* bit i: row i of the table */
};

enum option_type {
	OPTION_FLAG,		/* bool */
	OPTION_COUNT,		/* guint; min, max */
	OPTION_SECONDS,		/* guint32 of milliseconds; min, max in seconds */
	OPTION_SIZE,		/* guint64 of bytes; min, max; K M G suffixes */
	OPTION_TEXT,		/* char *, not empty */
	OPTION_PROGRAM,		/* char *: a name, or the path of an executable */
	OPTION_WORD,		/* char *: one of choices() */
	OPTION_K,		/* GArray of guint; min, max */
	OPTION_NAMES,		/* GPtrArray: comma list, repeatable */
	OPTION_ESCAPED,		/* GPtrArray: \n \t \\ understood, repeatable */
	OPTION_FAIL_UNDER,	/* GArray of struct fail_under, repeatable */
};

struct option_row {
	const char *name;	/* without the dashes */
	char letter;		/* short form, or 0 */
	const char *argument;	/* "N"; NULL for a flag */
	enum option_type type;
	size_t field;		/* offset in struct options */
	double min, max;
	const char *range;	/* for messages and help; or NULL */
	const char *fallback;	/* the default, for help; or NULL */
	unsigned commands;	/* command_bit: who takes it */
	bool settles;		/* part of a run's settings: not with --resume */
	const char *const *(*choices)(void);	/* OPTION_WORD */
	const char *help;
};

/* The table; *ret_count rows. */
const struct option_row *options_table(guint *ret_count);

/*
 * Read the arguments behind a subcommand's name (argv[0] is that name).
 * `commands` is its bit, `command` its name for messages.  False with a USAGE
 * error that names option, value and range.
 */
bool options_parse(int argc, char **argv, const char *command,
    unsigned commands, struct options *ret, GError **error);
void options_clear(struct options *options);

/* True, if the option of that name was given. */
bool options_given(const struct options *options, const char *name);

/*
 * The first given option that a resumed run keeps as it is; or NULL.  A rerun
 * may have a timeout of its own.
 */
const char *options_first_settling(const struct options *options);

/* A list as a GStrv, NULL if it was not given; caller frees. */
GStrv options_strv(const GPtrArray *list);

/* The options of a command for --help, one or more lines each. */
void options_print_help(unsigned commands, FILE *out);

/* The words of an option's choices in one string; caller frees. */
char *options_join_choices(const struct option_row *row,
    const char *separator);

/* The word of the list that is nearest to a misspelt one, or NULL. */
const char *nearest_word(const char *word, const char *const *words);

#endif
