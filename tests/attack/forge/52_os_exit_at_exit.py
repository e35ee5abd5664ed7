# expect: not pass
# control: status
import atexit, os
atexit.register(os._exit, 0)
def f(x):
    return 0
