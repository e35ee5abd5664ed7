/* A run for the front end: board, feed, and the texts on demand. */
#include "run/session.h"

#include "base/clock.h"
#include "base/error.h"
#include "run/capture.h"
#include "run/codec.h"
#include "run/journal.h"

#include <string.h>

static struct session *
session_new(const char *rundir, struct run_manifest *manifest)
{
	struct session *session = g_new0(struct session, 1);

	session->rundir = g_strdup(rundir);
	session->manifest = manifest;
	return session;
}

struct session *
session_new_live(const char *rundir, struct run_manifest *manifest,
    struct suite *suite, struct sample_set *samples, struct board *board,
    struct feed *feed)
{
	struct session *session = session_new(rundir, manifest);

	session->suite = suite;
	session->samples = samples;
	session->board = board;
	session->feed = feed;
	session->is_live = true;
	return session;
}

struct session *
session_open(const char *rundir, bool follow, GError **error)
{
	struct run_manifest *manifest = run_manifest_read(rundir, error);
	struct session *session;

	if (!manifest)
		return NULL;
	session = session_new(rundir, manifest);
	session->feed = feed_from_journal(rundir, follow, error);
	if (!session->feed) {
		session_free(session);
		return NULL;
	}
	session->board = board_new(&manifest->index);
	session->board->state = manifest->state;
	return session;
}

void
session_free(struct session *session)
{
	if (!session)
		return;
	/* The feed first: a runner reads the suite and the samples. */
	if (session->feed)
		session->feed->free(session->feed);
	texts_reader_abandon(session->texts);
	journal_lines_close(session->lines);
	board_free(session->board);
	run_manifest_free(session->manifest);
	if (session->samples)
		sample_set_free(session->samples);
	if (session->suite)
		suite_free(session->suite);
	g_free(session->rundir);
	g_free(session->texts_error);
	g_free(session);
}

/*
 * A live run's manifest says how it ended, or that it runs again; failing
 * that, the journal does.
 */
static void
note_state(struct session *session, const struct event *event)
{
	bool is_end = event->type == EVENT_END;

	if (!is_end && (event->type != EVENT_STATE ||
	    event->state != RUN_RUNNING ||
	    session->manifest->state < RUN_DONE))
		return;
	session->manifest->state = event->state;
	session->manifest->ended_ms = is_end ? event->time_ms : 0;
	if (session->is_live)
		(void)run_manifest_write(session->manifest, session->rundir,
		    NULL);
}

guint
session_drain(struct session *session)
{
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);

	session->feed->take(session->feed, events);
	for (guint i = 0; i < events->len; i++) {
		const struct event *event = g_ptr_array_index(events, i);

		board_apply(session->board, event);
		note_state(session, event);
	}
	return events->len;
}

void
session_drain_all(struct session *session)
{
	while (session_drain(session) > 0)
		;
}

struct verdict *
session_load_verdict(struct session *session, guint ordinal, GError **error)
{
	const struct board_sample *sample = board_sample(session->board,
	    ordinal);
	struct verdict *verdict;
	struct event *event;

	if (!sample->has_verdict)
		return NULL;
	event = journal_load(session->rundir, sample->journal_offset,
	    sample->journal_length, error);
	if (!event)
		return NULL;
	verdict = g_steal_pointer(&event->verdict);
	event_free(event);
	return verdict;
}

struct verdict *
session_load_why(struct session *session, guint ordinal)
{
	const struct board_sample *sample = board_sample(session->board,
	    ordinal);
	const char *line;

	if (!sample->has_verdict)
		return NULL;
	if (!session->lines)
		session->lines = journal_lines_open(session->rundir);
	line = session->lines ? journal_lines_get(session->lines,
	    sample->journal_offset, sample->journal_length) : NULL;
	return line ? codec_decode_why(line, sample->journal_length) : NULL;
}

char *
session_load_message(struct session *session, guint ordinal)
{
	const struct board_sample *sample = board_sample(session->board,
	    ordinal);
	struct event *event;
	char *message;

	if (sample->state != SAMPLE_UNJUDGED || sample->journal_length == 0)
		return NULL;
	event = journal_load(session->rundir, sample->journal_offset,
	    sample->journal_length, NULL);
	if (!event)
		return NULL;
	message = g_steal_pointer(&event->message);
	event_free(event);
	return message;
}

