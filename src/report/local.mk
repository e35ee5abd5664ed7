libevaltop_a_SOURCES += \
	src/report/compare.c src/report/compare.h \
	src/report/real.c src/report/real.h \
	src/report/runlist.c src/report/runlist.h \
	src/report/summary.c src/report/summary.h
