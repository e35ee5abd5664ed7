"""145. Landlock upon Landlock, which takes nothing away.

expect: full=held landlock=held limits=any
outcome: exit
control: bare
"""
from lib import *

attr = (ctypes.c_uint64 * 3)(1 << 0 | 1 << 2, 0, 0)
for i in range(70):
    fd = libc.syscall(ctypes.c_long(444), attr, ctypes.c_long(8), 0)
    if fd < 0:
        break
    rule = ctypes.create_string_buffer((5).to_bytes(8, 'little') + os.open(
        '/usr', os.O_PATH).to_bytes(4, 'little'))
    libc.syscall(ctypes.c_long(445), fd, 1, rule, 0)
    libc.syscall(ctypes.c_long(446), fd, 0)
for path in (host + '/secret', host + '/open/file', '/etc/passwd'):
    say(path, refused(open, path))
end()
