/*
 * The fields, and asking samples.  In the tree, terms that the board decides
 * stand before those that need a verdict, so that a verdict is loaded only
 * where it matters.
 */
#include "run/filter_internal.h"

#include <string.h>

/* ---- the tables ---- */

#define TEXT_OPERATORS "= != ~ !~"
#define NUMBER_OPERATORS "= != < <= > >="
#define FLAG_OPERATORS "= !="

static const struct filter_field fields[] = {
	[FIELD_OUT] = { "out", "outcome", TEXT_OPERATORS,
	    "what became of it", "out=timeout", false },
	[FIELD_DETAIL] = { "detail", NULL, TEXT_OPERATORS,
	    "why, in one word", "detail=memory_limit", false },
	[FIELD_TASK] = { "task", NULL, TEXT_OPERATORS, "the task's id",
	    "task~sort", false },
	[FIELD_SAMPLE] = { "sample", NULL, NUMBER_OPERATORS,
	    "its number within the task, from 1", "sample<=10", false },
	[FIELD_REASON] = { "reason", NULL, TEXT_OPERATORS,
	    "the line that says why it failed", "reason~NameError", true },
	[FIELD_WALL] = { "wall", NULL, NUMBER_OPERATORS,
	    "wall-clock time in seconds, or with ms behind", "wall>2", false },
	[FIELD_CPU] = { "cpu", NULL, NUMBER_OPERATORS,
	    "CPU time in seconds, or with ms behind", "cpu<50ms", false },
	[FIELD_RSS] = { "rss", NULL, NUMBER_OPERATORS,
	    "peak memory in bytes, or with K, M, G behind", "rss>100M",
	    false },
	[FIELD_SCORE] = { "score", NULL, NUMBER_OPERATORS,
	    "share of its tests that passed, from 0 to 1", "score>=0.8",
	    false },
	[FIELD_TESTS] = { "tests", NULL, NUMBER_OPERATORS,
	    "how many of its tests passed", "tests=0", true },
	[FIELD_TRUST] = { "trust", NULL, TEXT_OPERATORS,
	    "how far a pass is believed", "trust=disputed", false },
	[FIELD_STATE] = { "state", NULL, TEXT_OPERATORS,
	    "how far it has come", "state=running", false },
	[FIELD_RETRIED] = { "retried", NULL, FLAG_OPERATORS,
	    "whether it ran twice, starved of CPU at first", "retried=yes",
	    false },
	[FIELD_RERUN] = { "rerun", NULL, FLAG_OPERATORS,
	    "whether its verdict is that of a rerun", "rerun=yes", false },
	[FIELD_COPY] = { "copy", NULL, FLAG_OPERATORS,
	    "whether an identical program was judged for it", "copy=no",
	    false },
	[FIELD_RULE] = { "rule", NULL, TEXT_OPERATORS,
	    "the rule that found the code in the answer", "rule~fence",
	    true },
	[FIELD_LABEL] = { "label", NULL, TEXT_OPERATORS,
	    "the reviewer's label", "label=\"bad test\"", false },
	[FIELD_NOTE] = { "note", NULL, TEXT_OPERATORS,
	    "the reviewer's note", "note~ask", false },
	[FIELD_MARK] = { "mark", "marked", FLAG_OPERATORS,
	    "whether it is marked", "mark=yes", false },
};

static const enum field_kind kinds[G_N_ELEMENTS(fields)] = {
	[FIELD_OUT] = KIND_WORD, [FIELD_DETAIL] = KIND_WORD,
	[FIELD_TRUST] = KIND_WORD, [FIELD_STATE] = KIND_WORD,
	[FIELD_TASK] = KIND_TEXT, [FIELD_REASON] = KIND_TEXT,
	[FIELD_RULE] = KIND_TEXT, [FIELD_LABEL] = KIND_TEXT,
	[FIELD_NOTE] = KIND_TEXT,
	[FIELD_SAMPLE] = KIND_NUMBER, [FIELD_SCORE] = KIND_NUMBER,
	[FIELD_TESTS] = KIND_NUMBER,
	[FIELD_WALL] = KIND_SECONDS, [FIELD_CPU] = KIND_SECONDS,
	[FIELD_RSS] = KIND_SIZE,
	[FIELD_RETRIED] = KIND_FLAG, [FIELD_RERUN] = KIND_FLAG,
	[FIELD_COPY] = KIND_FLAG,
	[FIELD_MARK] = KIND_FLAG,
};

static const char *const state_words[] = {
	[SAMPLE_QUEUED] = "queued", [SAMPLE_RUNNING] = "running",
	[SAMPLE_JUDGED] = "judged", [SAMPLE_UNJUDGED] = "unjudged",
};

const struct filter_field *
filter_fields(guint *ret_count)
{
	*ret_count = G_N_ELEMENTS(fields);
	return fields;
}

