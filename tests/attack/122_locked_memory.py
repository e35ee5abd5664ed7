"""122. Memory that cannot be swapped, and the machine's huge pages.

expect: full=held landlock=held limits=held
outcome: exit
control: bare?
"""
from lib import *

import mmap
page = mmap.mmap(-1, 1 << 21)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
p, size = ctypes.c_void_p(address), ctypes.c_size_t(1 << 21)
say('mlock', call('mlock', p, size))
say('mlock2', call('mlock2', p, size, 1))
for flags in (1, 2, 3, 4 | 2, 7):
    say('mlockall %d' % flags, call('mlockall', flags) or flags == 4)
libc.mmap.restype = ctypes.c_void_p
def mapped(flags):
    at = libc.mmap(None, size, 3, flags | 0x22, -1, ctypes.c_long(0))
    return at != ctypes.c_void_p(-1).value
say('locked map', not mapped(0x2000))
for kind in (0, 21 << 26, 30 << 26):
    say('huge pages', not mapped(0x40000 | kind))
for advice in (100, 101, 14, 23, 22, 21, 20, 25, 9, 8):
    n = call('madvise', p, size, advice)
    say('advice %d' % advice, n or advice < 100)
end()
