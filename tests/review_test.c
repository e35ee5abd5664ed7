/* Filters, reasons and notes: what a reviewer asks of a run. */
#include "run/filter.h"
#include "run/journal.h"
#include "run/nearest.h"
#include "run/notes.h"
#include "run/reason.h"
#include "run/rundir.h"

#include "base/error.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- a board of two tasks, and the verdicts behind it ---- */

static const struct {
	enum outcome outcome;	/* NONE: not judged */
	enum detail detail;
	enum trust trust;
	guint32 wall_ms, cpu_ms;
	guint64 rss_bytes;
	double score;
	guint tests_passed;
	bool retried, is_copy;
	const char *reason, *exception, *rule;
} samples[] = {
	/* sort/1 */
	{ OUTCOME_PASS, DETAIL_NONE, TRUST_CONFIRMED, 40, 30, 9 << 20, 1, 7,
	    false, false, NULL, NULL, "fence" },
	{ OUTCOME_PASS, DETAIL_NONE, TRUST_DISPUTED, 2500, 2000, 9 << 20, 1,
	    7, false, true, NULL, NULL, "fence" },
	{ OUTCOME_TIMEOUT, DETAIL_NONE, TRUST_NONE, 3000, 2900, 150 << 20,
	    0.8, 5, true, false, "no answer within 3 s", NULL, "whole" },
	/* Roman/2 */
	{ OUTCOME_ERROR, DETAIL_EXCEPTION, TRUST_NONE, 50, 40, 9 << 20, 0, 0,
	    false, false, "NameError: name 'List' is not defined, line 1: "
	    "def f(x: List):", "NameError: name 'List' is not defined",
	    "fence" },
	{ OUTCOME_ERROR, DETAIL_EXCEPTION, TRUST_NONE, 60, 40, 9 << 20, 0, 0,
	    false, false, "NameError: name 'List' is not defined, at import, "
	    "line 3", NULL, "fence" },
	{ OUTCOME_NONE, DETAIL_NONE, TRUST_NONE, 0, 0, 0, 0, 0, false, false,
	    NULL, NULL, NULL },
};

struct fixture {
	struct board *board;
	struct notes *notes;
	char *rundir;
	guint loads;
};

static struct verdict *
make_verdict(guint ordinal)
{
	struct verdict *verdict = verdict_new(samples[ordinal].outcome,
	    samples[ordinal].detail);

	verdict->trust = samples[ordinal].trust;
	verdict->wall_ms = samples[ordinal].wall_ms;
	verdict->cpu_ms = samples[ordinal].cpu_ms;
	verdict->rss_bytes = samples[ordinal].rss_bytes;
	verdict->score = samples[ordinal].score;
	verdict->tests_passed = samples[ordinal].tests_passed;
	verdict->tests_total = 7;
	verdict->retried = samples[ordinal].retried;
	verdict->same_as = samples[ordinal].is_copy ? 0 : -1;
	verdict->reason = g_strdup(samples[ordinal].reason);
	verdict->rule = g_strdup(samples[ordinal].rule);
	if (samples[ordinal].exception) {
		struct test_failure *failure = g_new0(struct test_failure, 1);

		failure->exception = g_strdup(samples[ordinal].exception);
		verdict->failures = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)test_failure_free);
		g_ptr_array_add(verdict->failures, failure);
	}
	return verdict;
}

static struct verdict *
load(gpointer data, guint ordinal)
{
	struct fixture *fixture = data;

	fixture->loads++;
	/* The sample that waits fails as its neighbour did, once it is judged. */
	return make_verdict(ordinal == 5 ? 3 : ordinal);
}

static bool
is_marked(gpointer data, guint ordinal)
{
	(void)data;
	return ordinal == 1;
}

static void
judge(struct board *board, guint ordinal, struct verdict *verdict,
    guint64 offset)
{
	struct event *event = event_new(EVENT_JUDGED, ordinal);

	event->verdict = verdict;
	event->journal_offset = offset;
	board_apply(board, event);
	event_free(event);
}

