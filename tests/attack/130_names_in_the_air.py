"""130. Sockets with a name: taken, flooded, found.

expect: full=held landlock=held limits=open
outcome: exit
turns: 2
"""
from lib import *

import socket
n = 0
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
    for name in ('\0evaltop-attack', 'socket-%d' % kind, ''):
        try:
            s = socket.socket(socket.AF_UNIX, kind)
            s.bind(name)
            n += 1
        except OSError:
            pass
        try:
            a, b = socket.socketpair(socket.AF_UNIX, kind)
            a.bind(name)
            n += 1
        except OSError:
            pass
say('%d names' % n, n == 0)
end()
