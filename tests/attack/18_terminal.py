"""18. The terminal.

expect: full=held landlock=held limits=held
outcome: exit
control: bare
"""
from lib import *

import fcntl
say('/dev/tty', refused(os.open, '/dev/tty', os.O_RDWR))
for fd in range(4):
    say('TIOCSTI', refused(fcntl.ioctl, fd, 0x5412, b'x'))
    say('TIOCSCTTY', refused(fcntl.ioctl, fd, 0x540E, 1))
    say('TIOCLINUX', refused(fcntl.ioctl, fd, 0x541C, b'\3'))
end()
