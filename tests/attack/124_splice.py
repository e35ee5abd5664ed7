"""124. Pages that are in a pipe when their file is gone.

expect: full=held landlock=any limits=any
outcome: exit memory
control: bare
"""
from lib import *

held, n = [], 0
try:
    for i in range(100):
        fd = os.open('f', os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600)
        os.write(fd, bytes(1 << 16))
        r, w = os.pipe()
        held.append(r)
        sent = os.splice(fd, w, 1 << 16, offset_src=0) if hasattr(
            os, 'splice') else libc.splice(fd, ctypes.byref(
                ctypes.c_longlong(0)), w, None, 1 << 16, 0)
        n += max(sent, 0)
        os.ftruncate(fd, 0)
        os.close(fd)
except OSError:
    pass
vector = (ctypes.c_uint64 * 2)(id(held) & ~4095, 4096)
w = os.dup(1) if len(held) < 50 else 1
say('memory into a pipe', call('vmsplice', w, vector, 1, 8))
say('bytes', n < 5 << 20)
end()