static int
set_up(void **state)
{
	static const char *const ids[] = { "sort/1", "Roman/2" };
	static const guint32 counts[] = { 3, 3 };
	struct run_manifest *manifest = run_manifest_new();
	struct fixture *fixture = g_new0(struct fixture, 1);

	for (guint i = 0; i < 2; i++) {
		g_ptr_array_add(manifest->index.task_ids, g_strdup(ids[i]));
		g_array_append_val(manifest->index.counts, counts[i]);
	}
	fixture->board = board_new(&manifest->index);
	run_manifest_free(manifest);
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
		if (samples[i].outcome != OUTCOME_NONE)
			judge(fixture->board, i, make_verdict(i), i * 100);
	}
	fixture->rundir = g_dir_make_tmp("evaltop-review-XXXXXX", NULL);
	fixture->notes = notes_load(fixture->rundir, NULL);
	*state = fixture;
	return fixture->rundir && fixture->notes ? 0 : -1;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->rundir,
	    "notes.jsonl", NULL);

	(void)g_unlink(path);
	(void)g_rmdir(fixture->rundir);
	notes_free(fixture->notes);
	board_free(fixture->board);
	g_free(fixture->rundir);
	g_free(fixture);
	return 0;
}

static struct filter_source
source_of(struct fixture *fixture)
{
	return (struct filter_source){ .board = fixture->board,
		.notes = fixture->notes, .load = load,
		.is_marked = is_marked, .data = fixture };
}

/* The ordinals that match, as digits. */
static char *
run_filter(struct fixture *fixture, const char *text)
{
	struct filter_source source = source_of(fixture);
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GError) error = NULL;
	CLEANUP(filter_free) struct filter *filter = filter_parse(text, NULL,
	    &error);
	GString *digits = g_string_new(NULL);

	if (!filter)
		fail_msg("'%s' was refused: %s", text, error->message);
	filter_run(filter, &source, 0, G_N_ELEMENTS(samples), 0, found);
	for (guint i = 0; i < found->len; i++)
		g_string_append_printf(digits, "%u",
		    g_array_index(found, guint32, i));
	return g_string_free(digits, FALSE);
}

static void
filters_find_what_they_say(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "012345" },
		{ "  ", "012345" },
		{ "out=timeout", "2" },
		{ "outcome == TIMEOUT", "2" },
		{ "out!=pass", "234" },
		{ "not out=pass", "2345" },
		{ "out~^p", "01" },
		{ "out=fail", "" },
		{ "detail=exception", "34" },
		{ "detail=none", "012" },
		{ "detail!=none", "34" },
		{ "task~sort", "012" },
		{ "task=SORT/1", "012" },
		{ "task=sort", "" },
		{ "task!~sort", "345" },
		{ "task~\"^(sort|x)/\"", "012" },
		{ "sample=1", "03" },
		{ "sample>1 and sample<3", "14" },
		{ "reason~nameerror", "34" },
		{ "reason=\"no answer within 3 s\"", "2" },
		{ "reason!~NameError", "012" },
		{ "reason=\"\"", "01" },
		{ "wall>2", "12" },
		{ "wall>2.5", "2" },
		{ "wall>=2500ms", "12" },
		{ "wall<.05s", "0" },
		{ "wall<=0.05", "03" },
		{ "wall=3", "2" },
		{ "wall!=3", "0134" },
		{ "cpu>=2", "12" },
		{ "rss>100M", "2" },
		{ "rss<=9M", "0134" },
		{ "rss>0", "01234" },
		{ "score>=0.8", "012" },
		{ "score>0.8", "01" },
		{ "score=0.8", "2" },
		{ "tests=0", "34" },
		{ "tests>4", "012" },
		{ "trust=disputed", "1" },
		{ "trust=none", "234" },
		{ "state=queued", "5" },
		{ "state!=judged", "5" },
		{ "retried=yes", "2" },
		{ "retried=no", "0134" },
		{ "copy=true", "1" },
		{ "copy!=1", "0234" },
		{ "rule=whole", "2" },
		{ "rule~^f", "0134" },
		{ "mark=yes", "1" },
		{ "marked=no", "02345" },
		{ "label=\"bad test\"", "2" },
		{ "label=\"\"", "01345" },
		{ "label!=\"\"", "2" },
		{ "note~ask", "4" },
		/* words */
		{ "roman", "345" },
		{ "list", "34" },
		{ "\"name 'List'\"", "34" },
		/* and, or, not and their order */
		{ "out=pass and wall>2", "1" },
		{ "out=pass wall>2", "1" },
		{ "out=timeout or out=error", "234" },
		{ "out=timeout or out=pass and wall>2", "12" },
		{ "(out=timeout or out=pass) and wall>2", "12" },
		{ "(out=timeout or out=pass) AND wall<2", "0" },
		{ "not (out=pass or out=timeout)", "345" },
		{ "not not out=pass", "01" },
		{ "not out=pass or out=pass", "012345" },
		{ "out=timeout or (out=error and reason~List)", "234" },
		{ "sort not out=pass", "2" },
		{ "\"and\"", "" },
		{ "order", "" },
	};
	struct fixture *fixture = *state;

	assert_true(notes_set(fixture->notes, "sort/1", 2, "bad test", NULL,
	    1, NULL));
	assert_true(notes_set(fixture->notes, "Roman/2", 1, NULL,
	    "Ask the author", 2, NULL));
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *got = run_filter(fixture, rows[i].text);

		if (strcmp(got, rows[i].want) != 0)
			fail_msg("'%s': got %s, want %s", rows[i].text, got,
			    rows[i].want);
	}
}

