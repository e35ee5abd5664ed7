"""26. Processes without end.

expect: full=any landlock=any limits=any
outcome: exit signal timeout memory
options: --time 1.5 --processes 40
control: none: nothing else stops it
"""
from lib import *

while True:
    try:
        os.fork()
    except OSError:
        pass
