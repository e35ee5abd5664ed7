"""8. Kill whatever can be killed; only our own dies.

expect: full=held landlock=held
outcome: exit signal
after: victim
control: none: without a jail it kills all that its user has
"""
from lib import *

import signal
for pid in range(2, 300):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
try:
    os.kill(-1, signal.SIGKILL)
except OSError:
    pass
end()
