"""129. Restartable sequences and barriers, with wild pointers.

expect: full=any landlock=any limits=any
outcome: exit signal timeout
options: --time 2
control: none: it harms itself
"""
from lib import *

X86 = os.uname().machine == 'x86_64'
RSEQ, BARRIER, TID, MEMPOLICY = (334, 324, 218, 238) if X86 else (
    293, 283, 96, 237)
for command in (1, 2, 4, 8, 16, 32, 64, 128):
    for i in range(3):
        syscall(BARRIER, command, 0, 0)
for at in (0xdead0000, 0x7fffffff0000, 8, ctypes.addressof(
        ctypes.create_string_buffer(64)) & ~31):
    for size in (32, 64, 0, 1 << 20):
        child = os.fork()
        if child == 0:
            syscall(RSEQ, ctypes.c_void_p(at), size, 0, 0x53053053)
            syscall(RSEQ, ctypes.c_void_p(at), size, 1, 0x53053053)
            syscall(TID, ctypes.c_void_p(at))
            os._exit(0)
        os.waitpid(child, 0)
end()
