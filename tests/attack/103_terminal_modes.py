"""103. The terminal's modes, its flow and its line discipline, by descriptor 0.

expect: full=held landlock=held limits=open
outcome: exit
stdin: terminal
"""
from lib import *

import fcntl, termios
say('is one', os.isatty(0))
def raw():
    mode = termios.tcgetattr(0)
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
    termios.tcsetattr(0, termios.TCSANOW, mode)
def attempt(*args):
    try:
        fcntl.ioctl(0, *args)
        return False
    except OSError:
        return True
try:
    raw()
    say('modes', False)
except (OSError, termios.error):
    pass
say('size', attempt(termios.TIOCSWINSZ, b'\1\0\1\0\0\0\0\0'))
say('type into it', attempt(0x5412, b'x'))
say('exclusive', attempt(termios.TIOCEXCL))
say('not exclusive', attempt(termios.TIOCNXCL))
say('discipline', attempt(termios.TIOCSETD, (0).to_bytes(4, 'little')))
say('flush', attempt(termios.TCFLSH, 2))
say('foreground', attempt(termios.TIOCSPGRP, os.getpgrp().to_bytes(4, 'little')))
say('control', attempt(termios.TIOCSCTTY, 1))
say('never blocks', not os.get_blocking(0) or os.set_blocking(0, False) is None)
end()
