# expect: pass confirmed
import functools
def twice(g):
    @functools.wraps(g)
    def inner(*a):
        g(*a)
        return g(*a)
    return inner
@twice
def f(x):
    return x + 1
