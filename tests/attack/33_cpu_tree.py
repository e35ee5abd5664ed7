"""33. CPU time of many children counts.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 1.5
after: cpu 0.2
control: none: it never ends by itself
"""
from lib import *

for i in range(4):
    if os.fork() == 0:
        while True:
            pass
while True:
    pass
