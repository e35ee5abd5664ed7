/* summary.json, and the removal of a run that came to nothing. */
#include "tui/rundata.h"

#include "report/summary.h"

#include <glib/gstdio.h>

#define SUMMARY "summary.json"
#define JOURNAL "results.jsonl"
#define MANIFEST "run.json"

bool
rundata_holds_run(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, MANIFEST, NULL);

	return g_file_test(path, G_FILE_TEST_EXISTS);
}

void
rundata_keep_summary(const struct session *session)
{
	g_autofree char *path = g_build_filename(session->rundir, SUMMARY,
	    NULL);
	g_autofree char *json = summary_json(session);
	g_autofree char *text = g_strconcat(json, "\n", NULL);

	(void)g_file_set_contents(path, text, -1, NULL);
}

void
rundata_forget_summary(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, SUMMARY, NULL);

	(void)g_unlink(path);
}

static bool
is_newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec >= b->st_mtim.tv_nsec;
}

static char *
load_kept(const char *rundir)
{
	g_autofree char *path = g_build_filename(rundir, SUMMARY, NULL);
	g_autofree char *journal = g_build_filename(rundir, JOURNAL, NULL);
	GStatBuf kept, lines;
	char *text = NULL;

	if (g_stat(path, &kept) < 0 || g_stat(journal, &lines) < 0 ||
	    !is_newer(&kept, &lines) ||
	    !g_file_get_contents(path, &text, NULL, NULL))
		return NULL;
	return g_strchomp(text);
}

char *
rundata_load_summary(const char *rundir, GError **error)
{
	struct session *session;
	char *text = load_kept(rundir);

	if (text)
		return text;
	session = session_open(rundir, false, error);
	if (!session)
		return NULL;
	while (session_drain(session) > 0)
		;
	text = summary_json(session);
	session_free(session);
	return text;
}

void
rundata_discard(const char *rundir)
{
	static const char *const files[] = { MANIFEST, SUMMARY, JOURNAL,
		"outputs" };

	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(rundir, files[i],
		    NULL);

		/* "outputs" is a folder: it goes only if nothing is in it. */
		(void)g_remove(path);
	}
	(void)g_rmdir(rundir);
}
