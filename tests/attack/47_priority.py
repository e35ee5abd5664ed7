"""47. A better priority than others.

expect: full=held landlock=held limits=held
outcome: exit
control: root
"""
from lib import *

say('fifo', refused(os.sched_setscheduler, 0, os.SCHED_FIFO,
                    os.sched_param(1)))
say('nice', refused(os.nice, -5))
import resource
for name in ('NOFILE', 'NPROC', 'AS', 'DATA', 'CPU', 'NICE'):
    limit = getattr(resource, 'RLIMIT_' + name, 13)
    hard = resource.getrlimit(limit)[1]
    try:
        resource.setrlimit(limit, (hard + 1, hard + 1))
        say(name, False)
    except (OSError, ValueError):
        pass
end()
