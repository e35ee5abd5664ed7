/* Filters: what they find, what they refuse, and what they load for it. */
#include "review_fixture.h"

#include "base/error.h"
#include "run/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool
is_marked(gpointer data, guint ordinal)
{
	(void)data;
	return ordinal == 1;
}

static struct filter_source
source_of(struct review *fixture)
{
	return (struct filter_source){ .board = fixture->board,
		.notes = fixture->notes, .load = review_load,
		.is_marked = is_marked, .data = fixture };
}

/* The ordinals that match, as digits. */
static char *
run_filter(struct review *fixture, const char *text)
{
	struct filter_source source = source_of(fixture);
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GError) error = NULL;
	CLEANUP(filter_free) struct filter *filter = filter_parse(text, NULL,
	    &error);
	GString *digits = g_string_new(NULL);

	if (!filter)
		fail_msg("'%s' was refused: %s", text, error->message);
	filter_run(filter, &source, 0, REVIEW_SAMPLES, 0, found);
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
	struct review *fixture = *state;

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
	struct review *fixture = *state;

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
	struct review *fixture = *state;
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
	struct review *fixture = *state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, review_set_up, \
    review_tear_down)
		T(filters_find_what_they_say),
		T(filters_are_refused_with_column_and_what_is_known),
		T(filters_nested_too_deep_or_too_long_are_refused),
		T(verdicts_are_loaded_only_where_they_decide),
		T(filters_run_in_slices_find_the_same),
		T(fields_of_the_table_work_as_they_say),
#undef T
	};

	return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
