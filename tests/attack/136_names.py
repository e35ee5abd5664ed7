"""136. The host's name.

expect: full=held landlock=any limits=any
outcome: exit
control: bare
"""
from lib import *

say('name', os.uname().nodename in ('jail', '(none)', ''))
end()
