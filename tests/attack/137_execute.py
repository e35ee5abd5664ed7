"""137. Programs of the host that may not be opened.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

EXECVEAT = 322 if os.uname().machine == 'x86_64' else 281
path = host + '/evaltop-jail'
arguments = (ctypes.c_char_p * 3)(b'x', b'--version', None)
def by_descriptor():
    fd = os.open(path, os.O_PATH)
    libc.syscall(ctypes.c_long(EXECVEAT), fd, b'', arguments, None, 0x1000)
def by_link():
    os.symlink(path, 'link')
    os.execv('link', ['x', '--version'])
def by_loader():
    os.execv('/bin/sh', ['sh', '-c', 'exec "$0" --version', path])
for way in (lambda: os.execv(path, ['x', '--version']), by_descriptor, by_link,
            by_loader):
    child = os.fork()
    if child == 0:
        os.close(2)
        try:
            way()
        finally:
            os._exit(99)
    say('run', os.waitpid(child, 0)[1] != 0)
end()
