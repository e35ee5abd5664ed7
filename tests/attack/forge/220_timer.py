# expect: not pass
# control: none
import signal
def late(*a):
    raise SystemExit(0)
signal.signal(signal.SIGALRM, late)
def f(x):
    signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
    return 0