void
session_begin_texts(struct session *session)
{
	if (!session->texts && !session->texts_error && !session->samples)
		session->texts = texts_reader_new(session->manifest);
}

bool
session_texts_are_pending(const struct session *session)
{
	return session->texts && !texts_reader_is_done(session->texts);
}

static bool
open_texts(struct session *session, GError **error)
{
	if (session->texts)
		return texts_reader_finish(g_steal_pointer(&session->texts),
		    &session->suite, &session->samples, error);
	return texts_read(session->manifest, &session->suite,
	    &session->samples, error);
}

bool
session_has_texts(struct session *session, GError **error)
{
	g_autoptr(GError) cause = NULL;

	if (!session->texts_error && open_texts(session, &cause))
		return true;
	if (!session->texts_error)
		session->texts_error = g_strdup(cause->message);
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT, "%s",
	    session->texts_error);
	return false;
}

void
session_take_texts(struct session *session)
{
	if (session->texts && !session_texts_are_pending(session))
		(void)session_has_texts(session, NULL);
}

static char *
join_tests(const struct task_text *text)
{
	GString *tests = g_string_new(NULL);

	if (text->setup && *text->setup)
		g_string_append_printf(tests, "%s\n", text->setup);
	for (guint i = 0; text->asserts && i < text->asserts->len; i++)
		g_string_append_printf(tests, "%s\n",
		    (const char *)g_ptr_array_index(text->asserts, i));
	if (text->test)
		g_string_append(tests, text->test);
	return g_string_free(tests, FALSE);
}

static void
fill_texts(struct session *session, const struct sample *sample,
    const struct task_text *text, guint program, struct sample_texts *ret)
{
	const struct task *task = suite_task(session->suite, sample->task);
	struct assembly assembly = { 0 };

	assemble(task, text, sample->field, ret->raw,
	    (const char *const *)session->manifest->settings.stops, &assembly);
	if (assembly.programs->len > 0) {
		const struct program *chosen = &g_array_index(
		    assembly.programs, struct program,
		    MIN(program, assembly.programs->len - 1));

		ret->program = g_strdup(chosen->source);
		ret->rule = extract_rule_word(chosen->rule);
	}
	ret->prompt = g_strdup(text->prompt);
	ret->tests = join_tests(text);
	ret->reference = g_strdup(text->reference);
	assembly_clear(&assembly);
}

bool
session_load_texts(struct session *session, guint ordinal, guint program,
    struct sample_texts *ret, GError **error)
{
	const struct sample *sample;
	struct task_text text = { 0 };
	bool has_nul;

	memset(ret, 0, sizeof *ret);
	if (!session_has_texts(session, error)) {
		g_prefix_error(error, "no texts: ");
		return false;
	}
	if (ordinal >= session->samples->samples->len) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "the samples file has no sample number %u", ordinal);
		return false;
	}
	sample = sample_set_get(session->samples, ordinal);
	ret->raw = sample_set_load_text(session->samples, ordinal, &has_nul,
	    error);
	if (!ret->raw || !suite_load_text(session->suite, sample->task, &text,
	    error)) {
		sample_texts_clear(ret);
		return false;
	}
	fill_texts(session, sample, &text, program, ret);
	task_text_clear(&text);
	return true;
}

void
sample_texts_clear(struct sample_texts *texts)
{
	g_free(texts->raw);
	g_free(texts->program);
	g_free(texts->prompt);
	g_free(texts->tests);
	g_free(texts->reference);
	memset(texts, 0, sizeof *texts);
}

char *
session_load_capture(struct session *session, guint ordinal, int stream,
    gsize *ret_length)
{
	g_autofree char *path = capture_file_path(session->rundir, ordinal,
	    stream);
	char *bytes = NULL;

	if (!g_file_get_contents(path, &bytes, ret_length, NULL))
		return NULL;
	return bytes;
}
