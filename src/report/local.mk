libevaltop_a_SOURCES += src/report/summary.c src/report/summary.h
