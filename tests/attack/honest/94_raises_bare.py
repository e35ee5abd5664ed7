# expect: pass confirmed
# task: raises
def f(x):
    if x < 0:
        raise ValueError
    return x