static void
filters_are_refused_with_column_and_what_is_known(void **state)
{
	static const struct {
		const char *text;
		guint column;
		const char *want;
	} rows[] = {
		{ "tsk~a", 1, "there is no field 'tsk'; there are out, detail, "
		    "task," },
		{ "out=pass and tsk~a", 14, "there is no field 'tsk'" },
		{ "out=passed", 5, "out 'passed' is none of pass, "
		    "assertion_fail, syntax_error, timeout, error" },
		{ "trust=x", 7, "none of none, confirmed, disputed, "
		    "unconfirmed" },
		{ "state=done", 7, "none of queued, running, judged, unjudged" },
		{ "out<pass", 4, "out cannot be compared by <; it takes = != ~ "
		    "!~" },
		{ "wall~2", 5, "wall cannot be compared by ~; it takes = != < "
		    "<= > >=" },
		{ "wall>x", 6, "wall: 'x' is no number of seconds" },
		{ "wall>1e3", 6, "no number of seconds" },
		{ "wall>0x10", 6, "no number of seconds" },
		{ "wall>-1", 6, "no number of seconds" },
		{ "rss>1X", 5, "rss: '1X' is no size (as in 100M)" },
		{ "score>half", 7, "score: 'half' is no number" },
		{ "mark=maybe", 6, "mark 'maybe' is none of yes, no" },
		{ "reason~\"(\"", 8, "'(' is no regular expression" },
		{ "out=", 5, "a value is missing behind out=" },
		{ "out= )", 6, "a value is missing behind out=" },
		{ "task~\"a", 6, "the quotation mark is not closed" },
		{ "(out=pass", 10, "a ) is missing for the ( of column 1" },
		{ "f(", 3, "a field or a word is missing here" },
		{ "out=pass)", 9, "this ) has no (" },
		{ "out=pass and", 13, "a field or a word is missing here" },
		{ "()", 2, "a field or a word is missing here" },
		{ "=pass", 1, "there is no field ''" },
		{ "\xc3\xa4\xc3\xb6 and tsk=1", 8, "there is no field 'tsk'" },
		{ "a\xff", 2, "this is no UTF-8" },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		guint column = 0;
		CLEANUP(filter_free) struct filter *filter = filter_parse(
		    rows[i].text, &column, &error);
		g_autofree char *prefix = g_strdup_printf("column %u: ",
		    rows[i].column);

		if (filter)
			fail_msg("'%s' was taken", rows[i].text);
		assert_int_equal(error->domain, EVALTOP_ERROR);
		assert_int_equal(error->code, EVALTOP_ERROR_USAGE);
		if (column != rows[i].column ||
		    !g_str_has_prefix(error->message, prefix) ||
		    !strstr(error->message, rows[i].want))
			fail_msg("'%s': got %u \"%s\", want %u \"%s\"",
			    rows[i].text, column, error->message,
			    rows[i].column, rows[i].want);
	}
}

