/*
 * Any bytes as a filter: refused with a sentence that names a column within
 * the text, or a filter that judges every sample, and its negation the other
 * way.
 */
#include <glib.h>
#include <string.h>

#include "run/filter.h"
#include "run/rundir.h"
#include "tests/fuzz/driver.h"

const struct fuzz_seed fuzz_seeds[] = {
	{ "out=timeout or (st=error and reason~Syntax)", 0 },
	{ "not task~sort and wall>2 sort \"two words\"", 0 },
	{ "rss>=1.5G score!=0.5 tests<=3 sample=1 cpu<40ms", 0 },
	{ "trust=disputed copy=no retried!=yes mark=1 label=\"bad test\"", 0 },
	{ "reason~\"(a|b)+[^c]{2,3}\" rule!~x state==judged", 0 },
	{ "((((not not not a))))", 0 },
	{ "detail=none or note=\"\\\"\\\\\"", 0 },
	{ NULL, 0 },
};

/* One judged failure with everything, one sample that waits. */
static struct board *
make_board(void)
{
	struct run_manifest *manifest = run_manifest_new();
	struct event *event = event_new(EVENT_JUDGED, 0);
	guint32 count = 2;
	struct board *board;

	g_ptr_array_add(manifest->index.task_ids, g_strdup("sort/1"));
	g_array_append_val(manifest->index.counts, count);
	board = board_new(&manifest->index);
	event->verdict = verdict_new(OUTCOME_ERROR, DETAIL_EXCEPTION);
	board_apply(board, event);
	event_free(event);
	run_manifest_free(manifest);
	return board;
}

static struct verdict *
load(gpointer data, guint ordinal)
{
	struct verdict *verdict = verdict_new(OUTCOME_ERROR,
	    DETAIL_EXCEPTION);

	(void)data;
	(void)ordinal;
	verdict->reason = g_strdup("KeyError: '\xff'");
	return verdict;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct board *board;
	g_autofree char *text = g_strndup((const char *)bytes, size);
	g_autofree char *negated = g_strdup_printf("not (%s)", text);
	g_autoptr(GError) error = NULL;
	CLEANUP(filter_free) struct filter *filter = NULL, *other = NULL;
	struct filter_source source = { .load = load };
	guint column = 0;

	if (!board)
		board = make_board();
	source.board = board;
	filter = filter_parse(text, &column, &error);
	if (!filter) {
		g_assert_nonnull(error);
		g_assert_true(g_utf8_validate(error->message, -1, NULL));
		g_assert_cmpuint(column, >=, 1);
		g_assert_cmpuint(column, <=, strlen(text) + 1);
		return 0;
	}
	g_assert_null(error);
	if (!filter_is_blank(filter))
		other = filter_parse(negated, NULL, NULL);
	for (guint i = 0; i < board->samples->len; i++) {
		bool matches = filter_matches(filter, &source, i);

		/* The negation may be one level too deep. */
		if (other)
			g_assert_true(filter_matches(other, &source, i) !=
			    matches);
	}
	return 0;
}
