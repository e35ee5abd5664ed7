bin_PROGRAMS += evaltop
evaltop_SOURCES = \
	tui/clean.c tui/clean.h \
	tui/cmd_check.c \
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
	tui/rundata.c tui/rundata.h \
	tui/settings.c tui/settings.h \
	tui/versions.c tui/versions.h
evaltop_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
evaltop_LDADD = libtui.a libevaltop.a libsandbox.a $(NCURSES_LIBS) \
	$(SECCOMP_LIBS) $(ENGINE_LIBS)