static void
filters_nested_too_deep_or_too_long_are_refused(void **state)
{
	g_autofree char *deep = g_strnfill(3000, '(');
	g_autofree char *wide = g_strnfill(5000, 'a');
	g_autoptr(GError) first = NULL, second = NULL;

	(void)state;
	assert_null(filter_parse(deep, NULL, &first));
	assert_non_null(strstr(first->message, "nested more than"));
	assert_null(filter_parse(wide, NULL, &second));
	assert_non_null(strstr(second->message, "longer than"));
}

static void
verdicts_are_loaded_only_where_they_decide(void **state)
{
	static const struct {
		const char *text;
		bool needs;
		guint loads;
	} rows[] = {
		{ "out=error and wall>0", false, 0 },
		{ "reason~x", true, 3 },	/* passes have no reason */
		{ "reason~x and out=timeout", true, 1 },
		{ "out=error or reason~x", true, 1 },
		{ "reason~x or out=error", true, 1 },
		{ "reason~x and tests>0 and rule~f", true, 3 },
		{ "roman", true, 1 },
		{ "not roman", true, 1 },
	};
	struct fixture *fixture = *state;

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		CLEANUP(filter_free) struct filter *filter = filter_parse(
		    rows[i].text, NULL, NULL);
		g_autofree char *found = NULL;

		fixture->loads = 0;
		found = run_filter(fixture, rows[i].text);
		assert_true(filter_needs_verdict(filter) == rows[i].needs);
		if (fixture->loads != rows[i].loads)
			fail_msg("'%s': got %u loads, want %u", rows[i].text,
			    fixture->loads, rows[i].loads);
	}
}

static void
filters_run_in_slices_find_the_same(void **state)
{
	struct fixture *fixture = *state;
	struct filter_source source = source_of(fixture);
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
	CLEANUP(filter_free) struct filter *filter = filter_parse(
	    "reason~NameError", NULL, NULL);
	guint at = 0, slices = 0;

	for (; at < 6; slices++)
		at = filter_run(filter, &source, at, 6, 1, found);
	assert_int_equal(slices, 4);
	assert_int_equal(found->len, 2);
	assert_int_equal(g_array_index(found, guint32, 1), 4);
}

/* What --help and completion show is what the parser takes. */
static void
fields_of_the_table_work_as_they_say(void **state)
{
	struct fixture *fixture = *state;
	guint count;
	const struct filter_field *fields = filter_fields(&count);

	for (guint i = 0; i < count; i++) {
		g_autofree char *found = run_filter(fixture,
		    fields[i].example);
		g_auto(GStrv) operators = g_strsplit(fields[i].operators,
		    " ", -1);
		GPtrArray *values = filter_field_values(&fields[i]);

		assert_non_null(found);
		assert_true(g_str_has_prefix(fields[i].example,
		    fields[i].name));
		for (guint j = 0; operators[j]; j++) {
			g_autofree char *text = g_strdup_printf("%s%s%s",
			    fields[i].name, operators[j], values ?
			    (const char *)g_ptr_array_index(values, 0) : "1");
			g_autofree char *any = run_filter(fixture, text);

			assert_non_null(any);
		}
		for (guint j = 0; values && j < values->len; j++) {
			g_autofree char *text = g_strdup_printf("%s=%s",
			    fields[i].name,
			    (const char *)g_ptr_array_index(values, j));
			g_autofree char *any = run_filter(fixture, text);

			assert_non_null(any);
		}
		if (values)
			g_ptr_array_unref(values);
	}
}

/* ---- reasons ---- */

