"""29. Memory of many processes, each below the limit.

expect: full=any landlock=any limits=any
outcome: memory
options: --memory 64M --time 10
control: lift --memory 2G
"""
from lib import *

import time
for i in range(8):
    if os.fork() == 0:
        held = bytearray(b'x' * (20 << 20))
        time.sleep(2)
        os._exit(0)
for i in range(8):
    os.wait()
say('160 MiB', False)
end()
