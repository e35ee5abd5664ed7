"""22. Odd things left in the work folder.

expect: full=held landlock=held limits=held
outcome: exit memory
options: --time 20
after: host
control: none: the harm is in the cleaning up
"""
from lib import *

import socket
def attempt(f, *args):
    try:
        return f(*args)
    except OSError:
        return None
attempt(os.symlink, host, 'link')
attempt(os.symlink, '..', 'up')
attempt(os.symlink, host + '/open/file', 'file-link')
attempt(os.mkfifo, 'fifo')
attempt(os.link, '/attack/lib.py', 'hard')
attempt(os.mkdir, 'closed', 0)
attempt(os.mkdir, 'half', 0o300)
attempt(open, 'half/inside', 'w')
for name in ('new\nline', '\udcff\udcfe', '-rf', ' ', '...', 'x' * 255):
    attempt(os.mkdir, name)
    attempt(open, name + '/f', 'w')
with open('sparse', 'wb') as f:
    attempt(f.truncate, 16 << 20)
here = os.getcwd()
for i in range(1500):
    attempt(os.mkdir, 'd')
    attempt(open, 'f', 'w')
    if attempt(os.chdir, 'd') is None and not os.path.isdir('../d'):
        break
attempt(os.chmod, here, 0)
end()
