/* See fixture.h. */
#include "fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void
remove_tree(const char *path)
{
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *child = g_build_filename(path, name, NULL);

		if (g_file_test(child, G_FILE_TEST_IS_DIR))
			remove_tree(child);
		else
			(void)g_unlink(child);
	}
	(void)g_rmdir(path);
}

int
folder_set_up(void **state)
{
	*state = g_dir_make_tmp("evaltop-test-XXXXXX", NULL);
	return *state ? 0 : -1;
}

int
folder_tear_down(void **state)
{
	remove_tree(*state);
	g_free(*state);
	return 0;
}

void
small_index(struct run_index *index)
{
	static const guint32 counts[] = { 2, 0, 3 };

	for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
		g_ptr_array_add(index->task_ids,
		    g_strdup_printf("task/%u", i));
		g_array_append_val(index->counts, counts[i]);
	}
}

struct event *
judged_event(guint32 sample, enum outcome outcome, enum detail detail)
{
	struct event *event = event_new(EVENT_JUDGED, sample);

	event->verdict = verdict_new(outcome, detail);
	event->verdict->score = outcome == OUTCOME_PASS ? 1 : 0.5;
	event->time_ms = 1000 + sample;
	return event;
}

void
append_event(struct journal *journal, struct event *event)
{
	assert_true(journal_append(journal, event, NULL));
	event_free(event);
}

void
check_close(const char *what, double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%s: got %.17g, want %.17g", what, got, want);
}
