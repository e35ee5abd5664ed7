# expect: pass confirmed
x = "é"
def f(x):
    return x + 1
