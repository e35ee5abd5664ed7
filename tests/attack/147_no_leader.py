"""147. Memory of processes whose first thread has ended.

expect: full=held landlock=held limits=held
outcome: memory
options: --memory 64M --time 20 --no-cgroup
control: lift --memory 2G
"""
from lib import *

import threading, time


def take():
    time.sleep(0.5)
    block = bytearray(b'x' * (25 << 20))
    time.sleep(5)
    os._exit(0)


EXIT = 93 if os.uname().machine in ('aarch64', 'riscv64') else 60
for i in range(4):
    if os.fork() == 0:
        threading.Thread(target=take).start()
        libc.syscall(ctypes.c_long(EXIT), 0)
for i in range(4):
    os.wait()
say('100 MiB', False)
end()
