"""8. Signals to init, to the launcher, to everything.

expect: full=held landlock=held limits=any
outcome: exit signal
after: victim
control: bare
also: 49
"""
from lib import *

import fcntl, signal
for pid in {1, os.getppid(), victim}:
    if pid != victim:
        try:
            os.kill(pid, 9)
        except OSError:
            pass
    else:
        say('kill', refused(os.kill, pid, signal.SIGUSR1))
for pid in (1, os.getppid()):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD,
                   signal.SIGSTOP, signal.SIGSEGV):
        try:
            os.kill(pid, number)
        except OSError:
            pass
r, w = os.pipe()
say('owner', refused(fcntl.fcntl, r, fcntl.F_SETOWN, victim))
say('nice', refused(os.setpriority, os.PRIO_PROCESS, victim, 19))
say('affinity', refused(os.sched_setaffinity, victim, {0}))
end()
