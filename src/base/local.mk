libevaltop_a_SOURCES += \
	src/base/clock.c src/base/clock.h \
	src/base/error.c src/base/error.h \
	src/base/outcome.c src/base/outcome.h
