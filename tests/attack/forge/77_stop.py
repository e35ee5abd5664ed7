# expect: not pass
def f(x):
    raise StopIteration(2)
