# expect: not pass
# control: none
import resource, signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
def f(x):
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True: pass
