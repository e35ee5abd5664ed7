/*
 * Judging samples again: which ones the key means here, what is asked before,
 * and who does it.  A run of ours takes them as they are, also when it has
 * ended.  One that is only looked at must be opened for writing first: the
 * screen ends, and the program goes on as it does with a resume.
 */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <string.h>

/* What is under the cursor, or of what is marked where marks can be seen. */
static GArray *
samples_here(struct app *app)
{
	bool is_many = app->marked > 0 &&
	    (app_screen(app)->place & PLACE_MARKED);
	GArray *ordinals;
	guint32 sample = app->sample;

	if (app_screen(app) == &screen_reasons)
		return reasons_samples(app);
	ordinals = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; is_many && i < app->session->board->samples->len;
	    i++)
		if (app_is_marked(app, i))
			g_array_append_val(ordinals, i);
	if (is_many)
		return ordinals;
	if (app_screen(app) == &screen_overview && app->focus == PANE_WORKERS)
		sample = panes_worker_sample(app, app->workers.cursor);
	if (sample < app->session->board->samples->len)
		g_array_append_val(ordinals, sample);
	return ordinals;
}

/* In a run that still goes, what waits or runs comes to its turn anyway. */
static bool
can_run_again(const struct app *app, guint ordinal)
{
	guint8 state = board_sample(app->session->board, ordinal)->state;

	return !app_is_live(app) || state == SAMPLE_JUDGED ||
	    state == SAMPLE_UNJUDGED;
}

/* Leaves those that can; returns how many were dropped. */
static guint
drop_pending(const struct app *app, GArray *ordinals)
{
	guint kept = 0, all = ordinals->len;

	for (guint i = 0; i < all; i++) {
		guint32 ordinal = g_array_index(ordinals, guint32, i);

		if (can_run_again(app, ordinal))
			g_array_index(ordinals, guint32, kept++) = ordinal;
	}
	g_array_set_size(ordinals, kept);
	return all - kept;
}

/* Why a run that nobody does cannot be opened for it; NULL; caller frees. */
static char *
why_not_opened(const struct app *app)
{
	struct session *session = app->session;
	const struct run_settings *set = &session->manifest->settings;
	g_autoptr(GError) error = NULL;

	if (rundir_is_locked(session->rundir))
		return g_strdup("another process writes this run");
	if (g_strcmp0(set->suite_path, "-") == 0 ||
	    g_strcmp0(set->samples_path, "-") == 0)
		return g_strdup("its files came from stdin; evaltop run "
		    "--resume RUN SUITE SAMPLES --rerun EXPR takes others");
	if (!session_has_texts(session, &error))
		return g_strdup(error->message);
	if (!g_file_test(session->rundir, G_FILE_TEST_IS_DIR))
		return g_strdup_printf("%s is gone", session->rundir);
	return NULL;
}

static char *
why_not(const struct app *app)
{
	const struct session *session = app->session;

	if (app_is_live(app) && !session->is_live)
		return g_strdup("another process does this run");
	if (app_is_live(app) && session->board->state == RUN_STOPPING)
		return g_strdup("the run is stopping");
	return session->is_live ? NULL : why_not_opened(app);
}

/* False when there is nothing to ask about, which is said. */
static bool
choose(struct app *app)
{
	g_autoptr(GArray) ordinals = samples_here(app);
	guint found = ordinals->len;
	g_autofree char *no = NULL;

	if (found == 0) {
		app_say(app, ROLE_NORMAL, "there is no sample to judge again");
		return false;
	}
	no = why_not(app);
	if (no) {
		app_say(app, ROLE_NORMAL, "cannot judge again: %s", no);
		return false;
	}
	app->rerun.skipped = drop_pending(app, ordinals);
	if (ordinals->len == 0) {
		app_say(app, ROLE_NORMAL, found == 1 ? "cannot judge again: "
		    "this sample waits or runs already" : "cannot judge "
		    "again: all of these wait or run already");
		return false;
	}
	rerun_clear(app);
	app->rerun.ordinals = g_steal_pointer(&ordinals);
	return true;
}

static void
ask(struct app *app, guint32 timeout_ms)
{
	guint n = app->rerun.ordinals->len;

	app->rerun.timeout_ms = timeout_ms;
	g_free(app->question_text);
	app->question_text = n == 1 ? g_strdup("Judge this sample again?") :
	    g_strdup_printf("Judge these %u samples again?", n);
	app->question = QUESTION_RERUN;
}

void
rerun_ask(struct app *app, bool with_timeout)
{
	if (!choose(app))
		return;
	if (with_timeout)
		app_ask(app, ASK_TIMEOUT, "");
	else
		ask(app, 0);
}

/* "12", "0.5", "12s", "500ms". */
static bool
read_timeout(const char *text, guint32 *ret_ms)
{
	char *end;
	double seconds = g_ascii_strtod(text, &end);

	if (end == text)
		return false;
	while (*end == ' ')
		end++;
	if (strcmp(end, "ms") == 0)
		seconds /= 1000;
	else if (*end && strcmp(end, "s") != 0)
		return false;
	/* Not a number fails both. */
	if (!(seconds >= 0.001 && seconds <= RUN_TIMEOUT_MAX_S))
		return false;
	*ret_ms = (guint32)(seconds * 1000 + 0.5);
	return true;
}

