"""115. A filter of its own whose questions nobody answers.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 0.7
control: none: it harms itself
"""
from lib import *

import struct, time
def row(code, jt, jf, k):
    return struct.pack('<HBBI', code, jt, jf, k)
NANOSLEEP = 230 if os.uname().machine == 'x86_64' else 115
code = row(0x20, 0, 0, 0) + row(0x15, 0, 1, NANOSLEEP) + row(
    6, 0, 0, 0x7fc00000) + row(6, 0, 0, 0x7fff0000)
buffer = ctypes.create_string_buffer(code)
program = ctypes.create_string_buffer(struct.pack(
    '<HxxxxxxQ', 4, ctypes.addressof(buffer)))
number = 317 if os.uname().machine == 'x86_64' else 277
libc.prctl(38, 1, 0, 0, 0)
fd = libc.syscall(ctypes.c_long(number), 1, 8, program)
for i in range(4):
    if os.fork() == 0:
        time.sleep(1000)        # waits for an answer
while True:
    time.sleep(1000)
