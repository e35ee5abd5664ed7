"""3. Change modes, times and attributes of files of our user.

expect: full=held landlock=held limits=open
outcome: exit
after: mode
"""
from lib import *

path = host + '/open/own'
say('chmod', refused(os.chmod, path, 0o777))
say('utime', refused(os.utime, path, (1, 1)))
say('chown', refused(os.chown, path, os.getuid(), os.getgid()))
say('setxattr', refused(os.setxattr, path, 'user.x', b'1'))
end()
