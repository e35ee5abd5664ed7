"""105. Memory in extended attributes and access lists, which is the kernel's.

expect: full=held landlock=held limits=open?
outcome: exit memory
"""
from lib import *

import shutil, struct
if os.path.isdir('/dev/shm') and not refused(os.mkdir, '/dev/shm/evaltop-attack'):
    os.chdir('/dev/shm/evaltop-attack')     # no disk, which takes less
ACL = struct.pack('<I', 2) + struct.pack('<HHI', 1, 6, 0xffffffff) + b''.join(
    struct.pack('<HHI', 2, 4, os.getuid()) for i in range(8000)) + b''.join(
    struct.pack('<HHI', tag, 4, 0xffffffff) for tag in (4, 0x10, 0x20))
n = 0
for i in range(300):
    path = 'd%d' % i
    try:
        os.mkdir(path)
    except OSError:
        break
    for name, value in (('system.posix_acl_access', ACL),
                        ('system.posix_acl_default', ACL),
                        ('user.x', bytes(60000))):
        try:
            os.setxattr(path, name, value)
            n += len(value)
        except OSError:
            pass
shutil.rmtree('/dev/shm/evaltop-attack', True)
say('%d KiB' % (n >> 10), n < 1 << 20)
end()
