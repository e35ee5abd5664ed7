"""99, 100. Ends with a thread and children still running.

expect: full=held landlock=held limits=held
outcome: exit
control: left
also: 100
"""
from lib import *

import subprocess, threading, time
threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
for i in range(3):
    if os.fork() == 0:
        time.sleep(1000)
end()
