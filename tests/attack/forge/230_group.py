# expect: not pass
# control: none
import os, signal
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGCHLD):
    signal.signal(number, signal.SIG_IGN)
def f(x):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGCHLD):
        for pid in (0, -1, 1, os.getppid()):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    return 0
