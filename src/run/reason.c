/* Normal forms of reasons, and the table of their counts. */
#include "run/reason.h"

#include <string.h>

/* ---- normal form ---- */

/*
 * Exceptions whose quoted words are names (a type, a module, a token of the
 * language) and tell one mistake from another.
 */
static const char *const with_names[] = {
	"NameError", "UnboundLocalError", "AttributeError", "ImportError",
	"ModuleNotFoundError", "TypeError", "SyntaxError", "IndentationError",
	"TabError", NULL,
};

static bool
is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_' || (c & 0x80);
}

/*
 * The end of a quoted text that begins at `at`, behind its last mark; NULL
 * where the mark is an apostrophe or is never closed.
 */
static const char *
quote_end(const char *start, const char *at)
{
	if (at > start && is_word(at[-1]))
		return NULL;
	for (const char *p = at + 1; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == *at && !is_word(p[1]))
			return p + 1;
	}
	return NULL;
}

/* "12", "-3.5e-7", "0x7f..": the end of a number that begins here, or NULL. */
static const char *
number_end(const char *start, const char *at)
{
	const char *p = at;

	if (at > start && (is_word(at[-1]) || at[-1] == '.'))
		return NULL;
	if (*p == '-')
		p++;
	if (!g_ascii_isdigit(*p))
		return NULL;
	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
		for (p += 2; g_ascii_isxdigit(*p); p++)
			;
	while (g_ascii_isdigit(*p) || (*p == '.' && g_ascii_isdigit(p[1])))
		p++;
	if ((*p == 'e' || *p == 'E') && (g_ascii_isdigit(p[1]) ||
	    ((p[1] == '-' || p[1] == '+') && g_ascii_isdigit(p[2]))))
		for (p += 2; g_ascii_isdigit(*p); p++)
			;
	return is_word(*p) ? NULL : p;
}

static char *
replace_values(const char *text, bool keep_quoted)
{
	GString *result = g_string_new(NULL);
	const char *end;

	for (const char *p = text; *p;) {
		if ((*p == '\'' || *p == '"') &&
		    (end = quote_end(text, p))) {
			if (keep_quoted)
				g_string_append_len(result, p, end - p);
			else
				g_string_append_printf(result, "%c...%c", *p,
				    *p);
			p = end;
		} else if ((end = number_end(text, p))) {
			g_string_append_c(result, 'N');
			p = end;
		} else {
			g_string_append_c(result, *p++);
		}
	}
	return g_string_free(result, FALSE);
}

/* Whether a message says something besides its values. */
static bool
has_words(const char *message)
{
	for (const char *p = message; *p; p++) {
		if (is_word(*p) && !(*p == 'N' && !is_word(p[1])))
			return true;
	}
	return false;
}

/* "name 'List' is not defined" -> "List"; also "No module named 'numpy'". */
static char *
find_name(const char *type, const char *message)
{
	static const struct {
		const char *type, *before, *behind;
	} rows[] = {
		{ "NameError", "name '", "' is not defined" },
		{ "ModuleNotFoundError", "No module named '", "'" },
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *name, *end;

		if (strcmp(type, rows[i].type) != 0 ||
		    !g_str_has_prefix(message, rows[i].before))
			continue;
		name = message + strlen(rows[i].before);
		end = strstr(name, rows[i].behind);
		if (end)
			return g_strndup(name, (gsize)(end - name));
	}
	return NULL;
}

/* Exceptions whose message only tells where they were noticed. */
static const char *const type_only[] = { "RecursionError", "MemoryError",
	NULL };

/* "Type: message", as the harness writes it. */
static char *
normal_exception(const char *text)
{
	const char *colon = strstr(text, ": ");
	gsize length = colon ? (gsize)(colon - text) : strlen(text);
	g_autofree char *type = g_strndup(text, length);
	g_autofree char *name = NULL, *message = NULL;

	/* A denial has words where others have a type. */
	if (!colon || strchr(type, ' '))
		return replace_values(text, true);
	name = find_name(type, colon + 2);
	if (name)
		return g_strdup_printf("%s: %s", type, name);
	message = replace_values(colon + 2,
	    g_strv_contains(with_names, type));
	if (!has_words(message) || g_strv_contains(type_only, type))
		return g_strdup(type);
	return g_strdup_printf("%s: %s", type, message);
}

/* Without the place: ", line 8: code", ", at import", " (line 5)". */
static char *
without_place(const char *reason)
{
	static const char *const marks[] = { ", line ", ", at import",
		", in the test: ", " (line " };
	gsize length = strlen(reason);

	for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
		const char *hit = strstr(reason, marks[i]);
		gsize size = strlen(marks[i]);

		if (hit && (marks[i][size - 1] != ' ' || i == 2 ||
		    g_ascii_isdigit(hit[size])))
			length = MIN(length, (gsize)(hit - reason));
	}
	return g_strndup(reason, length);
}

static bool
is_set(const char *text)
{
	return text && *text;
}

