# expect: not pass
# control: none
import os
def f(x):
    os.closerange(0, 64)
    return 0
