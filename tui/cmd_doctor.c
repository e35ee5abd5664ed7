/*
 * evaltop doctor: what this host offers.  The sandbox is set up for real and
 * not guessed at; kernel settings are read only to word the advice.
 */
#include "config.h"

#include "base/datadir.h"
#include "runner/interp.h"
#include "run/rundir.h"
#include "sandbox/probe.h"
#include "tui/clean.h"
#include "tui/command.h"
#include "tui/settings.h"
#include "tui/versions.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

struct finding {
	const char *name;	/* in the JSON object, and the line's head */
	char *value;
	bool is_bad;		/* evaltop cannot judge like this */
};

struct report {
	GArray *findings;	/* struct finding */
	GPtrArray *advice;	/* char *: a command, or a sentence */
};

static void
finding_clear(gpointer data)
{
	g_free(((struct finding *)data)->value);
}

/* Takes the value over. */
static void
add(struct report *report, const char *name, char *value, bool is_bad)
{
	struct finding finding = { name, value, is_bad };

	g_array_append_val(report->findings, finding);
}

static void
advise(struct report *report, const char *text)
{
	g_ptr_array_add(report->advice, g_strdup(text));
}

/* The cause of a step that failed, and the one command. */
static void
advise_on_step(struct report *report, const char *step, int err)
{
	const char *command = NULL, *cause = jail_advice(step, err, &command);
	g_autofree char *text = g_strdup_printf("%s: %s", cause, command);

	advise(report, text);
}

/* What would give this host the tiers that are better than the one it has. */
static void
advise_for_better(struct report *report, const char *jail,
    enum jail_tier tier)
{
	for (int i = 0; i < (int)tier; i++) {
		struct jail_probe probe;
		int err = jail_probe_tier(jail, (enum jail_tier)i, &probe);

		if (err < 0)
			advise_on_step(report, probe.step, -err);
	}
}

/* Of all processes of a candidate together. */
static void
examine_memory(struct report *report, const struct jail_probe *probe)
{
	if (probe->memory_by == JAIL_MEMORY_CGROUP) {
		add(report, "memory", g_strdup("limited by the kernel (a "
		    "cgroup for each candidate)"), false);
		return;
	}
	add(report, "memory", probe->memory_err == ENOENT ?
	    g_strdup_printf("watched 40 times a second (no %s)",
	    probe->memory_lacks) :
	    g_strdup_printf("watched 40 times a second (%s: %s)",
	    probe->memory_lacks, g_strerror(probe->memory_err)), false);
	advise_on_step(report, probe->memory_lacks, probe->memory_err);
}

/* Returns the tier that a run would have. */
static enum jail_tier
examine_sandbox(struct report *report)
{
	static const char *const gives[JAIL_TIER__COUNT] = {
		[JAIL_TIER_FULL] = "namespaces, seccomp, Landlock, limits",
		[JAIL_TIER_LANDLOCK] = "Landlock, seccomp, limits",
		[JAIL_TIER_LIMITS] = "limits only; needs --sandbox limits",
	};
	g_autofree char *jail = datadir_find_jail();
	struct jail_probe probe;
	int err = jail_probe(jail, &probe);

	if (err < 0) {
		add(report, "sandbox", g_strdup_printf("none: %s%s%s",
		    probe.step, *probe.step ? ": " : "", g_strerror(-err)),
		    true);
		if (!g_file_test(jail, G_FILE_TEST_IS_EXECUTABLE))
			advise(report, "evaltop-jail is missing: install "
			    "evaltop again, or build it with make");
		else
			advise_for_better(report, jail, JAIL_TIER_LIMITS);
	} else {
		add(report, "sandbox", g_strdup_printf("%s (%s)",
		    jail_tier_name(probe.tier), gives[probe.tier]),
		    probe.tier == JAIL_TIER_LIMITS);
		if (*probe.step)
			add(report, "sandbox_lacks", g_strdup(probe.step),
			    false);
		advise_for_better(report, jail, probe.tier);
		examine_memory(report, &probe);
	}
	add(report, "jail", g_steal_pointer(&jail), false);
	return probe.tier;
}

/* Whether the candidates' user can read all that the interpreter is. */
static void
add_interpreter(struct report *report, const struct interp *interp,
    enum jail_tier tier)
{
	g_autofree char *jail = datadir_find_jail();
	g_autofree char *text = g_strdup_printf("%s (%s)", interp->executable,
	    interp->version);
	struct jail_probe probe;
	int err = jail_probe_binds(jail, tier,
	    (const char *const *)interp->binds->pdata, interp->binds->len,
	    &probe);

	if (err == 0 || strncmp(probe.step, "bind", 4) != 0) {
		add(report, "python", g_steal_pointer(&text), false);
		return;
	}
	add(report, "python", g_strdup_printf("%s, not in the sandbox: %s: %s",
	    text, probe.step, g_strerror(-err)), true);
	advise_on_step(report, probe.step, -err);
}