static char *
words_of(const struct verdict *verdict)
{
	const char *word = detail_word(verdict->detail);

	return g_strdelimit(g_strdup(word ? word :
	    outcome_info(verdict->outcome)->word), "_", ' ');
}

/* The first failure, where the tests came so far; or NULL. */
static const struct test_failure *
first_failure(const struct verdict *verdict)
{
	return verdict->failures && verdict->failures->len > 0 ?
	    g_ptr_array_index(verdict->failures, 0) : NULL;
}

static char *
normal_failure(const struct verdict *verdict)
{
	const struct test_failure *failure = first_failure(verdict);

	if (failure && is_set(failure->source))
		return g_strdup(failure->source);
	if (failure && is_set(failure->exception))
		return normal_exception(failure->exception);
	if (failure && is_set(failure->message))
		return replace_values(failure->message, false);
	if (is_set(verdict->reason)) {
		g_autofree char *reason = without_place(verdict->reason);

		return replace_values(reason, false);
	}
	return words_of(verdict);
}

static char *
normal_error(const struct verdict *verdict)
{
	const struct test_failure *failure = first_failure(verdict);
	g_autofree char *reason = NULL;

	if (failure && is_set(failure->exception))
		return normal_exception(failure->exception);
	if (!is_set(verdict->reason))
		return words_of(verdict);
	reason = without_place(verdict->reason);
	return normal_exception(reason);
}

char *
reason_normalise(const struct verdict *verdict)
{
	if (verdict->outcome == OUTCOME_PASS ||
	    verdict->outcome == OUTCOME_NONE)
		return NULL;
	if (verdict->outcome == OUTCOME_ASSERTION_FAIL)
		return normal_failure(verdict);
	switch (verdict->detail) {
	case DETAIL_EXCEPTION:
	case DETAIL_DENIED_IMPORT:
	case DETAIL_DENIED_CALL:
	case DETAIL_COMPILE_ERROR:
		return normal_error(verdict);
	case DETAIL_SIGNAL:
		return is_set(verdict->reason) ? g_strdup(verdict->reason) :
		    words_of(verdict);
	case DETAIL_NONE:
		return verdict->outcome == OUTCOME_SYNTAX_ERROR ?
		    normal_error(verdict) : words_of(verdict);
	default:
		return words_of(verdict);
	}
}

/* ---- groups ---- */

#define NO_GROUP G_MAXUINT32

/* What a sample was grouped by: this line of the journal. */
struct membership {
	guint64 journal_offset;
	guint32 group;
};

struct reason_groups {
	const struct board *board;
	GArray *members;	/* struct membership, by ordinal */
	GPtrArray *groups;	/* struct reason_group, by number */
	GHashTable *by_reason;	/* reason -> group */
	guint cursor;		/* where the next update looks first */
	guint done;
	guint64 generation;	/* of the board at the start of this round */
	bool is_complete;
};

static void
reason_group_free(gpointer data)
{
	struct reason_group *group = data;

	g_free(group->reason);
	g_free(group);
}

struct reason_groups *
reason_groups_new(const struct board *board)
{
	static const struct membership none = { .group = NO_GROUP };
	struct reason_groups *groups = g_new0(struct reason_groups, 1);

	groups->board = board;
	groups->members = g_array_sized_new(FALSE, FALSE, sizeof(none),
	    board->samples->len);
	for (guint i = 0; i < board->samples->len; i++)
		g_array_append_val(groups->members, none);
	groups->groups = g_ptr_array_new_with_free_func(reason_group_free);
	groups->by_reason = g_hash_table_new(g_str_hash, g_str_equal);
	return groups;
}

void
reason_groups_free(struct reason_groups *groups)
{
	if (!groups)
		return;
	g_hash_table_unref(groups->by_reason);
	g_ptr_array_unref(groups->groups);
	g_array_unref(groups->members);
	g_free(groups);
}

static struct membership *
member(const struct reason_groups *groups, guint ordinal)
{
	return &g_array_index(groups->members, struct membership, ordinal);
}

static bool
has_failed(const struct board_sample *sample)
{
	return sample->state == SAMPLE_JUDGED &&
	    sample->outcome != OUTCOME_PASS;
}

static guint32
number_for(struct reason_groups *groups, char *reason,
    const struct board_sample *sample)
{
	struct reason_group *group = g_hash_table_lookup(groups->by_reason,
	    reason);

	if (group) {
		g_free(reason);
		return group->number;
	}
	group = g_new0(struct reason_group, 1);
	group->reason = reason;
	group->outcome = sample->outcome;
	group->detail = sample->detail;
	group->number = groups->groups->len;
	g_ptr_array_add(groups->groups, group);
	g_hash_table_insert(groups->by_reason, group->reason, group);
	return group->number;
}

static void
leave(struct reason_groups *groups, struct membership *membership)
{
	struct reason_group *group = g_ptr_array_index(groups->groups,
	    membership->group);

	group->count--;
	groups->done--;
	membership->group = NO_GROUP;
}

