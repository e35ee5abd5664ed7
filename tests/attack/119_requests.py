"""119. Asynchronous requests, of which the machine has a number for all.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

SETUP = 206 if os.uname().machine == 'x86_64' else 0
for n in (1, 1000, 60000):
    say('%d requests' % n, syscall(SETUP, n, ctypes.byref(ctypes.c_ulong(0))))
end()
