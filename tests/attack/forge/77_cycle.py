# expect: not pass
# control: none
def f(x):
    a, b = ValueError(), KeyError()
    a.__cause__, b.__cause__ = b, a
    raise a
