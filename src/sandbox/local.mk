libsandbox_a_SOURCES += \
	src/sandbox/advice.c \
	src/sandbox/candidate.c \
	src/sandbox/client.c src/sandbox/client.h \
	src/sandbox/fault.c \
	src/sandbox/filter.c \
	src/sandbox/folder.c \
	src/sandbox/hand.c \
	src/sandbox/init.c \
	src/sandbox/inner.c \
	src/sandbox/internal.h \
	src/sandbox/jail.c \
	src/sandbox/job.c src/sandbox/job.h \
	src/sandbox/landlock.c \
	src/sandbox/limits.c \
	src/sandbox/memory.c \
	src/sandbox/outer.c \
	src/sandbox/plain.c \
	src/sandbox/policy.h \
	src/sandbox/privileges.c \
	src/sandbox/probe.c src/sandbox/probe.h \
	src/sandbox/serve.c \
	src/sandbox/tier.c \
	src/sandbox/tree.c \
	src/sandbox/wire.h

bin_PROGRAMS += evaltop-jail
evaltop_jail_SOURCES = src/sandbox/main.c
evaltop_jail_CFLAGS = $(libsandbox_a_CFLAGS)
evaltop_jail_LDADD = libsandbox.a $(SECCOMP_LIBS) -lm

apparmordir = $(pkgdatadir)/apparmor
dist_apparmor_DATA = data/apparmor/evaltop-jail
EXTRA_DIST += SECURITY.md
