"""120. Futexes: requeued, robust and wild, then an end in the middle of it.

expect: full=any landlock=any limits=any
outcome: exit signal
control: none: it harms itself
"""
from lib import *

import signal, threading, time
FUTEX = 202 if os.uname().machine == 'x86_64' else 98
words = (ctypes.c_int * 64)()
def futex(at, op, value, time_or_count=0, other=0, more=0):
    return libc.syscall(ctypes.c_long(FUTEX), ctypes.byref(words, 4 * at), op,
                        value, ctypes.c_void_p(time_or_count),
                        ctypes.byref(words, 4 * other), more)
for i in range(16):
    threading.Thread(target=futex, args=(0, 11, 0, 0, 1, 0), daemon=True).start()
    threading.Thread(target=futex, args=(2, 6, 0), daemon=True).start()
time.sleep(0.05)
for op in range(14):
    for private in (0, 128, 256):
        for value in (0, 1, 0x7fffffff):
            if op not in (0, 6, 9, 11, 13):
                futex(0, op | private, value, 0x7fffffff, 1, 0)
# A robust list that points at itself, and one that points nowhere.
node = (ctypes.c_uint64 * 3)()
node[0] = ctypes.addressof(node)
ROBUST = 273 if os.uname().machine == 'x86_64' else 99
for head in (node, (ctypes.c_uint64 * 3)(0xdead0000, 0, 0)):
    if os.fork() == 0:
        libc.syscall(ctypes.c_long(ROBUST), head, ctypes.c_long(24))
        os.kill(os.getpid(), signal.SIGKILL)
    os.wait()
end()
