/* One sample: its code, what became of it, and all texts around it. */
#include "tui/screen/app.h"

#include "tui/diff.h"
#include "tui/format.h"

#include <stdio.h>
#include <string.h>

static const char *const part_names[PART__COUNT] = {
	"Code", "Result", "stdout", "stderr", "Answer", "Prompt", "Tests",
	"Diff"
};

#define PASSES_COMPARED 30

static guint
failing_line(const struct verdict *v)
{
	guint line = v ? v->code_line : 0;

	for (guint i = 0; v && line == 0 && v->failures &&
	    i < v->failures->len; i++)
		line = ((const struct test_failure *)g_ptr_array_index(
		    v->failures, i))->code_line;
	return line;
}

/*
 * The number, from 1, of the line in a text that is the first one of another,
 * whatever either is indented by if `is_loose`; 0: there is none.
 */
static guint
find_line(const char *text, const char *other, bool is_loose)
{
	guint number = 0;
	gsize length;

	if (is_loose)
		other += strspn(other, " \t");
	length = strcspn(other, "\n");
	while (length > 0 && *text) {
		number++;
		if (is_loose)
			text += strspn(text, " \t");
		if (strncmp(text, other, length) == 0 &&
		    (text[length] == '\n' || !text[length]))
			return number;
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return 0;
}

/* Among the tests: the first that failed, where its own text is known. */
static guint
failing_test(const struct case_detail *detail)
{
	const struct verdict *v = detail->verdict;
	const struct test_failure *f = v && v->failures && v->failures->len >
	    0 ? g_ptr_array_index(v->failures, 0) : NULL;

	return f && f->source && detail->texts.tests ?
	    find_line(detail->texts.tests, f->source, true) : 0;
}

static void
set_title(struct app *app, enum review_part part, const char *text,
    const char *rule)
{
	char lines[48];

	format_lines(text, rule, lines, sizeof(lines));
	g_snprintf(app->review.titles[part], sizeof(app->review.titles[part]),
	    "%s%s%s", part_names[part], *lines ? "  " : "", lines);
}

static void
fill_text(struct app *app, enum review_part part, const char *text,
    const char *none)
{
	struct pager *pager = &app->review.pagers[part];

	pager_reset(pager);
	if (text && *text && part == PART_TESTS) {
		pager_add_code(pager, text, failing_test(&app->detail));
		pager_show_mark(pager, MAX(pager->shown, 4));
	} else if (text && *text && part == PART_PROMPT) {
		pager_add_code(pager, text, 0);
		pager->has_numbers = false;
	} else if (text && *text) {
		pager_add_text(pager, text, -1, ROLE_NORMAL);
	} else {
		pager_add(pager, app->detail.error && !app->detail.texts.raw
		    && part >= PART_ANSWER ? app->detail.error : none,
		    ROLE_DIM);
	}
	set_title(app, part, text, NULL);
}

/* The whole output if it was kept, else the preview in the verdict. */
static void
fill_stream(struct app *app, enum review_part part, int stream,
    const char *preview, guint64 bytes)
{
	struct pager *pager = &app->review.pagers[part];
	char amount[FORMAT_SIZE];
	const char *note = "";
	g_autofree char *whole = NULL;
	gsize length = 0;

	pager_reset(pager);
	if (app->detail.verdict && app->detail.verdict->has_capture)
		whole = session_load_capture(app->session, app->sample,
		    stream, &length);
	if (whole) {
		pager_add_text(pager, whole, (gssize)length, ROLE_NORMAL);
		if (length < bytes)
			note = "  cut at the cap";
	} else if (preview && *preview) {
		pager_add_text(pager, preview, -1, ROLE_NORMAL);
		if (strlen(preview) < bytes)
			note = "  beginning only";
	} else {
		pager_add(pager, "(no output)", ROLE_DIM);
	}
	g_snprintf(app->review.titles[part], sizeof(app->review.titles[part]),
	    "%s  %s%s", part_names[part], format_amount(whole ? whole :
	    preview, bytes, amount), note);
}

static void
fill_code(struct app *app)
{
	struct review *review = &app->review;
	struct pager *pager = &review->pagers[PART_CODE];
	const struct case_detail *detail = &app->detail;
	const char *rule = detail->verdict && detail->verdict->rule ?
	    detail->verdict->rule : detail->texts.rule;

	pager_reset(pager);
	if (detail->texts.program)
		pager_add_code(pager, detail->texts.program,
		    failing_line(detail->verdict));
	else
		pager_add(pager, detail->error ? detail->error :
		    "the answer holds no code", detail->is_pending ? ROLE_DIM :
		    ROLE_WARN);
	set_title(app, PART_CODE, detail->texts.program, rule);
	pager_show_mark(pager, MAX(pager->shown, 5));
}

/*
 * As the program was made: behind its prompt.  A reference that goes on where
 * the prompt ends is put there as it is, one that says the prompt's "def f(x):"
 * again without that line.
 */
static char *
whole_reference(const struct sample_texts *texts)
{
	const char *reference = texts->reference;
	gsize first;

	if (!reference || !*reference)
		return NULL;
	if (!texts->prompt || !*texts->prompt || !texts->program ||
	    !g_str_has_prefix(texts->program, texts->prompt))
		return g_strdup(reference);
	if (g_ascii_isspace(*reference))
		return g_strconcat(texts->prompt, reference, NULL);
	first = strcspn(reference, "\n");
	if (find_line(texts->prompt, reference, false) > 0)
		return g_strconcat(texts->prompt, reference + first +
		    (reference[first] == '\n'), NULL);
	return g_strdup(reference);
}

/* The passing sample of the task that differs least; *ret_name: which. */
static char *
nearest_pass(struct app *app, char **ret_name)
{
	const struct board *board = app->session->board;
	const struct board_task *task = board_task(board, app_task(app));
	guint best = G_MAXUINT, seen = 0;
	char *nearest = NULL;

	for (guint i = task->first; i < task->first + task->samples &&
	    seen < PASSES_COMPARED; i++) {
		const struct board_sample *s = board_sample(board, i);
		struct sample_texts texts = { 0 };
		struct verdict *v;
		g_autoptr(GArray) diff = NULL;

		if (i == app->sample || s->state != SAMPLE_JUDGED ||
		    s->outcome != OUTCOME_PASS)
			continue;
		seen++;
		v = session_load_verdict(app->session, i, NULL);
		if (session_load_texts(app->session, i, v ? v->program : 0,
		    &texts, NULL) && texts.program)
			diff = diff_texts(texts.program,
			    app->detail.texts.program);
		verdict_free(v);
		if (diff && diff_changes(diff) < best) {
			best = diff_changes(diff);
			g_free(nearest);
			nearest = g_steal_pointer(&texts.program);
			g_free(*ret_name);
			*ret_name = app_sample_name(app, i);
		}
		sample_texts_clear(&texts);
	}
	return nearest;
}

static void
fill_diff(struct app *app)
{
	struct review *review = &app->review;
	const struct sample_texts *texts = &app->detail.texts;
	struct pager *left = &review->pagers[PART_DIFF];
	g_autofree char *other = NULL, *name = NULL;
	g_autoptr(GArray) diff = NULL;
	bool is_split = review->diff == DIFF_SPLIT;

	review->is_diff_filled = true;
	g_clear_pointer(&review->diff_title, g_free);
	pager_reset(left);
	pager_reset(&review->diff_right);
	if (texts->program)
		other = whole_reference(texts);
	if (other)
		name = g_strdup("the reference");
	else if (texts->program)
		other = nearest_pass(app, &name);
	if (!other) {
		pager_add(left, app->detail.is_pending ? app->detail.error :
		    !texts->program ? "the answer holds no code" :
		    "no reference, and no other sample of the task passes: "
		    "nothing to compare with", ROLE_DIM);
		review->diff_title = g_strdup("nothing");
		return;
	}
	diff = diff_texts(other, texts->program);
	review->diff_title = diff_changes(diff) > 0 ? g_steal_pointer(&name) :
	    g_strconcat(name, " (the same text)", NULL);
	pager_add_diff(left, is_split ? &review->diff_right : NULL, other,
	    texts->program);
	left->hides_numbers = review->diff_right.hides_numbers =
	    review->pagers[PART_CODE].hides_numbers;
	pager_show_difference(left);
}

static void
review_fill(struct app *app)
{
	struct review *review = &app->review;
	const struct case_detail *detail = app_detail(app);
	const struct verdict *v = detail->verdict;

	if (review->serial == detail->serial)
		return;
	review->serial = detail->serial;
	review->is_diff_filled = false;
	fill_code(app);
	result_fill(app, &review->pagers[PART_RESULT], RESULT_CORE);
	g_strlcpy(review->titles[PART_RESULT], "Result",
	    sizeof(review->titles[0]));
	fill_stream(app, PART_STDOUT, 1, v ? v->stdout_text : NULL,
	    v ? v->stdout_bytes : 0);
	fill_stream(app, PART_STDERR, 2, v ? v->stderr_text : NULL,
	    v ? v->stderr_bytes : 0);
	fill_text(app, PART_ANSWER, detail->texts.raw, "(an empty answer)");
	fill_text(app, PART_PROMPT, detail->texts.prompt, "(no prompt)");
	fill_text(app, PART_TESTS, detail->texts.tests, "(no tests)");
	if (review->has_chosen)
		return;
	/* What has something to show is worth the room. */
	review->lower = !v || (v->stderr_bytes == 0 && v->stdout_bytes == 0) ?
	    PART_PROMPT : v->stderr_bytes > 0 ? PART_STDERR : PART_STDOUT;
}

struct pager *
review_pager(struct app *app, enum review_part part)
{
	review_fill(app);
	if (part == PART_DIFF && !app->review.is_diff_filled)
		fill_diff(app);
	return &app->review.pagers[part];
}

static void
draw_part(struct app *app, enum review_part part, struct rect r)
{
	struct pager *pager = &app->review.pagers[part];
	bool has_focus = app->review.focus == part;
	char position[64];
	struct box box = { .title = app->review.titles[part],
		.has_focus = has_focus, .shown = r.h - 2,
		.total = pager->lines ? (int)pager->lines->len : 0 };

	if (r.h < 3)
		return;
	pager_fit(pager, &app->draw, r.w - 4, r.h - 2);
	box.top = pager->top;
	box.right = pager_position(pager, position, sizeof(position));
	r = draw_box(&app->draw, r, &box);
	rect_cut_left(&r, 1);
	r.w -= 1;
	app_hit(app, r, NULL, pager, (int)part);
	pager_draw(pager, &app->draw, r);
	if (has_focus)
		draw_cursor(&app->draw, r.x, r.y);
}

static void
draw_diff(struct app *app, struct rect r)
{
	struct review *review = &app->review;
	struct pager *left = &review->pagers[PART_DIFF];
	g_autofree char *title = NULL, *mine = app_sample_name(app,
	    app->sample);
	char position[64];
	struct box box = { .has_focus = true };
	struct rect half;
	bool is_split;

	if (r.h < 3)
		return;
	if (!review->is_diff_filled)
		fill_diff(app);
	is_split = review->diff == DIFF_SPLIT &&
	    review->diff_right.lines->len > 0;
	pager_fit(left, &app->draw, (is_split ? r.w / 2 : r.w) - 2, r.h - 2);
	box.top = left->top;
	box.shown = r.h - 2;
	box.total = (int)left->lines->len;
	box.right = pager_position(left, position, sizeof(position));
	if (is_split) {
		struct box other = { .title = mine, .has_focus = true };

		box.title = review->diff_title;
		half = rect_cut_left(&r, r.w / 2);
		half = draw_box(&app->draw, half, &box);
		r = draw_box(&app->draw, r, &other);
		app_hit(app, half, NULL, left, -1);
		app_hit(app, r, NULL, left, -1);
		pager_draw(left, &app->draw, half);
		review->diff_right.top = left->top;
		review->diff_right.left = left->left;
		pager_draw(&review->diff_right, &app->draw, r);
		return;
	}
	title = g_strdup_printf("- %s   + %s", review->diff_title, mine);
	box.title = title;
	r = draw_box(&app->draw, r, &box);
	app_hit(app, r, NULL, left, -1);
	pager_draw(left, &app->draw, r);
}

static void
draw_tabs(struct app *app, int y)
{
	struct draw *d = &app->draw;
	const struct board *board = app->session->board;
	const struct board_task *task = board_task(board, app_task(app));
	int x = 1, left, first = 0;

	/* Where not all have room, those before the one in view go. */
	for (int i = 0, width = 2; i <= (int)app->review.focus; i++) {
		width += 4 + (int)strlen(part_names[i]);
		for (; width > d->cols && first < i; first++)
			width -= 4 + (int)strlen(part_names[first]);
	}
	for (int i = first; i < PART__COUNT; i++) {
		bool is_here = app->review.focus == (enum review_part)i;

		x += draw_printf(d, x, y, d->cols - x, is_here ?
		    ROLE_ACCENT | STYLE_BOLD : ROLE_DIM, is_here ?
		    "[%d %s]" : " %d %s ", i + 1, part_names[i]);
	}
	if (x > d->cols)
		return;
	/* All samples of the task, this one marked. */
	left = d->cols - x - 2;
	if (left < (int)task->samples + 8)
		return;
	x = d->cols - 1 - (int)task->samples;
	for (guint i = 0; i < task->samples; i++) {
		unsigned style;
		const char *glyph = sample_glyph(app, board_sample(board,
		    task->first + i), &style);

		draw_put(d, x + (int)i, y, 1, glyph, style |
		    (task->first + i == app->sample ? STYLE_REVERSE : 0));
	}
	draw_printf(d, x - 10, y, 9, ROLE_DIM, "%4u/%u", task->passed,
	    task->judged);
}

/* What nobody printed needs no more room than to say so. */
static int
output_height(guint64 bytes, int room)
{
	return bytes > 0 ? room / 5 : 3;
}

/* All but the answer, which takes the prompt's place when it is chosen. */
static void
draw_full(struct app *app, struct rect body)
{
	const struct review *review = &app->review;
	const struct verdict *v = app->detail.verdict;
	struct rect left = rect_cut_left(&body, body.w / 2);
	struct rect lower = rect_cut_bottom(&left, left.h * 2 / 5);
	int room = body.h;

	draw_part(app, PART_CODE, left);
	draw_part(app, review->has_chosen && review->lower == PART_ANSWER ?
	    PART_ANSWER : PART_PROMPT, lower);
	lower = rect_cut_bottom(&body, output_height(v ? v->stderr_bytes : 0,
	    room));
	draw_part(app, PART_STDERR, lower);
	lower = rect_cut_bottom(&body, output_height(v ? v->stdout_bytes : 0,
	    room));
	draw_part(app, PART_STDOUT, lower);
	lower = rect_cut_bottom(&body, room / 4);
	draw_part(app, PART_TESTS, lower);
	draw_part(app, PART_RESULT, body);
}

/* Several parts side by side where there is room; else the one in focus. */
static void
draw_parts(struct app *app, struct rect body)
{
	struct review *review = &app->review;
	enum layout_size size = layout_size(app->draw.cols, app->draw.rows);
	struct rect left, lower;

	if (review->focus == PART_DIFF) {
		draw_diff(app, body);
		return;
	}
	if (review->focus >= PART_STDOUT) {
		review->lower = review->focus;
		review->has_chosen = true;
	}
	if (review->is_zoomed || size < LAYOUT_MEDIUM) {
		draw_part(app, review->focus, body);
		return;
	}
	if (size == LAYOUT_FULL) {
		draw_full(app, body);
		return;
	}
	lower = rect_cut_bottom(&body, CLAMP(body.h * 3 / 10, 6, 20));
	left = rect_cut_left(&body, body.w * 55 / 100);
	draw_part(app, PART_CODE, left);
	draw_part(app, PART_RESULT, body);
	draw_part(app, review->lower, lower);
}

static void
review_draw(struct app *app)
{
	struct draw *d = &app->draw;
	struct rect body = { 0, 0, d->cols, d->rows };
	const struct board_sample *sample;
	const struct board_task *task;
	g_autofree char *where = NULL, *right = NULL;
	unsigned style;
	const char *glyph;

	if (layout_size(d->cols, d->rows) == LAYOUT_TINY) {
		chrome_draw_tiny(app, body);
		return;
	}
	review_fill(app);
	sample = board_sample(app->session->board, app->sample);
	task = board_task(app->session->board, sample->task);
	glyph = sample_glyph(app, sample, &style);
	where = g_strdup_printf("\u203a %s \u203a %u/%u", task->id,
	    app->sample - task->first + 1, task->samples);
	right = g_strdup_printf("%s %s", glyph, sample_word(sample));
	chrome_draw_title(app, 0, where, right);
	draw_restyle(d, d->cols - 1 - draw_width(d, right), 0,
	    draw_width(d, right), style | STYLE_BOLD);
	draw_tabs(app, 1);
	rect_cut_top(&body, 2);
	rect_cut_bottom(&body, 2);
	chrome_draw_bottom(app, d->rows - 2, d->rows - 1);
	draw_parts(app, body);
	chrome_draw_cursor(app, d->rows - 2);
}

static void
set_focus(struct app *app, enum review_part part)
{
	struct review *review = &app->review;

	review->focus = part;
	if (part == PART_DIFF && review->diff == DIFF_OFF) {
		review->diff = app->draw.cols >= 100 ? DIFF_SPLIT :
		    DIFF_UNIFIED;
		review->is_diff_filled = false;
	}
}

/* The style that suits the width, then the other one, then off. */
static void
next_diff(struct app *app)
{
	struct review *review = &app->review;
	enum diff_style first = app->draw.cols >= 100 ? DIFF_SPLIT :
	    DIFF_UNIFIED;
	enum diff_style second = first == DIFF_SPLIT ? DIFF_UNIFIED :
	    DIFF_SPLIT;

	review->is_diff_filled = false;
	if (review->focus != PART_DIFF) {
		review->diff = first;
		review->focus = PART_DIFF;
	} else if (review->diff == first) {
		review->diff = second;
	} else {
		review->diff = DIFF_OFF;
		review->focus = PART_CODE;
	}
}

static bool
review_act(struct app *app, enum action action, int key)
{
	struct review *review = &app->review;

	switch (action) {
	case ACTION_NEXT_PANE:
	case ACTION_PREV_PANE:
		set_focus(app, (enum review_part)(((int)review->focus +
		    (action == ACTION_NEXT_PANE ? 1 : PART__COUNT - 1)) %
		    PART__COUNT));
		return true;
	case ACTION_DIFF:
		next_diff(app);
		return true;
	case ACTION_PANE:
		if (key - '1' < PART__COUNT)
			set_focus(app, (enum review_part)(key - '1'));
		else
			app_say(app, ROLE_NORMAL, "there are %d parts",
			    PART__COUNT);
		return true;
	case ACTION_ZOOM:
		review->is_zoomed = !review->is_zoomed;
		return true;
	case ACTION_OPEN:
		review->is_zoomed = true;
		return true;
	case ACTION_LEFT:
		if (review->pagers[review->focus].left == 0) {
			app_pop(app);
			return true;
		}
		action = ACTION_SIDE_LEFT;
		break;
	case ACTION_RIGHT:
		action = ACTION_SIDE_RIGHT;
		break;
	default:
		break;
	}
	return app_scroll(app, &review->pagers[review->focus], action);
}

static int
review_rows(struct app *app, int *ret_at)
{
	struct pager *pager = review_pager(app, app->review.focus);

	*ret_at = pager_search_row(pager);
	return pager->lines ? (int)pager->lines->len : 0;
}

static bool
review_matches(struct app *app, int row)
{
	return text_matches(pager_line(&app->review.pagers[app->review.focus],
	    row), app->search);
}

static void
review_select(struct app *app, int row)
{
	pager_find(&app->review.pagers[app->review.focus], row);
}

const struct screen screen_review = {
	PLACE_REVIEW, review_draw, review_act, review_rows, review_matches,
	review_select, "in this part"
};
