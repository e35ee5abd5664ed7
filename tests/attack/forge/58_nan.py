# expect: not pass
def f(x):
    return float("nan")
