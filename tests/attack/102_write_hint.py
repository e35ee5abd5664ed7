"""102. Notes left on files that the next candidate will see, too.

expect: full=held landlock=held limits=open
outcome: exit
turns: 2
"""
from lib import *

import fcntl
# The inode in memory keeps these when their writer is dead.
for path in (os.path.dirname(os.path.abspath(__file__)) + '/own', sys.executable):
    fd = os.open(path, os.O_RDONLY)
    for get, put in ((1035, 1036), (1037, 1038)):
        try:
            fcntl.fcntl(fd, get, bytes(8))
        except OSError:
            continue
        if turn == 1:
            refused(fcntl.fcntl, fd, put, (2).to_bytes(8, 'little'))
        else:
            say('hint on ' + path, fcntl.fcntl(fd, get, bytes(8))[0] != 2)
            refused(fcntl.fcntl, fd, put, bytes(8))
end()
