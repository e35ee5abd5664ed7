#!/usr/bin/env python3
"""Runs a command under what matters here of Docker's default seccomp profile: no namespaces, no mounts, no clone3.

With a capability the profile would allow them; a container's root has not got it, nor has the command here.
"""
import ctypes
import errno
import os
import sys

ALLOW, ERRNO = 0x7fff0000, 0x00050000
MASKED_EQUAL = 7
NAMESPACES = 0x7e020000
CAP_SYS_ADMIN, PR_CAPBSET_DROP = 21, 24


class Compare(ctypes.Structure):
    _fields_ = [('arg', ctypes.c_uint), ('op', ctypes.c_int), ('a', ctypes.c_uint64), ('b', ctypes.c_uint64)]


seccomp = ctypes.CDLL('libseccomp.so.2')
seccomp.seccomp_init.restype = ctypes.c_void_p
context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(ALLOW)))


def deny(name, err, *compare):
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number == -1:
        return
    array = (Compare * max(1, len(compare)))(*compare)
    assert seccomp.seccomp_rule_add_array(context, ctypes.c_uint32(ERRNO | err), number, len(compare), array) == 0, name


deny('clone3', errno.ENOSYS)
for name in ('unshare', 'setns', 'mount', 'umount2', 'pivot_root', 'fsopen', 'fsconfig', 'fsmount', 'fspick',
             'open_tree', 'move_mount', 'mount_setattr', 'sethostname', 'setdomainname', 'bpf', 'keyctl', 'add_key'):
    deny(name, errno.EPERM)
# Any of the flags: libseccomp compares for equality only, so one rule a flag.
for bit in range(32):
    if NAMESPACES >> bit & 1:
        deny('clone', errno.EPERM, Compare(0, MASKED_EQUAL, 1 << bit, 1 << bit))
ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0)
assert ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) == 0     # no new privileges, or only root could load it
assert seccomp.seccomp_load(context) == 0
os.execvp(sys.argv[1], sys.argv[1:])
