"""30. Memory in files of the work folder.

expect: full=any landlock=any limits=any
outcome: memory
options: --memory 48M --time 10
control: lift --memory 2G
"""
from lib import *

import time
for i in range(60):
    with open('f%d' % i, 'wb') as f:
        try:
            f.write(b'x' * (1 << 20))
        except OSError:
            pass
held = bytearray(b'x' * (20 << 20))
for i in range(60, 200):
    with open('f%d' % i, 'wb') as f:
        try:
            f.write(b'x' * (1 << 20))
        except OSError:
            pass
time.sleep(2)
say('80 MiB', sum(os.path.getsize(n) for n in os.listdir()) < 40 << 20)
end()