static void
reasons_lose_their_values_and_keep_their_names(void **state)
{
	static const struct {
		enum outcome outcome;
		enum detail detail;
		const char *reason, *source, *message, *exception, *want;
	} rows[] = {
		{ OUTCOME_PASS, DETAIL_NONE, NULL, NULL, NULL, NULL, NULL },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, "NameError: name 'List' is "
		    "not defined, line 1: def f(x: List):", "assert f(1)", "",
		    "NameError: name 'List' is not defined",
		    "NameError: List" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_EXCEPTION, "NameError: name "
		    "'OrderedDict' is not defined, at import, line 3", NULL,
		    NULL, NULL, "NameError: OrderedDict" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_EXCEPTION,
		    "ModuleNotFoundError: No module named 'numpy', at import, "
		    "line 1", NULL, NULL, NULL, "ModuleNotFoundError: numpy" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: 'R'", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: 50", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "KeyError: (1, 'a')", "KeyError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ValueError: invalid literal for int() with base 10: 'ff'",
		    "ValueError: invalid literal for int() with base N: "
		    "'...'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ValueError: -3.5e-7 isn't in \"a\\\"b\" of utf8 x1 "
		    "0x7fAb12", "ValueError: N isn't in \"...\" of utf8 x1 N" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "AttributeError: 'list' object has no attribute 'push'",
		    "AttributeError: 'list' object has no attribute 'push'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "TypeError: f() takes 0 positional arguments but 1 was "
		    "given", "TypeError: f() takes N positional arguments but "
		    "N was given" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "TypeError: unsupported operand type(s) for +: 'int' and "
		    "'str'", "TypeError: unsupported operand type(s) for +: "
		    "'int' and 'str'" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, "IndexError: list index out "
		    "of range, line 10: return x[10]", NULL, NULL, NULL,
		    "IndexError: list index out of range" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "ZeroDivisionError", "ZeroDivisionError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL,
		    "RecursionError: maximum recursion depth exceeded in "
		    "comparison", "RecursionError" },
		{ OUTCOME_ERROR, DETAIL_EXCEPTION, NULL, NULL, NULL, NULL,
		    "exception" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: expected "
		    "':' (line 5)", NULL, NULL, NULL,
		    "SyntaxError: expected ':'" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: "
		    "unterminated string literal (detected at line 3) (line "
		    "3)", NULL, NULL, NULL, "SyntaxError: unterminated string "
		    "literal (detected at line N)" },
		{ OUTCOME_SYNTAX_ERROR, DETAIL_NONE, "SyntaxError: '(' was "
		    "never closed (line 9)", NULL, NULL, NULL,
		    "SyntaxError: '(' was never closed" },
		{ OUTCOME_ERROR, DETAIL_DENIED_IMPORT, "import of socket is "
		    "denied, line 5: import socket", NULL, NULL, NULL,
		    "import of socket is denied" },
		{ OUTCOME_ERROR, DETAIL_DENIED_CALL, "call of os.system is "
		    "denied, line 5: os.system('x')", "assert f()", "",
		    "call of os.system is denied",
		    "call of os.system is denied" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_WRONG_ANSWER, "assert f(30) "
		    "== 'x': got 1, expected 'x'", "assert f(30) == 'x'", "",
		    NULL, "assert f(30) == 'x'" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_WRONG_ANSWER, "Wrong: got 12",
		    "", "Wrong: got 12", NULL, "Wrong: got N" },
		{ OUTCOME_ASSERTION_FAIL, DETAIL_NONE, NULL, NULL, NULL, NULL,
		    "assertion fail" },
		{ OUTCOME_TIMEOUT, DETAIL_NONE, "no answer within 3 s", NULL,
		    NULL, NULL, "timeout" },
		{ OUTCOME_TIMEOUT, DETAIL_CPU_LIMIT, "used more than 5 s of "
		    "CPU time", NULL, NULL, NULL, "cpu limit" },
		{ OUTCOME_ERROR, DETAIL_MEMORY_LIMIT, "MemoryError, line 9: x",
		    "assert f()", "", "MemoryError", "memory limit" },
		{ OUTCOME_ERROR, DETAIL_NO_ENTRY_POINT, "the program does not "
		    "define f; it defines g", "assert f()", "",
		    "NameError: name 'f' is not defined", "no entry point" },
		{ OUTCOME_ERROR, DETAIL_SIGNAL, "killed by signal 11 "
		    "(SIGSEGV)", NULL, NULL, NULL,
		    "killed by signal 11 (SIGSEGV)" },
		{ OUTCOME_ERROR, DETAIL_NO_CODE, "the answer holds no code",
		    NULL, NULL, NULL, "no code" },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct verdict *verdict = verdict_new(rows[i].outcome,
		    rows[i].detail);
		g_autofree char *got = NULL;

		verdict->reason = g_strdup(rows[i].reason);
		if (rows[i].source || rows[i].exception) {
			struct test_failure *failure =
			    g_new0(struct test_failure, 1);

			failure->source = g_strdup(rows[i].source);
			failure->message = g_strdup(rows[i].message);
			failure->exception = g_strdup(rows[i].exception);
			verdict->failures = g_ptr_array_new_with_free_func(
			    (GDestroyNotify)test_failure_free);
			g_ptr_array_add(verdict->failures, failure);
		}
		got = reason_normalise(verdict);
		if (g_strcmp0(got, rows[i].want) != 0)
			fail_msg("row %u: got \"%s\", want \"%s\"", i,
			    got ? got : "(none)",
			    rows[i].want ? rows[i].want : "(none)");
		verdict_free(verdict);
	}
}

