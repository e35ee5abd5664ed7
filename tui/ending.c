/* The end of a run as text, the same in plain mode and after the screen. */
#include "tui/ending.h"

#include "stats/passk.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/plain.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void
print_counts(const struct session *session, FILE *out)
{
	const struct board *board = session->board;
	g_autofree char *name = g_path_get_basename(session->rundir);
	g_autofree char *clean = clean_line(name);
	g_autofree char *took = plain_duration(board->elapsed_ms);
	g_autofree char *words = plain_counts(board);

	fprintf(out, "evaltop: run %s %s, %u of %u judged in %s:%s\n", clean,
	    run_state_word(board->state), board->judged, board->samples->len,
	    took, words);
}

static void
print_estimate(const struct session *session, guint k, FILE *out)
{
	const struct board *board = session->board;
	struct passk_estimate estimate;

	passk_estimate(board, k, passk_includes_incomplete(board),
	    &estimate);
	if (estimate.tasks == 0) {
		fprintf(out, "pass@%u - tasks=0 (no task has %u judged "
		    "sample%s)\n", k, k, k == 1 ? "" : "s");
		return;
	}
	fprintf(out, "pass@%u %.3f [%.3f, %.3f] tasks=%u", k, estimate.value,
	    estimate.low, estimate.high, estimate.tasks);
	/* Both figures wherever a pass is disputed (DESIGN 5). */
	if (board->trusts[TRUST_DISPUTED] > 0)
		fprintf(out, " confirmed=%.3f", estimate.confirmed);
	fputc('\n', out);
}

static void
print_reruns(const struct board *board, FILE *out)
{
	for (guint i = 0; board->reruns && i < board->reruns->len; i++) {
		const struct board_rerun *rerun = &g_array_index(
		    board->reruns, struct board_rerun, i);

		if (rerun->count == 0)
			continue;
		fprintf(out, "note: %u sample%s judged again", rerun->count,
		    rerun->count == 1 ? " was" : "s were");
		if (rerun->timeout_ms > 0)
			fprintf(out, ", with a timeout of %g s",
			    rerun->timeout_ms / 1000.0);
		fputc('\n', out);
	}
}

/* Facts about the input that a reader of the figures must know. */
static void
print_notes(const struct session *session, FILE *out)
{
	const struct run_counts *counts = &session->manifest->counts;
	const struct board *board = session->board;
	const struct {
		guint count;
		const char *one, *many;
	} notes[] = {
		{ counts->missing_tasks, "task has no sample",
		    "tasks have no sample" },
		{ counts->unknown_samples, "sample is of no task of the suite",
		    "samples are of no task of the suite" },
		{ counts->duplicate_samples,
		    "sample has the text of another one of its task",
		    "samples have the text of another one of their task" },
		{ counts->empty_samples, "sample is empty",
		    "samples are empty" },
		{ counts->broken_lines, "line could not be read",
		    "lines could not be read" },
		{ board->no_code, "answer held no code",
		    "answers held no code" },
	};

	print_reruns(board, out);
	for (guint i = 0; i < G_N_ELEMENTS(notes); i++) {
		if (notes[i].count > 0)
			fprintf(out, "note: %u %s\n", notes[i].count,
			    notes[i].count == 1 ? notes[i].one :
			    notes[i].many);
	}
	/* Nearly always an extraction at fault, not the model. */
	if (board->judged >= 10 &&
	    board->outcomes[OUTCOME_SYNTAX_ERROR] * 2 > board->judged)
		fputs("note: most samples are syntax errors; look at one of "
		    "them, the answers may want another --samples-format\n",
		    out);
}

/* What to call the run in a command: its name where that is enough. */
static char *
run_argument(const char *rundir)
{
	g_autofree char *base = rundir_base();
	g_autofree char *folder = g_path_get_dirname(rundir);
	g_autofree char *name = strcmp(base, folder) == 0 ?
	    g_path_get_basename(rundir) : g_strdup(rundir);
	g_autofree char *clean = clean_line(name);

	return clean_is_plain_word(clean) ? g_steal_pointer(&clean) :
	    g_shell_quote(clean);
}

/*
 * How the rest gets judged.  A resumed run keeps its settings: one that was
 * made without --site-packages (data/harness/plan.py says which samples want
 * it) can do nothing more for them.
 */
