/*
 * Recursive descent into a tree of and, or, not and terms.  Terms that the
 * board decides are put before those that need a verdict, so that a verdict
 * is loaded only where it matters.
 */
#include "run/filter.h"

#include "base/error.h"
#include "base/size.h"

#include <string.h>

#define DEPTH_MAX 64
#define LENGTH_MAX 4096

/* ---- the tables ---- */

enum field_id {
	FIELD_OUT, FIELD_DETAIL, FIELD_TASK, FIELD_SAMPLE, FIELD_REASON,
	FIELD_WALL, FIELD_CPU, FIELD_RSS, FIELD_SCORE, FIELD_TESTS,
	FIELD_TRUST, FIELD_STATE, FIELD_RETRIED, FIELD_COPY, FIELD_RULE,
	FIELD_LABEL, FIELD_NOTE, FIELD_MARK,
};

enum field_kind { KIND_WORD, KIND_TEXT, KIND_NUMBER, KIND_SECONDS, KIND_SIZE,
	KIND_FLAG };

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
	[FIELD_RETRIED] = KIND_FLAG, [FIELD_COPY] = KIND_FLAG,
	[FIELD_MARK] = KIND_FLAG,
};

static const char *const state_words[] = {
	[SAMPLE_QUEUED] = "queued", [SAMPLE_RUNNING] = "running",
	[SAMPLE_JUDGED] = "judged", [SAMPLE_UNJUDGED] = "unjudged",
};

enum operator { OP_IS, OP_NOT, OP_LIKE, OP_UNLIKE, OP_BELOW, OP_UP_TO,
	OP_ABOVE, OP_FROM };

/* Longer ones first: the first that fits is taken. */
static const struct {
	const char *text;
	enum operator id;
} operators[] = {
	{ "!=", OP_NOT }, { "!~", OP_UNLIKE }, { "<=", OP_UP_TO },
	{ ">=", OP_FROM }, { "==", OP_IS }, { "=", OP_IS }, { "~", OP_LIKE },
	{ "<", OP_BELOW }, { ">", OP_ABOVE },
};

const struct filter_field *
filter_fields(guint *ret_count)
{
	*ret_count = G_N_ELEMENTS(fields);
	return fields;
}

/* The index-th word of a field that takes words; NULL at the end. */
static const char *
word_at(enum field_id field, guint index)
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
	for (guint i = 0; (word = word_at(id, i)); i++)
		g_ptr_array_add(values, (gpointer)(guintptr)word);
	return values;
}

/* ---- the tree ---- */

enum node_type { NODE_AND, NODE_OR, NODE_NOT, NODE_TERM, NODE_WORD };

struct node {
	enum node_type type;
	struct node *left, *right;	/* right: of AND and OR */
	bool needs_verdict;
	/* NODE_TERM; NODE_WORD has the pattern only */
	enum field_id field;
	enum operator op;
	char *text;		/* = and != */
	GRegex *pattern;	/* ~ and !~ */
	double number;		/* also 0 and 1 of a flag */
};

struct filter {
	struct node *root;	/* NULL: blank */
};

static void
node_free(struct node *node)
{
	if (!node)
		return;
	node_free(node->left);
	node_free(node->right);
	g_free(node->text);
	g_clear_pointer(&node->pattern, g_regex_unref);
	g_free(node);
}

DEFINE_CLEANUP(struct node *, node_free)

static struct node *
node_join(enum node_type type, struct node *left, struct node *right)
{
	struct node *node = g_new0(struct node, 1);
	bool is_swapped = right && left->needs_verdict &&
	    !right->needs_verdict;

	node->type = type;
	node->left = is_swapped ? right : left;
	node->right = is_swapped ? left : right;
	node->needs_verdict = left->needs_verdict ||
	    (right && right->needs_verdict);
	return node;
}

/* ---- parsing ---- */

struct parser {
	const char *text, *at;
	guint depth;
	guint *column;		/* of the error, for the caller; or NULL */
};

static bool fail(const struct parser *parser, const char *at, GError **error,
    const char *format, ...) G_GNUC_PRINTF(4, 5);