static void
reasons_are_counted_as_the_run_goes_on(void **state)
{
	struct fixture *fixture = *state;
	CLEANUP(reason_groups_free) struct reason_groups *groups =
	    reason_groups_new(fixture->board);
	GPtrArray *list;
	const struct reason_group *group;
	g_autofree char *sentence = NULL;

	/* In slices of one, three failures. */
	assert_false(reason_groups_update(groups, load, fixture, 1));
	assert_int_equal(reason_groups_done(groups), 1);
	assert_int_equal(reason_groups_total(groups), 3);
	assert_false(reason_groups_update(groups, load, fixture, 1));
	assert_true(reason_groups_update(groups, load, fixture, 1));
	assert_int_equal(fixture->loads, 3);
	assert_true(reason_groups_update(groups, load, fixture, 1));
	assert_int_equal(fixture->loads, 3);

	list = reason_groups_list(groups);
	assert_int_equal(list->len, 2);
	group = g_ptr_array_index(list, 0);
	assert_string_equal(group->reason, "NameError: List");
	assert_int_equal(group->count, 2);
	assert_int_equal(group->tasks, 1);
	assert_int_equal(group->first, 3);
	sentence = reason_group_sentence(group);
	assert_string_equal(sentence, "2 samples of 1 task: NameError: List");
	assert_ptr_equal(reason_groups_of(groups, 4), group);
	assert_null(reason_groups_of(groups, 0));
	assert_null(reason_groups_of(groups, 5));
	g_ptr_array_unref(list);

	/* One is judged again and passes; one that waited fails. */
	judge(fixture->board, 2, make_verdict(0), 900);
	judge(fixture->board, 5, make_verdict(3), 1000);
	assert_true(reason_groups_update(groups, load, fixture, 0));
	list = reason_groups_list(groups);
	assert_int_equal(list->len, 1);
	group = g_ptr_array_index(list, 0);
	assert_int_equal(group->count, 3);
	assert_int_equal(fixture->loads, 4);
	g_ptr_array_unref(list);
}

/* ---- notes ---- */

static void
notes_are_read_back_and_the_last_one_counts(void **state)
{
	struct fixture *fixture = *state;
	CLEANUP(notes_free) struct notes *again = NULL;
	const struct note *note;

	assert_int_equal(notes_count(fixture->notes), 0);
	assert_null(notes_get(fixture->notes, "sort/1", 0));
	assert_true(notes_set(fixture->notes, "sort/1", 0, "format", "x", 1,
	    NULL));
	assert_true(notes_set(fixture->notes, "sort/1", 0, "my own",
	    "two\nlines \"q\" \xff", 2, NULL));
	assert_true(notes_set(fixture->notes, "sort/1", 1, "format", "", 3,
	    NULL));
	assert_true(notes_set(fixture->notes, "Roman/2", 1, "cheat", NULL, 4,
	    NULL));
	assert_true(notes_set(fixture->notes, "Roman/2", 1, "", NULL, 5,
	    NULL));
	again = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(again), 2);
	assert_int_equal(notes_skipped(again), 0);
	note = notes_get(again, "sort/1", 0);
	assert_string_equal(note->label, "my own");
	assert_string_equal(note->text, "two\nlines \"q\" \xef\xbf\xbd");
	assert_int_equal(note->time_ms, 2);
	assert_null(notes_get(again, "sort/1", 1)->text);
	assert_null(notes_get(again, "Roman/2", 1));
	assert_null(notes_get(again, "sort/1", 10));
}

