/* The options table: what is taken, what is refused, and in which words. */
#include "tui/options.h"

#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Parse "word word ..." behind the command's name; NULL, or the complaint. */
static char *
parse(const char *line, unsigned commands, struct options *ret)
{
	g_auto(GStrv) words = NULL;
	g_autofree char *whole = g_strconcat("run ", line, NULL);
	g_autoptr(GError) error = NULL;
	int count;

	assert_true(g_shell_parse_argv(whole, &count, &words, NULL));
	if (options_parse(count, words, "run", commands, ret, &error))
		return NULL;
	assert_non_null(error);
	assert_int_equal(error->domain, EVALTOP_ERROR);
	assert_int_equal(error->code, EVALTOP_ERROR_USAGE);
	return g_strdup(error->message);
}

static void
take(const char *line, struct options *ret)
{
	g_autofree char *complaint = parse(line, COMMAND_RUN, ret);

	if (complaint)
		fail_msg("'%s' was refused: %s", line, complaint);
}

static void
options_are_read_in_both_forms_and_any_order(void **state)
{
	struct options options;

	(void)state;
	take("a.jsonl -j4 --timeout=2.5 -k 10,1,10 b.jsonl --no-dedup",
	    &options);
	assert_int_equal(options.jobs, 4);
	assert_int_equal(options.timeout_ms, 2500);
	assert_int_equal(options.k->len, 2);
	assert_int_equal(g_array_index(options.k, guint, 0), 1);
	assert_int_equal(g_array_index(options.k, guint, 1), 10);
	assert_true(options.no_dedup);
	assert_int_equal(options.arguments->len, 2);
	assert_string_equal(g_ptr_array_index(options.arguments, 0),
	    "a.jsonl");
	assert_string_equal(g_ptr_array_index(options.arguments, 1),
	    "b.jsonl");
	assert_true(options_given(&options, "jobs"));
	assert_false(options_given(&options, "memory"));
	options_clear(&options);
}

static void
options_end_at_two_dashes_and_a_dash_is_an_argument(void **state)
{
	struct options options;

	(void)state;
	take("- -- --jobs", &options);
	assert_int_equal(options.arguments->len, 2);
	assert_string_equal(g_ptr_array_index(options.arguments, 0), "-");
	assert_string_equal(g_ptr_array_index(options.arguments, 1), "--jobs");
	options_clear(&options);
}

static void
options_with_limits_take_their_ends(void **state)
{
	struct options options;

	(void)state;
	take("-j 1024 -t 30 --memory 32M --output-cap 1G --limit 1", &options);
	assert_int_equal(options.jobs, 1024);
	assert_int_equal(options.timeout_ms, 30000);
	assert_int_equal(options.memory_bytes, 32 << 20);
	assert_int_equal(options.output_bytes, 1 << 30);
	assert_int_equal(options.limit, 1);
	options_clear(&options);
}

static void
options_that_repeat_add_up(void **state)
{
	struct options options;
	g_auto(GStrv) deny = NULL;

	(void)state;
	take("--deny socket,http.client --deny ctypes "
	    "--stop '\\nclass' --stop 'a\\\\b\\t' "
	    "--fail-under pass@1=0.6 --fail-under pass@10=1", &options);
	deny = options_strv(options.deny);
	assert_int_equal(g_strv_length(deny), 3);
	assert_string_equal(deny[1], "http.client");
	assert_string_equal(deny[2], "ctypes");
	assert_string_equal(g_ptr_array_index(options.stops, 0), "\nclass");
	assert_string_equal(g_ptr_array_index(options.stops, 1), "a\\b\t");
	assert_int_equal(options.fail_under->len, 2);
	assert_int_equal(g_array_index(options.fail_under, struct fail_under,
	    1).k, 10);
	assert_null(options_strv(options.allow));
	options_clear(&options);
}

static void
options_given_twice_keep_the_last(void **state)
{
	struct options options;

	(void)state;
	take("--label a --label b -k 1 -k 5", &options);
	assert_string_equal(options.label, "b");
	assert_int_equal(options.k->len, 1);
	assert_int_equal(g_array_index(options.k, guint, 0), 5);
	options_clear(&options);
}

