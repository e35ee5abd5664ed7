"""40. Ended by a signal; no core is left.

expect: full=any landlock=any limits=any
outcome: signal
after: core
control: core?
"""
from lib import *
ctypes.string_at(8)
