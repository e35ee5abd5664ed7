"""1. Read files of the host.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

for path in (host + '/secret', '/etc/passwd', '/proc/%d/environ' % victim,
             '/proc/self/maps/../../%d/cmdline' % victim):
    say(path, refused(open, path))
end()
