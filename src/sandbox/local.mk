libsandbox_a_SOURCES += \
	src/sandbox/policy.h src/sandbox/wire.h
