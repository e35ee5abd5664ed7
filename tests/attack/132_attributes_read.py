"""132. Attributes of files that cannot be opened.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

for path in (host + '/open/own', host + '/secret', '/etc/passwd'):
    say('list ' + path, refused(os.listxattr, path))
end()
