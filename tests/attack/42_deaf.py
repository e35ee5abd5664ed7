"""42. Deaf to all signals.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 0.7
control: none: it never ends by itself
"""
import signal
for n in range(1, 65):
    try:
        signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True:
    pass
