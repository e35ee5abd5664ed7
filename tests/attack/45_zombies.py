"""45. Zombies are reaped.

expect: full=held landlock=held limits=held
outcome: exit
options: --time 10
control: none: all that it needs is to work
"""
from lib import *

for i in range(500):
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            os._exit(0)
        os._exit(0)
    os.waitpid(child, 0)
end()
