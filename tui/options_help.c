/* --help's list of options, and the guess at what a misspelt word meant. */
#include "tui/options.h"

#include <string.h>

#define HELP_INDENT 24
#define HELP_WIDTH 79

/* Words, wrapped; the first line stands at HELP_INDENT already. */
static void
print_wrapped(const char *text, FILE *out)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	size_t column = HELP_INDENT;

	for (guint i = 0; words[i]; i++) {
		size_t length = strlen(words[i]);

		if (i > 0 && column + 1 + length > HELP_WIDTH) {
			fprintf(out, "\n%*s", HELP_INDENT, "");
			column = HELP_INDENT;
		} else if (i > 0) {
			fputc(' ', out);
			column++;
		}
		fputs(words[i], out);
		column += length;
	}
	fputc('\n', out);
}

char *
options_join_choices(const struct option_row *row, const char *separator)
{
	GString *all = g_string_new(NULL);

	for (const char *const *word = row->choices(); *word; word++)
		g_string_append_printf(all, "%s%s", all->len ? separator : "",
		    *word);
	return g_string_free(all, FALSE);
}

static void
print_row(const struct option_row *row, FILE *out)
{
	g_autoptr(GString) text = g_string_new(row->help);
	g_autofree char *head = NULL;

	if (row->letter)
		head = g_strdup_printf("  -%c, --%s%s%s", row->letter,
		    row->name, row->argument ? " " : "",
		    row->argument ? row->argument : "");
	else
		head = g_strdup_printf("      --%s%s%s", row->name,
		    row->argument ? " " : "",
		    row->argument ? row->argument : "");
	if (row->choices) {
		g_autofree char *all = options_join_choices(row, ", ");

		g_string_append_printf(text, ": %s", all);
	} else if (row->range && row->type != OPTION_FAIL_UNDER) {
		g_string_append_printf(text, "; %s", row->range);
	}
	if (row->fallback)
		g_string_append_printf(text, " (default: %s)", row->fallback);
	if (strlen(head) + 2 > HELP_INDENT)
		fprintf(out, "%s\n%*s", head, HELP_INDENT, "");
	else
		fprintf(out, "%-*s", HELP_INDENT, head);
	print_wrapped(text->str, out);
}

void
options_print_help(unsigned commands, FILE *out)
{
	guint count;
	const struct option_row *rows = options_table(&count);

	for (guint i = 0; i < count; i++) {
		if (rows[i].commands & commands)
			print_row(&rows[i], out);
	}
}

/*
 * Levenshtein's distance, with two neighbours swapped counted as one slip
 * (optimal string alignment).  Words of options and commands are short.
 */
#define WORD_MAX 32

static guint
word_distance(const char *a, const char *b)
{
	guint rows[WORD_MAX + 1][WORD_MAX + 1];
	size_t la = strlen(a), lb = strlen(b);

	if (la > WORD_MAX || lb > WORD_MAX)
		return WORD_MAX;
	for (size_t i = 0; i <= la; i++) {
		for (size_t j = 0; j <= lb; j++) {
			guint best;

			if (i == 0 || j == 0) {
				rows[i][j] = (guint)(i + j);
				continue;
			}
			best = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			best = MIN(best, rows[i - 1][j] + 1);
			best = MIN(best, rows[i][j - 1] + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				best = MIN(best, rows[i - 2][j - 2] + 1);
			rows[i][j] = best;
		}
	}
	return rows[la][lb];
}

const char *
nearest_word(const char *word, const char *const *words)
{
	const char *nearest = NULL;
	guint best = G_MAXUINT;

	for (guint i = 0; words[i]; i++) {
		guint distance = word_distance(word, words[i]);

		/* A beginning is what a hurried hand types: count it near. */
		if (strlen(word) >= 2 && g_str_has_prefix(words[i], word))
			distance = 1;
		if (distance < best) {
			best = distance;
			nearest = words[i];
		}
	}
	/* More than a third of the letters wrong is another word. */
	return best <= MAX(1, strlen(word) / 3 + 1) ? nearest : NULL;
}
