/* Title and head, and what a sample and a run look like on all screens. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

unsigned
outcome_style(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_PASS:
		return ROLE_GOOD;
	case OUTCOME_ASSERTION_FAIL:
		return ROLE_BAD;
	case OUTCOME_TIMEOUT:
		return ROLE_WARN;
	case OUTCOME_SYNTAX_ERROR:
	case OUTCOME_ERROR:
		return ROLE_ODD;
	default:
		return ROLE_DIM;
	}
}

const char *
sample_glyph(const struct app *app, const struct board_sample *sample,
    unsigned *ret_style)
{
	(void)app;
	switch ((enum sample_state)sample->state) {
	case SAMPLE_RUNNING:
		*ret_style = ROLE_ACCENT;
		return "\u25b8";
	case SAMPLE_UNJUDGED:
		*ret_style = ROLE_WARN | STYLE_BOLD;
		return "!";
	case SAMPLE_JUDGED:
		*ret_style = outcome_style((enum outcome)sample->outcome);
		if (sample->outcome == OUTCOME_PASS &&
		    sample->trust == TRUST_DISPUTED) {
			*ret_style = ROLE_WARN | STYLE_BOLD;
			return "?";
		}
		return outcome_info((enum outcome)sample->outcome)->glyph;
	case SAMPLE_QUEUED:
		break;
	}
	*ret_style = ROLE_DIM;
	return "\u00b7";
}

const char *
sample_word(const struct board_sample *sample)
{
	const char *detail = detail_word((enum detail)sample->detail);

	switch ((enum sample_state)sample->state) {
	case SAMPLE_RUNNING:
		return sample->has_verdict ? "running again" : "running";
	case SAMPLE_QUEUED:
		return sample->has_verdict ? "queued again" : "queued";
	case SAMPLE_UNJUDGED:
		return "unjudged";
	case SAMPLE_JUDGED:
		break;
	}
	return detail ? detail :
	    outcome_info((enum outcome)sample->outcome)->word;
}

char *
app_title(const struct app *app)
{
	const struct session *session = app->session;
	const char *label = session ? session->manifest->settings.label :
	    NULL;

	if (!session)
		return g_strdup("evaltop");
	if (!app_is_live(app))
		return g_strdup_printf("evaltop %s %s", label ? label : "",
		    app->is_lost ? "lost" : run_state_word(
		    session->board->state));
	return g_strdup_printf("evaltop %s %u%%", label ? label : "",
	    (guint)((guint64)session->board->judged * 100 /
	    MAX(session->board->samples->len, 1)));
}

const char *
app_state_label(const struct app *app, unsigned *ret_style)
{
	*ret_style = ROLE_WARN | STYLE_BOLD;
	if (session_is_loading(app->session))
		return "[READING]";
	if (app->is_lost)
		return "[LOST]";
	switch (app->session->board->state) {
	case RUN_RUNNING:
		if (!app_is_live(app))
			return "[STOPPED]";
		*ret_style = ROLE_GOOD | STYLE_BOLD;
		return "[LIVE]";
	case RUN_PAUSED:
		return app_is_live(app) ? "[PAUSED]" : "[STOPPED]";
	case RUN_STOPPING:
		return app_is_live(app) ? "[STOPPING]" : "[STOPPED]";
	case RUN_DONE:
		*ret_style = ROLE_ACCENT | STYLE_BOLD;
		return "[DONE]";
	case RUN_INCOMPLETE:
		return "[INCOMPLETE]";
	default:
		return "[STOPPED]";
	}
}

static const char *
or_empty(const char *text)
{
	return text ? text : "";
}

#define TITLE_NARROW 60		/* below, what is sure gives way */
#define TITLE_NAME_W 9		/* "evaltop  " */

