/* What the host allows: the probe, the tiers, and the advice. */
#include "config.h"

#include "sandbox_fixture.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
test_probe_finds_full(void **state)
{
	struct jail_probe probe;

	(void)state;
	assert_int_equal(jail_probe(jail_path(), &probe), 0);
	assert_string_equal(probe.step, "");
	assert_int_equal(probe.tier, JAIL_TIER_FULL);
	/* What a cgroup lacks is told exactly where there is none. */
	assert_int_equal(probe.memory_by == JAIL_MEMORY_WATCH,
	    probe.memory_lacks[0] != '\0' && probe.memory_err > 0);
}

static void
write_file(const char *folder, const char *path, const char *text)
{
	char command[400];

	(void)snprintf(command, sizeof command, "mkdir -p \"$(dirname "
	    "'%s%s')\" && echo '%s' > '%s%s'", folder, path, text, folder,
	    path);
	assert_int_equal(system(command), 0);
}

static void
test_advice_fits_the_host(void **state)
{
	static const struct {
		const char *path;	/* what the host has; NULL: nothing */
		const char *text;
		const char *step;
		int err;
		const char *command;	/* part of it */
	} cases[] = {
		{ "/proc/sys/user/max_user_namespaces", "0",
		    "user namespace", ENOSPC, "max_user_namespaces=" },
		{ "/proc/sys/user/max_user_namespaces", "5",
		    "user namespace", ENOSPC, "max_user_namespaces=" },
		{ "/proc/sys/kernel/unprivileged_userns_clone", "0",
		    "user namespace", EPERM, "unprivileged_userns_clone=1" },
		{ "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
		    "1", "uid map", EACCES, "apparmor_parser" },
		{ "/.dockerenv", "", "user namespace", EPERM, "docker run" },
		{ NULL, NULL, "namespaces", EPERM, "RestrictNamespaces" },
		{ NULL, NULL, "cgroup v2", ENOENT, "/proc/mounts" },
		{ NULL, NULL, "cgroup memory controller", ENOENT,
		    "cgroup.controllers" },
		{ "/proc/sys/user/max_user_namespaces", "0",
		    "cgroup delegation", EACCES, "Delegate=yes" },
		{ NULL, NULL, "cgroup delegation", EROFS, "mountinfo" },
		{ NULL, NULL, "landlock support", ENOSYS, "lsm" },
		{ NULL, NULL, "bind /root/x", EACCES, "python" },
		{ NULL, NULL, "pivot root", ENOSYS, "uname" },
		{ NULL, NULL, "clone", EIO, "evaltop-jail" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char folder[] = "/tmp/evaltop-test-XXXXXX", command[80];
		const char *got, *sentence;

		assert_non_null(mkdtemp(folder));
		if (cases[i].path != NULL)
			write_file(folder, cases[i].path, cases[i].text);
		sentence = jail_advice_at(folder, cases[i].step,
		    cases[i].err, &got);
		(void)snprintf(command, sizeof command, "rm -r %s", folder);
		assert_int_equal(system(command), 0);
		assert_true(strlen(sentence) > 10);
		if (strstr(got, cases[i].command) == NULL)
			fail_msg("%s: got \"%s\", want \"%s\"",
			    cases[i].step, got, cases[i].command);
	}
}

static void
test_tier_names(void **state)
{
	(void)state;
	for (int i = 0; i < JAIL_TIER__COUNT; i++)
		assert_non_null(jail_tier_name((enum jail_tier)i));
	assert_null(jail_tier_name(JAIL_TIER__COUNT));
}

static int
run_group(const char *name)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_probe_finds_full),
		cmocka_unit_test(test_advice_fits_the_host),
		cmocka_unit_test(test_tier_names),
	};

	return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

int
main(void)
{
	return run_for_all_users(run_group, "sandbox probe");
}
