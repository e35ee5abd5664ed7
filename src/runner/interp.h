/*
 * The Python interpreter that judges: found once, asked once for the files
 * that it needs, then run by its real path (a `python3` on the PATH may be a
 * shell script that costs 97 ms a start).
 */
#ifndef EVALTOP_RUNNER_INTERP_H
#define EVALTOP_RUNNER_INTERP_H

#include <glib.h>
#include <stdbool.h>

struct interp {
	char *executable;	/* real path */
	char *version;		/* "3.11.2" */
	GPtrArray *argv;	/* char *: how a candidate is started cold */
	GPtrArray *warm_argv;	/* char *: how one that forks them is started */
	GPtrArray *binds;	/* char *: PATH or PATH:TARGET, read-only */
	char *cache;		/* the folder for what can be made anew */
	/*
	 * Equal as long as interpreter and harness are the same; NULL where
	 * that cannot be told, as with packages of a site.
	 */
	char *identity;
};

struct interp_question {
	const char *python;	/* a path or a name on the PATH; NULL: python3 */
	const char *folder;	/* holds the harness (harness.py and its kin) */
	const char *warm;	/* the path of evaltop-warm.so */
	const char *init;	/* of evaltop-init; NULL: there is none */
	bool site_packages;
	int stop_fd;		/* gives up once this is readable; -1: never */
	int timeout_ms;		/* for its answer; 0: half a minute */
};

/*
 * NULL with a HOST error that says what to install when there is no Python of
 * at least 3.8, or one that does not answer.  Runs the interpreter (trusted: it
 * is the user's own), so call before any thread exists.
 */
struct interp *interp_probe(const struct interp_question *question,
    GError **error);
void interp_free(struct interp *interp);

#endif
