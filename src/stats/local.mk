libevaltop_a_SOURCES += src/stats/passk.c src/stats/passk.h
