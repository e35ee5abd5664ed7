/* Programs as lists of line numbers in one table, and their distance. */
#include "run/nearest.h"

#include <string.h>

#define LINES_MAX 4000		/* of a longer program the first ones count */

struct nearest {
	struct session *session;
	GHashTable *lines;	/* text -> its number, from 1 */
	GArray *own;		/* guint: the failing program */
	guint32 cursor, end;	/* passes still to be looked at */
	guint best, best_lines;
	bool has_best, best_is_disputed;
};

/* The lines of a program as numbers; equal lines have equal ones. */
static GArray *
number_lines(GHashTable *table, const char *text)
{
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint));

	while (*text && numbers->len < LINES_MAX) {
		gsize length = strcspn(text, "\n");
		g_autofree char *line = g_strchomp(g_strndup(text, length));
		guint number;

		text += length + (text[length] == '\n');
		if (*line == '\0')
			continue;
		number = GPOINTER_TO_UINT(g_hash_table_lookup(table, line));
		if (number == 0) {
			number = g_hash_table_size(table) + 1;
			g_hash_table_insert(table, g_steal_pointer(&line),
			    GUINT_TO_POINTER(number));
		}
		g_array_append_val(numbers, number);
	}
	return numbers;
}

/*
 * a + b - 2 LCS(a, b), by the usual table, one row kept.  What both begin and
 * end with is left out first: most programs share it.
 */
static guint
distance(const GArray *left, const GArray *right)
{
	const guint *a = (const guint *)(gconstpointer)left->data;
	const guint *b = (const guint *)(gconstpointer)right->data;
	guint na = left->len, nb = right->len;
	g_autofree guint *row = NULL;

	while (na > 0 && nb > 0 && *a == *b)
		a++, b++, na--, nb--;
	while (na > 0 && nb > 0 && a[na - 1] == b[nb - 1])
		na--, nb--;
	row = g_new0(guint, nb + 1);
	for (guint i = 0; i < na; i++) {
		guint diagonal = 0;	/* row[j] of the line above */

		for (guint j = 0; j < nb; j++) {
			guint above = row[j + 1];

			if (a[i] == b[j])
				row[j + 1] = diagonal + 1;
			else
				row[j + 1] = MAX(above, row[j]);
			diagonal = above;
		}
	}
	return na + nb - 2 * row[nb];
}

static GHashTable *
line_table(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

guint
nearest_distance(const char *a, const char *b)
{
	g_autoptr(GHashTable) table = line_table();
	g_autoptr(GArray) left = number_lines(table, a);
	g_autoptr(GArray) right = number_lines(table, b);

	return distance(left, right);
}

/* The program that was judged; NULL where there is none. */
static GArray *
load_lines(struct nearest *nearest, guint ordinal, GError **error)
{
	struct verdict *verdict = session_load_verdict(nearest->session,
	    ordinal, NULL);
	struct sample_texts texts;
	GArray *lines;

	if (!session_load_texts(nearest->session, ordinal,
	    verdict ? verdict->program : 0, &texts, error)) {
		verdict_free(verdict);
		return NULL;
	}
	lines = number_lines(nearest->lines, texts.program ? texts.program :
	    "");
	sample_texts_clear(&texts);
	verdict_free(verdict);
	return lines;
}

struct nearest *
nearest_new(struct session *session, guint ordinal, GError **error)
{
	const struct board_task *task = board_task(session->board,
	    board_sample(session->board, ordinal)->task);
	struct nearest *nearest = g_new0(struct nearest, 1);

	nearest->session = session;
	nearest->lines = line_table();
	nearest->cursor = task->first;
	nearest->end = task->first + task->samples;
	nearest->own = load_lines(nearest, ordinal, error);
	if (!nearest->own)
		g_clear_pointer(&nearest, nearest_free);
	return nearest;
}

void
nearest_free(struct nearest *nearest)
{
	if (!nearest)
		return;
	g_clear_pointer(&nearest->own, g_array_unref);
	g_hash_table_unref(nearest->lines);
	g_free(nearest);
}

static void
look_at(struct nearest *nearest, guint ordinal)
{
	const struct board_sample *sample = board_sample(
	    nearest->session->board, ordinal);
	bool is_disputed = sample->trust == TRUST_DISPUTED;
	g_autoptr(GArray) lines = load_lines(nearest, ordinal, NULL);
	guint count;

	if (!lines)
		return;
	count = distance(nearest->own, lines);
	if (nearest->has_best && (is_disputed != nearest->best_is_disputed ?
	    is_disputed : count >= nearest->best_lines))
		return;
	nearest->has_best = true;
	nearest->best = ordinal;
	nearest->best_lines = count;
	nearest->best_is_disputed = is_disputed;
}

bool
nearest_step(struct nearest *nearest, guint max)
{
	const struct board *board = nearest->session->board;
	guint looked = 0;

	for (; nearest->cursor < nearest->end; nearest->cursor++) {
		const struct board_sample *sample = board_sample(board,
		    nearest->cursor);

		/* A copy has the program of one that is looked at anyway. */
		if (sample->state != SAMPLE_JUDGED || sample->is_copy ||
		    sample->outcome != OUTCOME_PASS)
			continue;
		if (max > 0 && looked == max)
			return false;
		look_at(nearest, nearest->cursor);
		looked++;
	}
	return true;
}

bool
nearest_get(const struct nearest *nearest, guint *ret_ordinal,
    guint *ret_lines)
{
	if (!nearest->has_best)
		return false;
	*ret_ordinal = nearest->best;
	if (ret_lines)
		*ret_lines = nearest->best_lines;
	return true;
}
