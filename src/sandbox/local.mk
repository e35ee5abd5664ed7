libsandbox_a_SOURCES += \
	src/sandbox/advice.c \
	src/sandbox/candidate.c \
	src/sandbox/cgroup.c src/sandbox/cgroup.h \
	src/sandbox/cgroup_place.c \
	src/sandbox/client.c src/sandbox/client.h \
	src/sandbox/clone.c \
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
	src/sandbox/packet.c src/sandbox/packet.h \
	src/sandbox/plain.c \
	src/sandbox/policy.h \
	src/sandbox/privileges.c \
	src/sandbox/probe.c src/sandbox/probe.h \
	src/sandbox/serve.c \
	src/sandbox/tier.c \
	src/sandbox/tree.c \
	src/sandbox/warm.h \
	src/sandbox/wire.h \
	src/sandbox/zygote.c src/sandbox/zygote.h

bin_PROGRAMS += evaltop-jail
evaltop_jail_SOURCES = src/sandbox/main.c
evaltop_jail_CFLAGS = $(libsandbox_a_CFLAGS)
evaltop_jail_LDADD = libsandbox.a $(SECCOMP_LIBS) -lm
evaltop_jail_LDFLAGS = $(JAIL_LDFLAGS)

# What a warm interpreter loads: the part of the jail that runs in a clone.
# A shared object without libtool; never with sanitizers, for its host, the
# Python interpreter, has none.
pkglibexec_PROGRAMS += evaltop-warm.so
evaltop_warm_so_SOURCES = src/sandbox/warm.c \
	src/sandbox/candidate.c \
	src/sandbox/cgroup.c \
	src/sandbox/cgroup_place.c \
	src/sandbox/clone.c \
	src/sandbox/fault.c \
	src/sandbox/filter.c \
	src/sandbox/folder.c \
	src/sandbox/init.c \
	src/sandbox/inner.c \
	src/sandbox/landlock.c \
	src/sandbox/limits.c \
	src/sandbox/memory.c \
	src/sandbox/packet.c \
	src/sandbox/privileges.c \
	src/sandbox/tier.c \
	src/sandbox/tree.c
evaltop_warm_so_CFLAGS = -std=gnu11 $(WARN_CFLAGS) $(SECCOMP_CFLAGS) \
	-fPIC -fvisibility=hidden -ffunction-sections -fdata-sections
evaltop_warm_so_LDFLAGS = -shared -Wl,--gc-sections -Wl,-z,defs \
	-Wl,-z,relro -Wl,-z,now
evaltop_warm_so_LDADD =

# Its first process, as a program: see init_main.c.  Never with sanitizers
# either, which cannot be linked statically.
if STATIC_LIBC
pkglibexec_PROGRAMS += evaltop-init
endif
evaltop_init_SOURCES = src/sandbox/init_main.c \
	src/sandbox/folder.c \
	src/sandbox/init.c \
	src/sandbox/memory.c \
	src/sandbox/tree.c
evaltop_init_CFLAGS = -std=gnu11 $(WARN_CFLAGS) -O2 -fno-pie \
	-ffunction-sections -fdata-sections
evaltop_init_LDFLAGS = -static -no-pie -Wl,--gc-sections
evaltop_init_LDADD =

apparmordir = $(pkgdatadir)/apparmor
dist_apparmor_DATA = data/apparmor/evaltop-jail
EXTRA_DIST += SECURITY.md
