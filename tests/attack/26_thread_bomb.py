"""26. Threads without end.

expect: full=any landlock=any limits=any
outcome: exit signal timeout memory
options: --time 1.5 --processes 40 --memory 128M
control: none: nothing else stops it
"""
from lib import *

import threading, time
try:
    while True:
        threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
except RuntimeError:
    end()
