/* What became of one sample, as lines: for the preview and the review. */
#include "tui/screen/app.h"

#include "tui/format.h"

#include <stdio.h>
#include <string.h>

#define FAILURES_SHOWN 20

void
result_title(struct app *app, char *left, gsize left_size, char *right,
    gsize right_size)
{
	const struct board *board = app->session->board;
	const struct board_sample *sample;
	const struct board_task *task;
	const struct verdict *v = app->detail.verdict;
	char wall[FORMAT_SIZE], rss[FORMAT_SIZE];
	unsigned style;

	left[0] = right[0] = '\0';
	if (!app_has_sample(app))
		return;
	sample = board_sample(board, app->sample);
	task = board_task(board, sample->task);
	g_snprintf(left, left_size, "%s \u00b7 sample %u/%u \u00b7 %s %s",
	    task->id, app->sample - task->first + 1, task->samples,
	    sample_glyph(app, sample, &style), sample_word(sample));
	if (v)
		g_snprintf(right, right_size, "tests %u/%u  %s  %s",
		    v->tests_passed, verdict_tests_counted(v),
		    format_seconds(v->wall_ms, wall),
		    format_bytes(v->rss_bytes, rss));
}

/* Where two values begin to differ, as a line of marks below them. */
static void
add_difference(struct pager *pager, const char *want, const char *got)
{
	glong same = 0, longest;
	GString *marks;
	const char *w = want, *g = got;

	if (!g_utf8_validate(want, -1, NULL) ||
	    !g_utf8_validate(got, -1, NULL) || strcmp(want, got) == 0)
		return;
	longest = MAX(g_utf8_strlen(want, -1), g_utf8_strlen(got, -1));
	if (longest > 400 || strchr(want, '\n') || strchr(got, '\n'))
		return;
	while (*w && *g && g_utf8_get_char(w) == g_utf8_get_char(g)) {
		same++;
		w = utf8_next(w);
		g = utf8_next(g);
	}
	/* Nothing in common: a mark below the first letter tells nothing. */
	if (same == 0)
		return;
	marks = g_string_new(NULL);
	g_string_append_printf(marks, "%*s", (int)same, "");
	g_string_append(marks, "^");
	for (glong i = 1; i < MIN(g_utf8_strlen(g, -1), 3); i++)
		g_string_append(marks, "^");
	pager_add_field(pager, "", marks->str, ROLE_WARN);
	g_string_free(marks, TRUE);
}

static bool
is_set(const char *text)
{
	return text && *text;
}

static void
add_where(struct pager *pager, const struct test_failure *f)
{
	/* The test's own text says more than its line. */
	g_autofree char *line = f->code_line > 0 ?
	    g_strdup_printf(", code line %u", f->code_line) :
	    f->line > 0 && !is_set(f->source) ?
	    g_strdup_printf(", line %u of the tests", f->line) : g_strdup("");
	g_autofree char *at = g_strdup_printf("test %u%s%s%s", f->test + 1,
	    line, is_set(f->source) ? ": " : "", is_set(f->source) ?
	    f->source : "");

	pager_add_field(pager, "at", at, ROLE_NORMAL);
}

static void
add_failure(struct pager *pager, const struct test_failure *f, bool is_brief)
{
	if (is_set(f->want) || is_set(f->got)) {
		g_autofree char *want = g_strdup_printf("%s%s%s",
		    is_set(f->op) && strcmp(f->op, "==") != 0 ? f->op : "",
		    is_set(f->op) && strcmp(f->op, "==") != 0 ? " " : "",
		    f->want ? f->want : "");

		pager_add_field(pager, "want", want, ROLE_GOOD);
		pager_add_field(pager, "got", f->got ? f->got : "",
		    ROLE_BAD);
		if (!is_brief && f->want && f->got && (!is_set(f->op) ||
		    strcmp(f->op, "==") == 0))
			add_difference(pager, f->want, f->got);
	}
	if (is_set(f->exception))
		pager_add_field(pager, "raised", f->exception, ROLE_ODD);
	if (is_set(f->message))
		pager_add_field(pager, "says", f->message, ROLE_NORMAL);
	add_where(pager, f);
}

