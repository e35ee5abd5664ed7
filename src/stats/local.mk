libevaltop_a_SOURCES += \
	src/stats/compare.c src/stats/compare.h \
	src/stats/exact.c src/stats/exact.h \
	src/stats/passk.c src/stats/passk.h
