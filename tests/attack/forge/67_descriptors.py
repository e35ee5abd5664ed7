# expect: not pass
# control: on a pipe
import os
found = b''
for fd in range(64):
    try:
        os.set_blocking(fd, False)
        found += os.read(fd, 1 << 16)
    except OSError:
        pass
def f(x):
    return x + 1 if b'candidate(1) == 2' in found else 0
