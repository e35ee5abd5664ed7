libevaltop_a_SOURCES += \
	src/runner/envelope.c src/runner/envelope.h \
	src/runner/internal.h \
	src/runner/interp.c src/runner/interp.h \
	src/runner/interp_cache.c src/runner/interp_cache.h \
	src/runner/job.c \
	src/runner/judge.c src/runner/judge.h \
	src/runner/launcher.c src/runner/launcher.h \
	src/runner/load.c src/runner/load.h \
	src/runner/output.c src/runner/output.h \
	src/runner/plan.c src/runner/plan.h \
	src/runner/plan_store.c src/runner/plan_store.h \
	src/runner/queue.c src/runner/queue.h \
	src/runner/reference.c \
	src/runner/rerun.c \
	src/runner/request.c src/runner/request.h \
	src/runner/runner.c src/runner/runner.h \
	src/runner/slot.c \
	src/runner/slot_launch.c \
	src/runner/standing.c \
	src/runner/start.c \
	src/runner/twins.c
