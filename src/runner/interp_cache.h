/*
 * What an interpreter said about itself, kept: starting one to ask costs
 * more than a hundred candidates, and a `python3` that is a shell script as
 * much again.
 */
#ifndef EVALTOP_RUNNER_INTERP_CACHE_H
#define EVALTOP_RUNNER_INTERP_CACHE_H

#include <cjson/cJSON.h>

/*
 * A name for the question; the same as long as everything is that decides
 * which interpreter `program` (a path) starts and which harness it is shown
 * (`folder`).  NULL where that cannot be told.  Caller frees.
 */
char *interp_cache_key(const char *program, const char *folder);

/*
 * Which files the interpreter of an answer is made of, its libraries
 * included, as a word; NULL if it is not there.  Caller frees.
 */
char *interp_cache_identity(const cJSON *answer);

/*
 * The answer kept in the folder `cache`, if all the files that it names are
 * there and the interpreter is still the same; else NULL.
 */
cJSON *interp_cache_load(const char *cache, const char *key);

/* Keep an answer; without a word where that cannot be done, or is unsound. */
void interp_cache_save(const char *cache, const char *key,
    const char *program, const cJSON *answer);

#endif