static bool
fail(const struct parser *parser, const char *at, GError **error,
    const char *format, ...)
{
	guint column = (guint)g_utf8_strlen(parser->text,
	    at - parser->text) + 1;
	g_autofree char *message = NULL;
	va_list args;

	va_start(args, format);
	message = g_strdup_vprintf(format, args);
	va_end(args);
	if (parser->column)
		*parser->column = column;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "column %u: %s", column, message);
	return false;
}

static void
skip_space(struct parser *parser)
{
	while (g_ascii_isspace(*parser->at))
		parser->at++;
}

static bool
ends_word(char c)
{
	return c == '\0' || g_ascii_isspace(c) || c == '(' || c == ')';
}

/* The length of a word: up to a space, a parenthesis or an operator. */
static gsize
word_length(const char *at)
{
	gsize length = 0;

	while (!ends_word(at[length]) && !strchr("=!~<>\"", at[length]))
		length++;
	return length;
}

static bool
take_keyword(struct parser *parser, const char *word)
{
	gsize length = strlen(word);

	skip_space(parser);
	if (g_ascii_strncasecmp(parser->at, word, length) != 0 ||
	    !ends_word(parser->at[length]))
		return false;
	parser->at += length;
	return true;
}

/* "..." with \" and \\, or all up to a space or parenthesis. */
static char *
take_value(struct parser *parser, GError **error)
{
	const char *start = parser->at, *at = start;
	GString *value;

	if (*at != '"') {
		while (!ends_word(*at))
			at++;
		parser->at = at;
		return g_strndup(start, (gsize)(at - start));
	}
	value = g_string_new(NULL);
	for (at++; *at && *at != '"'; at++) {
		if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		g_string_append_c(value, *at);
	}
	if (*at != '"') {
		g_string_free(value, TRUE);
		fail(parser, start, error, "the quotation mark is not closed");
		return NULL;
	}
	parser->at = at + 1;
	return g_string_free(value, FALSE);
}

static char *
join_fields(void)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
		g_string_append_printf(text, "%s%s", i ? ", " : "",
		    fields[i].name);
	return g_string_free(text, FALSE);
}

static char *
join_words(enum field_id field)
{
	GString *text = g_string_new(NULL);
	const char *word;

	for (guint i = 0; (word = word_at(field, i)); i++)
		g_string_append_printf(text, "%s%s", i ? ", " : "", word);
	return g_string_free(text, FALSE);
}

static bool
find_field(const char *name, gsize length, enum field_id *ret)
{
	g_autofree char *word = g_ascii_strdown(name, (gssize)length);

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
		if (strcmp(word, fields[i].name) == 0 ||
		    g_strcmp0(word, fields[i].alias) == 0) {
			*ret = (enum field_id)i;
			return true;
		}
	}
	return false;
}

static GRegex *
compile(const struct parser *parser, const char *at, const char *pattern,
    GError **error)
{
	g_autoptr(GError) cause = NULL;
	GRegex *regex = g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_OPTIMIZE,
	    0, &cause);

	if (!regex)
		fail(parser, at, error, "'%s' is no regular expression: %s",
		    pattern, cause->message);
	return regex;
}

/* "2", "1.5s", "40ms" in seconds; "3" as it is. */
static bool
read_number(const char *value, enum field_kind kind, double *ret)
{
	char *end;
	double number;
	guint64 bytes;

	if (!g_ascii_isdigit(value[0]) && value[0] != '.')
		return false;
	if (kind == KIND_SIZE && size_parse(value, &bytes)) {
		*ret = (double)bytes;
		return true;
	}
	number = g_ascii_strtod(value, &end);
	/* No hexadecimal, no powers: what people type is plain. */
	if (end == value || strspn(value, "0123456789.") !=
	    (gsize)(end - value))
		return false;
	if (kind == KIND_SIZE) {
		/* size_parse() takes no 0. */
		*ret = 0;
		return *end == '\0' && number <= 0;
	}
	if (kind == KIND_SECONDS && strcmp(end, "ms") == 0)
		number /= 1000;
	else if (*end && !(kind == KIND_SECONDS && strcmp(end, "s") == 0))
		return false;
	*ret = number;
	return true;
}

