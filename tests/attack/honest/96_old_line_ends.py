# expect: pass confirmed
def f(x):    return x + 1
