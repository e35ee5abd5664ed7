"""118. File systems of other kinds: fuse, overlay, proc, cgroup, binfmt.

expect: full=held landlock=held limits=held
outcome: exit
control: unshare?
"""
from lib import *

os.mkdir('m')
for kind in ('tmpfs', 'proc', 'sysfs', 'cgroup2', 'overlay', 'fuse', 'mqueue',
             'devpts', 'binfmt_misc', 'debugfs', 'tracefs', 'bpf', 'nfs', 'ramfs',
             'hugetlbfs', 'securityfs', 'fusectl'):
    say(kind, call('mount', b'none', b'm', kind.encode(), 0, None))
    fd = libc.syscall(ctypes.c_long(430), kind.encode(), 0)
    say('open ' + kind, fd < 0)
for path in ('/dev/fuse', '/dev/cuse', '/dev/userfaultfd', '/dev/loop-control',
             '/dev/binder', '/dev/vhost-net', '/dev/snd/seq', '/dev/uinput',
             '/sys/fs/cgroup/cgroup.procs', '/proc/sys/fs/binfmt_misc/register',
             '/proc/sysrq-trigger', '/proc/sys/kernel/core_pattern'):
    say(path, refused(os.open, path, os.O_RDWR))
say('a cgroup of its own', refused(os.mkdir, '/sys/fs/cgroup/evaltop-attack'))
end()
