"""101. What can be changed through a descriptor that is only open for reading.

expect: full=held landlock=held limits=open
outcome: exit
after: flags
"""
from lib import *

import fcntl
folder = os.open(host + '/open', os.O_RDONLY) if not refused(
    os.listdir, host + '/open') else -1
own = os.path.dirname(os.path.abspath(__file__)) + '/own'
FLAGS = 0x40                            # no dump
for path in (own, host + '/open/own', '/usr/bin', '.'):
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        continue
    say('set flags of ' + path,
        refused(fcntl.ioctl, fd, 0x40086602, FLAGS.to_bytes(8, 'little')))
    say('set project', refused(fcntl.ioctl, fd, 0x401C5820, bytes(28)))
    say('verity', refused(fcntl.ioctl, fd, 0x40806685, bytes(128)))
    say('encryption', refused(fcntl.ioctl, fd, 0x800C6613, bytes(12)))
    say('subvolume', refused(fcntl.ioctl, fd, 0x5000940E, bytes(1000)))
    say('trim', refused(fcntl.ioctl, fd, 0xC0185879, bytes(24)))
    say('freeze', refused(fcntl.ioctl, fd, 0xC0045877, bytes(4)))
    say('extents', refused(fcntl.ioctl, fd, 0xC020660B, bytes(32)))
end()
