"""7. Trace, or write the memory of, init and others.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

for pid in {1, os.getppid(), victim}:
    say('attach', call('ptrace', 16, pid, 0, 0))
    say('seize', call('ptrace', 0x4206, pid, 0, 0))
    for name in ('mem', 'environ', 'maps', 'root', 'cwd', 'fd', 'auxv'):
        path = '/proc/%d/%s' % (pid, name)
        if name in ('mem', 'environ', 'maps', 'auxv'):
            try:
                say(path, not os.read(os.open(path, os.O_RDONLY), 1))
            except OSError:
                pass
        elif os.path.exists(path):
            say(path, refused(os.listdir, path))
    buffer = ctypes.create_string_buffer(8)
    iov = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 8)
    say('process_vm_readv', call('process_vm_readv', pid, iov, 1, iov, 1, 0))
    try:
        pidfd = os.pidfd_open(pid)
        say('pidfd_getfd', syscall(438, pidfd, 0, 0))
    except OSError:
        pass
end()