/* The run, of which only the state is drawn if there is little room. */
static int
draw_title_run(struct app *app, int x, int y, int room, int needed)
{
	const struct run_settings *set = &app->session->manifest->settings;
	const char *label = set->label && *set->label ? set->label :
	    or_empty(set->suite_name), *state;
	struct draw *d = &app->draw;
	unsigned state_style;
	int from = x;

	state = app_state_label(app, &state_style);
	if (d->cols >= TITLE_NARROW || MIN(draw_width(d, label), 40) +
	    draw_width(d, state) + 3 + needed <= room - x)
		x += draw_text(d, x, y, MIN(room - x, 40), label,
		    STYLE_BOLD) + 1;
	x += draw_text(d, x, y, room - x, state, state_style) + 2;
	return x - from;
}

/* Where one is comes before what program this is, and which run. */
void
chrome_draw_title(struct app *app, int y, const char *where,
    const char *right)
{
	struct draw *d = &app->draw;
	bool has_run = app->session && app_screen(app)->place != PLACE_RUNS &&
	    app_screen(app)->place != PLACE_COMPARE;
	bool is_narrow = d->cols < TITLE_NARROW;
	int right_width = draw_width(d, right), where_width = draw_width(d,
	    where);
	int x = 1, room = d->cols - 1;

	if (right_width + 30 < d->cols || (is_narrow && right_width +
	    where_width + 4 <= d->cols)) {
		draw_right(d, d->cols - right_width - 2, y, right_width + 1,
		    right, ROLE_NORMAL);
		room = d->cols - right_width - 3;
	}
	if (!is_narrow || TITLE_NAME_W + where_width + (has_run ? 20 : 0) <=
	    room - x)
		x += draw_text(d, x, y, room - x, "evaltop", ROLE_ACCENT |
		    STYLE_BOLD) + 2;
	if (has_run && (!is_narrow || where_width + 9 <= room - x))
		x += draw_title_run(app, x, y, room, where_width);
	draw_text(d, x, y, room - x, where, ROLE_NORMAL);
}

/* " suite · 164 tasks × n=10 · ...", as much as there is room for. */
static char *
head_facts(const struct app *app)
{
	const struct run_manifest *manifest = app->session->manifest;
	const struct run_settings *set = &manifest->settings;
	const struct board *board = app->session->board;
	GString *facts = g_string_new(NULL);
	guint all = app->order->len + manifest->counts.missing_tasks;
	char size[FORMAT_SIZE];
	bool is_wide = app->draw.cols >= 120;

	if (set->label && *set->label && set->suite_name)
		g_string_append_printf(facts, "%s \u00b7 ", set->suite_name);
	g_string_append_printf(facts, "%u", app->order->len);
	if (all > app->order->len)
		g_string_append_printf(facts, " of %u", all);
	g_string_append_printf(facts, " task%s \u00d7 n=%u", all == 1 ? "" :
	    "s", app->strip_max);
	g_string_append_printf(facts, " \u00b7 %u job%s", board->jobs ?
	    board->jobs : set->jobs, (board->jobs ? board->jobs : set->jobs)
	    == 1 ? "" : "s");
	if (is_wide && set->timeout_ms > 0)
		g_string_append_printf(facts, " \u00b7 limit %s",
		    format_seconds(set->timeout_ms, size));
	if (is_wide && set->memory_bytes > 0)
		g_string_append_printf(facts, " %s",
		    format_bytes(set->memory_bytes, size));
	if (is_wide && manifest->interpreter) {
		/* "/usr/bin/python3.11 (Python 3.11.2)": the version will do. */
		const char *open = strrchr(manifest->interpreter, '(');

		g_string_append_printf(facts, " \u00b7 %.*s", open ?
		    (int)strcspn(open + 1, ")") : 200, open ? open + 1 :
		    manifest->interpreter);
	}
	return g_string_free(facts, FALSE);
}

