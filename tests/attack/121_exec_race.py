"""121. Threads that all exec at once, and children that exec for ever.

expect: full=any landlock=any limits=any
outcome: exit timeout signal
options: --time 1
control: none: it harms itself
"""
from lib import *

import threading
again = [sys.executable, '-E', '-S', '-c', 'import time; time.sleep(1000)']
for i in range(3):
    if os.fork() == 0:
        os.execv('/bin/sh', ['sh', '-c', 'exec /bin/sh -c "$0" "$0"',
                             'exec /bin/sh -c "$0" "$0"'])
go = threading.Barrier(9)
def run():
    go.wait()
    os.execv(again[0], again)
for i in range(8):
    threading.Thread(target=run).start()
go.wait()
run()
