# expect: pass confirmed
import os, time
def f(x):
    if os.fork() == 0:
        os.closerange(0, 64)
        time.sleep(1000)
    return x + 1
