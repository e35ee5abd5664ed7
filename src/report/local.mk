libevaltop_a_SOURCES += \
	src/report/runlist.c src/report/runlist.h \
	src/report/summary.c src/report/summary.h
