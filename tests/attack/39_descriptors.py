"""39. Descriptors and pipes without end.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

import fcntl
r, w = os.pipe()
say('pipe size', refused(fcntl.fcntl, r, 1031, 1 << 20))
held = []
def grab():
    for i in range(10000):
        held.append(os.pipe())
say('pipes', refused(grab))
say('count', len(held) < 64)
end()