static void
notes_survive_torn_and_foreign_lines(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *path = g_build_filename(fixture->rundir,
	    "notes.jsonl", NULL);
	CLEANUP(notes_free) struct notes *notes = NULL, *again = NULL;

	assert_true(g_file_set_contents(path,
	    "{\"task_id\":\"a\",\"completion_id\":1,\"label\":\"x\"}\n"
	    "not json\n[]\n{\"task_id\":\"a\"}\n"
	    "{\"task_id\":\"a\",\"completion_id\":-1,\"label\":\"x\"}\n\n"
	    "{\"task_id\":\"b\",\"comple", -1, NULL));
	notes = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(notes), 1);
	assert_int_equal(notes_skipped(notes), 5);
	assert_true(notes_set(notes, "c", 7, "y", NULL, 1, NULL));
	again = notes_load(fixture->rundir, NULL);
	assert_int_equal(notes_count(again), 2);
	assert_string_equal(notes_get(again, "c", 7)->label, "y");
}

static void
notes_that_cannot_be_kept_are_refused(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *wide = g_strnfill(NOTE_LABEL_BYTES_MAX + 1, 'x');
	g_autofree char *path = g_build_filename(fixture->rundir,
	    "notes.jsonl", NULL);
	g_autoptr(GError) error = NULL, other = NULL;

	assert_false(notes_set(fixture->notes, "a", 0, wide, NULL, 1,
	    &error));
	assert_int_equal(error->code, EVALTOP_ERROR_USAGE);
	/* A folder in the file's place: neither read nor written. */
	assert_int_equal(g_mkdir(path, 0777), 0);
	assert_false(notes_set(fixture->notes, "a", 0, "x", NULL, 1, &other));
	assert_int_equal(other->code, EVALTOP_ERROR_HOST);
	assert_int_equal(notes_count(fixture->notes), 0);
	assert_int_equal(g_rmdir(path), 0);
}

static void
labels_are_the_built_in_ones_and_those_in_use(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GPtrArray) plain = notes_labels(fixture->notes);
	g_autoptr(GPtrArray) more = NULL;

	assert_true(notes_set(fixture->notes, "a", 0, "zebra", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 1, "apple", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 2, "apple", NULL, 1, NULL));
	assert_true(notes_set(fixture->notes, "a", 3, "bad test", NULL, 1,
	    NULL));
	more = notes_labels(fixture->notes);
	assert_int_equal(more->len, plain->len + 2);
	assert_string_equal(g_ptr_array_index(more, plain->len), "apple");
	assert_string_equal(g_ptr_array_index(more, plain->len + 1), "zebra");
}

/* ---- the nearest pass ---- */

static void
distances_count_lines_that_only_one_has(void **state)
{
	static const struct {
		const char *a, *b;
		guint want;
	} rows[] = {
		{ "", "", 0 },
		{ "a\nb\nc", "a\nb\nc\n", 0 },
		{ "a\n\nb  \n", "a\nb\n\n", 0 },
		{ "a\nb\nc\n", "a\nx\nc\n", 2 },
		{ "a\nb\nc\n", "a\nc\n", 1 },
		{ "a\nb\n", "", 2 },
		{ "a\nb\nc\nd\n", "d\nc\nb\na\n", 6 },
		{ "  a\n", "a\n", 2 },
		{ "x\na\nb\nc\n", "a\ny\nb\nz\nc\nw\n", 4 },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		assert_int_equal(nearest_distance(rows[i].a, rows[i].b),
		    rows[i].want);
		assert_int_equal(nearest_distance(rows[i].b, rows[i].a),
		    rows[i].want);
	}
}

