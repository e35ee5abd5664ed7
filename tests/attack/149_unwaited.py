"""149. CPU time of processes whose parent wants to know nothing of them.

expect: full=any landlock=any limits=any
outcome: exit
control: none: without a cgroup the kernel forgets it
"""
from lib import *

import signal, time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for i in range(3):
    if os.fork() == 0:
        while time.process_time() < 0.3:
            pass
        os._exit(0)
try:
    os.wait()
except ChildProcessError:
    pass
end()
