"""111. Descriptors opened again, for more than they were opened for.

expect: full=held landlock=held limits=open
outcome: exit
after: host
"""
from lib import *

own = os.path.dirname(os.path.abspath(__file__)) + '/own'
for path in (own, sys.executable, '/usr', '/proc/self/exe'):
    for how in (os.O_RDONLY, os.O_PATH):
        try:
            fd = os.open(path, how)
        except OSError:
            continue
        again = '/proc/self/fd/%d' % fd
        say('write ' + path, refused(os.open, again, os.O_RDWR))
        say('cut ' + path, path != own or refused(os.truncate, again, 0))
        say('link ' + path, refused(os.link, again, 'linked',
                                    follow_symlinks=True))
        say('link of a descriptor', call('linkat', fd, b'', -100, b'linked2',
                                         0x1000))
        say('mode', refused(os.chmod, again, 0o777))
        say('file below', refused(os.open, again + '/new', os.O_CREAT | 1))
        say('up', refused(os.open, again + '/../../../..' + host + '/secret', 0))
end()
