libevaltop_a_SOURCES += \
	src/base/cleanup.h \
	src/base/clock.c src/base/clock.h \
	src/base/error.c src/base/error.h \
	src/base/json.c src/base/json.h \
	src/base/outcome.c src/base/outcome.h \
	src/base/record.c src/base/record.h \
	src/base/size.c src/base/size.h \
	src/base/source.c src/base/source.h \
	src/base/text.c src/base/text.h \
	src/base/yaml.c src/base/yaml.h
