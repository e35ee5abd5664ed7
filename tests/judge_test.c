/* The verdict line and who is at fault, without a process. */
#include "runner/judge.h"
#include "runner/output.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define NONCE "0123456789abcdef0123456789abcdef"
#define LINE(rest) "{\"nonce\":\"" NONCE "\"," rest "}\n"
#define START LINE("\"start\":true,\"program\":0")
#define EXIT(code) ((code) << 8)

/* One row: what was seen, what it must be called. Three tests, two required. */
struct row {
	const char *name, *said;
	enum cause cause;
	int wait_status;
	int step_errno;
	bool hit_memory;
	enum outcome outcome;	/* OUTCOME_NONE: a fault of ours */
	enum detail detail;
	double score;
};

#define VERDICT(outcome, detail, strip, executed) \
	LINE("\"verdict\":{\"outcome\":\"" outcome "\",\"detail\":" detail \
	",\"reason\":\"r\",\"program\":0,\"strip\":\"" strip \
	"\",\"executed\":" #executed "}")

static const struct row rows[] = {
	{ "pass", START VERDICT("pass", "null", "ppp", 3),
	    .outcome = OUTCOME_PASS, .score = 1 },
	{ "pass without the optional test",
	    START VERDICT("pass", "null", "pp-", 2),
	    .outcome = OUTCOME_PASS, .score = 1 },
	{ "two of three",
	    START VERDICT("assertion_fail", "\"wrong_answer\"", "pfp", 3),
	    .outcome = OUTCOME_ASSERTION_FAIL, .detail = DETAIL_WRONG_ANSWER,
	    .score = 2.0 / 3 },
	{ "pass over too few tests", START VERDICT("pass", "null", "p--", 1),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_BAD_VERDICT },
	{ "pass beside a failed test",
	    START VERDICT("pass", "null", "ppf", 3),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_BAD_VERDICT },
	{ "pass over another number of tests",
	    START VERDICT("pass", "null", "pppp", 4),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_BAD_VERDICT },
	{ "pass, then a crash", START VERDICT("pass", "null", "ppp", 3),
	    .wait_status = SIGSEGV,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_BAD_VERDICT },
	{ "the first verdict is final",
	    START VERDICT("error", "\"exception\"", "e--", 1)
	    VERDICT("pass", "null", "ppp", 3),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_EXCEPTION },
	{ "no nonce", START "{\"verdict\":{\"outcome\":\"pass\","
	    "\"strip\":\"ppp\",\"executed\":3}}\n",
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_EARLY_EXIT },
	{ "a wrong nonce", START "{\"nonce\":\"00\",\"verdict\":{"
	    "\"outcome\":\"pass\",\"strip\":\"ppp\",\"executed\":3}}\n",
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_EARLY_EXIT },
	{ "rubbish", START "\x80\xff{}[[[[\nPASSED\n\n",
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_EARLY_EXIT },
	{ "timeout keeps what had passed",
	    START LINE("\"test\":0,\"ok\":true"), .cause = CAUSE_TIMEOUT, .wait_status = SIGKILL,
	    .outcome = OUTCOME_TIMEOUT, .score = 1.0 / 3 },
	{ "output", START, .cause = CAUSE_OUTPUT, .wait_status = SIGKILL,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_OUTPUT_OVERFLOW },
	{ "output beats a verdict that came first",
	    START VERDICT("pass", "null", "ppp", 3), .cause = CAUSE_OUTPUT, .wait_status = 0,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_OUTPUT_OVERFLOW },
	{ "memory watch", START, .wait_status = SIGKILL, .hit_memory = true,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_MEMORY_LIMIT },
	{ "signal", START, .wait_status = SIGSEGV,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_SIGNAL },
	{ "CPU limit", START, .wait_status = SIGXCPU,
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_CPU_LIMIT },
	{ "exit before the verdict", START, .wait_status = EXIT(0),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_EARLY_EXIT },
	{ "broke the harness", START LINE("\"fault\":\"boom\""), .wait_status = EXIT(70),
	    .outcome = OUTCOME_ERROR, .detail = DETAIL_BAD_VERDICT },
	{ "never started", "", .wait_status = EXIT(1) },
	{ "the harness failed by itself", LINE("\"fault\":\"boom\""),
	    .wait_status = EXIT(70) },
	{ "too slow to start", "", .cause = CAUSE_NO_START,
	    .wait_status = SIGKILL },
	{ "a set-up step", "", .step_errno = 12 },
};

static void
check_row(const struct row *row)
{
	const struct plan plan = { .total = 3, .required = 2 };
	struct jail_ended ended = {
		.wait_status = row->wait_status,
		.err = row->step_errno,
		.hit_memory = row->hit_memory,
	};
	struct envelope envelope;
	struct evidence evidence = {
		.cause = row->cause, .ended = &ended, .envelope = &envelope,
		.plan = &plan, .timeout_ms = 3000, .cpu_limit_s = 4,
		.output_cap = 1 << 18, .memory_limit = 1 << 30,
	};
	g_autofree char *fault = NULL;
	struct verdict *verdict;

	envelope_init(&envelope, NONCE);
	/* One byte at a time: how a line is cut must not matter. */
	for (const char *at = row->said; *at; at++)
		envelope_feed(&envelope, at, 1);
	verdict = judge(&evidence, &fault);
	if (row->outcome == OUTCOME_NONE) {
		if (verdict || !fault)
			fail_msg("%s: must be a fault of ours", row->name);
	} else if (!verdict || verdict->outcome != row->outcome ||
	    verdict->detail != row->detail ||
	    verdict->score - row->score > 1e-9 ||
	    row->score - verdict->score > 1e-9) {
		fail_msg("%s: got %s/%s %g, want %s/%s %g", row->name,
		    verdict ? outcome_info(verdict->outcome)->word : fault,
		    verdict ? detail_word(verdict->detail) : "",
		    verdict ? verdict->score : 0,
		    outcome_info(row->outcome)->word,
		    detail_word(row->detail), row->score);
	}
	verdict_free(verdict);
	envelope_clear(&envelope);
}

static void
every_end_has_its_name(void **state)
{
	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		check_row(&rows[i]);
}

static void
a_flood_of_verdict_bytes_is_seen(void **state)
{
	g_autofree char *junk = g_strnfill(1 << 20, 'x');
	struct envelope envelope;

	(void)state;
	envelope_init(&envelope, NONCE);
	for (int i = 0; i < 5; i++)
		envelope_feed(&envelope, junk, 1 << 20);
	assert_true(envelope.is_flooded);
	assert_true(envelope.line->len <= ENVELOPE_BYTES_MAX);
	envelope_clear(&envelope);
}

/* A forger may put any bytes into a line; cut text must stay text too. */
static void
what_a_forger_says_becomes_text(void **state)
{
	g_autofree char *name = g_strnfill(199, 'x');
	g_autofree char *said = g_strconcat(
	    "{\"nonce\":\"" NONCE "\",\"verdict\":{\"outcome\":\"error\","
	    "\"reason\":\"cut short: \xf0\",\"failures\":[{\"test\":0,"
	    "\"got\":\"\xe2\x82\"}],\"tamper\":[\"", name,
	    "\u00e9\xff\"]}}\n", NULL);
	struct envelope envelope;
	const struct test_failure *failure;

	(void)state;
	envelope_init(&envelope, NONCE);
	envelope_feed(&envelope, said, strlen(said));
	assert_non_null(envelope.verdict);
	assert_string_equal(envelope.verdict->reason,
	    "cut short: \xef\xbf\xbd");
	failure = g_ptr_array_index(envelope.verdict->failures, 0);
	assert_true(g_utf8_validate(failure->got, -1, NULL));
	assert_true(g_utf8_validate(envelope.verdict->tamper, -1, NULL));
	assert_true(g_str_has_suffix(envelope.verdict->tamper, "x\u00e9"));
	envelope_clear(&envelope);
}

static void
output_is_bounded_and_made_text(void **state)
{
	struct output output = { 0 };
	gboolean is_whole;
	char *text;

	(void)state;
	text = output_preview(&output, &is_whole);
	assert_string_equal(text, "");
	assert_true(is_whole);
	g_free(text);

	output_add(&output, "a\0b\xff\xc3\xa9", 6, 100);
	text = output_preview(&output, &is_whole);
	assert_string_equal(text, "a\u2400b\\xff\u00e9");
	assert_true(is_whole);
	g_free(text);

	output_add(&output, "0123456789", 10, 4);
	assert_int_equal(output.bytes, 16);
	assert_int_equal(output.kept->len, 10);
	text = output_preview(&output, &is_whole);
	assert_false(is_whole);
	g_free(text);
	output_clear(&output);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_end_has_its_name),
		cmocka_unit_test(a_flood_of_verdict_bytes_is_seen),
		cmocka_unit_test(what_a_forger_says_becomes_text),
		cmocka_unit_test(output_is_bounded_and_made_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
