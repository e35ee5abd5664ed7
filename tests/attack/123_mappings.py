"""123. Mappings and page tables without end, in many processes.

expect: full=any landlock=any limits=any
outcome: exit memory timeout
options: --memory 64M --time 4 --processes 16
control: none: no tier stops it but by the number of processes
"""
from lib import *

import mmap, time
held = []
try:
    for i in range(70000):
        held.append(mmap.mmap(-1, 4096, prot=mmap.PROT_READ if i % 2 else 0))
except (OSError, ValueError):
    pass
for i in range(15):
    try:
        if os.fork() == 0:
            time.sleep(0.5)
            os._exit(0)
    except OSError:
        break
end()
