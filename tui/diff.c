/* See diff.h: what the ends have in common goes first, the rest by LCS. */
#include "tui/diff.h"

#include <stdbool.h>
#include <string.h>

#define CELLS_MAX 4000000

GStrv
diff_split(const char *text)
{
	GStrv lines = g_strsplit(text ? text : "", "\n", -1);
	guint n = g_strv_length(lines);

	/* A line feed ends the last line and begins none. */
	if (n > 0 && !*lines[n - 1])
		g_clear_pointer(&lines[n - 1], g_free);
	return lines;
}

static bool
is_same(const char *a, const char *b)
{
	gsize la = strlen(a), lb = strlen(b);

	while (la > 0 && g_ascii_isspace(a[la - 1]))
		la--;
	while (lb > 0 && g_ascii_isspace(b[lb - 1]))
		lb--;
	return la == lb && memcmp(a, b, la) == 0;
}

static void
add(GArray *diff, enum diff_kind kind, guint left, guint right)
{
	struct diff_line line = { kind, left, right };

	g_array_append_val(diff, line);
}

/* Lengths of the common sequences of the rests, then a walk along them. */
static void
diff_middle(GArray *diff, GStrv a, guint a0, guint a1, GStrv b, guint b0,
    guint b1)
{
	gsize rows = a1 - a0, cols = b1 - b0;
	g_autofree guint16 *length = NULL;
	guint i = 0, j = 0;

	if (rows > 0 && cols > 0 && rows * cols <= CELLS_MAX)
		length = g_new0(guint16, (rows + 1) * (cols + 1));
	for (gsize r = rows; length && r-- > 0;)
		for (gsize c = cols; c-- > 0;) {
			guint16 *cell = &length[r * (cols + 1) + c];

			*cell = is_same(a[a0 + r], b[b0 + c]) ?
			    (guint16)(cell[cols + 2] + 1) : MAX(cell[cols +
			    1], cell[1]);
		}
	while (length && i < rows && j < cols) {
		const guint16 *cell = &length[i * (cols + 1) + j];

		if (is_same(a[a0 + i], b[b0 + j])) {
			add(diff, DIFF_SAME, a0 + i, b0 + j);
			i++;
			j++;
		} else if (cell[cols + 1] >= cell[1]) {
			add(diff, DIFF_LEFT, a0 + i, 0);
			i++;
		} else {
			add(diff, DIFF_RIGHT, 0, b0 + j);
			j++;
		}
	}
	for (; i < rows; i++)
		add(diff, DIFF_LEFT, a0 + i, 0);
	for (; j < cols; j++)
		add(diff, DIFF_RIGHT, 0, b0 + j);
}

GArray *
diff_texts(const char *left, const char *right)
{
	GArray *diff = g_array_new(FALSE, FALSE, sizeof(struct diff_line));
	g_auto(GStrv) a = diff_split(left);
	g_auto(GStrv) b = diff_split(right);
	guint na = g_strv_length(a), nb = g_strv_length(b), head = 0, tail;

	while (head < na && head < nb && is_same(a[head], b[head])) {
		add(diff, DIFF_SAME, head, head);
		head++;
	}
	tail = 0;
	while (tail < na - head && tail < nb - head &&
	    is_same(a[na - 1 - tail], b[nb - 1 - tail]))
		tail++;
	diff_middle(diff, a, head, na - tail, b, head, nb - tail);
	for (; tail > 0; tail--)
		add(diff, DIFF_SAME, na - tail, nb - tail);
	return diff;
}

guint
diff_changes(const GArray *diff)
{
	guint changes = 0;

	for (guint i = 0; i < diff->len; i++)
		changes += g_array_index(diff, struct diff_line, i).kind !=
		    DIFF_SAME;
	return changes;
}
