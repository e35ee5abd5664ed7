libevaltop_a_SOURCES += \
	src/base/cache.c src/base/cache.h \
	src/base/cleanup.h \
	src/base/clock.c src/base/clock.h \
	src/base/error.c src/base/error.h \
	src/base/io.c src/base/io.h \
	src/base/json.c src/base/json.h \
	src/base/outcome.c src/base/outcome.h \
	src/base/record.c src/base/record.h \
	src/base/size.c src/base/size.h \
	src/base/source.c src/base/source.h \
	src/base/spawn.c src/base/spawn.h \
	src/base/text.c src/base/text.h \
	src/base/yaml.c src/base/yaml.h

# Where evaltop's own files are, installed and not: see datadir.h.
libevaltop_a_CPPFLAGS += -DEVALTOP_BINDIR=\"$(bindir)\" \
	-DEVALTOP_BUILDDIR=\"$(abs_top_builddir)\" \
	-DEVALTOP_SRCDATADIR=\"$(abs_top_srcdir)/data\"
libevaltop_a_SOURCES += src/base/datadir.c src/base/datadir.h
