/*
 * A fuzz target is one function over bytes.  Linked with driver.c it runs as a
 * test: over a built-in corpus, mutations of it and random bytes, from a fixed
 * seed.  Arguments are files to run instead.  EVALTOP_FUZZ_ROUNDS raises the
 * count of mutations (default 2,000).
 *
 * For libFuzzer compile the target without driver.c and with
 * -fsanitize=fuzzer; the function has the name that it expects.
 */
#ifndef EVALTOP_TESTS_FUZZ_DRIVER_H
#define EVALTOP_TESTS_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The target's seeds; sizes of 0 mean up to the NUL; ends with NULL bytes. */
struct fuzz_seed {
	const char *bytes;
	size_t size;
};

extern const struct fuzz_seed fuzz_seeds[];

#endif
