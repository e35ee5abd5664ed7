"""128. More of the processor than others, by other means.

expect: full=held landlock=held limits=any
outcome: exit
control: root
"""
from lib import *

import struct
def attributes(policy, nice=0, priority=0, runtime=0, flags=0):
    return ctypes.create_string_buffer(struct.pack(
        '<IIQiIQQQII', 56, policy, flags, nice, priority, runtime, runtime * 2,
        runtime * 2, 1024, 1024))
NUMBER = 314 if os.uname().machine == 'x86_64' else 274
for what, args in (('fifo', (1, 0, 1)), ('round robin', (2, 0, 99)),
                   ('deadline', (6, 0, 0, 10 ** 7)), ('nice', (0, -20)),
                   ('of the parent', None)):
    pid = 0 if args else os.getppid()
    say(what, syscall(NUMBER, pid, attributes(*(args or (3, 19))), 0))
IOPRIO = 251 if os.uname().machine == 'x86_64' else 30
say('real-time input', syscall(IOPRIO, 1, 0, 1 << 13 | 0))
say('of the victim', syscall(IOPRIO, 1, victim, 3 << 13))
say('of the user', syscall(IOPRIO, 3, os.getuid(), 3 << 13))
for who in (os.PRIO_PGRP, os.PRIO_USER):
    say('nice of many', refused(os.setpriority, who, 0, 19))
say('autogroup', refused(open, '/proc/self/autogroup', 'w'))
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
say('affinity of the parent', refused(os.sched_setaffinity, os.getppid(), [0]))
end()
