"""14. Use up the host user's watches.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

say('inotify', call('inotify_init1', 0))
say('fanotify', call('fanotify_init', 0, 0))
say('lease', refused(__import__('fcntl').fcntl, os.open(__file__, os.O_RDONLY),
                     1024, 0))
end()
