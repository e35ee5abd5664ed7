# expect: not pass
# control: none
def f(x):
    raise AssertionError
