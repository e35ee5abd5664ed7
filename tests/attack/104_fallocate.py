"""104. Blocks beyond a file's end, which no limit on its size counts.

expect: full=held landlock=held limits=any
outcome: exit memory
control: bare?
"""
from lib import *

import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
SIZE = 100 << 20
fd = os.open('f', os.O_CREAT | os.O_RDWR, 0o600)
os.unlink('f')
libc.fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_longlong,
                           ctypes.c_longlong)
for mode in (1, 0, 0x10 | 1, 0x10):
    call('fallocate', fd, mode, 0, SIZE)
    say('mode %x' % mode, os.fstat(fd).st_blocks * 512 < SIZE)
os.close(fd)
end()
