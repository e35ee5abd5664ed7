bin_PROGRAMS += evaltop
evaltop_SOURCES = \
	tui/cmd_check.c \
	tui/cmd_compare.c \
	tui/cmd_demo.c \
	tui/cmd_doctor.c \
	tui/cmd_help.c \
	tui/cmd_run.c \
	tui/cmd_runs.c \
	tui/cmd_view.c \
	tui/command.c tui/command.h \
	tui/completion.c tui/completion.h \
	tui/ending.c tui/ending.h \
	tui/front.c tui/front.h \
	tui/launch.c tui/launch.h \
	tui/main.c \
	tui/options.c tui/options.h \
	tui/options_help.c \
	tui/options_value.c tui/options_value.h \
	tui/plain.c tui/plain.h \
	tui/rerun.c tui/rerun.h \
	tui/settings.c tui/settings.h \
	tui/versions.c tui/versions.h
evaltop_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
evaltop_LDADD = libtui.a libevaltop.a libsandbox.a $(NCURSES_LIBS) \
	$(SECCOMP_LIBS) $(ENGINE_LIBS)
# The front end: all of the program but main() and its subcommands.
noinst_LIBRARIES += libtui.a
libtui_a_CPPFLAGS = $(AM_CPPFLAGS)
libtui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
libtui_a_SOURCES = \
	tui/clean.c tui/clean.h \
	tui/diff.c tui/diff.h \
	tui/draw.c tui/draw.h tui/draw_internal.h \
	tui/draw_shapes.c \
	tui/find.c tui/find.h \
	tui/format.c tui/format.h \
	tui/keys.c tui/keys.h \
	tui/preferences.c tui/preferences.h \
	tui/rundata.c tui/rundata.h \
	tui/signals.c tui/signals.h \
	tui/state.c tui/state.h \
	tui/syntax.c tui/syntax.h \
	tui/table.c tui/table.h \
	tui/term.c tui/term.h \
	tui/term_crash.c tui/term_crash.h \
	tui/theme.c tui/theme.h \
	tui/screen/actions.c \
	tui/screen/app.c tui/screen/app.h \
	tui/screen/ask.c \
	tui/screen/bookmarks.c \
	tui/screen/cases.c \
	tui/screen/cases_draw.c \
	tui/screen/cases_sort.c \
	tui/screen/chrome.c \
	tui/screen/chrome_bottom.c \
	tui/screen/commands.c \
	tui/screen/compare.c tui/screen/compare_view.h \
	tui/screen/compare_draw.c \
	tui/screen/dashboard.c tui/screen/dashboard.h \
	tui/screen/detail.c \
	tui/screen/export.c \
	tui/screen/help.c \
	tui/screen/input.c \
	tui/screen/overview.c \
	tui/screen/panes.c \
	tui/screen/reasons.c \
	tui/screen/requests.c tui/screen/requests.h \
	tui/screen/rerun.c \
	tui/screen/result.c \
	tui/screen/review.c \
	tui/screen/runs.c tui/screen/runs.h \
	tui/screen/runs_draw.c \
	tui/screen/runs_screen.c \
	tui/screen/samples.c \
	tui/screen/saved.c \
	tui/screen/script.c tui/screen/script.h \
	tui/screen/sorting.c \
	tui/screen/spawn.c tui/screen/spawn.h \
	tui/screen/tasks.c \
	tui/screen/text.c \
	tui/screen/timing.c \
	tui/screen/update.c \
	tui/widget/keysort.c tui/widget/keysort.h \
	tui/widget/layout.c tui/widget/layout.h \
	tui/widget/list.c tui/widget/list.h \
	tui/widget/pager.c tui/widget/pager.h \
	tui/widget/pager_fill.c \
	tui/widget/pager_move.c \
	tui/widget/prompt.c tui/widget/prompt.h
TUI_LIBS = $(NCURSES_LIBS)
