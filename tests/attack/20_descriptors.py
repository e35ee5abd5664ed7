"""20. No descriptor but 0 to 3.

expect: full=held landlock=held limits=held
outcome: exit
control: bare
"""
from lib import *

for fd in range(4, 1024):
    say('descriptor %d' % fd, refused(os.fstat, fd))
for fd in range(4):
    try:
        os.write(os.open('/proc/self/fd/%d' % fd, os.O_WRONLY), b'')
    except OSError:
        pass
end()
