"""133. The host's disks made to write all they have.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

for path in ('/dev/null',):        # what it is on, and no disk of ours
    say('sync of ' + path, call('syncfs', os.open(path, os.O_RDONLY)))
end()
