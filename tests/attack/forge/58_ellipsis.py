# expect: not pass
# control: none
def f(x):
    return ...
