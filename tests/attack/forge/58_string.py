# expect: not pass
def f(x):
    return "2"
