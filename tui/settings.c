/*
 * Which settings a new run gets: an option's value, else the suite's, else
 * the default of DESIGN 4.
 */
#include "config.h"

#include "tui/settings.h"

#include "base/clock.h"
#include "base/error.h"

#include <fnmatch.h>
#include <string.h>

#define DEFAULT_TIMEOUT_MS 3000
#define DEFAULT_OUTPUT_BYTES (256u << 10)

struct choice {
	const char *only;
	guint limit;
	const GArray *first;	/* of the samples as they were loaded */
	guint kept, missing;
};

static guint32
first_of(const struct choice *choice, guint task)
{
	return g_array_index(choice->first, guint32, task);
}

/*
 * Called for tasks with samples; those without are seen to first, by
 * count_missing.
 */
static bool
keep(const struct task *task, guint index, gpointer data)
{
	struct choice *choice = data;

	(void)index;
	if (choice->limit > 0 && choice->kept >= choice->limit)
		return false;
	if (choice->only && fnmatch(choice->only, task->id, 0) != 0)
		return false;
	choice->kept++;
	return true;
}

/* Chosen tasks without samples, up to the task at which --limit is reached. */
static guint
count_missing(const struct choice *choice, const struct suite *suite)
{
	guint kept = 0, missing = 0;

	for (guint i = 0; i < suite->tasks->len; i++) {
		if (choice->limit > 0 && kept >= choice->limit)
			break;
		if (choice->only &&
		    fnmatch(choice->only, suite_task(suite, i)->id, 0) != 0)
			continue;
		if (first_of(choice, i) == first_of(choice, i + 1))
			missing++;
		else
			kept++;
	}
	return missing;
}

static guint
count_blank(const struct sample_set *samples)
{
	guint count = 0;

	for (guint i = 0; i < samples->samples->len; i++)
		count += sample_set_get(samples, i)->is_blank;
	return count;
}

bool
settings_select(const char *only, guint limit, const struct suite *suite,
    struct sample_set *samples, struct run_counts *ret_counts, GError **error)
{
	struct choice choice = { .only = only, .limit = limit,
		.first = samples->first };

	*ret_counts = (struct run_counts){
		.missing_tasks = count_missing(&choice, suite),
		.unknown_samples = samples->unknown_samples,
		.duplicate_samples = samples->duplicate_samples,
		.broken_lines = samples->broken_lines,
	};
	if (only || limit > 0)
		sample_set_filter(samples, suite, keep, &choice);
	ret_counts->empty_samples = count_blank(samples);
	if (samples->samples->len > 0)
		return true;
	if (only)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "option --only: no task with samples matches '%s'; the "
		    "ids of suite %s look like '%s'", only, suite->name,
		    suite->tasks->len > 0 ? suite_task(suite, 0)->id : "");
	else
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s holds no sample for suite %s", samples->path,
		    suite->name);
	return false;
}

guint
settings_default_jobs(void)
{
	return CLAMP(g_get_num_processors(), 1, 1024);
}

/* The manifest is read from any folder, so paths are absolute. */
static char *
absolute(const char *path)
{
	if (!path || strcmp(path, "-") == 0)
		return g_strdup(path);
	return g_canonicalize_filename(path, NULL);
}

/* Names that half of all such files have. */
static bool
says_nothing(const char *name)
{
	static const char *const names[] = { "samples", "generations",
		"results", "completions", "solutions", "seed", NULL };

	return g_strv_contains(names, name);
}

/*
 * The folder that a path names before the file, and NULL where it names none:
 * "samples.jsonl", "./samples.jsonl", "../samples.jsonl", "/samples.jsonl".
 */
static char *
folder_of(const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);
	g_autofree char *name = g_path_get_basename(folder);
	static const char *const no_names[] = { "", ".", "..", "/", NULL };

	return g_strv_contains(no_names, name) ? NULL : g_steal_pointer(&name);
}

/*
 * The file's name without its folder and the usual endings; the folder's
 * where that name says nothing and the path has one.
 */
static char *
label_of(const char *path)
{
	static const char *const endings[] = { ".gz", ".jsonl", ".json",
		".ndjson", ".yaml", ".yml", ".txt" };
	g_autofree char *name = NULL;

	if (strcmp(path, "-") == 0)
		return g_strdup("stdin");
	name = g_path_get_basename(path);
	for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
		if (g_str_has_suffix(name, endings[i]) &&
		    strlen(name) > strlen(endings[i]))
			name[strlen(name) - strlen(endings[i])] = '\0';
	}
	if (says_nothing(name)) {
		g_autofree char *folder = folder_of(path);

		if (folder) {
			g_free(name);
			name = g_steal_pointer(&folder);
		}
	}
	/* The label is shown and may come to stand in a command line. */
	g_strdelimit(name, "\n\t\r", ' ');
	return g_utf8_make_valid(name, -1);
}

