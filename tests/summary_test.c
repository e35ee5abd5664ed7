/* The summary object, byte for byte: scripts rely on its fields. */
#include "report/summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct board board;
	struct run_manifest manifest;
	struct session session;
	char name[16], tier[8], path[16];
};

static void
add_task(struct fixture *fixture, guint samples, guint judged, guint passed)
{
	struct board_task task = { .samples = samples, .judged = judged,
		.passed = passed };

	g_array_append_val(fixture->board.tasks, task);
	g_array_set_size(fixture->board.samples,
	    fixture->board.samples->len + samples);
	fixture->board.judged += judged;
	fixture->board.outcomes[OUTCOME_PASS] += passed;
	fixture->board.outcomes[OUTCOME_ASSERTION_FAIL] += judged - passed;
}

static int
setup(void **state)
{
	static const guint ks[] = { 1, 10 };
	struct fixture *fixture = g_new0(struct fixture, 1);

	strcpy(fixture->name, "HumanEval");
	strcpy(fixture->tier, "full");
	strcpy(fixture->path, "/r/one");
	fixture->board.tasks =
	    g_array_new(FALSE, TRUE, sizeof(struct board_task));
	fixture->board.samples =
	    g_array_new(FALSE, TRUE, sizeof(struct board_sample));
	fixture->board.state = RUN_DONE;
	fixture->board.elapsed_ms = 1900;
	fixture->manifest.settings.suite_name = fixture->name;
	fixture->manifest.settings.k = g_array_new(FALSE, FALSE, sizeof(guint));
	g_array_append_vals(fixture->manifest.settings.k, ks, 2);
	fixture->manifest.tier = fixture->tier;
	fixture->session = (struct session){ .board = &fixture->board,
		.manifest = &fixture->manifest, .rundir = fixture->path };
	*state = fixture;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *fixture = *state;

	g_array_unref(fixture->board.tasks);
	g_array_unref(fixture->board.samples);
	g_array_unref(fixture->manifest.settings.k);
	g_free(fixture);
	return 0;
}

static void
summary_holds_all_fields_in_their_order(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *got = NULL;

	add_task(fixture, 3, 3, 1);
	add_task(fixture, 3, 3, 2);
	fixture->board.trusts[TRUST_CONFIRMED] = 3;
	g_array_index(fixture->board.tasks, struct board_task, 0).confirmed = 1;
	g_array_index(fixture->board.tasks, struct board_task, 1).confirmed = 2;
	fixture->board.no_code = 4;
	fixture->manifest.counts = (struct run_counts){ .missing_tasks = 5,
		.unknown_samples = 6, .duplicate_samples = 7 };
	got = summary_json(&fixture->session);
	assert_string_equal(got,
	    "{\"suite\":\"HumanEval\",\"tasks\":7,\"samples\":6,\"judged\":6,"
	    "\"unjudged\":0,\"outcomes\":{\"pass\":3,\"assertion_fail\":3,"
	    "\"syntax_error\":0,\"timeout\":0,\"error\":0},"
	    "\"trust\":{\"confirmed\":3,\"disputed\":0,\"unconfirmed\":0},"
	    "\"pass@k\":{\"1\":{\"value\":0.5,\"low\":0.173339335909991,"
	    "\"high\":0.8266606640900089,\"tasks\":2,\"confirmed\":0.5},"
	    "\"10\":null},\"missing_tasks\":5,\"unknown_samples\":6,"
	    "\"duplicate_samples\":7,\"no_code\":4,\"tier\":\"full\","
	    "\"wall_s\":1.9,\"run\":\"/r/one\",\"reruns\":0}");
}

static void
summary_gives_no_confirmed_value_when_none_was_looked_for(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *got = NULL;

	add_task(fixture, 1, 1, 1);
	got = summary_json(&fixture->session);
	assert_non_null(strstr(got, "\"tasks\":1,\"confirmed\":null}"));
}

static void
summary_gives_values_that_read_back_to_the_last_bit(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *got = NULL;
	const char *value;

	for (guint i = 0; i < 3; i++)
		add_task(fixture, 1, 1, i == 0);
	got = summary_json(&fixture->session);
	value = strstr(got, "\"value\":");
	assert_non_null(value);
	assert_true(g_ascii_strtod(value + 8, NULL) >= 1.0 / 3);
	assert_true(g_ascii_strtod(value + 8, NULL) <= 1.0 / 3);
}

static void
summary_of_a_live_run_counts_complete_tasks_only(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *live = NULL, *ended = NULL;

	add_task(fixture, 2, 1, 1);
	fixture->board.state = RUN_RUNNING;
	live = summary_json(&fixture->session);
	assert_non_null(strstr(live, "\"1\":null"));
	fixture->board.state = RUN_INCOMPLETE;
	ended = summary_json(&fixture->session);
	assert_non_null(strstr(ended, "\"1\":{\"value\":1,"));
}

static void
summary_stays_json_whatever_the_path_is(void **state)
{
	struct fixture *fixture = *state;
	g_autofree char *got = NULL;

	strcpy(fixture->path, "/r/\"\xff\n");
	got = summary_json(&fixture->session);
	assert_non_null(strstr(got, "\"run\":\"/r/\\\"\xef\xbf\xbd\\n\","));
	assert_true(g_utf8_validate(got, -1, NULL));
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(summary_holds_all_fields_in_their_order),
		CASE(summary_gives_no_confirmed_value_when_none_was_looked_for),
		CASE(summary_gives_values_that_read_back_to_the_last_bit),
		CASE(summary_of_a_live_run_counts_complete_tasks_only),
		CASE(summary_stays_json_whatever_the_path_is),
	};

	return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
