/*
 * The jail as its users meet it: the built evaltop-jail, run with commands
 * that try what must not work.  EVALTOP_JAIL names the program.
 */
#ifndef EVALTOP_TESTS_SANDBOX_FIXTURE_H
#define EVALTOP_TESTS_SANDBOX_FIXTURE_H

#include "sandbox/client.h"
#include "sandbox/probe.h"

#define DEADLINE_S 30.0
#define PYTHON "/usr/bin/python3"

const char *jail_path(void);
double now_s(void);		/* CLOCK_MONOTONIC */

/*
 * The text with our pid for NONCE: what a test looks for among the host's
 * processes must not be that of a test next door.  Caller frees.
 */
char *expand(const char *text);

/* Up to the end or size - 1 bytes; ends in NUL.  Returns how many. */
size_t read_all(int fd, char *text, size_t size);

/* One command by hand, and all that it left. */

struct result {
	int status;			/* exit status of evaltop-jail */
	char output[16384];		/* stdout and stderr */
	char report[1024];
};

/* The script is a shell's, and runs the jail as "$@"; NULL: without one. */
void run_jail(struct result *result, const char *script,
    const char *const *arguments);

#define RUN_IN(result, script, ...) \
	run_jail((result), (script), \
	    (const char *const[]){ __VA_ARGS__, NULL })
#define RUN(result, ...) \
	RUN_IN((result), NULL, __VA_ARGS__)
#define RUN_SHELL(result, script) \
	RUN((result), "--", "/bin/sh", "-c", (script))
#define RUN_PYTHON(result, script) \
	RUN((result), "--", PYTHON, "-I", "-S", "-c", (script))

void expect(const struct result *result, int status, const char *outcome);
void expect_output(const struct result *result, const char *want);
/* A number of the report, -1 if it is not there. */
double report_number(const struct result *result, const char *name);

/* What the host looks like: nothing of it may change. */

/* How many have needle in their command line; none of them may be root. */
int count_processes(const char *needle);
void expect_no_process(const char *needle);

/*
 * Run by root, the group is done again as an ordinary user.  Returns the
 * exit status of main().
 */
int run_for_all_users(int (*run_group)(const char *name), const char *name);

#endif
