# expect: not pass
import os
def f(x):
    os.kill(os.getpid(), 9)
