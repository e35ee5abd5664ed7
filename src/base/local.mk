libevaltop_a_SOURCES += \
	src/base/error.c src/base/error.h