static void
join(struct reason_groups *groups, guint ordinal, verdict_load_fn load,
    gpointer data)
{
	const struct board_sample *sample = board_sample(groups->board,
	    ordinal);
	struct membership *membership = member(groups, ordinal);
	struct verdict *verdict = load(data, ordinal);
	char *reason = verdict ? reason_normalise(verdict) : NULL;
	struct reason_group *group;

	verdict_free(verdict);
	if (!reason)
		reason = g_strdup("unreadable");
	membership->group = number_for(groups, reason, sample);
	membership->journal_offset = sample->journal_offset;
	group = g_ptr_array_index(groups->groups, membership->group);
	group->count++;
	groups->done++;
}

bool
reason_groups_update(struct reason_groups *groups, verdict_load_fn load,
    gpointer data, guint max_loads)
{
	const struct board *board = groups->board;
	guint loads = 0;

	if (groups->is_complete && groups->generation == board->generation)
		return true;
	if (groups->cursor == 0)
		groups->generation = board->generation;
	groups->is_complete = false;
	for (guint i = groups->cursor; i < board->samples->len; i++) {
		const struct board_sample *sample = board_sample(board, i);
		struct membership *membership = member(groups, i);
		bool failed = has_failed(sample);

		if (membership->group != NO_GROUP && (!failed ||
		    membership->journal_offset != sample->journal_offset))
			leave(groups, membership);
		if (!failed || membership->group != NO_GROUP)
			continue;
		if (max_loads > 0 && loads == max_loads) {
			groups->cursor = i;
			return false;
		}
		join(groups, i, load, data);
		loads++;
	}
	groups->cursor = 0;
	/* What came in while the round was under way may lie behind it. */
	groups->is_complete = groups->generation == board->generation;
	return groups->is_complete;
}

static gint
larger_first(gconstpointer a, gconstpointer b)
{
	const struct reason_group *left = *(struct reason_group *const *)a;
	const struct reason_group *right = *(struct reason_group *const *)b;

	if (left->count != right->count)
		return left->count < right->count ? 1 : -1;
	return strcmp(left->reason, right->reason);
}

/* Tasks and first samples, in one pass: samples stand task by task. */
static void
count_tasks(struct reason_groups *groups)
{
	const struct board *board = groups->board;
	g_autofree guint32 *last = g_new(guint32, groups->groups->len);

	for (guint i = 0; i < groups->groups->len; i++) {
		((struct reason_group *)g_ptr_array_index(groups->groups,
		    i))->tasks = 0;
		last[i] = G_MAXUINT32;
	}
	for (guint i = 0; i < board->samples->len; i++) {
		guint32 number = member(groups, i)->group;
		guint32 task = board_sample(board, i)->task;
		struct reason_group *group;

		if (number == NO_GROUP || last[number] == task)
			continue;
		group = g_ptr_array_index(groups->groups, number);
		if (group->tasks++ == 0)
			group->first = i;
		last[number] = task;
	}
}

GPtrArray *
reason_groups_list(struct reason_groups *groups)
{
	GPtrArray *list = g_ptr_array_new();

	count_tasks(groups);
	for (guint i = 0; i < groups->groups->len; i++) {
		struct reason_group *group = g_ptr_array_index(groups->groups,
		    i);

		if (group->count > 0)
			g_ptr_array_add(list, group);
	}
	g_ptr_array_sort(list, larger_first);
	return list;
}

static gint
by_reason(gconstpointer a, gconstpointer b)
{
	return strcmp((*(struct reason_group *const *)a)->reason,
	    (*(struct reason_group *const *)b)->reason);
}

guint32 *
reason_groups_rank(const struct reason_groups *groups, guint *ret_count)
{
	guint32 *ranks = g_new(guint32, groups->groups->len + 1);
	g_autoptr(GPtrArray) order = g_ptr_array_copy(groups->groups, NULL,
	    NULL);

	g_ptr_array_set_free_func(order, NULL);
	g_ptr_array_sort(order, by_reason);
	for (guint i = 0; i < order->len; i++)
		ranks[((struct reason_group *)g_ptr_array_index(order,
		    i))->number] = i;
	*ret_count = order->len;
	return ranks;
}

guint
reason_groups_done(const struct reason_groups *groups)
{
	return groups->done;
}

guint
reason_groups_total(const struct reason_groups *groups)
{
	return groups->board->judged - groups->board->outcomes[OUTCOME_PASS];
}

const struct reason_group *
reason_groups_of(const struct reason_groups *groups, guint ordinal)
{
	guint32 number = member(groups, ordinal)->group;

	return number == NO_GROUP ? NULL : g_ptr_array_index(groups->groups,
	    number);
}

char *
reason_group_sentence(const struct reason_group *group)
{
	return g_strdup_printf("%u sample%s of %u task%s: %s", group->count,
	    group->count == 1 ? "" : "s", group->tasks,
	    group->tasks == 1 ? "" : "s", group->reason);
}
