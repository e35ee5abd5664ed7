"""24, 44. Get away from init: dumpable, no death signal, own reaper, own session.

expect: full=held landlock=held limits=held
outcome: exit
control: left
also: 44
"""
from lib import *

import time
libc.prctl(4, 1, 0, 0, 0)
libc.prctl(1, 0, 0, 0, 0)
libc.prctl(36, 1, 0, 0, 0)
for i in range(8):
    if os.fork() == 0:
        for step in (os.setsid, lambda: os.setpgid(0, 0)):
            try:
                step()
            except OSError:
                pass
        if os.fork():
            os._exit(0)
        libc.prctl(1, 0, 0, 0, 0)
        libc.prctl(36, 1, 0, 0, 0)
        libc.prctl(15, b'kworker/0:0', 0, 0, 0)
        if i % 2:
            libc.prctl(4, 0, 0, 0, 0)
        for fd in range(64):
            try:
                os.close(fd)
            except OSError:
                pass
        __import__('signal').pthread_sigmask(0, range(1, 65))
        time.sleep(1000)
end()
