"""3. Write where everything is read-only.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

for path in (host + '/open/new', '/usr/new', '/dev/new', '/etc/new', '/new',
             '/proc/sys/kernel/hostname', '/attack/lib.py'):
    say(path, refused(open, path, 'a'))
say('mkdir', refused(os.mkdir, host + '/open/folder'))
own = os.path.dirname(__file__) + '/own'
for flags in (os.O_TRUNC, os.O_TRUNC | os.O_WRONLY, os.O_RDWR, os.O_APPEND | 1):
    say('open %x' % flags, refused(os.open, own, flags))
say('truncate own', refused(os.truncate, own, 0))
say('truncate', refused(os.truncate, host + '/open/file', 0))
say('unlink', refused(os.unlink, host + '/open/file'))
end()