static void
add_failures(struct pager *pager, const struct verdict *v, bool is_brief)
{
	guint count = v->failures ? v->failures->len : 0;
	guint shown = MIN(count, is_brief ? 1 : FAILURES_SHOWN);

	for (guint i = 0; i < shown; i++) {
		if (i > 0) {
			const struct test_failure *f =
			    g_ptr_array_index(v->failures, i);
			char title[32];

			snprintf(title, sizeof(title), "test %u",
			    f->test + 1);
			pager_add_rule(pager, title);
		}
		add_failure(pager, g_ptr_array_index(v->failures, i),
		    is_brief);
	}
	if (!is_brief && count > shown)
		pager_addf(pager, ROLE_DIM, "%u more failing tests",
		    count - shown);
}

static void
add_limits(struct pager *pager, const struct verdict *v)
{
	char a[FORMAT_SIZE], b[FORMAT_SIZE], c[FORMAT_SIZE];
	const char *trust = trust_word(v->trust);
	g_autofree char *line = NULL;

	line = g_strdup_printf("wall %s of %s   cpu %s   rss %s",
	    format_seconds(v->wall_ms, a), format_seconds(v->timeout_ms, b),
	    format_seconds(v->cpu_ms, c), "");
	pager_addf(pager, ROLE_NORMAL, "%s%s%s", line,
	    format_bytes(v->rss_bytes, a), v->retried ?
	    "   ran twice: starved of CPU the first time" : "");
	if (v->is_rerun)
		pager_addf(pager, ROLE_ACCENT, "timeout %g s (rerun)",
		    v->timeout_ms / 1000.0);
	if (v->signal)
		pager_addf(pager, ROLE_NORMAL, "ended by signal %d (%s)",
		    v->signal, g_strsignal(v->signal));
	g_free(line);
	line = g_strdup_printf("sandbox %s   read as %s%s%s%s%s",
	    v->tier ? v->tier : "unknown", v->rule ? v->rule : "unknown",
	    v->think_dropped ? "   <think> dropped" : "",
	    v->stop_cut ? "   cut at a stop word" : "",
	    trust ? "   pass is " : "", trust ? trust : "");
	pager_add(pager, line, ROLE_DIM);
}

static void
add_stream_brief(struct pager *pager, const char *label, const char *text,
    guint64 bytes)
{
	char amount[FORMAT_SIZE];
	g_autofree char *line = NULL;
	const char *first = text ? text : "";

	while (*first == '\n')
		first++;
	line = g_strdup_printf("%s   %.*s", format_amount(text, bytes,
	    amount), (int)strcspn(first, "\n"), first);
	pager_add_field(pager, label, line, bytes > 0 ? ROLE_NORMAL :
	    ROLE_DIM);
}

static void
add_stream(struct pager *pager, const char *label, const char *text,
    guint64 bytes)
{
	char amount[FORMAT_SIZE], title[64];

	snprintf(title, sizeof(title), "%s  %s", label, format_amount(text,
	    bytes, amount));
	pager_add_rule(pager, title);
	pager_add_text(pager, text, -1, ROLE_NORMAL);
}

static void
add_pending(struct app *app, struct pager *pager)
{
	const struct board *board = app->session->board;
	const struct board_sample *sample = board_sample(board, app->sample);

	switch ((enum sample_state)sample->state) {
	case SAMPLE_RUNNING:
		pager_add(pager, "It runs now; its result shows here.",
		    ROLE_ACCENT);
		break;
	case SAMPLE_QUEUED:
		pager_add(pager, app_is_live(app) ? "It waits for a worker." :
		    "It was not judged: the run ended before.", ROLE_DIM);
		break;
	case SAMPLE_UNJUDGED:
		pager_add(pager, "No verdict, by a fault of the host or of "
		    "evaltop; it counts neither way.", ROLE_WARN);
		if (is_set(app->detail.message))
			pager_add_field(pager, "reason", app->detail.message,
			    ROLE_WARN | STYLE_BOLD);
		break;
	case SAMPLE_JUDGED:
		break;
	}
	if (app->detail.error && !app->detail.is_pending)
		pager_add(pager, app->detail.error, ROLE_WARN);
}

