"""35. Standard input is at its end.

expect: full=held landlock=held limits=held
outcome: exit
control: none: there is nothing to get
"""
from lib import *

import select
say('input', sys.stdin.read() == '')
say('select', select.select([0], [], [], 5)[0] == [0])
end()
