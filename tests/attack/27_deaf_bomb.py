"""27. Processes without end that are deaf and detached.

expect: full=any landlock=any limits=any
outcome: exit signal timeout memory
options: --time 1.5 --processes 40
control: none: nothing else stops it
"""
from lib import *

import signal
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True:
    try:
        if os.fork() == 0:
            os.setsid()
    except OSError:
        pass
