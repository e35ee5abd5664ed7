"""108. Memory in the buffers of socket pairs, which are the kernel's.

expect: full=any landlock=any limits=any
outcome: exit memory
options: --memory 64M --time 5
control: none: no tier stops it but by the number of descriptors
"""
from lib import *

import socket
held = []
try:
    for i in range(1000):
        a, b = socket.socketpair()
        held += [a, b]
        for s in (a, b):
            s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
            s.setblocking(False)
            try:
                while True:
                    s.send(bytes(1 << 16))
            except BlockingIOError:
                pass
except OSError:
    pass
say('descriptors', len(held) < 64)
end()