static void
fill_k(GArray *k, const struct options *options, const struct suite *suite,
    bool is_check)
{
	static const guint usual[] = { 1, 10, 100 };

	if (options->k)
		g_array_append_vals(k, options->k->data, options->k->len);
	else if (is_check)	/* a task has one reference */
		g_array_append_vals(k, usual, 1);
	else if (suite->k && suite->k->len > 0)
		g_array_append_vals(k, suite->k->data, suite->k->len);
	else
		g_array_append_vals(k, usual, G_N_ELEMENTS(usual));
}

static guint64
first_set(guint64 asked, guint64 of_suite, guint64 fallback)
{
	return asked ? asked : of_suite ? of_suite : fallback;
}

/* Two lists behind one another; NULL when both are empty. */
static GStrv
joined(GStrv of_suite, const GPtrArray *asked)
{
	g_auto(GStrv) more = options_strv(asked);
	g_autoptr(GPtrArray) all = g_ptr_array_new();

	for (guint i = 0; of_suite && of_suite[i]; i++)
		g_ptr_array_add(all, of_suite[i]);
	for (guint i = 0; more && more[i]; i++)
		g_ptr_array_add(all, more[i]);
	if (all->len == 0)
		return NULL;
	g_ptr_array_add(all, NULL);
	return g_strdupv((char **)all->pdata);
}

static void
fill_limits(struct run_settings *settings, const struct options *options,
    const struct suite *suite)
{
	const struct jail_policy usual = JAIL_POLICY_DEFAULT;

	settings->jobs = options->jobs ? options->jobs :
	    settings_default_jobs();
	settings->timeout_ms = (guint32)first_set(options->timeout_ms,
	    suite->timeout_ms, DEFAULT_TIMEOUT_MS);
	settings->memory_bytes = first_set(options->memory_bytes,
	    suite->memory_bytes, usual.memory_bytes);
	settings->output_bytes = first_set(options->output_bytes,
	    suite->output_bytes, DEFAULT_OUTPUT_BYTES);
	settings->file_bytes = usual.file_bytes;
	settings->deny = joined(suite->deny, options->deny);
	settings->allow = joined(suite->allow, options->allow);
	settings->stops = options_strv(options->stops);
	settings->python = g_strdup(options->python);
	settings->site_packages = options->site_packages;
	settings->dedup = !options->no_dedup;
	settings->is_cold = options->cold;
	settings->tier = g_strdup(options->sandbox);
	settings->guard = g_strdup(options->guard ? options->guard :
	    guard_word(GUARD_CONFIRM));
}

static guint32
count_of(const struct sample_set *samples, guint task)
{
	return g_array_index(samples->first, guint32, task + 1) -
	    g_array_index(samples->first, guint32, task);
}

bool
settings_match_index(const struct run_index *index, const struct suite *suite,
    const struct sample_set *samples)
{
	if (index->task_ids->len != suite->tasks->len ||
	    index->counts->len != suite->tasks->len)
		return false;
	for (guint i = 0; i < suite->tasks->len; i++) {
		if (strcmp(g_ptr_array_index(index->task_ids, i),
		    suite_task(suite, i)->id) != 0 ||
		    g_array_index(index->counts, guint32, i) !=
		    count_of(samples, i))
			return false;
	}
	return true;
}

static void
fill_index(struct run_index *index, const struct suite *suite,
    const struct sample_set *samples)
{
	for (guint i = 0; i < suite->tasks->len; i++) {
		guint32 count = count_of(samples, i);

		g_ptr_array_add(index->task_ids,
		    g_strdup(suite_task(suite, i)->id));
		g_array_append_val(index->counts, count);
	}
}

struct run_manifest *
settings_manifest(const struct options *options, const struct suite *suite,
    const struct sample_set *samples, bool is_check,
    const struct run_counts *counts)
{
	struct run_manifest *manifest = run_manifest_new();
	struct run_settings *settings = &manifest->settings;

	if (options->label)
		settings->label = g_strdup(options->label);
	else
		settings->label = is_check ? g_strdup("references") :
		    label_of(samples->path);
	settings->suite_path = absolute(suite->path);
	settings->suite_name = g_strdup(suite->name);
	settings->suite_format = g_strdup(suite->dialect);
	settings->suite_sha256 = g_strdup(suite->sha256);
	if (!is_check) {
		settings->samples_path = absolute(samples->path);
		/*
		 * Only what was asked for: a file may hold records of several
		 * formats, and forcing the first one's would lose the others.
		 */
		settings->samples_format = samples->is_format_forced ?
		    g_strdup(samples->format) : NULL;
		settings->samples_sha256 = g_strdup(samples->sha256);
	}
	settings->is_check = is_check;
	settings->only = g_strdup(options->only);
	settings->limit = options->limit;
	fill_k(settings->k, options, suite, is_check);
	fill_limits(settings, options, suite);
	fill_index(&manifest->index, suite, samples);
	manifest->counts = *counts;
	manifest->host = g_strdup(g_get_host_name());
	manifest->version = g_strdup(PACKAGE_VERSION);
	manifest->started_ms = clock_wall_ms();
	manifest->state = RUN_RUNNING;
	return manifest;
}