static bool
read_flag(const char *value, double *ret)
{
	static const char *const yes[] = { "yes", "true", "1", NULL };
	static const char *const no[] = { "no", "false", "0", NULL };
	g_autofree char *word = g_ascii_strdown(value, -1);

	*ret = g_strv_contains(yes, word);
	return *ret > 0 || g_strv_contains(no, word);
}

/* Also an outcome's short label ("fail"), as the screens write it. */
static const char *
known_word(enum field_id field, const char *value)
{
	const char *word;

	for (guint i = 0; (word = word_at(field, i)); i++) {
		if (g_ascii_strcasecmp(word, value) == 0)
			return word;
		if (field == FIELD_OUT && g_ascii_strcasecmp(outcome_info(
		    (enum outcome)(i + OUTCOME_PASS))->label, value) == 0)
			return word;
	}
	return NULL;
}

static bool
fill_value(struct node *node, const struct parser *parser, const char *at,
    const char *value, GError **error)
{
	static const char *const wants[] = {
		[KIND_NUMBER] = "number", [KIND_SECONDS] =
		    "number of seconds (as in 2, 1.5 or 40ms)",
		[KIND_SIZE] = "size (as in 100M)",
	};
	enum field_kind kind = kinds[node->field];
	g_autofree char *known = NULL;

	if (node->op == OP_LIKE || node->op == OP_UNLIKE) {
		node->pattern = compile(parser, at, value, error);
		return node->pattern != NULL;
	}
	if (kind == KIND_TEXT) {
		node->text = g_utf8_casefold(value, -1);
		return true;
	}
	if (kind == KIND_WORD || kind == KIND_FLAG) {
		node->text = g_strdup(known_word(node->field, value));
		if (kind == KIND_FLAG ? read_flag(value, &node->number) :
		    node->text != NULL)
			return true;
		known = join_words(node->field);
		return fail(parser, at, error, "%s '%s' is none of %s",
		    fields[node->field].name, value, known);
	}
	if (read_number(value, kind, &node->number))
		return true;
	return fail(parser, at, error, "%s: '%s' is no %s",
	    fields[node->field].name, value, wants[kind]);
}

/* False where the field cannot be compared so; a word of the list does. */
static bool
takes_operator(enum field_id field, const char *text)
{
	g_auto(GStrv) words = g_strsplit(fields[field].operators, " ", -1);

	return g_strv_contains((const char *const *)words,
	    strcmp(text, "==") == 0 ? "=" : text);
}

static struct node *
parse_term(struct parser *parser, gsize length, guint op, GError **error)
{
	const char *start = parser->at;
	CLEANUP(node_free) struct node *node = g_new0(struct node, 1);
	g_autofree char *value = NULL, *known = NULL;

	node->type = NODE_TERM;
	node->op = operators[op].id;
	if (!find_field(start, length, &node->field)) {
		known = join_fields();
		fail(parser, start, error, "there is no field '%.*s'; there "
		    "are %s", (int)length, start, known);
		return NULL;
	}
	parser->at += length;
	skip_space(parser);
	if (!takes_operator(node->field, operators[op].text)) {
		fail(parser, parser->at, error, "%s cannot be compared by %s; "
		    "it takes %s", fields[node->field].name,
		    operators[op].text, fields[node->field].operators);
		return NULL;
	}
	parser->at += strlen(operators[op].text);
	skip_space(parser);
	start = parser->at;
	value = take_value(parser, error);
	if (!value)
		return NULL;
	if (parser->at == start) {
		fail(parser, start, error, "a value is missing behind %s%s",
		    fields[node->field].name, operators[op].text);
		return NULL;
	}
	if (!fill_value(node, parser, start, value, error))
		return NULL;
	node->needs_verdict = fields[node->field].needs_verdict;
	return g_steal_pointer(&node);
}

static struct node *
parse_word(struct parser *parser, GError **error)
{
	const char *start = parser->at;
	CLEANUP(node_free) struct node *node = g_new0(struct node, 1);
	g_autofree char *value = take_value(parser, error);
	g_autofree char *pattern = NULL;

	if (!value)
		return NULL;
	if (parser->at == start) {
		fail(parser, start, error, "a field or a word is missing here");
		return NULL;
	}
	pattern = g_regex_escape_string(value, -1);
	node->type = NODE_WORD;
	node->needs_verdict = true;
	node->pattern = compile(parser, start, pattern, error);
	return node->pattern ? g_steal_pointer(&node) : NULL;
}

