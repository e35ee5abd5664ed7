/* Recursive descent into a tree of and, or, not and terms. */
#include "run/filter_internal.h"

#include "base/error.h"
#include "base/size.h"

#include <string.h>

#define DEPTH_MAX 64
#define LENGTH_MAX 4096

/* Longer ones first: the first that fits is taken. */
static const struct {
	const char *text;
	enum operator id;
} operators[] = {
	{ "!=", OP_NOT }, { "!~", OP_UNLIKE }, { "<=", OP_UP_TO },
	{ ">=", OP_FROM }, { "==", OP_IS }, { "=", OP_IS }, { "~", OP_LIKE },
	{ "<", OP_BELOW }, { ">", OP_ABOVE },
};

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

static const struct filter_field *
row_of(enum field_id field)
{
	guint count;

	return &filter_fields(&count)[field];
}

static char *
join_fields(void)
{
	guint count;
	const struct filter_field *fields = filter_fields(&count);
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < count; i++)
		g_string_append_printf(text, "%s%s", i ? ", " : "",
		    fields[i].name);
	return g_string_free(text, FALSE);
}

static char *
join_words(enum field_id field)
{
	GString *text = g_string_new(NULL);
	const char *word;

	for (guint i = 0; (word = filter_field_word(field, i)); i++)
		g_string_append_printf(text, "%s%s", i ? ", " : "", word);
	return g_string_free(text, FALSE);
}

static bool
find_field(const char *name, gsize length, enum field_id *ret)
{
	guint count;
	const struct filter_field *fields = filter_fields(&count);
	g_autofree char *word = g_ascii_strdown(name, (gssize)length);

	for (guint i = 0; i < count; i++) {
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

	for (guint i = 0; (word = filter_field_word(field, i)); i++) {
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
	enum field_kind kind = filter_field_kind(node->field);
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
		    row_of(node->field)->name, value, known);
	}
	if (read_number(value, kind, &node->number))
		return true;
	return fail(parser, at, error, "%s: '%s' is no %s",
	    row_of(node->field)->name, value, wants[kind]);
}

/* Whether a field can be compared so. */
static bool
takes_operator(enum field_id field, const char *text)
{
	g_auto(GStrv) words = g_strsplit(row_of(field)->operators, " ", -1);

	return g_strv_contains((const char *const *)words,
	    strcmp(text, "==") == 0 ? "=" : text);
}

static struct node *
parse_term(struct parser *parser, gsize length, guint op, GError **error)
{
	const char *start = parser->at;
	CLEANUP(filter_node_free) struct node *node = g_new0(struct node, 1);
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
		    "it takes %s", row_of(node->field)->name,
		    operators[op].text, row_of(node->field)->operators);
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
		    row_of(node->field)->name, operators[op].text);
		return NULL;
	}
	if (!fill_value(node, parser, start, value, error))
		return NULL;
	node->needs_verdict = row_of(node->field)->needs_verdict;
	return g_steal_pointer(&node);
}

static struct node *
parse_word(struct parser *parser, GError **error)
{
	const char *start = parser->at;
	CLEANUP(filter_node_free) struct node *node = g_new0(struct node, 1);
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
		CLEANUP(filter_node_free) struct node *inner = NULL;

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
			g_clear_pointer(&left, filter_node_free);
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
			g_clear_pointer(&left, filter_node_free);
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
