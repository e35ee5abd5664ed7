"""126. Filters of its own, which the machine compiles up to a limit for all.

expect: full=held landlock=held limits=any
outcome: exit
control: bare
"""
from lib import *

import socket, struct
code = ctypes.create_string_buffer(struct.pack('<HBBI', 6, 0, 0, 0x7fff0000) * 64)
program = ctypes.create_string_buffer(struct.pack('<HxxxxxxQ', 64, ctypes.addressof(code)))
NUMBER = 317 if os.uname().machine == 'x86_64' else 277
libc.prctl(38, 1, 0, 0, 0)
say('filter', syscall(NUMBER, 1, 0, program))
say('with a listener', syscall(NUMBER, 1, 8, program))
say('by prctl', call('prctl', 22, 2, program, 0, 0))
a, b = socket.socketpair()
for option in (26, 51):
    say('of a socket', refused(a.setsockopt, socket.SOL_SOCKET, option, program.raw[:16]))
end()
