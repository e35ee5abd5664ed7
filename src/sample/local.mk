libevaltop_a_SOURCES += \
	src/sample/extract.h \
	src/sample/filter.c \
	src/sample/sample.h
