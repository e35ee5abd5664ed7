"""16. Calls of other architectures, and numbers not known.

expect: full=held landlock=held limits=open
outcome: signal exit
"""
from lib import *

import mmap, platform
say('x32 getpid', syscall(0x40000000 + 39) == errno.ENOSYS)
say('x32 socket', syscall(0x40000000 + 41, 1, 1, 0) == errno.ENOSYS)
say('new call', syscall(600) == errno.ENOSYS)
if platform.machine() == 'x86_64':
    child = os.fork()
    if child == 0:
        code = mmap.mmap(-1, 4096, prot=7)
        # eax = getpid of i386; int 0x80; ret
        code.write(b'\xb8\x14\x00\x00\x00\xcd\x80\xc3')
        address = ctypes.addressof(ctypes.c_char.from_buffer(code))
        ctypes.CFUNCTYPE(ctypes.c_int)(address)()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    say('int 0x80', os.WIFSIGNALED(status))
end()