enum field_kind
filter_field_kind(enum field_id field)
{
	return kinds[field];
}

const char *
filter_field_word(enum field_id field, guint index)
{
	static const char *const flags[] = { "yes", "no" };

	if (field == FIELD_OUT)
		return index + OUTCOME_PASS < OUTCOME__COUNT ?
		    outcome_info((enum outcome)(index + OUTCOME_PASS))->word :
		    NULL;
	if (field == FIELD_STATE)
		return index < G_N_ELEMENTS(state_words) ?
		    state_words[index] : NULL;
	if (kinds[field] == KIND_FLAG)
		return index < G_N_ELEMENTS(flags) ? flags[index] : NULL;
	if (field != FIELD_DETAIL && field != FIELD_TRUST)
		return NULL;
	/* Number 0 of the two tables is "none". */
	if (index == 0)
		return "none";
	if (field == FIELD_DETAIL)
		return index < DETAIL__COUNT ?
		    detail_word((enum detail)index) : NULL;
	return index < TRUST__COUNT ? trust_word((enum trust)index) : NULL;
}

GPtrArray *
filter_field_values(const struct filter_field *field)
{
	enum field_id id = (enum field_id)(field - fields);
	GPtrArray *values;
	const char *word;

	if (kinds[id] != KIND_WORD && kinds[id] != KIND_FLAG)
		return NULL;
	values = g_ptr_array_new();
	for (guint i = 0; (word = filter_field_word(id, i)); i++)
		g_ptr_array_add(values, (gpointer)(guintptr)word);
	return values;
}

/* ---- the tree ---- */

void
filter_node_free(struct node *node)
{
	if (!node)
		return;
	filter_node_free(node->left);
	filter_node_free(node->right);
	g_free(node->text);
	g_clear_pointer(&node->pattern, g_regex_unref);
	g_free(node);
}

void
filter_free(struct filter *filter)
{
	if (!filter)
		return;
	filter_node_free(filter->root);
	g_free(filter);
}

bool
filter_is_blank(const struct filter *filter)
{
	return !filter->root;
}

bool
filter_needs_verdict(const struct filter *filter)
{
	return filter->root && filter->root->needs_verdict;
}

/* ---- evaluating ---- */

/* One sample under the filter; the verdict is loaded once at most. */
struct subject {
	const struct filter_source *source;
	guint ordinal;
	const struct board_sample *sample;
	const struct board_task *task;
	struct verdict *verdict;
	bool was_loaded;
	guint loads;
};

static const struct verdict *
verdict_of(struct subject *subject)
{
	if (!subject->was_loaded && subject->source->load &&
	    subject->sample->has_verdict) {
		subject->verdict = subject->source->load(
		    subject->source->data, subject->ordinal);
		subject->loads++;
	}
	subject->was_loaded = true;
	return subject->verdict;
}

static const struct note *
note_of(const struct subject *subject)
{
	return subject->source->notes ? notes_get(subject->source->notes,
	    subject->task->id, subject->ordinal - subject->task->first) :
	    NULL;
}

/* NULL: the sample has none. */
static const char *
text_of(struct subject *subject, enum field_id field)
{
	const struct board_sample *sample = subject->sample;
	bool is_judged = sample->has_verdict;
	const struct verdict *verdict;
	const struct note *note;
	const char *word;

	switch (field) {
	case FIELD_TASK:
		return subject->task->id;
	case FIELD_STATE:
		return state_words[sample->state];
	case FIELD_LABEL:
		note = note_of(subject);
		return note && note->label ? note->label : "";
	case FIELD_NOTE:
		note = note_of(subject);
		return note && note->text ? note->text : "";
	case FIELD_OUT:
		return is_judged ?
		    outcome_info((enum outcome)sample->outcome)->word : NULL;
	case FIELD_DETAIL:
		word = detail_word((enum detail)sample->detail);
		return !is_judged ? NULL : word ? word : "none";
	case FIELD_TRUST:
		word = trust_word((enum trust)sample->trust);
		return !is_judged ? NULL : word ? word : "none";
	case FIELD_REASON:
		/* A pass has no reason; its line need not be read. */
		if (is_judged && sample->outcome == OUTCOME_PASS)
			return "";
		verdict = verdict_of(subject);
		return !verdict ? NULL : verdict->reason ? verdict->reason :
		    "";
	case FIELD_RULE:
		verdict = verdict_of(subject);
		return !verdict ? NULL : verdict->rule ? verdict->rule : "";
	default:
		return NULL;
	}
}

