"""15. io_uring, which goes around filters.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

say('io_uring', syscall(425, 8, ctypes.create_string_buffer(120)) ==
    errno.ENOSYS)
say('enter', syscall(426, 0, 0, 0, 0, 0) == errno.ENOSYS)
end()
