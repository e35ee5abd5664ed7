"""113. Processes by descriptor.

expect: full=held landlock=held limits=any
outcome: exit
after: victim
control: bare
"""
from lib import *

import signal
for pid in {1, os.getppid(), victim}:
    try:
        fd = os.pidfd_open(pid)
    except OSError:
        continue
    mine = pid != victim
    say('signal %d' % pid, mine or refused(signal.pidfd_send_signal, fd,
                                           signal.SIGUSR1))
    say('getfd %d' % pid, syscall(438, fd, 0, 0))
    say('setns %d' % pid, call('setns', fd, 0x20000000 | 0x20000))
    vector = (ctypes.c_uint64 * 2)(0x10000, 4096)
    say('madvise', syscall(440, fd, vector, 1, 20, 0))
    say('mrelease', syscall(448, fd, 0))
end()
