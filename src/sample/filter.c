/* Leaving tasks out of a sample set. */
#include "sample/sample.h"

void
sample_set_filter(struct sample_set *set, const struct suite *suite,
    sample_keep_fn keep, gpointer data)
{
	GArray *kept = g_array_new(FALSE, FALSE, sizeof(struct sample));
	GArray *first = g_array_new(FALSE, FALSE, sizeof(guint32));

	for (guint task = 0; task < suite->tasks->len; task++) {
		guint32 from = g_array_index(set->first, guint32, task);
		guint32 to = g_array_index(set->first, guint32, task + 1);

		g_array_append_val(first, kept->len);
		if (to > from && keep(suite_task(suite, task), task, data))
			g_array_append_vals(kept, sample_set_get(set, from),
			    to - from);
	}
	g_array_append_val(first, kept->len);
	g_array_unref(set->samples);
	g_array_unref(set->first);
	set->samples = kept;
	set->first = first;
}
