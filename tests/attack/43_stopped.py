"""43. Stopped processes die, too.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 0.7
control: none: it never ends by itself
"""
import os, signal
for i in range(5):
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
os.kill(os.getpid(), signal.SIGSTOP)
