/* By which column the list in view is sorted, for :sort and for clicks. */
#include "tui/screen/app.h"

static const char *const task_words[] = { "number", "name", "mean", "failed",
	NULL };
static const char *const reason_words[] = { "samples", "tasks", "reason",
	NULL };
static const char *const run_words[] = { "started", "name", "suite", "label",
	"state", "pass@1", NULL };

/* How the rows of the list in view are sorted; NULL: they are not. */
static bool *
sort_of(struct app *app, int *ret_sort)
{
	switch (app_screen(app)->place) {
	case PLACE_RUNS:
		*ret_sort = (int)app->runs.sort;
		return &app->runs.is_reverse;
	case PLACE_OVERVIEW:
		*ret_sort = (int)app->sort;
		return &app->is_reverse;
	case PLACE_CASELIST:
		*ret_sort = (int)app->cases.sort;
		return &app->cases.is_reverse;
	case PLACE_REASONS:
		*ret_sort = (int)app->by_reason.sort;
		return &app->by_reason.is_reverse;
	default:
		return NULL;
	}
}

void
sorting_set(struct app *app, int sort, bool is_reverse)
{
	int now;
	bool *reverse = sort_of(app, &now);

	if (!reverse) {
		app_say(app, ROLE_NORMAL, "nothing to sort here");
		return;
	}
	*reverse = is_reverse;
	if (app_screen(app) == &screen_runs) {
		app->runs.sort = (enum run_sort)sort;
		runs_arrange(app);
	} else if (app_screen(app) == &screen_overview) {
		app->sort = (enum task_sort)sort;
		app->ordered_ms = 0;
	} else if (app_screen(app) == &screen_cases) {
		app->cases.sort = (enum case_sort)sort;
		cases_resort(app);
	} else {
		app->by_reason.sort = (enum reason_sort)sort;
		reasons_arrange(app);
	}
}

void
sorting_clicked(struct app *app, int sort)
{
	int now = -1;
	const bool *reverse = sort_of(app, &now);

	sorting_set(app, sort, reverse && now == sort && !*reverse);
}

const char *const *
sorting_words(const struct app *app)
{
	switch (app_screen(app)->place) {
	case PLACE_RUNS:
		return run_words;
	case PLACE_OVERVIEW:
		return task_words;
	case PLACE_REASONS:
		return reason_words;
	default:
		return case_sort_words;
	}
}
