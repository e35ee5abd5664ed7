"""10. Sockets of the host, by path and abstract; also by the end of a pair.

expect: full=held landlock=held limits=open
outcome: exit
after: socket
"""
from lib import *

import socket
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    for name in (host + '/open/socket', '\0evaltop-attack-%d' % victim):
        try:
            s = socket.socket(socket.AF_UNIX, kind)
            s.connect(name)
            say('connect', False)
        except OSError:
            pass
        try:
            a, b = socket.socketpair(socket.AF_UNIX, kind)
            a.sendto(b'x', name)
            say('sendto by a pair', False)
        except OSError:
            pass
        try:
            a, b = socket.socketpair(socket.AF_UNIX, kind)
            a.connect(name)
            say('connect by a pair', False)
        except OSError:
            pass
end()
