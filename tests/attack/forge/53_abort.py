# expect: not pass
import os
def f(x):
    os.abort()
