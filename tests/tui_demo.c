/*
 * The dashboard on a made-up run, for tests that need a process and for
 * looking at it: tui_demo [live|done|hostile] [tasks n jobs [speed]].
 * Exits 0 after q, 130 after ^C; dies of the signal that ended it.
 */
#include "tui_fake.h"
#include "tui/screen/dashboard.h"
#include "tui/signals.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "live";
	struct fake_options fake = {
		.tasks = argc > 4 ? (guint)atoi(argv[2]) : 24,
		.n = argc > 4 ? (guint)atoi(argv[3]) : 10,
		.jobs = argc > 4 ? (guint)atoi(argv[4]) : 4,
		.is_live = strcmp(mode, "live") == 0,
		.is_hostile = strcmp(mode, "hostile") == 0,
		.speed = argc > 5 ? atof(argv[5]) : 1,
	};
	struct dashboard_options options = {
		.ascii = getenv("DEMO_ASCII") != NULL,
	};
	struct session *session;
	struct dashboard_result result = { 0 };
	enum dashboard_end end;
	int sig;

	setlocale(LC_ALL, "");
	session = fake_session_new(&fake);
	if (!fake.is_live)
		fake_advance(session, G_MAXINT32);
	end = dashboard_run(session, &options, &result);
	sig = result.signal;
	dashboard_result_clear(&result);
	session_free(session);
	switch (end) {
	case DASHBOARD_QUIT:
		printf("quit\n");
		return 0;
	case DASHBOARD_INTERRUPTED:
		printf("interrupted\n");
		return 130;
	case DASHBOARD_SIGNAL:
		signals_die_of(sig);
		return 1;
	case DASHBOARD_NO_TERMINAL:
	case DASHBOARD_RESUME:
	case DASHBOARD_RERUN:
	case DASHBOARD_SCRIPT_FAILED:
		break;
	}
	fprintf(stderr, "no terminal\n");
	return 3;
}
