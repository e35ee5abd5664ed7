# expect: not pass
def f(x):
    return (i for i in [2])
