"""9. The network, in all its families.

expect: full=held landlock=held limits=open
outcome: exit
also: 25
"""
from lib import *

import socket
for family in range(1, 46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            socket.socket(family, kind).close()
            say('family %d kind %d' % (family, kind), False)
        except OSError:
            pass
say('tcp', refused(socket.create_connection, ('127.0.0.1', port), 1))
end()
