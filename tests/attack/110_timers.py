"""110. Timers and queued signals without end.

expect: full=held landlock=held limits=held
outcome: exit
control: bare
"""
from lib import *

import signal
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
n = 0
timer = ctypes.c_void_p()
while n < 300 and call('timer_create', 1, None, ctypes.byref(timer)) == 0:
    n += 1
say('%d timers' % n, n <= 64)
info = (ctypes.c_int * 32)(signal.SIGRTMIN, 0, -1)
queued = 0
while queued < 300 and call('sigqueue', os.getpid(), signal.SIGRTMIN, None) == 0:
    queued += 1
say('%d signals' % queued, queued <= 64)
end()
