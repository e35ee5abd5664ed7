"""5. New namespaces, and those of others.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000,
             0x4000000, 0x2000000, 0x80):
    say('unshare %x' % flag, call('unshare', flag))
args = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)
r = libc.syscall(435, args, 88)
if r == 0:
    os._exit(0)
say('clone3', r == -1)
for name in ('user', 'mnt', 'pid', 'net'):
    for pid in ('1', 'self', str(victim)):
        try:
            fd = os.open('/proc/%s/ns/%s' % (pid, name), os.O_RDONLY)
            say('setns', call('setns', fd, 0))
        except OSError:
            pass
end()
