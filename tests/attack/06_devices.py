"""6. Devices: make them, open those of the host.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

import stat
for kind in (stat.S_IFCHR, stat.S_IFBLK):
    say('mknod', refused(os.mknod, 'device', kind | 0o600, os.makedev(1, 1)))
for path in ('/dev/sda', '/dev/vda', '/dev/mem', '/dev/kvm', '/dev/fuse',
             '/dev/ptmx', '/dev/net/tun', '/dev/loop-control', '/dev/shm/x'):
    say(path, refused(os.open, path, os.O_RDWR))
end()
