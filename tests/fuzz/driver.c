/* Running a fuzz target without a fuzzer; see driver.h. */
#include "tests/fuzz/driver.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#define SIZE_MAX_RANDOM 400

/* Bytes that parsers look out for. */
static const char *const tokens[] = {
	"{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\n",
	"\r\n", "\t", "```", "```python\n", "~~~", "<think>", "</think>",
	"null", "NaN", "-1", "1e999", "&a ", "*a", "<<: ", "- ", "|\n", "  ",
	"\xef\xbb\xbf", "\xff", "\xe2\x80\xae", "\x1b[", "\x1f\x8b", "---\n",
	"def f(", "assert ", "@", "\xf0\x9f\x98\x80", "\xcc\x81",
};

/*
 * The target gets a copy of exactly that size, so that an address sanitizer
 * sees one byte too many.
 */
static void
run(const void *bytes, size_t size)
{
	g_autofree uint8_t *copy = g_malloc(size ? size : 1);

	if (size)
		memcpy(copy, bytes, size);
	LLVMFuzzerTestOneInput(copy, size);
}

static void
mutate(GByteArray *bytes, GRand *rand)
{
	guint at = bytes->len ? (guint)g_rand_int_range(rand, 0,
	    (gint32)bytes->len) : 0;
	guint span = bytes->len ? (guint)g_rand_int_range(rand, 0,
	    (gint32)MIN(bytes->len - at, 20) + 1) : 0;
	const char *token = tokens[g_rand_int_range(rand, 0,
	    G_N_ELEMENTS(tokens))];
	g_autofree guint8 *tail = NULL;
	guint tail_length = bytes->len - at;

	switch (g_rand_int_range(rand, 0, 4)) {
	case 0:
		if (bytes->len)
			bytes->data[at] = (guint8)g_rand_int(rand);
		break;
	case 1:
		if (span)
			g_byte_array_remove_range(bytes, at, span);
		break;
	case 2:
		g_byte_array_set_size(bytes, at);
		break;
	default:
		tail = g_memdup2(bytes->data ? bytes->data + at : NULL,
		    tail_length);
		g_byte_array_set_size(bytes, at);
		g_byte_array_append(bytes, (const guint8 *)token,
		    (guint)strlen(token));
		if (tail)
			g_byte_array_append(bytes, tail, tail_length);
	}
}

static void
run_random(GRand *rand)
{
	guint8 bytes[SIZE_MAX_RANDOM];
	guint size = (guint)g_rand_int_range(rand, 0, SIZE_MAX_RANDOM);

	for (guint i = 0; i < size; i++)
		bytes[i] = (guint8)g_rand_int(rand);
	run(bytes, size);
}

static void
run_mutation(GRand *rand, guint seed_count)
{
	const struct fuzz_seed *seed = &fuzz_seeds[g_rand_int_range(rand, 0,
	    (gint32)seed_count)];
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	gint32 count = g_rand_int_range(rand, 1, 6);

	g_byte_array_append(bytes, (const guint8 *)seed->bytes,
	    (guint)(seed->size ? seed->size : strlen(seed->bytes)));
	for (gint32 i = 0; i < count; i++)
		mutate(bytes, rand);
	run(bytes->data, bytes->len);
}

int
main(int argc, char **argv)
{
	const char *wanted = g_getenv("EVALTOP_FUZZ_ROUNDS");
	guint rounds = wanted ? (guint)g_ascii_strtoull(wanted, NULL, 10) :
	    2000;
	g_autoptr(GRand) rand = g_rand_new_with_seed(20260801);
	guint seed_count = 0;

	for (int i = 1; i < argc; i++) {
		g_autofree char *bytes = NULL;
		gsize size;

		if (!g_file_get_contents(argv[i], &bytes, &size, NULL)) {
			fprintf(stderr, "%s: cannot be read\n", argv[i]);
			return 1;
		}
		run(bytes, size);
	}
	if (argc > 1)
		return 0;
	for (; fuzz_seeds[seed_count].bytes; seed_count++)
		run(fuzz_seeds[seed_count].bytes, fuzz_seeds[seed_count].size ?
		    fuzz_seeds[seed_count].size :
		    strlen(fuzz_seeds[seed_count].bytes));
	for (guint i = 0; i < rounds; i++) {
		run_mutation(rand, seed_count);
		run_random(rand);
	}
	return 0;
}
