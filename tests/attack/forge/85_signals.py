# expect: not pass
# control: none
import os, signal
for pid in range(1, 100):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
def f(x):
    os.closerange(0, 16)
    return 0
