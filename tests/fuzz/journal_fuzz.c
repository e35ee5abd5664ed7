/*
 * Any bytes as a line of the journal: what is taken from it without building
 * the rest is what the whole decoder finds, wherever that one finds a verdict.
 */
#include <glib.h>
#include <string.h>

#include "run/codec.h"
#include "tests/fuzz/driver.h"

#define JUDGED "{\"event\":\"judged\",\"time_ms\":5,\"sample\":1,"

const struct fuzz_seed fuzz_seeds[] = {
	{ JUDGED "\"outcome\":\"pass\",\"score\":1,\"tests\":3,"
	    "\"tests_passed\":3,\"rule\":\"fence\"}", 0 },
	{ JUDGED "\"outcome\":\"assertion_fail\",\"detail\":"
	    "\"wrong_answer\",\"tests_passed\":2,\"reason\":\"f(1) == "
	    "\\\"\\u00e9\\\": got 3\",\"failures\":[{\"test\":1,\"source\":"
	    "\"assert f(1)\",\"message\":\"m\",\"got\":\"}]\"},{\"test\":2}],"
	    "\"stderr\":{\"bytes\":1,\"text\":\"{\"}}", 0 },
	{ JUDGED "\"re\\u0061son\":\"x\",\"outcome\":\"error\",\"reason\":"
	    "\"y\",\"failures\":[{\"exception\":\"KeyError: 1\"}]}", 0 },
	{ JUDGED "\"outcome\":\"error\",\"outcome\":\"pass\"}", 0 },
	{ "{\"event\":\"start\",\"sample\":3,\"slot\":2,\"tests\":7}", 0 },
	{ NULL, 0 },
};

static const struct test_failure *
first_failure(const struct verdict *verdict)
{
	return verdict->failures && verdict->failures->len > 0 ?
	    g_ptr_array_index(verdict->failures, 0) : NULL;
}

static void
check_same(const struct verdict *got, const struct verdict *want)
{
	const struct test_failure *a = first_failure(got);
	const struct test_failure *b = first_failure(want);

	g_assert_cmpint(got->outcome, ==, want->outcome);
	g_assert_cmpint(got->detail, ==, want->detail);
	g_assert_cmpuint(got->tests_passed, ==, want->tests_passed);
	g_assert_cmpstr(got->reason, ==, want->reason);
	g_assert_cmpstr(got->rule, ==, want->rule);
	g_assert_true((a == NULL) == (b == NULL));
	if (!a || !b)
		return;
	g_assert_cmpstr(a->source, ==, b->source);
	g_assert_cmpstr(a->message, ==, b->message);
	g_assert_cmpstr(a->exception, ==, b->exception);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	/* Of its own, so that a sanitizer sees a byte too many read. */
	g_autofree char *line = g_memdup2(bytes, size);
	struct event *whole = codec_decode(line ? line : "", size);
	struct verdict *why = codec_decode_why(line ? line : "", size);

	if (whole && whole->verdict) {
		g_assert_nonnull(why);
		check_same(why, whole->verdict);
	}
	verdict_free(why);
	event_free(whole);
	return 0;
}