static void
head_title(struct app *app, int y)
{
	const char *tier = app->session->manifest->tier;
	g_autofree char *facts = head_facts(app), *right = NULL;
	char clock[FORMAT_SIZE];

	format_clock(app_elapsed_ms(app), clock);
	if (tier && strcmp(tier, "full") != 0)
		right = g_strdup_printf("sandbox: %s   %s", tier, clock);
	else
		right = g_strdup(clock);
	chrome_draw_title(app, y, facts, right);
	if (tier && strcmp(tier, "full") != 0 &&
	    draw_width(&app->draw, right) + 30 < app->draw.cols) {
		int x = app->draw.cols - draw_width(&app->draw, right) - 1;

		draw_restyle(&app->draw, x, y, (int)strlen(tier) + 9,
		    ROLE_WARN | STYLE_BOLD);
	}
}

static double
progress_fraction(const struct board *board)
{
	return board->samples->len > 0 ? (double)(board->judged +
	    board->unjudged) / board->samples->len : 0;
}

/* The percentage is cut, not rounded: 100.0% means all. */
static double
progress_percent(const struct board *board)
{
	return (double)(int)(progress_fraction(board) * 1000) / 10;
}

static const char *
head_eta(const struct app *app, char ret[FORMAT_SIZE])
{
	double rate = app_rate(app);
	char clock[FORMAT_SIZE];
	guint left = board_remaining(app->session->board);

	if (!app_is_live(app) || app->session->board->state == RUN_PAUSED)
		return "";
	if (!(rate > 0) || left / rate > 1e9)
		return "eta ---";
	format_clock((gint64)(left / rate * 1000) + 999, clock);
	g_strlcpy(ret, "eta ", FORMAT_SIZE);
	g_strlcat(ret, clock, FORMAT_SIZE);
	return ret;
}

static void
head_bar(struct app *app, int y)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	char rate[FORMAT_SIZE], eta[FORMAT_SIZE], numbers[160];
	int width, bar;

	snprintf(numbers, sizeof(numbers), "%u/%u%s  %.1f%%  %s  %s",
	    board->judged + board->unjudged, board->samples->len,
	    d->cols >= 120 ? " samples" : "", progress_percent(board),
	    format_rate(app_rate(app), rate), head_eta(app, eta));
	g_strchomp(numbers);
	width = draw_width(d, numbers);
	/* A moving number must not move the bar: leave some slack. */
	bar = d->cols - 4 - MAX(width, d->cols >= 120 ? 52 : 40);
	if (bar < 8) {
		draw_put(d, 1, y, d->cols - 2, numbers, ROLE_NORMAL);
		return;
	}
	draw_bar(d, 1, y, bar, progress_fraction(board),
	    app_is_live(app) ? ROLE_GOOD : ROLE_ACCENT);
	draw_right(d, bar + 2, y, d->cols - bar - 3, numbers, ROLE_NORMAL);
}

static int
head_count(struct app *app, int x, int y, const char *glyph, guint count,
    const char *word, unsigned style)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	bool has_share = d->cols >= 120 && board->judged > 0 &&
	    style != ROLE_DIM && style != ROLE_ACCENT;
	unsigned words = count > 0 ? style : ROLE_DIM;
	char text[64];

	/* Whole or not at all. */
	g_snprintf(text, sizeof(text), "%u %s", count, word);
	if (x + 2 + (int)strlen(text) > d->cols - 1)
		return d->cols;
	x += draw_printf(d, x, y, d->cols - x - 1, words, "%s ", glyph);
	x += draw_printf(d, x, y, d->cols - x - 1, count > 0 ? STYLE_BOLD :
	    ROLE_DIM, "%u", count);
	x += draw_printf(d, x, y, d->cols - x - 1, words, " %s", word);
	if (has_share)
		x += draw_printf(d, x, y, d->cols - x - 1, ROLE_DIM,
		    " %.1f%%", 100.0 * count / board->judged);
	return x + (d->cols >= 120 ? 3 : 2);
}

