# expect: pass confirmed
# task: in_place
def f(x):
    result = sorted(x)
    del x[:]
    x.extend(result)
