/* What stands behind a sample, read from the disk when it is to be shown. */
#include "tui/screen/app.h"

#define REASONS_MAX 4096

void
detail_clear(struct case_detail *detail)
{
	guint serial = detail->serial;

	verdict_free(detail->verdict);
	sample_texts_clear(&detail->texts);
	g_free(detail->error);
	g_free(detail->message);
	*detail = (struct case_detail){ .serial = serial };
}

const struct case_detail *
app_detail(struct app *app)
{
	struct case_detail *detail = &app->detail;
	const struct board_sample *sample;
	g_autoptr(GError) error = NULL;
	bool is_pending;

	if (!app_has_sample(app))
		return detail;
	is_pending = session_texts_are_pending(app->session);
	sample = board_sample(app->session->board, app->sample);
	if (detail->is_loaded && detail->ordinal == app->sample &&
	    detail->state == sample->state &&
	    detail->journal_offset == sample->journal_offset &&
	    detail->is_pending == is_pending)
		return detail;
	detail_clear(detail);
	detail->is_loaded = true;
	detail->ordinal = app->sample;
	detail->state = sample->state;
	detail->journal_offset = sample->journal_offset;
	detail->serial++;
	detail->verdict = session_load_verdict(app->session, app->sample,
	    &error);
	detail->message = session_load_message(app->session, app->sample);
	if (error)
		detail->error = g_strdup(error->message);
	g_clear_error(&error);
	detail->is_pending = is_pending;
	if (is_pending) {
		g_free(detail->error);
		detail->error = g_strdup("reading suite and samples ...");
		return detail;
	}
	if (!session_load_texts(app->session, app->sample,
	    detail->verdict ? detail->verdict->program : 0, &detail->texts,
	    &error) && !detail->error)
		detail->error = g_strdup(error ? error->message : "no texts");
	return detail;
}

static char *
reason_of(const struct verdict *verdict)
{
	const char *detail = detail_word(verdict->detail);

	if (verdict->reason && *verdict->reason)
		return g_strdup(verdict->reason);
	return g_strdup(detail ? detail : "");
}

const char *
app_reason(struct app *app, guint ordinal)
{
	const struct board_sample *sample = board_sample(app->session->board,
	    ordinal);
	gint64 key = (gint64)sample->journal_offset;
	struct verdict *verdict;
	char *reason;

	if (sample->state != SAMPLE_JUDGED && sample->state !=
	    SAMPLE_UNJUDGED)
		return "";
	reason = g_hash_table_lookup(app->reasons, &key);
	if (reason)
		return reason;
	if (g_hash_table_size(app->reasons) >= REASONS_MAX)
		g_hash_table_remove_all(app->reasons);
	verdict = session_load_why(app->session, ordinal);
	reason = verdict ? reason_of(verdict) :
	    session_load_message(app->session, ordinal);
	if (!reason)
		reason = g_strdup("");
	verdict_free(verdict);
	g_hash_table_insert(app->reasons, g_memdup2(&key, sizeof(key)),
	    reason);
	return reason;
}
