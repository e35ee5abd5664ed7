libevaltop_a_SOURCES += \
	src/sample/extract.c src/sample/extract.h \
	src/sample/fence.c src/sample/fence.h \
	src/sample/filter.c \
	src/sample/finder.c src/sample/finder.h \
	src/sample/format.c src/sample/format.h \
	src/sample/sample.c src/sample/sample.h \
	src/sample/sample_load.c
