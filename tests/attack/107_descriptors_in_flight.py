"""107. Descriptors in flight: sockets that hold themselves and files.

expect: full=held landlock=held limits=held
outcome: exit memory
after: nothing
control: bare
"""
from lib import *

import array, socket
held = []
def pair():
    a, b = socket.socketpair()
    # Each is in its own queue: only the kernel's collector can free it.
    for s, others in ((a, (a, b)), (b, (b, a))):
        s.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array(
            'i', [o.fileno() for o in others]))])
    a.detach(), b.detach()
def flight(n):
    for i in range(n):
        if i % 50 == 0:         # or a full socket would block
            held.append(socket.socketpair())
        f = os.open('f%d' % i, os.O_CREAT | os.O_RDWR, 0o600)
        os.unlink('f%d' % i)
        os.write(f, bytes(1 << 16))
        held[-1][0].sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS,
                                      array.array('i', [f]))])
        os.close(f)
def nest(depth):
    a, b = socket.socketpair()
    for i in range(depth):
        c, d = socket.socketpair()
        c.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array(
            'i', [a.fileno(), b.fileno()]))])
        a.close(), b.close()
        a, b = c, d
for step in (lambda: flight(400), lambda: nest(400), lambda: [
        pair() for i in range(400)]):
    say('no end', refused(step))
end()
