# expect: not pass
# control: none
import os
def f(x):
    os.abort()