static struct node *parse_or(struct parser *parser, GError **error);

static struct node *
parse_primary(struct parser *parser, GError **error)
{
	const char *start, *behind;
	gsize length;

	skip_space(parser);
	start = parser->at;
	if (*start == '(') {
		CLEANUP(node_free) struct node *inner = NULL;

		parser->at++;
		inner = parse_or(parser, error);
		skip_space(parser);
		if (inner && *parser->at != ')') {
			fail(parser, parser->at, error, "a ) is missing for "
			    "the ( of column %ld",
			    g_utf8_strlen(parser->text, start - parser->text) +
			    1);
			return NULL;
		}
		if (inner)
			parser->at++;
		return g_steal_pointer(&inner);
	}
	length = word_length(start);
	behind = start + length;
	while (g_ascii_isspace(*behind))
		behind++;
	for (guint i = 0; i < G_N_ELEMENTS(operators); i++) {
		if (g_str_has_prefix(behind, operators[i].text))
			return parse_term(parser, length, i, error);
	}
	return parse_word(parser, error);
}

static struct node *
parse_not(struct parser *parser, GError **error)
{
	struct node *inner;

	if (parser->depth >= DEPTH_MAX) {
		fail(parser, parser->at, error,
		    "the filter is nested more than %d deep", DEPTH_MAX);
		return NULL;
	}
	parser->depth++;
	if (take_keyword(parser, "not")) {
		inner = parse_not(parser, error);
		if (inner)
			inner = node_join(NODE_NOT, inner, NULL);
	} else {
		inner = parse_primary(parser, error);
	}
	parser->depth--;
	return inner;
}

/* True where another operand of "and" stands, with the word or without. */
static bool
goes_on(struct parser *parser)
{
	const char *start;
	bool is_or;

	if (take_keyword(parser, "and"))
		return true;
	skip_space(parser);
	start = parser->at;
	is_or = take_keyword(parser, "or");
	parser->at = start;
	return !is_or && *start != '\0' && *start != ')';
}

static struct node *
parse_and(struct parser *parser, GError **error)
{
	struct node *left = parse_not(parser, error), *right;

	while (left && goes_on(parser)) {
		right = parse_not(parser, error);
		if (!right)
			g_clear_pointer(&left, node_free);
		else
			left = node_join(NODE_AND, left, right);
	}
	return left;
}

static struct node *
parse_or(struct parser *parser, GError **error)
{
	struct node *left = parse_and(parser, error), *right;

	while (left && take_keyword(parser, "or")) {
		right = parse_and(parser, error);
		if (!right)
			g_clear_pointer(&left, node_free);
		else
			left = node_join(NODE_OR, left, right);
	}
	return left;
}

struct filter *
filter_parse(const char *text, guint *ret_column, GError **error)
{
	struct parser parser = { .text = text, .at = text,
		.column = ret_column };
	CLEANUP(filter_free) struct filter *filter = NULL;
	const char *end;

	if (!g_utf8_validate(text, -1, &end)) {
		fail(&parser, end, error, "this is no UTF-8");
		return NULL;
	}
	if (strlen(text) > LENGTH_MAX) {
		fail(&parser, text, error,
		    "the filter is longer than %d bytes", LENGTH_MAX);
		return NULL;
	}
	filter = g_new0(struct filter, 1);
	skip_space(&parser);
	if (*parser.at == '\0')
		return g_steal_pointer(&filter);
	filter->root = parse_or(&parser, error);
	if (!filter->root)
		return NULL;
	if (*parser.at != '\0') {
		fail(&parser, parser.at, error, "this ) has no (");
		return NULL;
	}
	return g_steal_pointer(&filter);
}

void
filter_free(struct filter *filter)
{
	if (!filter)
		return;
	node_free(filter->root);
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
	    subject->sample->state == SAMPLE_JUDGED) {
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
	bool is_judged = sample->state == SAMPLE_JUDGED;
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
	if (sample->state != SAMPLE_JUDGED)
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