void
rerun_with(struct app *app, const char *text)
{
	guint32 timeout_ms = 0;

	if (!app->rerun.ordinals)
		return;
	if (!*text)
		app_say(app, ROLE_NORMAL, "nothing was done");
	else if (!read_timeout(text, &timeout_ms))
		app_say(app, ROLE_WARN, "a timeout is more than 0 and at most "
		    "%d seconds, not '%s'", RUN_TIMEOUT_MAX_S, text);
	else
		ask(app, timeout_ms);
}

void
rerun_command(struct app *app, const char *argument)
{
	if (!choose(app))
		return;
	if (*argument)
		rerun_with(app, argument);
	else
		ask(app, 0);
}

static guint
count_tasks(const struct app *app)
{
	const GArray *ordinals = app->rerun.ordinals;
	guint32 last = G_MAXUINT32;
	guint n = 0;

	for (guint i = 0; i < ordinals->len; i++) {
		guint32 task = board_sample(app->session->board,
		    g_array_index(ordinals, guint32, i))->task;

		n += task != last;
		last = task;
	}
	return n;
}

void
rerun_lines(const struct app *app, char *lines[4])
{
	const struct rerun *rerun = &app->rerun;
	guint n = rerun->ordinals->len, tasks = count_tasks(app);
	GString *first;

	if (n == 1) {
		lines[0] = app_sample_name(app, g_array_index(rerun->ordinals,
		    guint32, 0));
	} else {
		first = g_string_new(NULL);
		g_string_printf(first, "%u samples of %u task%s", n, tasks,
		    tasks == 1 ? "" : "s");
		if (rerun->skipped > 0)
			g_string_append_printf(first, "; %u more wait or run",
			    rerun->skipped);
		lines[0] = g_string_free(first, FALSE);
	}
	lines[1] = rerun->timeout_ms > 0 ? g_strdup_printf("with a timeout of "
	    "%g s", rerun->timeout_ms / 1000.0) :
	    g_strdup("with the run's own timeout");
	lines[2] = g_strdup("y judge again   n leave as is");
	lines[3] = g_strdup("the old verdict stands until then");
}

void
rerun_start(struct app *app)
{
	const GArray *ordinals = app->rerun.ordinals;
	struct feed *feed = app->session->feed;

	if (!app->session->is_live && export_is_busy(app))
		return;
	if (!app->session->is_live) {
		app->end = DASHBOARD_RERUN;
		app->has_left = true;
	} else if (feed->rerun && feed->rerun(feed, ordinals,
	    app->rerun.timeout_ms)) {
		app_say(app, ROLE_NORMAL, "judging %u sample%s again%s",
		    ordinals->len, ordinals->len == 1 ? "" : "s",
		    app->session->board->state == RUN_PAUSED ?
		    ", once the run goes on (p)" : "");
	} else {
		app_say(app, ROLE_WARN, "the run broke off and takes nothing "
		    "more; evaltop run --resume goes on");
	}
}

void
rerun_clear(struct app *app)
{
	if (app->rerun.ordinals)
		g_array_unref(app->rerun.ordinals);
	app->rerun.ordinals = NULL;
}

static void
give_marks(const struct app *app, struct dashboard_place *place)
{
	place->bookmarks = g_array_new(FALSE, FALSE, sizeof(guint));
	g_array_append_vals(place->bookmarks, app->bookmarks,
	    G_N_ELEMENTS(app->bookmarks));
	place->marked = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < app->session->board->samples->len; i++)
		if (app_is_marked(app, i))
			g_array_append_val(place->marked, i);
}

static void
take_marks(struct app *app, const struct dashboard_place *place)
{
	guint samples = app->session->board->samples->len;

	for (guint i = 0; place->bookmarks && i < place->bookmarks->len &&
	    i < G_N_ELEMENTS(app->bookmarks); i++) {
		guint ordinal = g_array_index(place->bookmarks, guint, i);

		app->bookmarks[i] = ordinal < samples ? ordinal : G_MAXUINT;
	}
	for (guint i = 0; place->marked && i < place->marked->len; i++) {
		guint32 ordinal = g_array_index(place->marked, guint32, i);

		if (ordinal < samples)
			app_mark(app, ordinal, true);
	}
}

void
rerun_give(struct app *app, struct dashboard_result *ret)
{
	ret->text = g_strdup(app->session->rundir);
	ret->ordinals = g_steal_pointer(&app->rerun.ordinals);
	ret->timeout_ms = app->rerun.timeout_ms;
	ret->place.sample = app->sample;
	ret->place.screen = app_screen(app)->place;
	if (app->depth > 1)
		ret->place.below = app->screens[app->depth - 2]->place;
	ret->place.filter = g_strdup(app->cases.filter);
	give_marks(app, &ret->place);
}

static void
show_screen(struct app *app, enum place screen, const char *filter)
{
	if (screen == PLACE_SAMPLES) {
		app_push(app, &screen_samples);
	} else if (screen == PLACE_CASELIST) {
		cases_show(app, NULL, NULL);
		if (filter)
			cases_set_filter(app, filter);
	} else if (screen == PLACE_REASONS) {
		app_push(app, &screen_reasons);
	} else if (screen == PLACE_REVIEW) {
		app_push(app, &screen_review);
	}
}

void
rerun_show_place(struct app *app, const struct dashboard_place *place)
{
	if (!app->session || place->sample >=
	    app->session->board->samples->len)
		return;
	app->follows = false;
	/* Before the filter, which may ask for them. */
	take_marks(app, place);
	/* First: a list that opens puts its cursor where the reader is. */
	app_select_sample(app, place->sample);
	show_screen(app, place->below, place->filter);
	show_screen(app, place->screen, place->filter);
}