/* False: the sample has none. */
static bool
number_of(struct subject *subject, enum field_id field, double *ret)
{
	const struct board_sample *sample = subject->sample;
	const struct filter_source *source = subject->source;
	const struct verdict *verdict;

	if (field == FIELD_SAMPLE) {
		*ret = (double)(subject->ordinal - subject->task->first) + 1;
		return true;
	}
	if (field == FIELD_MARK) {
		*ret = source->is_marked &&
		    source->is_marked(source->data, subject->ordinal);
		return true;
	}
	if (!sample->has_verdict)
		return false;
	switch (field) {
	case FIELD_WALL:
		*ret = sample->wall_ms / 1000.0;
		return true;
	case FIELD_CPU:
		*ret = sample->cpu_ms / 1000.0;
		return true;
	case FIELD_RSS:
		*ret = sample->rss_kib * 1024.0;
		return true;
	case FIELD_SCORE:
		*ret = (double)sample->score;
		return true;
	case FIELD_RETRIED:
		*ret = sample->retried;
		return true;
	case FIELD_RERUN:
		*ret = sample->rerun > 0;
		return true;
	case FIELD_COPY:
		*ret = sample->is_copy;
		return true;
	case FIELD_TESTS:
		verdict = verdict_of(subject);
		if (verdict)
			*ret = verdict->tests_passed;
		return verdict != NULL;
	default:
		return false;
	}
}

static bool
matches_pattern(const GRegex *pattern, const char *text)
{
	g_autofree char *valid = NULL;

	/* A journal may have been edited; the matcher wants UTF-8. */
	if (!g_utf8_validate(text, -1, NULL))
		text = valid = g_utf8_make_valid(text, -1);
	return g_regex_match(pattern, text, 0, NULL);
}

static bool
text_equals(const struct node *node, const char *text)
{
	g_autofree char *folded = NULL;

	if (kinds[node->field] == KIND_WORD)
		return strcmp(node->text, text) == 0;
	folded = g_utf8_casefold(text, -1);
	return strcmp(node->text, folded) == 0;
}

static bool
compare_number(double value, enum operator op, double bound)
{
	/* Scores are floats in the board: 0.8 is as near as they come. */
	double slack = 1e-6 * MAX(1e-3, ABS(bound));
	bool is_equal = value >= bound - slack && value <= bound + slack;

	switch (op) {
	case OP_IS:
		return is_equal;
	case OP_NOT:
		return !is_equal;
	case OP_BELOW:
		return value < bound && !is_equal;
	case OP_UP_TO:
		return value < bound || is_equal;
	case OP_ABOVE:
		return value > bound && !is_equal;
	case OP_FROM:
		return value > bound || is_equal;
	case OP_LIKE:
	case OP_UNLIKE:
		break;
	}
	return false;
}

static bool
term_matches(const struct node *node, struct subject *subject)
{
	enum field_kind kind = kinds[node->field];
	const char *text;
	double number;

	if (kind != KIND_WORD && kind != KIND_TEXT)
		return number_of(subject, node->field, &number) &&
		    compare_number(number, node->op, node->number);
	text = text_of(subject, node->field);
	if (!text)
		return false;
	if (node->pattern)
		return matches_pattern(node->pattern, text) ==
		    (node->op == OP_LIKE);
	return text_equals(node, text) == (node->op == OP_IS);
}

static bool
word_matches(const struct node *node, struct subject *subject)
{
	const char *reason;

	if (matches_pattern(node->pattern, subject->task->id))
		return true;
	reason = text_of(subject, FIELD_REASON);
	return reason && matches_pattern(node->pattern, reason);
}

static bool
node_matches(const struct node *node, struct subject *subject)
{
	switch (node->type) {
	case NODE_AND:
		return node_matches(node->left, subject) &&
		    node_matches(node->right, subject);
	case NODE_OR:
		return node_matches(node->left, subject) ||
		    node_matches(node->right, subject);
	case NODE_NOT:
		return !node_matches(node->left, subject);
	case NODE_TERM:
		return term_matches(node, subject);
	case NODE_WORD:
		break;
	}
	return word_matches(node, subject);
}

/* The same, and how many verdicts it took is added to *loads. */
static bool
matches_counting(const struct filter *filter,
    const struct filter_source *source, guint ordinal, guint *loads)
{
	struct subject subject = {
		.source = source,
		.ordinal = ordinal,
		.sample = board_sample(source->board, ordinal),
	};
	bool matches;

	if (!filter->root)
		return true;
	subject.task = board_task(source->board, subject.sample->task);
	matches = node_matches(filter->root, &subject);
	*loads += subject.loads;
	verdict_free(subject.verdict);
	return matches;
}

bool
filter_matches(const struct filter *filter,
    const struct filter_source *source, guint ordinal)
{
	guint loads = 0;

	return matches_counting(filter, source, ordinal, &loads);
}

guint
filter_run(const struct filter *filter, const struct filter_source *source,
    guint from, guint to, guint max_loads, GArray *into)
{
	guint loads = 0;

	for (; from < to && (max_loads == 0 || loads < max_loads); from++) {
		guint32 ordinal = from;

		if (matches_counting(filter, source, ordinal, &loads))
			g_array_append_val(into, ordinal);
	}
	return from;
}