static void
examine_python(struct report *report, const char *python,
    enum jail_tier tier)
{
	g_autofree char *folder = datadir_find("harness");
	g_autofree char *warm = datadir_find_warm();
	g_autofree char *init = datadir_find_init();
	g_autofree char *harness = NULL;
	g_autoptr(GError) error = NULL;
	const struct interp_question question = {
		.python = python, .folder = folder, .warm = warm, .init = init,
		.stop_fd = -1,
	};
	struct interp *interp = interp_probe(&question, &error);

	if (interp) {
		add_interpreter(report, interp, tier);
		interp_free(interp);
	} else {
		add(report, "python", g_strdup(error->message), true);
	}
	harness = g_build_filename(folder, "harness.py", NULL);
	if (!g_file_test(harness, G_FILE_TEST_EXISTS)) {
		add(report, "harness", g_strdup_printf("%s is missing",
		    harness), true);
		advise(report, "the harness is missing: install evaltop again, "
		    "or set EVALTOP_DATADIR to the folder that holds harness/");
		return;
	}
	add(report, "harness", g_steal_pointer(&harness), false);
}

static void
examine_terminal(struct report *report)
{
	const char *term = g_getenv("TERM"), *charset;
	bool is_utf8 = g_get_charset(&charset);
	struct winsize size;
	g_autofree char *text = NULL;

	if (!isatty(STDOUT_FILENO))
		text = g_strdup("stdout is none");
	else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		text = g_strdup_printf("%ux%u", size.ws_col, size.ws_row);
	else
		text = g_strdup("of unknown size");
	add(report, "terminal", g_strdup_printf("%s, TERM=%s", text,
	    term ? term : ""), false);
	add(report, "locale", g_strdup_printf("%s%s", charset,
	    is_utf8 ? "" : " (the screens use ASCII)"), false);
	if (!is_utf8)
		advise(report, "export LC_ALL=C.UTF-8");
}

static void
examine_host(struct report *report)
{
	g_autofree char *base = rundir_base();
	struct utsname name;

	if (uname(&name) == 0)
		add(report, "kernel", g_strdup_printf("%s %s %s", name.sysname,
		    name.release, name.machine), false);
	add(report, "cores", g_strdup_printf("%u",
	    settings_default_jobs()), false);
	add(report, "runs", g_steal_pointer(&base), false);
	add(report, "libraries", versions_text(), false);
	add(report, "evaltop", g_strdup(PACKAGE_VERSION), false);
}

static void
print_lines(const struct report *report)
{
	for (guint i = 0; i < report->findings->len; i++) {
		const struct finding *finding = &g_array_index(
		    report->findings, struct finding, i);
		g_autofree char *value = clean_line(finding->value);

		printf("%-14s %s%s\n", finding->name,
		    finding->is_bad ? "!! " : "", value);
	}
	for (guint i = 0; i < report->advice->len; i++)
		printf("%-14s %s\n", "to have more",
		    (const char *)g_ptr_array_index(report->advice, i));
}

static void
print_json(const struct report *report, bool is_ready)
{
	cJSON *object = cJSON_CreateObject(), *advice;
	char *text;

	for (guint i = 0; i < report->findings->len; i++) {
		const struct finding *finding = &g_array_index(
		    report->findings, struct finding, i);
		g_autofree char *valid = g_utf8_make_valid(finding->value, -1);

		cJSON_AddStringToObject(object, finding->name, valid);
	}
	advice = cJSON_AddArrayToObject(object, "advice");
	for (guint i = 0; i < report->advice->len; i++)
		cJSON_AddItemToArray(advice, cJSON_CreateString(
		    g_ptr_array_index(report->advice, i)));
	cJSON_AddBoolToObject(object, "ready", is_ready);
	text = cJSON_PrintUnformatted(object);
	puts(text);
	cJSON_free(text);
	cJSON_Delete(object);
}

int
cmd_doctor(const struct options *options)
{
	struct report report = {
		g_array_new(FALSE, FALSE, sizeof(struct finding)),
		g_ptr_array_new_with_free_func(g_free),
	};
	bool is_ready = true;
	enum jail_tier tier;

	g_array_set_clear_func(report.findings, finding_clear);
	tier = examine_sandbox(&report);
	examine_python(&report, options->python, tier);
	examine_terminal(&report);
	examine_host(&report);
	for (guint i = 0; i < report.findings->len; i++)
		is_ready = is_ready && !g_array_index(report.findings,
		    struct finding, i).is_bad;
	if (options->json)
		print_json(&report, is_ready);
	else
		print_lines(&report);
	g_array_unref(report.findings);
	g_ptr_array_unref(report.advice);
	return is_ready ? EXIT_DONE : EXIT_INCOMPLETE;
}