static void
head_counts(struct app *app, int y)
{
	const struct board *board = app->session->board;
	guint queued = board_remaining(board) - board->running;
	guint busy = board_busy_slots(board);
	int x = 1;

	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		const struct outcome_info *info = outcome_info((enum outcome)
		    i);

		x = head_count(app, x, y, info->glyph, board->outcomes[i],
		    info->label, outcome_style((enum outcome)i));
	}
	if (board->trusts[TRUST_DISPUTED] > 0)
		x = head_count(app, x, y, "?", board->trusts[TRUST_DISPUTED],
		    "disputed", ROLE_WARN);
	if (board->unjudged > 0)
		x = head_count(app, x, y, "!", board->unjudged, "unjudged",
		    ROLE_WARN);
	if (app_is_live(app) && busy > 0)
		x = head_count(app, x, y, "\u25b8", busy, "run",
		    ROLE_ACCENT);
	if (queued > 0)
		head_count(app, x, y, "\u00b7", queued, "queued", ROLE_DIM);
}

static const struct passk_estimate *
first_passk(const struct app *app)
{
	return app->figures.passk->len > 0 ? &g_array_index(app->figures.passk,
	    struct passk_estimate, 0) : NULL;
}

static char *
passk_word(const struct app *app)
{
	const struct passk_estimate *e = first_passk(app);

	if (!e)
		return g_strdup("");
	if (e->tasks == 0)
		return g_strdup_printf("@%u ---", e->k);
	return g_strdup_printf("@%u %.3f", e->k, e->value);
}

static void
head_mini(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	g_autofree char *passk = passk_word(app);
	char clock[FORMAT_SIZE], line[128];
	unsigned style;
	const char *state = app_state_label(app, &style);
	int x = 0;

	x += draw_text(d, x, r.y, r.w, state, style) + 1;
	draw_printf(d, x, r.y, r.w - x, ROLE_NORMAL, "%u/%u %.1f%%",
	    board->judged + board->unjudged, board->samples->len,
	    progress_percent(board));
	format_clock(app_elapsed_ms(app), clock);
	draw_right(d, r.w - (int)strlen(clock), r.y, (int)strlen(clock),
	    clock, ROLE_NORMAL);
	x = 0;
	for (int i = OUTCOME_PASS; i < OUTCOME__COUNT; i++) {
		snprintf(line, sizeof(line), "%s%u",
		    outcome_info((enum outcome)i)->glyph, board->outcomes[i]);
		x += draw_text(d, x, r.y + 1, r.w - x, line,
		    board->outcomes[i] ? outcome_style((enum outcome)i) :
		    ROLE_DIM) + 1;
	}
	draw_right(d, x, r.y + 1, r.w - x, passk, STYLE_BOLD);
}

void
chrome_draw_head(struct app *app, struct rect r)
{
	if (r.h < 3) {
		head_mini(app, r);
		return;
	}
	head_title(app, r.y);
	head_bar(app, r.y + 1);
	head_counts(app, r.y + 2);
}

void
chrome_draw_tiny(struct app *app, struct rect r)
{
	struct draw *d = &app->draw;

	if (app->session) {
		const struct board *board = app->session->board;
		g_autofree char *passk = passk_word(app);

		draw_printf(d, 0, 0, r.w, STYLE_BOLD, "%u/%u %.1f%% %s",
		    board->judged + board->unjudged, board->samples->len,
		    progress_percent(board), passk);
	} else {
		draw_printf(d, 0, 0, r.w, STYLE_BOLD, "%u runs",
		    app->runs.rows ? app->runs.rows->len : 0);
	}
	if (r.h > 1)
		draw_printf(d, 0, 1, r.w, ROLE_DIM, "%dx%d: needs 40x10",
		    r.w, r.h);
	if (r.h > 2)
		draw_text(d, 0, 2, r.w, "q quits", ROLE_DIM);
}

void
chrome_draw_selected(struct app *app, int y)
{
	const struct board *board = app->session->board;
	const struct board_sample *sample = board_sample(board, app->sample);
	const struct board_task *task = board_task(board, sample->task);
	unsigned style;
	const char *glyph = sample_glyph(app, sample, &style);

	draw_printf(&app->draw, 1, y, app->draw.cols - 2, style, "%s.%u %s "
	    "%s", task->id, app->sample - task->first + 1, glyph,
	    sample->outcome == OUTCOME_PASS ? "pass" : app_reason(app,
	    app->sample));
}
