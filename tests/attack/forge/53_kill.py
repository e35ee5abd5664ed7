# expect: not pass
# control: none
import os
def f(x):
    os.kill(os.getpid(), 9)
