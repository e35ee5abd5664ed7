# expect: pass confirmed
x = "\ud800"
def f(x):
    return x + 1
