"""125. Files filled through a mapping, without a name, through a hole.

expect: full=held landlock=any limits=any
outcome: exit memory signal
options: --time 30
control: bare
"""
from lib import *

import mmap, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def big(fd, size):
    try:
        os.ftruncate(fd, size)
    except OSError:
        return
    with mmap.mmap(fd, size) as m:
        for at in range(0, size, 4096):
            m[at] = 1
fd = os.open('f', os.O_CREAT | os.O_RDWR, 0o600)
for size in (1 << 40, 1 << 30, 200 << 20):
    say('%d MiB' % (size >> 20), refused(os.ftruncate, fd, size))
held = []
for i in range(12):
    try:
        held.append(os.open('.', os.O_TMPFILE | os.O_RDWR, 0o600))
        os.ftruncate(held[-1], 15 << 20)
    except OSError:
        break
child = os.fork()
if child == 0:
    for fd in held:
        big(fd, 15 << 20)
    os._exit(0)
status = os.waitpid(child, 0)[1]
__import__('time').sleep(0.1)
say('180 MiB', status != 0 or sum(os.fstat(fd).st_blocks for fd in held) *
    512 < 100 << 20)
end()
