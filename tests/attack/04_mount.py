"""4. Mount, unmount, pivot, change root.

expect: full=held landlock=held limits=held
outcome: exit
control: unshare?
"""
from lib import *

say('mount', call('mount', b'none', b'/tmp', b'tmpfs', 0, None))
say('remount', call('mount', None, b'/', None, 32, None))
say('bind', call('mount', b'/', b'/tmp', None, 4096, None))
say('umount', call('umount2', b'/proc', 2))
say('umount usr', call('umount2', b'/usr', 2))
say('chroot', call('chroot', b'/'))
for number in (428, 429, 430, 431, 432, 433, 442):
    say('system call %d' % number, syscall(number, 0, 0, 0, 0, 0))
end()
