"""109. So many pipes that the kernel gives the user's next ones less room.

expect: full=any landlock=any limits=any
outcome: exit memory
control: none: no tier stops it but by the number of descriptors
"""
from lib import *

import fcntl, signal, time
r, w = os.pipe()
for i in range(44):
    child = os.fork()
    if child == 0:
        held = []
        try:
            while len(held) < 200:
                held.append(os.pipe())
        except OSError:
            pass
        os.write(w, b'x')
        time.sleep(1000)
    os.read(r, 1)
a, b = os.pipe()
say('%d bytes of a new pipe' % fcntl.fcntl(a, 1032), fcntl.fcntl(a, 1032) == 65536)
end()
