/*
 * Giving up privileges.  A candidate is uid 1000 inside and would lose its
 * capabilities at the exec anyway; the bounding set and no_new_privs see to
 * it that no set-uid file, no file capability and no root-like uid of the
 * name space gives any of them back.
 */
#include "config.h"

#include "sandbox/internal.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECUREBITS_LOCKED \
	(SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | \
	 SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED | \
	 SECBIT_KEEP_CAPS_LOCKED | \
	 SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED)

int
jail_privileges_drop(const char **ret_step)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

	*ret_step = "no new privileges";
	if (jail_inject(*ret_step) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -errno;
	*ret_step = "capability bounding set";
	for (unsigned long cap = 0; cap < 64; cap++) {
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) < 0) {
			if (errno == EINVAL)	/* one past the kernel's last */
				break;
			if (errno == EPERM)	/* had none to begin with */
				break;
			return -errno;
		}
	}
	*ret_step = "secure bits";
	if (prctl(PR_SET_SECUREBITS, SECUREBITS_LOCKED, 0, 0, 0) < 0 &&
	    errno != EPERM)
		return -errno;
	*ret_step = "capabilities";
	if (jail_inject(*ret_step) || syscall(SYS_capset, &header, none) < 0)
		return -errno;
	return 0;
}

void
jail_privileges_keep_few(void)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	const uint32_t few = 1u << CAP_DAC_OVERRIDE | 1u << CAP_KILL;
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {
		{ .effective = few, .permitted = few },
	};

	(void)syscall(SYS_capset, &header, data);
}

int
jail_privileges_leave_root(struct jail_fault *fault)
{
	if (geteuid() != 0)
		return 0;
	if (jail_inject("drop groups") || setgroups(0, NULL) < 0)
		return jail_fault_set(fault, errno, "drop groups");
	if (jail_inject("give up root's group") || setresgid(JAIL_HOST_NOBODY,
	    JAIL_HOST_NOBODY, JAIL_HOST_NOBODY) < 0)
		return jail_fault_set(fault, errno, "give up root's group");
	if (jail_inject("give up root") || setresuid(JAIL_HOST_NOBODY,
	    JAIL_HOST_NOBODY, JAIL_HOST_NOBODY) < 0)
		return jail_fault_set(fault, errno, "give up root");
	return 0;
}

/*
 * One fresh and empty ring for all jobs is enough, as no candidate may make
 * a key call; one ring a job would run into the user's quota of keys.
 */
void
jail_privileges_leave_keyring(void)
{
	(void)syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
}
