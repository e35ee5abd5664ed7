# expect: pass confirmed
# task: in_place
def f(x):
    x.sort()
