# expect: not pass
def f(x):
    raise KeyboardInterrupt
