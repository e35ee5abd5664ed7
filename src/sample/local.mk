libevaltop_a_SOURCES += \
	src/sample/extract.h \
	src/sample/filter.c \
	src/sample/format.c src/sample/format.h \
	src/sample/sample.c src/sample/sample.h \
	src/sample/sample_load.c
