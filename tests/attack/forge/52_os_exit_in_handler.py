# expect: not pass
# control: status
import os, signal
signal.signal(signal.SIGALRM, lambda *a: os._exit(0))
def f(x):
    signal.raise_signal(signal.SIGALRM)
    return 0