/* The line of the program that a crash points at. */
static void
add_code_line(struct pager *pager, const char *program, guint number)
{
	for (guint i = 1; program && i < number; i++) {
		program = strchr(program, '\n');
		if (program)
			program++;
	}
	if (program && *program) {
		g_autofree char *line = g_strdup_printf("line %u   %.*s",
		    number, (int)strcspn(program, "\n"), program);

		pager_add_field(pager, "code", line, ROLE_NORMAL);
	}
}

/* What the reviewer has said of it. */
static void
add_note(struct app *app, struct pager *pager)
{
	const struct note *note = actions_note(app, app->sample);

	if (note && note->label)
		pager_add_field(pager, "label", note->label, ROLE_ACCENT);
	if (note && note->text)
		pager_add_field(pager, "note", note->text, ROLE_ACCENT);
}

/* What the second guard said of a pass, and what the candidate touched. */
static void
add_trust(struct pager *pager, const struct verdict *v)
{
	if (v->trust == TRUST_DISPUTED)
		pager_add_field(pager, "doubt", "passes by the official "
		    "rules, but not when tests and code are kept apart: "
		    "look at how it passes", ROLE_WARN | STYLE_BOLD);
	if (v->trust == TRUST_DISPUTED && v->split_outcome != OUTCOME_NONE)
		pager_add_field(pager, "apart",
		    outcome_info(v->split_outcome)->word, ROLE_WARN);
	if (is_set(v->trust_reason))
		pager_add_field(pager, v->trust == TRUST_DISPUTED ? "there" :
		    "why not", v->trust_reason, ROLE_WARN);
	if (is_set(v->tamper))
		pager_add_field(pager, "tamper", v->tamper, ROLE_WARN);
}

void
result_fill(struct app *app, struct pager *pager, enum result_kind kind)
{
	const struct verdict *v = app->detail.verdict;
	const struct board_sample *sample;
	bool has_failures, is_brief = kind == RESULT_BRIEF;
	guint unreached;

	pager_reset(pager);
	if (!app_has_sample(app))
		return;
	if (!v) {
		add_pending(app, pager);
		return;
	}
	unreached = verdict_tests_unreached(v);
	sample = board_sample(app->session->board, app->sample);
	if (sample->state != SAMPLE_JUDGED)
		pager_add(pager, sample->state == SAMPLE_RUNNING ?
		    "It runs again.  Earlier verdict:" :
		    "It waits to run again.  Earlier verdict:",
		    ROLE_ACCENT);
	has_failures = v->failures && v->failures->len > 0;
	add_trust(pager, v);
	/* A failure's facts say more than the reason made from them. */
	if (is_set(v->reason) && (!is_brief || !has_failures))
		pager_add_field(pager, "reason", v->reason,
		    outcome_style(v->outcome) | STYLE_BOLD);
	if (is_brief && !has_failures && !is_set(v->reason))
		pager_addf(pager, outcome_style(v->outcome),
		    "%s: %u of %u tests passed",
		    outcome_info(v->outcome)->word, v->tests_passed,
		    verdict_tests_counted(v));
	if (is_set(v->strip) && !is_brief) {
		pager_add_strip(pager, "tests", v->strip);
		if (unreached > 0)
			pager_addf(pager, ROLE_DIM, "%u not reached: in a "
			    "branch, and not counted", unreached);
	}
	add_failures(pager, v, is_brief);
	if (v->code_line > 0 && !has_failures)
		add_code_line(pager, app->detail.texts.program,
		    v->code_line);
	if (is_brief) {
		add_stream_brief(pager, "stdout", v->stdout_text,
		    v->stdout_bytes);
		add_stream_brief(pager, "stderr", v->stderr_text,
		    v->stderr_bytes);
		return;
	}
	add_limits(pager, v);
	if (v->same_as >= 0)
		pager_add(pager, "the same program as an earlier sample: "
		    "judged once", ROLE_DIM);
	add_note(app, pager);
	if (kind == RESULT_CORE)
		return;
	add_stream(pager, "stdout", v->stdout_text, v->stdout_bytes);
	add_stream(pager, "stderr", v->stderr_text, v->stderr_bytes);
}