static char *
write_file(const char *folder, const char *name, const char *text)
{
	char *path = g_build_filename(folder, name, NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
	return path;
}

/* Sample 0 fails; 1 passes and is far, 2 near but disputed, 3 and 4 near. */
static void
judge_five(const char *rundir, const struct run_index *index)
{
	struct journal *journal = journal_open(rundir, index, NULL);

	for (guint i = 0; i < 5; i++) {
		struct event *event = event_new(EVENT_JUDGED, i);

		event->verdict = verdict_new(i == 0 ? OUTCOME_TIMEOUT :
		    OUTCOME_PASS, DETAIL_NONE);
		if (i == 2)
			event->verdict->trust = TRUST_DISPUTED;
		assert_true(journal_append(journal, event, NULL));
		event_free(event);
	}
	journal_close(journal);
}

static struct session *
open_five(const char *folder)
{
	g_autofree char *suite = write_file(folder, "suite.jsonl",
	    "{\"task_id\":\"T/0\",\"prompt\":\"def f(x):\\n\","
	    "\"entry_point\":\"f\",\"canonical_solution\":\" return 1\\n\","
	    "\"test\":\"def check(c):\\n assert c(1)\"}\n");
	g_autofree char *answers = write_file(folder, "samples.jsonl",
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return a\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" return 5\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return a \"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return b\"}\n"
	    "{\"task_id\":\"T/0\",\"completion\":\" a = 1\\n b = 2\\n return 2\"}\n");
	struct run_manifest *manifest = run_manifest_new();
	guint32 five = 5;

	manifest->settings.suite_path = g_strdup(suite);
	manifest->settings.samples_path = g_strdup(answers);
	g_ptr_array_add(manifest->index.task_ids, g_strdup("T/0"));
	g_array_append_val(manifest->index.counts, five);
	assert_true(run_manifest_write(manifest, folder, NULL));
	judge_five(folder, &manifest->index);
	run_manifest_free(manifest);
	return session_open(folder, false, NULL);
}

static void
nearest_pass_has_the_fewest_lines_that_differ(void **state)
{
	static const char *const files[] = { "suite.jsonl", "samples.jsonl",
		"run.json", "results.jsonl" };
	struct fixture *fixture = *state;
	struct session *session = open_five(fixture->rundir);
	struct nearest *nearest;
	guint ordinal = 0, lines = 0, slices = 1;

	assert_non_null(session);
	while (session_drain(session) > 0)
		;
	nearest = nearest_new(session, 0, NULL);
	assert_non_null(nearest);
	assert_false(nearest_get(nearest, &ordinal, &lines));
	while (!nearest_step(nearest, 1))
		slices++;
	assert_int_equal(slices, 4);
	assert_true(nearest_get(nearest, &ordinal, &lines));
	/* 2 is the same but for a space, and disputed; 3 is the first of two. */
	assert_int_equal(ordinal, 3);
	assert_int_equal(lines, 2);
	nearest_free(nearest);
	session_free(session);

	/* Without the samples file there are no programs. */
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(fixture->rundir,
		    files[i], NULL);

		if (i == 2) {
			g_autoptr(GError) error = NULL;

			session = session_open(fixture->rundir, false, NULL);
			assert_null(nearest_new(session, 0, &error));
			assert_non_null(strstr(error->message, "no texts"));
			session_free(session);
		}
		assert_int_equal(g_unlink(path), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
		T(filters_find_what_they_say),
		T(filters_are_refused_with_column_and_what_is_known),
		T(filters_nested_too_deep_or_too_long_are_refused),
		T(verdicts_are_loaded_only_where_they_decide),
		T(filters_run_in_slices_find_the_same),
		T(fields_of_the_table_work_as_they_say),
		T(reasons_lose_their_values_and_keep_their_names),
		T(reasons_are_counted_as_the_run_goes_on),
		T(distances_count_lines_that_only_one_has),
		T(nearest_pass_has_the_fewest_lines_that_differ),
		T(notes_are_read_back_and_the_last_one_counts),
		T(notes_survive_torn_and_foreign_lines),
		T(notes_that_cannot_be_kept_are_refused),
		T(labels_are_the_built_in_ones_and_those_in_use),
#undef T
	};

	return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
