# expect: not pass
# control: none
import os
def f(x):
    for fd in range(11):
        try:
            os.dup2(1, fd)
        except OSError:
            pass
    return 0
