/* The samples that --rerun means. */
#include "tui/rerun.h"

#include "base/error.h"
#include "run/filter.h"
#include "run/journal.h"

struct place {
	const struct board *board;
	const char *rundir;
};

static struct verdict *
load(gpointer data, guint ordinal)
{
	const struct place *place = data;
	const struct board_sample *sample = board_sample(place->board,
	    ordinal);
	struct event *event = journal_load(place->rundir,
	    sample->journal_offset, sample->journal_length, NULL);
	struct verdict *verdict = event ? g_steal_pointer(&event->verdict) :
	    NULL;

	event_free(event);
	return verdict;
}

/* A filter that cannot be read is told with the option that it came by. */
static struct filter *
parse(const char *expression, GError **error)
{
	g_autoptr(GError) cause = NULL;
	struct filter *filter = filter_parse(expression, NULL, &cause);

	if (!filter)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --rerun: %s", cause->message);
	return filter;
}

bool
rerun_can_read(const char *expression, GError **error)
{
	CLEANUP(filter_free) struct filter *filter = parse(expression, error);

	return filter;
}

GArray *
rerun_choose(const char *expression, const struct board *board,
    const char *rundir, GError **error)
{
	struct place place = { board, rundir };
	CLEANUP(filter_free) struct filter *filter = parse(expression, error);
	CLEANUP(notes_free) struct notes *notes = NULL;
	struct filter_source source = { .board = board, .load = load,
		.data = &place };
	GArray *chosen;

	if (!filter)
		return NULL;
	/* Without notes no label matches; that is no reason to stop. */
	source.notes = notes = notes_load(rundir, NULL);
	chosen = g_array_new(FALSE, FALSE, sizeof(guint32));
	(void)filter_run(filter, &source, 0, board->samples->len, 0, chosen);
	if (chosen->len > 0)
		return chosen;
	g_array_unref(chosen);
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "option --rerun: no sample of the run matches '%s'", expression);
	return NULL;
}
