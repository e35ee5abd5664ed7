# expect: not pass
# control: none
import os
def f(x):
    for i in range(3):
        try:
            os.fork()
        except OSError:
            pass
    return 0
