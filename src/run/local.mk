libevaltop_a_SOURCES += \
	src/run/board.c src/run/board.h \
	src/run/capture.c src/run/capture.h \
	src/run/codec.c src/run/codec.h src/run/codec_brief.c \
	src/run/event.c src/run/event.h \
	src/run/feed_journal.c src/run/feed.h \
	src/run/filter.c src/run/filter.h \
	src/run/filter_internal.h \
	src/run/filter_parse.c \
	src/run/journal.c src/run/journal.h \
	src/run/lookup.c src/run/lookup.h \
	src/run/manifest.c \
	src/run/nearest.c src/run/nearest.h \
	src/run/notes.c src/run/notes.h \
	src/run/reason.c src/run/reason.h \
	src/run/rundir.c src/run/rundir.h \
	src/run/session.c src/run/session.h \
	src/run/texts.c src/run/texts.h \
	src/run/timeline.c src/run/timeline.h
