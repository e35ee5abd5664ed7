"""106. Locks without end.

expect: full=any landlock=any limits=any
outcome: exit timeout
options: --time 2
control: none: it harms itself
"""
from lib import *

import fcntl, time
fd = os.open('f', os.O_CREAT | os.O_RDWR, 0o600)
start = time.monotonic()
for i in range(1000000):
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 2 * i)
    except OSError:
        break
    if time.monotonic() > start + 0.5:
        break
end()
