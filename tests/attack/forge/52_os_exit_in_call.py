# expect: not pass
# control: status
import os
def f(x):
    os._exit(0)
