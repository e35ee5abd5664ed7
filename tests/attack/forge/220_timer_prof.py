# expect: not pass
# control: status
import os, signal
signal.signal(signal.SIGPROF, lambda *a: os._exit(0))
signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
def f(x):
    while True: pass