static void
options_are_refused_with_name_value_and_range(void **state)
{
	static const struct {
		const char *line, *want;
	} rows[] = {
		{ "-j 0", "option --jobs: '0' is not in range: 1 to 1024" },
		{ "-j 1025", "'1025' is not in range: 1 to 1024" },
		{ "--jobs=-1", "'-1' is no whole number" },
		{ "--jobs=0x4", "'0x4' is no whole number" },
		{ "--jobs=", "'' is no whole number" },
		{ "--jobs ' 4'", "' 4' is no whole number" },
		{ "-t 0", "option --timeout: '0' is not in range: more than 0 "
		    "and at most 30 seconds" },
		{ "-t 30.1", "'30.1' is not in range" },
		{ "-t 1e1", "'1e1' is no number of seconds" },
		{ "-t nan", "'nan' is no number of seconds" },
		{ "-t 1.2.3", "'1.2.3' is no number of seconds" },
		{ "-k 0", "option --k: '0' is no list of k" },
		{ "-k 1,,2", "'1,,2' is no list of k" },
		{ "-k ''", "'' is no list of k" },
		{ "--memory 31M", "option --memory: '31M' is not in range: "
		    "32M to 1T" },
		{ "--memory 1X", "'1X' is no size; it takes 32M to 1T" },
		{ "--output-cap 2G", "'2G' is not in range: 1K to 1G" },
		{ "--deny ''", "names no module" },
		{ "--deny 'a b'", "is no list of module names" },
		{ "--deny a,,b", "is no list of module names" },
		{ "--python /nonexistent/python", "is no file that can be run" },
		{ "--python ''", "option --python: '' is empty: it needs PATH" },
		{ "--format humanevl", "the nearest is 'humaneval'" },
		{ "--sandbox ful", "'ful' is none of full, landlock, limits; "
		    "the nearest is 'full'" },
		{ "--stop ''", "would cut every answer to nothing" },
		{ "--stop 'a\\x'", "has a backslash before something else" },
		{ "--fail-under 0.6", "option --fail-under: '0.6' is not "
		    "pass@K=X" },
		{ "--fail-under pass@0=0.6", "is not pass@K=X" },
		{ "--fail-under pass@1=1.1", "is not pass@K=X" },
		{ "--fail-under pass@1=60%", "is not pass@K=X" },
		{ "-j x", "option --jobs: 'x' is no whole number; it takes 1 to "
		    "1024" },
		{ "-j", "option --jobs needs a value: 1 to 1024" },
		{ "--label", "option --label needs a value: TEXT" },
		{ "--plain=yes", "option --plain takes no value" },
		{ "--jbos 3", "there is no option --jbos; the nearest is "
		    "--jobs" },
		{ "--zzzzzz", "there is no option --zzzzzz; 'evaltop run "
		    "--help' lists them" },
		{ "-Z", "there is no option -Z" },
		{ "--follow", "option --follow does not go with 'run'" },
		{ "-f", "option -f does not go with 'run'" },
		{ "-q -v", "--quiet and --verbose contradict each other" },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct options options;
		g_autofree char *got = parse(rows[i].line, COMMAND_RUN,
		    &options);

		if (!got || !strstr(got, rows[i].want))
			fail_msg("'%s': got \"%s\", want \"%s\"", rows[i].line,
			    got ? got : "(taken)", rows[i].want);
		options_clear(&options);
	}
}

static void
options_that_settle_a_run_are_told_apart(void **state)
{
	struct options options;

	(void)state;
	take("--resume x -j 3 --plain --fail-under pass@1=0.5", &options);
	assert_null(options_first_settling(&options));
	options_clear(&options);
	take("--resume x --stop '\\n'", &options);
	assert_string_equal(options_first_settling(&options), "stop");
	options_clear(&options);
}

/* The table itself: names unique, letters unique, a type that fits. */
static void
options_table_is_sound(void **state)
{
	guint count;
	const struct option_row *rows = options_table(&count);

	(void)state;
	for (guint i = 0; i < count; i++) {
		assert_true(rows[i].commands != 0);
		assert_true(rows[i].help && *rows[i].help);
		assert_true((rows[i].type == OPTION_FLAG) ==
		    (rows[i].argument == NULL));
		assert_true((rows[i].type == OPTION_WORD) ==
		    (rows[i].choices != NULL));
		assert_true(rows[i].max <= 0 || rows[i].range);
		for (guint j = 0; j < i; j++) {
			assert_string_not_equal(rows[i].name, rows[j].name);
			assert_true(!rows[i].letter ||
			    rows[i].letter != rows[j].letter);
		}
	}
}

static void
nearest_word_finds_slips_and_leaves_strangers_alone(void **state)
{
	static const char *const words[] = { "demo", "run", "view", "runs",
		"check", "doctor", "help", NULL };
	static const struct {
		const char *word, *want;
	} rows[] = {
		{ "rnu", "run" }, { "veiw", "view" }, { "docter", "doctor" },
		{ "doc", "doctor" }, { "chekc", "check" }, { "list", NULL },
		{ "", NULL }, { "banana", NULL },
		{ "a-word-that-is-longer-than-any-of-the-table", NULL },
	};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *got = nearest_word(rows[i].word, words);

		if (g_strcmp0(got, rows[i].want) != 0)
			fail_msg("'%s': got %s, want %s", rows[i].word,
			    got ? got : "none",
			    rows[i].want ? rows[i].want : "none");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_are_read_in_both_forms_and_any_order),
		cmocka_unit_test(
		    options_end_at_two_dashes_and_a_dash_is_an_argument),
		cmocka_unit_test(options_with_limits_take_their_ends),
		cmocka_unit_test(options_that_repeat_add_up),
		cmocka_unit_test(options_given_twice_keep_the_last),
		cmocka_unit_test(options_are_refused_with_name_value_and_range),
		cmocka_unit_test(options_that_settle_a_run_are_told_apart),
		cmocka_unit_test(options_table_is_sound),
		cmocka_unit_test(
		    nearest_word_finds_slips_and_leaves_strangers_alone),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