static void
print_way_on(const struct session *session, const char *name, FILE *out)
{
	const struct run_settings *settings = &session->manifest->settings;
	const struct board *board = session->board;
	bool is_stuck = board->judged + board->unjudged ==
	    board->samples->len && !settings->site_packages &&
	    board->last_message &&
	    strstr(board->last_message, "--site-packages");
	const char *command = settings->is_check ? "check" : "run";

	if (board->state < RUN_DONE || board->judged == board->samples->len)
		return;
	if (is_stuck)
		fprintf(out, "evaltop: --resume keeps a run's settings; "
		    "start a new one: evaltop %s --site-packages ...\n",
		    command);
	else
		fprintf(out, "evaltop: go on with: evaltop %s --resume %s\n",
		    command, name);
}

static void
print_hints(const struct session *session, FILE *out)
{
	const struct board *board = session->board;
	g_autofree char *name = run_argument(session->rundir);
	g_autofree char *folder = clean_line(session->rundir);

	if (board->end_message) {
		g_autofree char *why = clean_line(board->end_message);

		fprintf(out, "evaltop: the run broke off: %s\n", why);
	} else if (board->unjudged > 0) {
		g_autofree char *why = clean_line(board->last_message);

		fprintf(out, "evaltop: %u sample%s could not be judged%s%s\n",
		    board->unjudged, board->unjudged == 1 ? "" : "s",
		    *why ? ": " : "", why);
	}
	print_way_on(session, name, out);
	fprintf(out, "evaltop: the run is in %s\n", folder);
	fprintf(out, "evaltop: %s with: evaltop view %s\n",
	    board->outcomes[OUTCOME_PASS] < board->judged ?
	    "see the failures" : "see the run", name);
}

void
ending_print(const struct session *session, FILE *out)
{
	const GArray *k = session->manifest->settings.k;

	print_counts(session, out);
	for (guint i = 0; k && i < k->len; i++)
		print_estimate(session, g_array_index(k, guint, i), out);
	print_notes(session, out);
	print_hints(session, out);
}

/*
 * One write that does not wait.  A terminal or a pipe is opened anew for that:
 * O_NONBLOCK on the descriptor itself would be everybody's who has it.
 */
static void
write_at_once(int fd, const char *text, size_t length)
{
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
	struct stat info;
	int own;

	if (fstat(fd, &info) < 0)
		return;
	if (S_ISREG(info.st_mode)) {
		(void)!write(fd, text, length);
	} else if (S_ISSOCK(info.st_mode)) {
		(void)send(fd, text, length, MSG_DONTWAIT | MSG_NOSIGNAL);
	} else {
		own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (own < 0)
			return;
		(void)!write(own, text, length);
		(void)close(own);
	}
}

void
ending_print_dying(const struct session *session)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return;
	ending_print(session, out);
	/* In the background of a terminal that has TOSTOP we would be stopped. */
	(void)signal(SIGTTOU, SIG_IGN);
	if (fclose(out) == 0)
		write_at_once(STDERR_FILENO, text, length);
	free(text);
}

bool
ending_meets_bounds(const struct session *session,
    const struct options *options)
{
	const struct board *board = session->board;
	bool is_met = true;

	for (guint i = 0; options->fail_under &&
	    i < options->fail_under->len; i++) {
		const struct fail_under *bound = &g_array_index(
		    options->fail_under, struct fail_under, i);
		struct passk_estimate estimate;

		passk_estimate(board, bound->k,
		    passk_includes_incomplete(board), &estimate);
		if (estimate.tasks == 0)
			command_complain("no task has the %u judged samples "
			    "that --fail-under pass@%u needs", bound->k,
			    bound->k);
		else if (estimate.value < bound->value)
			command_complain("pass@%u is %.4f, below the %.4f of "
			    "--fail-under", bound->k, estimate.value,
			    bound->value);
		else
			continue;
		is_met = false;
	}
	return is_met;
}

int
ending_status(const struct session *session, const struct options *options)
{
	const struct board *board = session->board;

	if (board->unjudged > 0 || board->state == RUN_INCOMPLETE)
		return EXIT_INCOMPLETE;
	if (board->state != RUN_DONE)
		return EXIT_INTERRUPTED;
	return ending_meets_bounds(session, options) ? EXIT_DONE : EXIT_BELOW;
}
