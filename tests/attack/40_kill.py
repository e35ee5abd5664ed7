"""40. Ended by a signal; no core is left.

expect: full=any landlock=any limits=any
outcome: signal
after: core
control: none: it leaves no core anywhere
"""
from lib import *
os.kill(os.getpid(), 9)
