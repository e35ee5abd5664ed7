/*
 * The main thread's side of the runner: what must be there before its thread
 * starts, the feed that is handed out for it, and its end.
 */
#include "runner/internal.h"

#include "base/datadir.h"
#include "base/error.h"
#include "runner/plan.h"
#include "runner/request.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#define DESCRIPTORS_SPARE 40	/* the launcher's own, and those on their way */

/* ---- the feed ---- */

static void
runner_take(struct feed *feed, GPtrArray *into)
{
	queue_take(&((struct runner *)feed)->events, into);
}

static bool
send_command(struct runner *runner, const struct command *command)
{
	if (g_atomic_int_get(&runner->is_gone))
		return false;
	queue_push(&runner->commands, g_memdup2(command, sizeof *command));
	return true;
}

static bool
runner_command(struct feed *feed, enum feed_command what, guint argument)
{
	const struct command command = { .type = COMMAND_FEED, .what = what,
		.argument = argument };

	return send_command((struct runner *)feed, &command);
}

static bool
runner_rerun(struct feed *feed, const GArray *ordinals, guint32 timeout_ms)
{
	struct command command = { .type = COMMAND_RERUN,
		.timeout_ms = timeout_ms };

	command.ordinals = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_array_append_vals(command.ordinals, ordinals->data, ordinals->len);
	if (send_command((struct runner *)feed, &command))
		return true;
	g_array_unref(command.ordinals);
	return false;
}

void
command_free(gpointer data)
{
	struct command *command = data;

	if (command->ordinals)
		g_array_unref(command->ordinals);
	g_free(command);
}

static void
free_event(gpointer event)
{
	event_free(event);
}

static void
runner_free(struct feed *feed)
{
	struct runner *runner = (struct runner *)feed;

	const struct command leave = { .type = COMMAND_LEAVE };

	if (runner->has_thread) {
		(void)send_command(runner, &leave);
		(void)pthread_join(runner->thread, NULL);
	}
	launcher_stop(&runner->launcher);
	for (guint i = 0; i < runner->slots->len; i++)
		slot_free(g_ptr_array_index(runner->slots, i));
	g_ptr_array_unref(runner->slots);
	g_ptr_array_unref(runner->standing);
	job_clear_all(runner);
	queue_clear(&runner->events, free_event);
	queue_clear(&runner->commands, command_free);
	if (runner->plans)
		g_ptr_array_unref(runner->plans);
	plan_store_free(runner->store);
	if (runner->denylist)
		g_ptr_array_unref(runner->denylist);
	interp_free(runner->interp);
	g_free(runner->launcher.path);
	if (runner->epoll_fd >= 0)
		(void)close(runner->epoll_fd);
	g_free(runner->fatal);
	g_free(runner);
}

/* ---- starting ---- */

/* What earlier sessions left, from a board that is the main thread's. */
static void
note_earlier(struct runner *runner)
{
	const struct board *board = runner->config.board;

	if (!board)
		return;
	runner->earlier = g_array_sized_new(FALSE, TRUE,
	    sizeof(struct earlier), board->samples->len);
	for (guint i = 0; i < board->samples->len; i++) {
		const struct board_sample *sample = board_sample(board, i);
		struct earlier earlier = {
			.journal_offset = sample->journal_offset,
			.journal_length = sample->journal_length,
			.is_own = sample->has_verdict && !sample->is_copy &&
			    !sample->rerun,
		};

		g_array_append_val(runner->earlier, earlier);
		if (sample->has_verdict)
			runner->fates[i] = FATE_ENDED;
		/* Such a one is tried again, but not by a rerun of others. */
		if (sample->state == SAMPLE_UNJUDGED && runner->config.rerun) {
			runner->fates[i] = FATE_ENDED | FATE_FAILED;
			runner->failed++;
		}
	}
}

static GArray *
count_left(const struct runner *runner)
{
	const struct runner_config *config = &runner->config;
	GArray *left = g_array_new(FALSE, TRUE, sizeof(guint32));

	g_array_set_size(left, config->suite->tasks->len);
	for (guint i = 0; i < config->samples->samples->len; i++) {
		guint32 task = sample_set_get(config->samples, i)->task;

		if (!(runner->fates[i] & FATE_ENDED))
			g_array_index(left, guint32, task)++;
	}
	return left;
}

/*
 * The launcher holds three descriptors for each process, as we do for each
 * slot, and raises its soft limit to the hard one, which it has from us.
 */
static guint
count_processes_max(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 ||
	    limit.rlim_max >= 3 * JAIL_JOBS_MAX + DESCRIPTORS_SPARE)
		return JAIL_JOBS_MAX;
	if (limit.rlim_max < DESCRIPTORS_SPARE + 3 * 2)
		return 2;
	return ((guint)limit.rlim_max - DESCRIPTORS_SPARE) / 3;
}

