# expect: not pass
def f(x):
    return NotImplemented
