/*
 * Judges that stay.
 *
 * A judge of the split guard runs the suite's own tests, and the plan knows of
 * most tests that they leave nothing behind in the interpreter.  So their judge
 * need not be a new process for each sample: it says when it is free, waits
 * here, and is given the next request and the next line to a candidate.  It
 * says so only after a sample that did nothing but answer calls; after any
 * other it ends, as does one that has judged many.  One that had to be killed
 * is never free.
 */
#include "runner/internal.h"

#include "sandbox/packet.h"

#include <unistd.h>

#define SAMPLES_MAX 500		/* of one judge; what it leaks goes with it */
#define CPU_MAX_S (24u * 3600u)	/* of one judge; each sample has its clock */

struct standing {
	guint64 jail_job;
	int line;		/* where it gets requests */
	int verdict;		/* -1: the pipe is its slot's */
	guint samples;
	guint64 cpu_us;		/* for those that it is free of */
};

static struct standing *
start(struct runner *runner, int *ret_err)
{
	const struct jail_policy policy = slot_policy(runner, CPU_MAX_S);
	struct standing *judge = g_new0(struct standing, 1);

	judge->jail_job = ++runner->last_jail_job;
	*ret_err = launcher_launch_judge(&runner->launcher, judge->jail_job,
	    &policy, &judge->line, &judge->verdict);
	if (*ret_err == 0)
		return judge;
	g_free(judge);
	return NULL;
}

void
standing_free(struct standing *judge)
{
	if (!judge)
		return;
	(void)close(judge->line);
	if (judge->verdict >= 0)
		(void)close(judge->verdict);
	g_free(judge);
}

struct standing *
standing_take(struct runner *runner, int *ret_verdict, int *ret_err)
{
	GPtrArray *waiting = runner->standing;
	struct standing *judge = waiting->len > 0 ?
	    g_ptr_array_steal_index_fast(waiting, waiting->len - 1) :
	    start(runner, ret_err);

	if (judge) {
		*ret_verdict = judge->verdict;
		judge->verdict = -1;
	}
	return judge;
}

guint64
standing_jail_job(const struct standing *judge)
{
	return judge->jail_job;
}

guint64
standing_cpu_us(const struct standing *judge)
{
	return judge->cpu_us;
}

int
standing_ask(struct standing *judge, int request, int line)
{
	const int fds[2] = { request, line };

	judge->samples++;
	return jail_packet_send(judge->line, "q", 1, fds, 2);
}

void
standing_keep(struct runner *runner, struct standing *judge, int verdict,
    guint64 cpu_us)
{
	judge->verdict = verdict;
	judge->cpu_us += cpu_us;
	if (judge->samples < SAMPLES_MAX)
		g_ptr_array_add(runner->standing, judge);
	else
		standing_free(judge);
}

void
standing_ended(struct runner *runner, guint64 jail_job)
{
	for (guint i = 0; i < runner->standing->len; i++) {
		const struct standing *judge = runner->standing->pdata[i];

		if (judge->jail_job == jail_job) {
			g_ptr_array_remove_index_fast(runner->standing, i);
			return;
		}
	}
}