static struct runner *
runner_new(const struct runner_config *config)
{
	struct runner *runner = g_new0(struct runner, 1);

	runner->feed = (struct feed){
		.fd = -1,
		.take = runner_take,
		.command = runner_command,
		.rerun = runner_rerun,
		.free = runner_free,
	};
	runner->config = *config;
	runner->epoll_fd = -1;
	runner->launcher.socket = -1;
	runner->launcher.stop_fd = config->stop_fd;
	runner->slots = g_ptr_array_new();
	runner->standing = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)standing_free);
	runner->twins = g_ptr_array_new();
	g_ptr_array_set_size(runner->twins, (gint)config->suite->tasks->len);
	runner->fates = g_new0(guint8, config->samples->samples->len + 1);
	note_earlier(runner);
	runner->left = count_left(runner);
	runner->splits = splits_new(config->suite->tasks->len);
	runner->cores = MAX(g_get_num_processors(), 1);
	runner->jobs = CLAMP(config->manifest->settings.jobs, 1,
	    RUNNER_JOBS_MAX);
	runner->processes_max = count_processes_max();
	runner->state = RUN_RUNNING;
	runner->guard = GUARD_CONFIRM;
	(void)guard_from_word(config->manifest->settings.guard,
	    &runner->guard);
	return runner;
}

/*
 * In the tier asked for, or else in the strongest that this host gives;
 * limits, which confine little, are used only when asked for by name.
 */
static bool
start_launcher(struct launcher *launcher, const char *tier, GError **error)
{
	g_autoptr(GError) first = NULL;

	for (int i = 0; i < JAIL_TIER__COUNT; i++) {
		const char *name = jail_tier_name((enum jail_tier)i);

		if (tier ? strcmp(tier, name) != 0 : i == JAIL_TIER_LIMITS)
			continue;
		launcher->tier = (enum jail_tier)i;
		if (launcher_start(launcher, first ? NULL : &first))
			return true;
	}
	/* What the strongest lacks is what is worth telling. */
	g_propagate_error(error, g_steal_pointer(&first));
	return false;
}

static bool
set_up_jail(struct runner *runner, GError **error)
{
	struct run_manifest *manifest = runner->config.manifest;
	g_autofree char *folder = datadir_find("harness");
	g_autofree char *warm = datadir_find_warm();
	g_autofree char *init = datadir_find_init();
	const struct interp_question question = {
		.python = manifest->settings.python,
		.folder = folder,
		.warm = warm,
		.init = init,
		.site_packages = manifest->settings.site_packages,
		.stop_fd = runner->config.stop_fd,
	};

	runner->interp = interp_probe(&question, error);
	if (!runner->interp)
		return false;
	runner->launcher.path = datadir_find_jail();
	runner->launcher.interp = runner->interp;
	if (!start_launcher(&runner->launcher, manifest->settings.tier, error))
		return false;
	g_free(manifest->tier);
	manifest->tier = g_strdup(jail_tier_name(runner->launcher.tier));
	g_free(manifest->memory_by);
	manifest->memory_by = g_strdup(jail_memory_name(
	    runner->launcher.memory_by));
	/* A warm interpreter forks into namespaces: there must be some. */
	runner->launcher.is_warm = !manifest->settings.is_cold &&
	    runner->launcher.tier == JAIL_TIER_FULL;
	g_free(manifest->interpreter);
	manifest->interpreter = g_strdup_printf("%s (Python %s)",
	    runner->interp->executable, runner->interp->version);
	return true;
}

static bool
set_up_loop(struct runner *runner, GError **error)
{
	if (!queue_init(&runner->events, error) ||
	    !queue_init(&runner->commands, error))
		return false;
	runner->feed.fd = runner->events.fd;
	runner->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (runner->epoll_fd >= 0 &&
	    runner_watch(runner, runner->commands.fd, ID_COMMANDS) &&
	    runner_watch(runner, runner->launcher.socket, ID_SOCKET))
		return true;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "cannot set up the runner: %s", g_strerror(errno));
	return false;
}

struct feed *
runner_start(const struct runner_config *config, GError **error)
{
	struct runner *runner = runner_new(config);
	const struct run_settings *settings = &config->manifest->settings;
	int r;

	if (!set_up_jail(runner, error))
		goto fail;
	runner->plans = plan_tasks(&runner->launcher, config->suite,
	    config->samples, &runner->store, error);
	if (!runner->plans || !set_up_loop(runner, error))
		goto fail;
	runner->launcher.stop_fd = -1;	/* from now on there are commands */
	runner->denylist = request_denylist(settings->deny, settings->allow);
	r = pthread_create(&runner->thread, NULL, runner_main, runner);
	if (r != 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot start the runner's thread: %s", g_strerror(r));
		goto fail;
	}
	runner->has_thread = true;
	return &runner->feed;
fail:
	runner_free(&runner->feed);
	return NULL;
}
