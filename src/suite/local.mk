libevaltop_a_SOURCES += \
	src/suite/dialect.c src/suite/dialect.h \
	src/suite/dialect_asserts.c src/suite/dialect_asserts.h \
	src/suite/dialect_humaneval.c \
	src/suite/dialect_mbpp.c \
	src/suite/dialect_native.c src/suite/native.h \
	src/suite/python.c src/suite/python.h \
	src/suite/suite.c src/suite/suite.h
