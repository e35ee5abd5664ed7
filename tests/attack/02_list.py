"""2. List what is there: only the documented names.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

known = set('bin lib lib32 lib64 libx32 sbin usr dev proc tmp w attack'.split())
try:
    say('/', set(os.listdir('/')) <= known)
except PermissionError:
    pass
for path, names in (('/dev', {'null', 'zero', 'random', 'urandom'}),
                    ('/sys', set()), ('/etc', set()), ('/tmp', set())):
    try:
        say(path, set(os.listdir(path)) <= names)
    except OSError:
        pass
try:
    pids = [int(n) for n in os.listdir('/proc') if n.isdigit()]
    say('/proc', max(pids) < 100 and victim not in pids)
except OSError:
    pass
end()
